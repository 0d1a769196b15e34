import { useEffect, useState } from 'react'
import type { PaymentResult } from '#contract/shop/payments.ts'
import { timeInTurkey } from '#domain/text/calendar-day.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** After this many milliseconds the payer sees how to learn the outcome later. */
const slowAfter = 20_000

type PendingAtBankProps = {
  where: 'orders' | 'account' | 'link'
  /** Null: the page does not know them. */
  payment?: PaymentResult | null
  /** Ends the payment at the payer's request, where that is safe. */
  onRelease?: () => Promise<unknown>
}

/** The outcome at the bank is unknown. Inquiries continue without this page. */
export function PendingAtBank({ where, payment = null, onRelease }: PendingAtBankProps) {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  const isUnverified = payment?.unverifiedReturn === 'checking'
  return (
    <output className="flex h-125 flex-col items-center justify-center gap-3 p-5 text-center max-sm:h-auto max-sm:flex-1">
      <Spinner className="size-6! text-brand-ink" />
      <span className="text-16 font-semibold">{t('payment.asking.title')}</span>
      <span className="max-w-100 text-ink-2">
        {isUnverified ? payment.message : <InquiryText inquiry={payment?.inquiry ?? null} />}
      </span>
      {payment?.inquiry?.mayRelease === true && onRelease !== undefined ? (
        <Release onRelease={onRelease} />
      ) : (
        isSlow && <span className="max-w-100 text-ink-2">{t(`payment.asking.slow.${where}`)}</span>
      )}
    </output>
  )
}

/** What the bank has said so far, and when it is known at the latest. */
function InquiryText({ inquiry }: { inquiry: PaymentResult['inquiry'] }) {
  const { t } = useTranslation()
  if (inquiry === null) return t('payment.asking.text')
  const { noneSince, nextAt, endsAt } = inquiry
  if (noneSince !== null && endsAt !== null) return t('payment.asking.none', { time: timeInTurkey(new Date(endsAt)) })
  if (nextAt === null || endsAt !== null) return t('payment.asking.text')
  return t('payment.asking.silent', { time: timeInTurkey(new Date(nextAt)) })
}

function Release({ onRelease }: { onRelease(): Promise<unknown> }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function release(): Promise<void> {
    setBusy(true)
    await onRelease().finally(() => setBusy(false))
  }
  return (
    <>
      <span className="max-w-100 text-ink-2">{t('payment.asking.releaseText')}</span>
      <Button size="card" busy={isBusy} onClick={() => void release()}>
        {t('payment.asking.release')}
      </Button>
    </>
  )
}
