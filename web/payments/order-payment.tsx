import { CreditCard } from 'lucide-react'
import type { OrderPayment } from '#contract/shop/orders.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** How an order was paid, on one line: amount, card, installments. */
export function OrderPaymentLine({ payment }: { payment: OrderPayment }) {
  const { t, formatMoney } = useTranslation()
  const { amount, fee, cardNumber, installment, refunded } = payment
  const card = cardNumber ?? t('payment.summary.anyCard')
  return (
    <span>
      <span className="inline-flex items-center gap-1.5">
        <CreditCard size={14} aria-hidden="true" className="shrink-0 text-ink-2" />
        <span>
          <span className="whitespace-nowrap">{t('payment.summary.by')}:</span>{' '}
          <b className="whitespace-nowrap">{formatMoney(amount, lira)}</b>
        </span>
      </span>
      <span className="block text-12 text-ink-2">
        {installment === 1
          ? t('payment.summary.once', { card })
          : t('payment.summary.onCard', { card, count: installment })}
      </span>
      {fee > 0 && (
        <span className="block text-12 text-ink-2">
          {t('payment.summary.base')}: {formatMoney(decimal(amount).minus(fee), lira)}
          {' · '}
          {t('payment.summary.fee')}: {formatMoney(fee, lira)}
        </span>
      )}
      {refunded > 0 && (
        <span className="block text-12 text-warning">
          {t('payment.summary.refunded')}: {formatMoney(refunded, lira)}
        </span>
      )}
    </span>
  )
}
