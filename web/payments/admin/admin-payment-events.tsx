import { ArrowRight } from 'lucide-react'
import type { PaymentDetail } from '#contract/admin/payments.ts'
import { Moment } from '#web/app/moment.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { Panel } from './admin-payment-facts.tsx'
import { translateWord } from './admin-words.ts'

type Event = PaymentDetail['events'][number]

/** The events of a payment with their causes, newest first. */
export function PaymentEvents({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const events = payment.events.map((event, index) => ({ ...event, number: index + 1 })).toReversed()
  return (
    <Panel title={t('administration.payments.page.events')}>
      <ol className="px-4 py-3">
        {events.map(({ number, ...event }) => (
          <li key={number} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className={classes(
                'absolute top-1.5 left-0 size-2 rounded-full',
                event.toState === null ? 'bg-line-2' : 'bg-brand',
              )}
            />
            <span aria-hidden="true" className="history-line" />
            <EventText event={event} currency={payment.currency} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function EventText({ event, currency }: { event: Event; currency: string }) {
  const { t, formatMoney } = useTranslation()
  const { fromState, toState, cause, detail, user, date } = event
  // The detail of a refund is its amount.
  const shownDetail = /^\d+\.\d\d$/.test(detail) ? formatMoney(detail, currency) : detail
  // A start has two transitions: the attempt is stored, then the bank is called.
  const isSending = cause === 'start' && fromState !== null
  const nameOf = (state: string) => t(`administration.payments.states.${state}`)
  return (
    <div className="text-13">
      <p className="font-medium">{translateWord(t, 'causes', isSending ? 'sent' : cause)}</p>
      {toState !== null && (
        <p className="flex flex-wrap items-center gap-1 text-12 text-ink-2">
          {fromState !== null && (
            <>
              {nameOf(fromState)} <ArrowRight size={12} aria-label={t('administration.payments.page.to')} />
            </>
          )}
          {nameOf(toState)}
        </p>
      )}
      {detail !== '' && <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">{shownDetail}</p>}
      <p className="text-12 text-ink-2">
        <Moment date={date} />
        {user !== null && ` · ${user}`}
      </p>
    </div>
  )
}
