import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallInput, Endpoint } from '#contract/core/endpoint.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { notify } from '#web/ui/overlay/toast.tsx'

/** Runs an action on a payment; `failure` is the message to show next to it. */
export function usePaymentCall(done: string) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** Resolves with the error, or null on success. Either way the page shows the payment's new state. */
  async function run<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallError | null> {
    setBusy(true)
    setFailure(null)
    try {
      await call(endpoint, input)
      notify.success(done, { id: 'payment' })
      await revalidate()
      return null
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      setFailure(error.message)
      if (error.status >= 400) await revalidate()
      return error
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run, forget: () => setFailure(null) }
}
