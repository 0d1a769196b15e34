import { ListPlus, RotateCcw } from 'lucide-react'
import type { ListedOrder } from '#contract/shop/orders.ts'
import { dealerCancelStates } from '#domain/orders/order-life.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AddToList } from '#web/lists/add-to-list.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RepeatOutcome } from './repeat-outcome.tsx'
import { useCancelOrder } from './use-cancel-order.ts'
import { useRepeatOrder } from './use-repeat-order.ts'

type OrderWithPayment = Pick<ListedOrder, 'id' | 'orderNo' | 'state' | 'isSent' | 'payment'>

/** Repeats an order, or cancels it while this user still can. */
export function OrderActions({ order }: { order: OrderWithPayment }) {
  const { t } = useTranslation()
  const repeat = useRepeatOrder(order.id)
  const mayFill = useMayFillCart()
  const nameOf = (action: string) => t('orders.action.of', { action, number: order.orderNo })
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {mayFill && (
        <Button
          aria-label={nameOf(t('orders.action.again'))}
          busy={repeat.isBusy}
          icon={<RotateCcw size={16} aria-hidden="true" />}
          onClick={() => void repeat.run()}
        >
          {t('orders.action.again')}
        </Button>
      )}
      <AddToList name={order.orderNo} source={() => ({ kind: 'order', number: order.orderNo })}>
        {(open, label) => (
          <Button aria-label={nameOf(label)} icon={<ListPlus size={16} aria-hidden="true" />} onClick={open}>
            {label}
          </Button>
        )}
      </AddToList>
      <CancelButton order={order} />
      <RepeatOutcome outcome={repeat.outcome} onClose={repeat.close} />
    </div>
  )
}

export function CancelButton({ order, size = 'md' }: { order: OrderWithPayment; size?: 'md' | 'card' }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { isBusy, cancel } = useCancelOrder(order)
  // Orders paid by card are refunded by the store.
  const mayCancel = dealerCancelStates.includes(order.state) && !order.isSent && order.payment === null
  if (!mayCancel || user?.canOrder !== true) return null
  const action = t('orders.action.cancel')
  return (
    <Button
      variant="danger"
      size={size}
      busy={isBusy}
      aria-label={t('orders.action.of', { action, number: order.orderNo })}
      onClick={() => void cancel()}
    >
      {action}
    </Button>
  )
}
