const key = 'toptan.payment'

/** The cart's payment that this tab sent to the bank, until its end is shown: a reload finds it again. */
export function storeAttempt(reference: string | null): void {
  try {
    if (reference === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, reference)
  } catch {
    // Without storage nothing is found again.
  }
}

export function lastAttempt(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
