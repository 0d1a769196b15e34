import { useRevalidator } from 'react-router'
import type { CallInput, Endpoint } from '#contract/core/endpoint.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Runs an action on a bank line; `failure` is the message to show next to it. The list is refreshed either way. */
export function useLineCall() {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()

  /** Resolves with whether it succeeded. */
  async function run<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    done: 'book' | 'ignore' | 'reopen',
  ): Promise<boolean> {
    let isDone = false
    await send(
      async () => {
        await call(endpoint, input)
        isDone = true
        notify.success(t(`administration.bankLines.done.${done}`), { id: 'bank-line' })
        await revalidate()
      },
      () => revalidate(),
    )
    return isDone
  }
  return { isBusy, failure: failure?.message ?? null, run }
}
