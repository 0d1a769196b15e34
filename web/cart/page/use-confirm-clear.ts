import { useTranslation } from '#web/ui/translation.ts'
import { CallError } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { choosePlan } from '#web/cart/order/choose-plan.ts'
import { emptyCart, restoreCart, undoDuration } from '#web/cart/removals.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { useCartPlan, useLineCount } from '#web/cart/use-cart.ts'

/** Empties the cart after a confirmation and offers to undo it; shows an error on failure. */
export function useConfirmClear(): () => Promise<void> {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const { plans } = useVisitor()
  const plan = useCartPlan()
  const count = useLineCount()

  /** The plan is dropped with the cart; the store's default needs no choice. */
  async function undo(undoKey: string): Promise<void> {
    const isRestored = await restoreCart(cache, undoKey)
    const wasChosen = plans.some(({ priceName, varsayilan }) => priceName === plan && !varsayilan)
    if (isRestored && wasChosen) choosePlan(cache, plan)
  }

  return async () => {
    const answer = await showAlert({
      title: t('cart.clear.title'),
      text: t('cart.clear.text', { count }),
      actions: [{ label: t('cart.clear.confirm'), value: 'clear', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'clear') return
    try {
      const undoKey = await emptyCart(cache)
      notify.success(t('cart.clear.done', { count }), {
        id: 'cart-cleared',
        position: 'top-center',
        duration: undoDuration,
        action: { label: t('cart.removed.undo'), run: () => void undo(undoKey) },
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showAlert({ title: t('cart.alert.clearFailed'), text: error.message })
    }
  }
}
