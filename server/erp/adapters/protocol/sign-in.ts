/** A sign-in that all requests of a session share: ERPs count seats, and refuse a second one at the same time. */
export type SharedSignIn = {
  token(): Promise<string>
  /** The ERP no longer accepts this token: the next request signs in again. */
  forget(token: string): void
  /** The token of a finished sign-in, which the session holds a seat with. */
  current(): string | null
}

export function shareSignIn(signIn: () => Promise<string>): SharedSignIn {
  let pending: Promise<string> | null = null
  let known: string | null = null
  return {
    token() {
      pending ??= signIn().then(
        (token) => (known = token),
        (error: unknown) => {
          pending = null
          throw error
        },
      )
      return pending
    },
    forget(token) {
      if (known !== token) return
      known = null
      pending = null
    },
    current: () => known,
  }
}
