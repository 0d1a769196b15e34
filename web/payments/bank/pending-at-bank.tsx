import { useEffect, useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** After this many milliseconds the payer sees how to learn the outcome later. */
const slowAfter = 20_000

/** The outcome at the bank is unknown. Inquiries continue without this page. */
export function PendingAtBank({ where }: { where: 'orders' | 'account' | 'link' }) {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="flex h-125 flex-col items-center justify-center gap-3 p-5 text-center max-sm:h-auto max-sm:flex-1">
      <Spinner className="size-6! text-brand-ink" />
      <span className="text-16 font-semibold">{t('payment.asking.title')}</span>
      <span className="max-w-100 text-ink-2">{t('payment.asking.text')}</span>
      {isSlow && <span className="max-w-100 text-ink-2">{t(`payment.asking.slow.${where}`)}</span>}
    </output>
  )
}
