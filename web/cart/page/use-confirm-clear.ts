import { useTranslation } from '#web/ui/translation.ts'
import { CallError } from '#web/app/data/call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useCartActions, useLineCount } from '#web/cart/use-cart.ts'

/** Empties the cart after a confirmation, and shows an error on failure. */
export function useConfirmClear(): () => Promise<void> {
  const { t } = useTranslation()
  const { clear } = useCartActions()
  const count = useLineCount()
  return async () => {
    const answer = await showAlert({
      title: t('cart.clear.title'),
      text: t('cart.clear.text', { count }),
      actions: [{ label: t('cart.clear.confirm'), value: 'clear', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'clear') return
    try {
      await clear()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showAlert({ title: t('cart.alert.clearFailed'), text: error.message })
    }
  }
}
