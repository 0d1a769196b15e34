import { useRevalidator } from 'react-router'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Sends a step of a draft, reports how many prices it changed, and closes the dialog. */
export function useStep(onClose: () => void) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const apply = (step: () => Promise<{ units: number }>) =>
    send(
      async () => {
        const { units } = await step()
        await revalidate()
        const text = units === 0 ? 'priceChanges.steps.nothing' : 'priceChanges.steps.done'
        notify.success(t(text, { count: formatQuantity(units) }), { id: 'price-step' })
        onClose()
      },
      // Another user may have changed the draft: the page behind the dialog shows it.
      () => revalidate(),
    )
  return { isBusy, failure, apply }
}
