import { Check } from 'lucide-react'
import { useNavigate, useRevalidator } from 'react-router'
import { purchasePath } from '#contract/core/record-paths.ts'
import { approvePurchase, getPurchase, type ListedPurchase, type Purchase } from '#contract/shop/purchases.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { waitingApprovalsKey } from '#web/app/visitor/use-waiting-approvals.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useConfirmDifferences } from './use-confirm-differences.ts'

/** Approves a request from the list, at today's prices and stock. Shows first what has changed since it was sent. */
export function ApproveButton({ item: { id, buyer } }: { item: ListedPurchase }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { revalidate } = useRevalidator()
  const cache = useQueryCache()
  const confirm = useConfirmDifferences(true)
  const { isBusy, send } = useSubmit()
  const params = { id: String(id) }

  async function approveAsOfNow(): Promise<Purchase | null> {
    const purchase = await call(getPurchase, { params })
    // Who may not decide any more learns why from the refusal.
    const answer = purchase.canDecide ? await confirm(purchase) : 'approve'
    if (answer === 'open') await goTo(purchasePath(id))
    return answer === 'approve' ? call(approvePurchase, { params, body: { shown: purchase.shown } }) : null
  }

  /** What changed between loading and approving is shown before a second try. */
  async function approve(): Promise<Purchase | null> {
    try {
      return await approveAsOfNow()
    } catch (error) {
      if (error instanceof CallError && error.code === 'purchase_changed') return approveAsOfNow()
      throw error
    }
  }

  const reload = async () => {
    cache.refresh(waitingApprovalsKey)
    await revalidate()
  }
  const press = () =>
    send(
      async () => {
        const now = await approve()
        if (now === null) return
        notify.success(
          now.order === null
            ? t('purchases.action.step')
            : t('purchases.action.approved', { number: now.order.orderNo }),
          { id: 'purchase' },
        )
        await reload()
      },
      async ({ message }) => {
        await showAlert({ text: message })
        await reload()
      },
    )
  return (
    <Button
      variant="solid"
      size="card"
      busy={isBusy}
      icon={<Check size={16} aria-hidden="true" />}
      aria-label={t('purchases.action.approveOf', { buyer, number: id })}
      className="relative z-1 max-lg:w-full"
      onClick={() => void press()}
    >
      {t('purchases.action.approve')}
    </Button>
  )
}
