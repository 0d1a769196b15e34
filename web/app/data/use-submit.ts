import { useState } from 'react'
import { secondFactorPath } from '#contract/core/pages.ts'
import { CallError } from './call.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

/** Runs one call at a time. An expired session redirects to sign-in; any other error is returned as `failure` until the next call. */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)

  /** `onRefused` runs after a failed call, e.g. to show an alert or reload data. */
  async function send(work: () => Promise<unknown>, onRefused?: (error: CallError) => unknown): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      if (error.code === 'factor_required') return location.assign(secondFactorPath(location.pathname))
      setFailure(error)
      await onRefused?.(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, send }
}
