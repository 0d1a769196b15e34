import { useEffect, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { getPayment, getUnfinishedPayment, type PaymentResult } from '#contract/shop/payments.ts'
import { pendingStates } from '#domain/payments/payment.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { storeAttempt, lastAttempt } from '#web/payments/card/last-attempt.ts'

/** The state of this cart's payment that was left at the bank: whether money was taken, or may have been. */
export function UnfinishedNote() {
  const { t } = useTranslation()
  const payment = useUnfinishedPayment()
  if (payment === null || payment.succeed) return null
  const isPendingAtBank = pendingStates.includes(payment.state)
  const isFinished = !payment.isPending
  return (
    <MessageStrip
      tone={isPendingAtBank ? 'warning' : 'info'}
      role="status"
      className="mb-3 max-sm:mx-4"
      actions={
        isPendingAtBank && (
          <Link to={`${pages.checkoutSummary}?payment=${payment.reference}`} className={buttonClasses('outline', 'sm')}>
            {t('payment.unfinished.see')}
          </Link>
        )
      }
    >
      {t(
        isPendingAtBank
          ? 'payment.unfinished.asking'
          : isFinished
            ? 'payment.unfinished.over'
            : 'payment.unfinished.left',
      )}
    </MessageStrip>
  )
}

function useUnfinishedPayment(): PaymentResult | null {
  const isDealer = useVisitor().user?.role === 'dealer'
  const [payment, setPayment] = useState<PaymentResult | null>(null)
  useEffect(() => {
    if (!isDealer) return
    const load = async () => {
      // Another tab or device may have started it.
      const reference = lastAttempt() ?? (await call(getUnfinishedPayment, {})).reference
      if (reference === null) return
      const payment = await call(getPayment, { params: { reference }, query: {} })
      // A finished payment is shown once.
      if (!payment.isPending) storeAttempt(null)
      setPayment(payment)
    }
    load().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      if (error.status === 404) storeAttempt(null)
    })
  }, [isDealer])
  return payment
}
