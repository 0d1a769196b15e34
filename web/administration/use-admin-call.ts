import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'

/** Runs an administrator's call. Shows a refusal in an alert; either way the page is refreshed. */
export function useAdminCall() {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  /** Resolves with the reply, or null if it was refused. */
  async function run<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E> | null> {
    setBusy(true)
    try {
      const reply = await call(endpoint, input)
      await revalidate()
      return reply
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      else await showAlert({ text: error.message })
      if (error.status >= 400) await revalidate()
      return null
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
