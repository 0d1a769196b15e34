import { CircleCheck, CreditCard, LockKeyhole, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '#web/ui/translation.ts'

/** Title, demo cards where allowed, and the close button. */
export function DialogHead({
  titleId,
  hasDemoCards,
  onClose,
}: {
  titleId: string
  hasDemoCards: boolean
  onClose(): void
}) {
  const { t } = useTranslation()
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line py-2 pr-2 pl-5">
      <CreditCard size={18} aria-hidden="true" className="text-ink-2" />
      <h2 id={titleId} className="text-16 font-semibold">
        {t('payment.form.title')}
      </h2>
      <span className="ml-auto flex items-center gap-4 text-12 text-ink-2">
        {hasDemoCards && (
          <a
            href="/sandbox-bank/cards"
            target="_blank"
            rel="noreferrer"
            className="rounded-badge bg-warning-soft px-1.5 py-0.5 font-semibold text-warning underline"
          >
            {t('payment.form.demoCards')}
          </a>
        )}
        <span className="flex items-center gap-1.5 max-sm:hidden">
          <LockKeyhole size={14} aria-hidden="true" /> {t('payment.form.secure')}
        </span>
      </span>
      <button
        type="button"
        aria-label={t('ui.close')}
        onClick={onClose}
        className="flex size-9 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover max-sm:size-11"
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The charged total and the next action. */
export function DialogFoot({ total, parts, children }: { total: string; parts: ReactNode; children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-canvas px-5 py-3 sm:rounded-b-dialog">
      <p>
        <span className="block text-12 text-ink-2">{parts}</span>
        <b className="text-16" data-testid="payment-total">
          {total}
        </b>
      </p>
      <div className="flex gap-2 max-sm:flex-1 max-sm:justify-end">{children}</div>
    </div>
  )
}

/** Shown until the next page is ready. */
export function Paid() {
  const { t } = useTranslation()
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <div className="flex h-125 flex-col items-center justify-center gap-3 p-5 text-center max-sm:h-auto max-sm:flex-1">
      <span className="flex size-14 items-center justify-center rounded-full bg-success-soft text-success">
        <CircleCheck size={30} aria-hidden="true" />
      </span>
      <p ref={message} tabIndex={-1} role="status" className="text-18 font-semibold outline-none">
        {t('payment.paid')}
      </p>
      <p className="text-ink-2">{t('payment.leading')}</p>
    </div>
  )
}
