import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { Order, OrderPayment } from '#contract/shop/orders.ts'
import { Moment } from '#web/app/moment.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { OrderPaymentLine } from '#web/payments/order-payment.tsx'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  )
}

type OrderFactsProps = { order: Order; payment?: OrderPayment | null; numberName?: string }

/**
 * `payment`: shown on a separate line; a page that shows more of it passes null. `numberName`: label of the order
 * number, by default the dealer's.
 */
export function OrderFacts({ order, payment = order.payment, numberName }: OrderFactsProps) {
  const { t } = useTranslation()
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 rounded-panel border border-line bg-surface p-4 sm:grid-cols-4">
      <Fact name={numberName ?? t('checkout.summary.number')}>
        <span className="text-18 font-semibold" data-testid="order-number">
          {order.orderNo}
        </span>
      </Fact>
      <Fact name={t('checkout.summary.date')}>
        <Moment date={order.date} />
      </Fact>
      <Fact name={t('checkout.summary.dealer')}>{order.dealer}</Fact>
      <Fact name={t('checkout.summary.creator')}>{order.creator}</Fact>
      {order.branch !== null && <Fact name={t('checkout.summary.branch')}>{order.branch}</Fact>}
      {order.plan !== null && <Fact name={t('checkout.summary.plan')}>{order.plan}</Fact>}
      {payment !== null && (
        <Fact name={t('payment.summary.title')}>
          <OrderPaymentLine payment={payment} />
        </Fact>
      )}
      <div className="col-span-full border-t border-line pt-3">
        <dt className="text-12 text-ink-2">{t('checkout.summary.note')}</dt>
        <dd className="mt-0.5 whitespace-pre-line">{order.description}</dd>
      </div>
    </dl>
  )
}

/** Renders nothing if the store hides prices. */
export function OrderTotals({ order: { subtotal, tax, total, totalTry, currency } }: { order: Order }) {
  if (subtotal === undefined || tax === undefined || total === undefined || totalTry === undefined) return null
  return (
    <div className="mt-4 ml-auto rounded-panel border border-line bg-surface p-4 sm:max-w-83">
      <TotalsList totals={{ subtotal, tax, total, totalTry, currency }} />
    </div>
  )
}
