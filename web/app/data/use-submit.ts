import { useState } from 'react'
import { CallError } from './call.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

/** Sends one thing at a time. A session that is over leads to signing in; any other refusal is kept until the next sending. */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)

  /** `tell`: what else is to be said or done about a refusal. */
  async function send(work: () => Promise<unknown>, tell?: (refusal: CallError) => unknown): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setFailure(error)
      await tell?.(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, send }
}
