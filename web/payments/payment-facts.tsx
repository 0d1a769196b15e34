import { FileSignature } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { invoicePath, mailOrderPath } from '#contract/core/record-paths.ts'
import type { PaymentResult } from '#contract/shop/payments.ts'
import { monthlyAmounts } from '#domain/payments/payment.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { countText, monthsOf } from './card/plan-words.ts'

type PaymentFactsProps = {
  payment: PaymentResult
  /** Token of the payment link, if there is no sign-in. */
  link?: string
  /** The dealer whose account a stranger paid into. */
  dealer?: string
}

/** The charge: amount, commission, installments, and the stored parts of the card number. */
export function PaymentFacts({ payment, link, dealer }: PaymentFactsProps) {
  const { t, formatMoney } = useTranslation()
  const { amount, fee, currency, installment, cardNumber, refunded, description, order, debts } = payment
  const [monthly = amount] = monthlyAmounts(amount, monthsOf(payment))
  return (
    <section
      aria-label={t('payment.summary.title')}
      className={classes(
        'mt-6 border-line',
        link === undefined ? 'rounded-panel border bg-surface p-4' : 'border-t pt-4',
      )}
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
        <Fact name={t('payment.summary.amount')}>
          <span className="text-18 font-semibold" data-testid="paid-amount">
            {formatMoney(amount, currency)}
          </span>
        </Fact>
        {fee > 0 && (
          <Fact name={t('payment.summary.base')}>
            {formatMoney(payment.baseAmount, currency)}
            <span className="block text-12 text-ink-2">
              {t('payment.summary.fee')}: {formatMoney(fee, currency)}
            </span>
          </Fact>
        )}
        <Fact name={t('payment.summary.installments')}>
          {installment === 1
            ? t('payment.plans.single')
            : `${countText(t, payment)} × ${formatMoney(monthly, currency)}`}
        </Fact>
        {cardNumber !== null && (
          <Fact name={t('payment.summary.card')}>
            <span className="code whitespace-nowrap">{cardNumber}</span>
          </Fact>
        )}
        {refunded > 0 && <Fact name={t('payment.summary.refunded')}>{formatMoney(refunded, currency)}</Fact>}
        <Fact name={t('payment.summary.date')}>
          <Moment date={payment.date} />
        </Fact>
        <div className="max-sm:col-span-full">
          <Fact name={t('payment.summary.reference')}>
            <span className="code [overflow-wrap:anywhere]">{payment.reference}</span>
          </Fact>
        </div>
        {order === null && (
          <Fact name={t('payment.summary.payee')}>
            {payment.payee}
            {dealer !== undefined && (
              <span className="block text-12 text-ink-2">{t('payment.link.onBehalf', { dealer })}</span>
            )}
          </Fact>
        )}
        {debts.length > 0 && (
          <div className="col-span-full">
            <Fact name={t('payment.debts.paid')}>
              <PaidDebts debts={debts} currency={payment.currency} />
            </Fact>
          </div>
        )}
        {order === null && description !== '' && (
          <div className="col-span-full">
            <Fact name={t('payment.summary.description')}>{description}</Fact>
          </div>
        )}
      </dl>
      {payment.mailOrder !== null && (
        <p className="mt-4 border-t border-line pt-3 print:hidden">
          <a
            href={mailOrderPath(payment.reference, link)}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses('outline', 'card')}
          >
            <FileSignature size={16} aria-hidden="true" /> {t('payment.summary.mailOrder')}
          </a>
        </p>
      )}
    </section>
  )
}

/** The documents that the payment was booked against, with links to their invoices. */
function PaidDebts({ debts, currency }: { debts: PaymentResult['debts']; currency: string }) {
  return (
    <ul>
      {debts.map(({ documentNo, amount, invoiceId }) => (
        <li key={documentNo} className="flex flex-wrap gap-x-3">
          {invoiceId === null ? (
            <span className="code">{documentNo}</span>
          ) : (
            <Link to={invoicePath(invoiceId)} className="code tap text-brand-ink hover:underline">
              {documentNo}
            </Link>
          )}
          <Price value={amount} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 font-medium whitespace-pre-line">{children}</dd>
    </div>
  )
}
