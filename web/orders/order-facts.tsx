import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { type Order, type OrderPayment, shownLines } from '#contract/shop/orders.ts'
import { earlyDiscount } from '#domain/payments/compare-payments.ts'
import { roundingDifference } from '#domain/pricing/rounded-price.ts'
import { Moment } from '#web/app/moment.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { DeliveryFacts } from '#web/product/delivery-facts.tsx'
import { Price } from '#web/app/price.tsx'
import { OrderPaymentLine } from '#web/payments/order-payment.tsx'
import { RateNotes } from '#web/product/rate-notes.tsx'

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
    <>
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
        {order.carrierPayer !== null && (
          <Fact name={t('delivery.freight')}>{t(`delivery.payers.${order.carrierPayer}`)}</Fact>
        )}
        <EarlyPayment order={order} />
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
      <DeliveryFacts delivery={order.delivery} className="mt-4" />
    </>
  )
}

/** What is taken off if the invoices of the order are paid early. */
function EarlyPayment({ order: { earlyPayment = [], total, currency } }: { order: Order }) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  if (earlyPayment.length === 0 || total === undefined) return null
  return (
    <div className="col-span-2 min-w-0">
      <dt className="text-12 text-ink-2">{t('earlyPayment.title')}</dt>
      {earlyPayment.map(({ days, percent }) => (
        <dd key={days} className="mt-0.5 font-medium">
          {t('earlyPayment.ofOrder', { days, percent: formatQuantity(percent) })}{' '}
          <span className="font-normal text-ink-2">
            {t('earlyPayment.amount', {
              amount: formatMoney(earlyDiscount(total, { days, percent: String(percent) }), currency),
            })}
          </span>
        </dd>
      ))}
    </div>
  )
}

/** Renders nothing if the store hides prices. */
export function OrderTotals({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { subtotal, tax, total, totalTry, currency } = order
  if (subtotal === undefined || tax === undefined || total === undefined || totalTry === undefined) return null
  return (
    <div className="mt-4 ml-auto rounded-panel border border-line bg-surface p-4 sm:max-w-83">
      <RoundingRow order={order} subtotal={subtotal} />
      <TotalsList totals={{ subtotal, tax, total, totalTry, currency }} />
      <RateNotes
        notes={order.rateNotes}
        preliminary={order.ratePolicy === 'invoice_day' ? t('rates.invoiceDayOrder') : null}
        className="mt-2"
      />
    </div>
  )
}

/** What the rounded amounts above differ from the subtotal below, which was rounded once (docs/decisions/025). */
function RoundingRow({ order, subtotal }: { order: Order; subtotal: number }) {
  const { t } = useTranslation()
  const difference = roundingDifference(shownLines(order), subtotal)
  if (difference.isZero()) return null
  return (
    <dl className="mb-2 flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{t('checkout.roundingDifference')}</dt>
      <dd>
        <Price value={difference} currency={order.currency} />
      </dd>
    </dl>
  )
}
