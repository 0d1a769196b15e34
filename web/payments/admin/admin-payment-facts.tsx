import type { ReactNode } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { PaymentDetail } from '#contract/admin/payments.ts'
import { adminOrderPath } from '#contract/core/record-paths.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { monthlyAmounts } from '#domain/payments/payment.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Translation, useTranslation } from '#web/ui/translation.ts'

/** A titled panel of the page. */
export function Panel({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className={classes('overflow-hidden rounded-panel border border-line bg-surface', className)}
    >
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

type Fact = readonly [name: string, value: ReactNode]

function code(text: string | null): ReactNode {
  return text === null || text === '' ? null : <span className="code">{text}</span>
}

function moment(date: string | null): ReactNode {
  return date === null ? null : <Moment date={date} />
}

/** Omits empty values. */
function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation()
  return (
    <dl className="grid gap-x-6 px-4 py-2 sm:grid-cols-2">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="flex flex-col py-1.5 text-13">
            <dt className="text-12 text-ink-2">{t(`administration.payments.facts.${name}`)}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** All stored data of a payment: its subject, the card, and the bank's messages. */
export function PaymentFacts({ payment }: { payment: PaymentDetail }) {
  const translation = useTranslation()
  const { t } = translation
  return (
    <>
      <Panel title={t('administration.payments.page.payment')}>
        <Facts facts={paymentFacts(payment, translation)} />
      </Panel>
      <Panel title={t('administration.payments.page.card')}>
        <Facts
          facts={[
            ['cardNumber', code(payment.cardNumber)],
            ['cardHolder', payment.cardHolder],
            ['cardBank', payment.cardBank],
            ['cardScheme', [payment.cardScheme, payment.cardFamily].filter(Boolean).join(' · ')],
          ]}
        />
      </Panel>
      <Panel title={t('administration.payments.page.bank')}>
        <Facts
          facts={[
            ['account', payment.account],
            ['posRule', payment.posRule],
            ['authCode', code(payment.authCode)],
            ['bankReference', code(payment.bankReference)],
            ['bankTransaction', code(payment.bankTransaction)],
            ['resultCode', code(payment.resultCode)],
            ['resultText', payment.resultText],
            ['inquiries', payment.inquiries === 0 ? null : String(payment.inquiries)],
            ['inquireAt', moment(payment.inquireAt)],
            ['noneSince', moment(payment.noneSince)],
          ]}
        />
      </Panel>
    </>
  )
}

function paymentFacts(payment: PaymentDetail, translation: Translation): Fact[] {
  const { t } = translation
  const { amount, baseAmount, fee, refunded, currency } = payment
  const price = (value: number) => <Price value={value} currency={currency} className="font-medium" />
  return [
    ['amount', <Price key="amount" value={amount} currency={currency} className="text-16 font-semibold" />],
    ['state', t(`administration.payments.states.${payment.state}`)],
    ['baseAmount', fee === 0 ? null : price(baseAmount)],
    ['fee', fee === 0 ? null : price(fee)],
    ['taken', payment.taken === null ? null : price(payment.taken)],
    ['installment', installmentText(payment, translation)],
    ['refunded', refunded === 0 ? null : price(refunded)],
    ['cost', payment.cost === null ? null : costText(payment, translation)],
    ['payOutDay', payment.payOutDay === null ? null : formatDay(payment.payOutDay)],
    ['refundable', payment.refundable === 0 ? null : price(payment.refundable)],
    ['dealer', `${payment.dealer} (${payment.dealerCode})`],
    ['user', payment.user ?? t('administration.payments.byLink')],
    ['kind', t(`administration.payments.kinds.${payment.kind}`)],
    ['orderNo', orderLink(payment)],
    ['createdAt', moment(payment.createdAt)],
    ['capturedAt', moment(payment.capturedAt)],
    ['address', code(payment.address)],
    ['description', payment.description],
  ]
}

/** ₺17,90 (%1,79) */
function costText({ cost, costPercent, currency }: PaymentDetail, { t, formatMoney, formatQuantity }: Translation) {
  const facts = { amount: formatMoney(cost ?? 0, currency), percent: formatQuantity(costPercent ?? 0) }
  return t('administration.payments.costText', facts)
}

function orderLink({ orderId, orderNo }: PaymentDetail) {
  if (orderId === null) return code(orderNo)
  return (
    <AreaLink to={adminOrderPath(orderId)} className="code text-brand-ink underline">
      {orderNo}
    </AreaLink>
  )
}

/** 6 × ₺105,00, plus the last month if it differs. */
function installmentText(
  { amount, installment, extraInstallments, currency }: PaymentDetail,
  { t, formatMoney, formatNumber }: Translation,
): string {
  if (installment === 1) return t('administration.payments.singlePayment')
  const months = monthlyAmounts(amount, installment + extraInstallments)
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return formatNumber(installment, 0)
  if (extraInstallments > 0) {
    const facts = { number: installment, extra: extraInstallments, monthly: formatMoney(first, currency) }
    return t('administration.payments.monthsAndExtra', facts)
  }
  const facts = { count: installment, monthly: formatMoney(first, currency), last: formatMoney(last, currency) }
  return t(first.equals(last) ? 'administration.payments.months' : 'administration.payments.monthsAndLast', facts)
}
