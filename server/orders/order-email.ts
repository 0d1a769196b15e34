import { type Order, type OrderItem, shownLines } from '#contract/shop/orders.ts'
import { adminOrderPath, orderPath } from '#contract/core/record-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type Formats, formatsOf } from '#domain/text/format.ts'
import { addressLines } from '#domain/orders/delivery.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import type { BankAccount } from '#domain/money/iban.ts'
import { convert, type Decimal, decimal, lira } from '#domain/money/money.ts'
import { earlyDiscount } from '#domain/payments/compare-payments.ts'
import { stateRate } from '#server/exchange-rates/exchange-rates.ts'
import { roundingDifference, unitPricePlaces } from '#domain/pricing/rounded-price.ts'
import type { ApprovalReason } from '#domain/orders/order-approval.ts'
import { taxByRate } from '#domain/pricing/tax-by-rate.ts'
import { unitText } from '#domain/text/unit-text.ts'
import type { EmailDocument, EmailFact, EmailSender } from '#server/platform/email/email-document.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { carrierText } from './delivery-cells.ts'
import type { DealerContact } from './order-rows.ts'

/** The recipient of an order email: the dealer's user who placed it, or the store. */
export type OrderReader = 'dealer' | 'store'

export type OrderEmailFacts = {
  order: Order
  reader: OrderReader
  locale: Locale
  publicUrl: string
  sender: EmailSender
  /** Where the order goes. */
  contact: DealerContact
  /** The accounts that a bank transfer can go to. */
  bankAccounts: readonly BankAccount[]
  accountHolder: string
  /** Why it waits for approval; none if it does not. */
  approvalReasons: readonly ApprovalReason[]
}

type Words = (key: string, values?: Record<string, string>) => string

const wordsOf =
  (locale: Locale): Words =>
  (key, values) =>
    translate(locale, `orderMail.${key}`, values)

/** The email about a new order. User input is inserted as text. */
export function orderEmail(facts: OrderEmailFacts): { subject: string; text: string; html: string } {
  const { order, reader, locale, sender } = facts
  const words = wordsOf(locale)
  // A representative orders for the dealer, which reads the email.
  const name = order.representative === undefined ? order.creator : order.dealer
  const names = { number: order.orderNo, dealer: order.dealer, name }
  return renderEmail({
    locale,
    sender,
    subject: words(`subject.${reader}`, names),
    paragraphs: [
      words(`greeting.${reader}`, names),
      ...representativeText(facts),
      ...awaitingText(facts),
      ...preliminaryText(order, locale),
    ],
    amount: totalOf(facts),
    button: orderButton(facts),
    facts: headFacts(facts),
    lines: linesOf(facts),
    totals: totalFacts(facts),
    sections: [
      { title: words('paymentTitle'), facts: paymentFacts(facts) },
      { title: words('deliveryTitle'), facts: deliveryFacts(facts) },
    ].filter((section) => section.facts.length > 0),
  })
}

/** That a representative has placed the order. */
function representativeText({ order: { representative }, reader, locale }: OrderEmailFacts): string[] {
  if (representative === undefined || reader === 'store') return []
  return [wordsOf(locale)('representative', { name: representative })]
}

/** That the rate of the invoice's day counts. */
const preliminaryText = ({ ratePolicy, total }: Order, locale: Locale): string[] =>
  ratePolicy === 'invoice_day' && total !== undefined ? [translate(locale, 'rates.invoiceDayOrder')] : []

/** That the order waits for approval; the store reads why. */
function awaitingText({ approvalReasons, reader, locale }: OrderEmailFacts): string[] {
  if (approvalReasons.length === 0) return []
  const words = wordsOf(locale)
  if (reader === 'dealer') return [words('awaiting')]
  const reasons = approvalReasons.map((reason) => translate(locale, `orders.approval.reasons.${reason}`))
  return [words('awaitingStore', { reasons: reasons.join(', ') })]
}

/** Leads the buyer to the order's page, and the store to the one in the administration. */
export function orderButton({ order, reader, locale, publicUrl }: OrderEmailFacts): { url: string; label: string } {
  const path = reader === 'store' ? adminOrderPath(order.id) : orderPath(order.orderNo)
  return { url: `${publicUrl}${path}`, label: wordsOf(locale)('open') }
}

