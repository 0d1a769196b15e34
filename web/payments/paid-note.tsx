import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { getPayment, type PaymentResult } from '#contract/shop/payments.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** In the cart after a payment that was made for it. The server says whether it has arrived. */
export function PaidNote() {
  const { t, formatMoney } = useTranslation()
  const reference = new URLSearchParams(useLocation().search).get('paid')
  const fetcher: Fetcher<PaymentResult> = useCallback(
    ({ signal }) => call(getPayment, { params: { reference: reference ?? '' } }, { signal }),
    [reference],
  )
  const payment = useQuery(`paid ${reference ?? ''}`, reference === null ? null : fetcher)
  if (payment?.succeed !== true) return null
  return (
    <MessageStrip
      tone="info"
      role="status"
      className="mb-3 max-sm:mx-4"
      actions={
        <Link
          to={`${pages.checkoutSummary}?payment=${encodeURIComponent(payment.reference)}`}
          className={buttonClasses('outline', 'sm')}
        >
          {t('limitCoach.paid.receipt')}
        </Link>
      }
    >
      <b>{t('limitCoach.paid.title')}</b> {formatMoney(payment.amount, payment.currency)}
    </MessageStrip>
  )
}
