import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { getPayment, type PaymentResult } from '#contract/shop/payments.ts'
import { pendingStates } from '#domain/payments/payment.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { keepAttempt, lastAttempt } from '#web/payments/card/last-attempt.ts'

/** The state of this cart's payment that was left at the bank: whether money was taken, or may have been. */
export function UnfinishedNote() {
  const { t } = useTranslation()
  const left = useLeftPayment()
  if (left === null || left.succeed) return null
  const isAsking = pendingStates.includes(left.state)
  const isOver = !left.isPending
  return (
    <MessageStrip
      tone={isAsking ? 'warning' : 'info'}
      role="status"
      className="mb-3 max-sm:mx-4"
      actions={
        isAsking && (
          <Link to={`${pages.checkoutSummary}?payment=${left.reference}`} className={buttonClasses('outline', 'sm')}>
            {t('payment.unfinished.see')}
          </Link>
        )
      }
    >
      {t(isAsking ? 'payment.unfinished.asking' : isOver ? 'payment.unfinished.over' : 'payment.unfinished.left')}
    </MessageStrip>
  )
}

function useLeftPayment(): PaymentResult | null {
  const [left, setLeft] = useState<PaymentResult | null>(null)
  useEffect(() => {
    const reference = lastAttempt()
    if (reference === null) return
    call(getPayment, { params: { reference }, query: {} }).then(
      (payment) => {
        // A finished payment is shown once.
        if (!payment.isPending) keepAttempt(null)
        setLeft(payment)
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (error.status === 404) keepAttempt(null)
      },
    )
  }, [])
  return left
}