/** The total with tax; undefined where the store hides prices. */
export function totalOf({ order: { total, currency }, locale }: OrderEmailFacts): EmailFact | undefined {
  return total === undefined ? undefined : [wordsOf(locale)('total'), formatsOf(locale).formatMoney(total, currency)]
}

/** Leaves out what is empty. */
const known = (words: Words, facts: readonly (readonly [key: string, value: string | null])[]): EmailFact[] =>
  facts.flatMap(([key, value]) => (value === null || value === '' ? [] : [[words(key), value] as const]))

function headFacts({ order, locale }: OrderEmailFacts): EmailFact[] {
  const { formatDateTime } = dateFormatsOf(locale)
  return known(wordsOf(locale), [
    ['number', order.orderNo],
    ['date', formatDateTime(new Date(order.date))],
    ['dealer', order.dealer],
    ['creator', order.creator],
    ['note', order.description],
  ])
}

/** How the order is paid. The store's own email does not list its accounts. */
function paymentFacts({ order, reader, locale, bankAccounts, accountHolder }: OrderEmailFacts): EmailFact[] {
  const words = wordsOf(locale)
  const isShown = reader === 'dealer' && bankAccounts.length > 0
  const holder = translate(locale, 'transfers.holder', { name: accountHolder })
  const accounts = isShown ? [holder, ...bankAccounts.map(({ bank, iban }) => `${bank}: ${iban}`)] : []
  return known(words, [
    ['plan', order.plan],
    ['earlyPayment', earlyPaymentText(order, locale)],
    ['payment', paidText(order, locale)],
    ['transfer', accounts.join('\n')],
    ['rates', ratesText(order, locale)],
  ])
}

/** What the dealer saves by paying early, one step a line. */
function earlyPaymentText({ earlyPayment = [], total, currency }: Order, locale: Locale): string | null {
  const { formatQuantity, formatMoney } = formatsOf(locale)
  const steps = earlyPayment.map(({ days, percent }) => {
    const step = translate(locale, 'earlyPayment.ofOrder', { days: String(days), percent: formatQuantity(percent) })
    if (total === undefined) return step
    const saved = earlyDiscount(total, { days, percent: String(percent) })
    return `${step}: ${translate(locale, 'earlyPayment.amount', { amount: formatMoney(saved, currency) })}`
  })
  return steps.length === 0 ? null : steps.join('\n')
}
/** Empty where the store hides prices. */
const ratesText = ({ rateNotes, total }: Order, locale: Locale): string =>
  total === undefined ? '' : rateNotes.map((note) => stateRate(note, locale)).join('\n')

/** Where the order goes, and for the store whom to invoice. */
function deliveryFacts({ order, reader, locale, contact }: OrderEmailFacts): EmailFact[] {
  const { taxOffice, taxNumber } = contact
  const address = order.delivery?.address ?? null
  const { phone } = address ?? contact
  return known(wordsOf(locale), [
    ['branch', order.branch],
    ['recipient', address && [address.name, address.recipient].filter((part) => part !== '').join(' – ')],
    ['address', addressLines(address ?? { ...contact, postalCode: '' }).join('\n')],
    ['phone', phone],
    ...wishes(order, locale),
    ['tax', reader === 'store' ? [taxOffice, taxNumber].filter((part) => part !== '').join(' ') : ''],
  ])
}

/** What the buyer wishes of the delivery. */
function wishes({ delivery, carrierPayer }: Order, locale: Locale): (readonly [string, string | null])[] {
  const freight = ['freight', carrierPayer && translate(locale, `delivery.payers.${carrierPayer}`)] as const
  if (delivery === null) return [freight]
  const { requestedOn, partDelivery, carrier } = delivery
  return [
    ['requestedOn', requestedOn && formatDay(requestedOn)],
    ['partDelivery', partDelivery ? null : translate(locale, 'delivery.part.refused')],
    ['preferredCarrier', carrier && carrierText(carrier, locale)],
    freight,
  ]
}

