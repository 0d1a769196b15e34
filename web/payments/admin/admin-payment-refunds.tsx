import { approveRefund, declineRefund, type PaymentDetail, type PaymentRefund } from '#contract/admin/payments.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import { Panel } from './admin-payment-facts.tsx'
import { translateWord } from './admin-words.ts'
import { usePaymentCall } from './use-admin-payment.ts'

const tones = {
  waiting: 'warning',
  declined: 'neutral',
  requested: 'info',
  sending: 'info',
  done: 'success',
  refused: 'danger',
  unknown: 'warning',
} as const

/** Refunds and their states. */
export function PaymentRefunds({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const { refunds, currency } = payment
  if (refunds.length === 0) return null
  return (
    <Panel title={t('administration.payments.page.refunds')}>
      <ul className="divide-y divide-line">
        {refunds.map((refund) => (
          <li
            key={refund.id}
            data-testid="refund"
            className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-13"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {t(`administration.payments.refundKinds.${refund.kind}`)}
                <Badge tone={tones[refund.state]}>{t(`administration.payments.refundStates.${refund.state}`)}</Badge>
              </p>
              <RefundWords refund={refund} />
              {refund.state === 'waiting' && <SecondPerson payment={payment} refund={refund} />}
            </div>
            <div className="text-right">
              <Price value={refund.amount} currency={currency} className="font-semibold" />
              <p className="text-12 text-ink-2">
                <Moment date={refund.createdAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function RefundWords({ refund }: { refund: PaymentRefund }) {
  const { t } = useTranslation()
  const bank = [refund.resultCode, refund.resultText].filter(Boolean).join(' · ')
  return (
    <div className="text-12 text-ink-2 [overflow-wrap:anywhere]">
      {refund.cause !== '' && <p>{refund.user === null ? translateWord(t, 'causes', refund.cause) : refund.cause}</p>}
      <p>{refund.user ?? t('administration.payments.byProgram')}</p>
      {refund.decidedBy !== null && <p>{t('administration.payments.second.decided', { name: refund.decidedBy })}</p>}
      {bank !== '' && <p>{t('administration.payments.bankSaid', { words: bank })}</p>}
    </div>
  )
}

/** The decision about a refund that waits for a second person. Whoever requested it can only withdraw it. */
function SecondPerson({ payment, refund }: { payment: PaymentDetail; refund: PaymentRefund }) {
  const { t, formatMoney } = useTranslation()
  const { user } = useVisitor()
  const textOf = (key: string, facts = {}) => t(`administration.payments.second.${key}`, facts)
  const approval = usePaymentCall(textOf('approved'))
  const refusal = usePaymentCall(textOf('declined'))
  const params = { id: String(payment.id), refund: String(refund.id) }
  const isOwn = refund.userId === user?.id
  const mayDecide = user?.permissions.includes('refunds:write') === true

  async function approve(): Promise<void> {
    const answer = await showAlert({
      title: textOf('approveTitle'),
      text: textOf('approveText', { amount: formatMoney(refund.amount, payment.currency) }),
      actions: [{ label: textOf('approve'), value: 'yes', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'yes') await approval.run(approveRefund, { params })
  }
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <p>{textOf(isOwn ? 'own' : 'text')}</p>
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button variant="solid" size="card" busy={approval.isBusy} onClick={() => void approve()}>
              {textOf('approve')}
            </Button>
          )}
          <Button size="card" busy={refusal.isBusy} onClick={() => void refusal.run(declineRefund, { params })}>
            {textOf(isOwn ? 'withdraw' : 'decline')}
          </Button>
        </div>
      )}
      <Failure text={approval.failure ?? refusal.failure} />
    </div>
  )
}

/** Books are the captured amount minus refunds. */
function booksText(
  books: string,
  currency: string,
  { t, formatMoney }: Pick<Translation, 't' | 'formatMoney'>,
): string {
  const [captured, refunded] = books.split(' − ').map((amount) => (/^\d+\.\d\d$/.test(amount) ? amount : null))
  if (!captured || !refunded) return books
  return t('administration.payments.books', {
    captured: formatMoney(captured, currency),
    refunded: formatMoney(refunded, currency),
  })
}

/** Differences between the bank's books and ours. */
export function PaymentDifferences({ payment: { differences, currency } }: { payment: PaymentDetail }) {
  const { t, formatMoney } = useTranslation()
  if (differences.length === 0) return null
  return (
    <Panel title={t('administration.payments.page.differences')}>
      <ul className="divide-y divide-line">
        {differences.map(({ id, day, ours, theirs, settledAt, note }) => (
          <li key={id} className="px-4 py-2.5 text-13">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {formatDay(day)}
              {settledAt === null ? (
                <Badge tone="warning">{t('administration.payments.open')}</Badge>
              ) : (
                <Badge tone="success">{t('administration.payments.settled')}</Badge>
              )}
            </p>
            <p className="text-ink-2">
              {t('administration.payments.ours', { words: booksText(ours, currency, { t, formatMoney }) })}
            </p>
            <p className="text-ink-2">
              {t('administration.payments.theirs', { words: booksText(theirs, currency, { t, formatMoney }) })}
            </p>
            {note !== '' && <p className="mt-1 [overflow-wrap:anywhere]">{note}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
