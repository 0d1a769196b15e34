import type { LinkablePayment } from '#contract/admin/bank-findings.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { useLinkablePayments } from './use-linkable-payments.ts'

type ListProps = {
  search: ReturnType<typeof useLinkablePayments>
  chosen: LinkablePayment | null
  onChoose(payment: LinkablePayment): void
}

/** What the search found, of which one payment can be chosen. */
export function LinkablePayments({ search: { found, failure }, chosen, onChoose }: ListProps) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.bankFindings.link.${name}`)
  if (failure !== null) return <Failure text={failure} />
  if (found === null) return <Spinner />
  const isSuggested = found.q === ''
  if (found.items.length === 0) {
    return (
      <p role="status" className="text-ink-2">
        {text(isSuggested ? 'none' : 'nothing')}
      </p>
    )
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">{text(isSuggested ? 'suggested' : 'payments')}</legend>
      <div className="max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {found.items.map((payment) => (
          <PaymentOption
            key={payment.id}
            payment={payment}
            isChosen={payment.id === chosen?.id}
            onChoose={() => onChoose(payment)}
          />
        ))}
      </div>
      {found.hasMore && <p className="mt-1.5 text-12 text-ink-2">{text('more')}</p>}
    </fieldset>
  )
}

type OptionProps = { payment: LinkablePayment; isChosen: boolean; onChoose(): void }

function PaymentOption({ payment, isChosen, onChoose }: OptionProps) {
  const { t, formatMoney } = useTranslation()
  const { reference, dealer, dealerCode, account, amount, refunded, currency, orderNo, cardNumber, obstacle } = payment
  const text = (name: string, facts?: Record<string, string>) => t(`administration.bankFindings.link.${name}`, facts)
  return (
    <label
      className={`flex items-start gap-3 p-3 ${obstacle === null ? 'cursor-pointer hover:bg-hover' : 'text-ink-3'}`}
    >
      <input
        type="radio"
        name="payment"
        className="mt-0.5 size-4 shrink-0"
        disabled={obstacle !== null}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1 text-13 [overflow-wrap:anywhere]">
        <span className="block font-medium">
          {dealer} <span className="font-normal text-ink-2">{dealerCode}</span>
        </span>
        <span className="code block">{reference}</span>
        <span className="block text-12 text-ink-2">
          <Moment date={payment.capturedAt ?? payment.createdAt} /> ·{' '}
          {[account, orderNo, cardNumber].filter((fact) => fact !== null).join(' · ')}
        </span>
      </span>
      <span className="shrink-0 text-right text-13">
        <Price value={amount} currency={currency} className="font-semibold" />
        {refunded > 0 && (
          <span className="block text-12 text-ink-2">
            {text('refunded', { amount: formatMoney(refunded, currency) })}
          </span>
        )}
        {obstacle !== null ? (
          <span className="mt-1 block">
            <Badge tone="neutral">{text(`obstacles.${obstacle}`)}</Badge>
          </span>
        ) : (
          !payment.isSame && (
            <span className="mt-1 block">
              <Badge tone="warning">{text('differs')}</Badge>
            </span>
          )
        )}
      </span>
    </label>
  )
}
