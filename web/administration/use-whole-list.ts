import { useCallback, useState } from 'react'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'

/** A short list as of the last reply; every change returns the whole list. */
export function useWholeList<E extends Endpoint>(endpoint: E, loaded: Reply<E>) {
  const [list, setList] = useState<Reply<E>>(() => loaded)
  const [isBusy, setBusy] = useState(false)

  /** Reads the list again; it stays as it is if that fails. */
  const refresh = useCallback(async () => {
    const current = await call(endpoint).catch(() => null)
    if (current !== null) setList(() => current)
  }, [endpoint])

  /** Returns null on success. The caller reports a refusal; the list is then read again. */
  async function run(change: () => Promise<Reply<E>>, doneText: string | (() => string)): Promise<CallError | null> {
    if (isBusy) return null
    setBusy(true)
    try {
      const changed = await change()
      setList(() => changed)
      notify.success(typeof doneText === 'string' ? doneText : doneText(), { id: endpoint.path })
      return null
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      if (error.status === 404 || error.status === 409) {
        await refresh()
      }
      return error
    } finally {
      setBusy(false)
    }
  }

  /** The same without an open form: a refusal is shown in an alert. */
  async function runOrAlert(change: () => Promise<Reply<E>>, doneText: string | (() => string)): Promise<void> {
    const error = await run(change, doneText)
    if (error !== null) await showAlert({ text: error.message })
  }
  return { list, isBusy, refresh, run, runOrAlert }
}
