import { useState } from 'react'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'

/** A short list as the last answer has it; every change answers with all of it. */
export function useWholeList<E extends Endpoint>(endpoint: E, loaded: Reply<E>) {
  const [list, setList] = useState<Reply<E>>(() => loaded)
  const [isBusy, setBusy] = useState(false)

  /** Null: it was done. A refusal is the caller's to say; what stood in the way is then read again. */
  async function run(change: () => Promise<Reply<E>>, done: string): Promise<CallError | null> {
    if (isBusy) return null
    setBusy(true)
    try {
      const next = await change()
      setList(() => next)
      notify.success(done, { id: endpoint.path })
      return null
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      if (error.status === 404 || error.status === 409) {
        const now = await call(endpoint).catch(() => null)
        if (now !== null) setList(() => now)
      }
      return error
    } finally {
      setBusy(false)
    }
  }

  /** The same where nothing of a form stands open: a refusal is said in an alert. */
  async function runOrAlert(change: () => Promise<Reply<E>>, done: string): Promise<void> {
    const error = await run(change, done)
    if (error !== null) await showAlert({ text: error.message })
  }
  return { list, isBusy, run, runOrAlert }
}