/** The amount is charged in lira, whatever the order's currency; of the card only the stored digits are shown. */
function paidText({ payment }: Order, locale: Locale): string | null {
  if (payment === null) return null
  const [words, { formatMoney }] = [wordsOf(locale), formatsOf(locale)]
  const { amount, fee, installment, cardNumber } = payment
  const facts = { amount: formatMoney(amount, lira), installment: String(installment), card: cardNumber ?? '' }
  const paid = words(installment === 1 ? 'paidOnce' : 'paid', facts).replace(/, $/, '')
  if (fee === 0) return paid
  const base = formatMoney(decimal(amount).minus(fee), lira)
  return `${paid} (${words('ofIt', { base, fee: formatMoney(fee, lira) })})`
}

function totalFacts({ order, locale }: OrderEmailFacts): EmailFact[] {
  const [words, { formatMoney, formatQuantity }] = [wordsOf(locale), formatsOf(locale)]
  const { subtotal, tax, total, totalTry, currency, orderItems } = order
  if (subtotal === undefined || tax === undefined || total === undefined || totalTry === undefined) return []
  const lines = orderItems.map(({ amount = 0, taxRate }) => ({ amount, taxRate }))
  const taxes = taxByRate(lines, { subtotal, tax }).map((share): EmailFact => {
    const facts = { rate: formatQuantity(share.rate), base: formatMoney(share.base, currency) }
    return [words('taxOf', facts), formatMoney(share.tax, currency)]
  })
  const difference = roundingDifference(shownLines(order), subtotal)
  return [
    ...(difference.isZero()
      ? []
      : [[translate(locale, 'checkout.roundingDifference'), formatMoney(difference, currency)] as const]),
    [words('subtotal'), formatMoney(subtotal, currency)],
    ...taxes,
    ...(currency === lira ? [] : [[words('totalTry'), formatMoney(totalTry, lira)] as const]),
    [words('total'), formatMoney(total, currency)],
  ]
}

function linesOf({ order, locale }: OrderEmailFacts): NonNullable<EmailDocument['lines']> {
  const [words, { formatMoney, formatQuantity }] = [wordsOf(locale), formatsOf(locale)]
  const untaxed = (key: string) => `${words(key)} (${translate(locale, 'catalog.taxExcluded')})`
  const isPriced = order.total !== undefined
  const name = isPriced ? `${words('name')}, ${untaxed('price')}` : words('name')
  return {
    heads: [name, words('quantity'), ...(isPriced ? ([untaxed('amount')] as const) : ([] as const))],
    rows: order.orderItems.map((line) => ({
      name: line.name,
      details: lineDetails(order, line, locale),
      quantity: `${formatQuantity(line.quantity)} ${unitText(line, formatQuantity)}`,
      amount: line.amount === undefined ? undefined : formatMoney(line.amount, order.currency),
    })),
  }
}

function lineDetails({ currency, rates }: Order, line: OrderItem, locale: Locale): string[] {
  const [words, formats] = [wordsOf(locale), formatsOf(locale)]
  const { formatQuantity } = formats
  const unitPrice = line.price && convert(line.price, currency, rates)
  const price = unitPrice === undefined ? [] : [unitPriceText(unitPrice, line, currency, formats)]
  const tax = line.price === undefined ? [] : [words('taxRate', { rate: formatQuantity(line.taxRate) })]
  const { discount } = line
  const before = discount && line.price && convert({ ...line.price, value: discount.before }, currency, rates)
  const discounted =
    discount === undefined || before === undefined
      ? []
      : [
          words('discount', {
            percent: formatQuantity(discount.percent),
            before: formats.formatMoney(before, currency),
          }),
        ]
  const missing = line.backOrder > 0 ? [words('backOrder', { quantity: formatQuantity(line.backOrder) })] : []
  const promotions = line.promotions === undefined ? [] : [words('promotions', { names: line.promotions.join(', ') })]
  const free = line.isFree ? [words('free')] : []
  return [[line.code, ...free, ...price, ...tax].join(' · '), ...promotions, ...discounted, ...missing]
}

/** With the decimals that it takes to multiply to the line's amount (docs/decisions/025). */
function unitPriceText(
  price: Decimal,
  { quantity, cancelled, amount = 0 }: OrderItem,
  currency: string,
  { formatMoney }: Formats,
): string {
  return formatMoney(price, currency, unitPricePlaces({ price, quantity, cancelled, amount }))
}
