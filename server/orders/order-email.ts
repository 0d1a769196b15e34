import { type Order, type OrderItem, shownLines } from '#contract/shop/orders.ts'
import { orderPath } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { formatMoney, formatQuantity } from '#domain/text/format.ts'
import type { BankAccount } from '#domain/money/iban.ts'
import { convert, decimal, lira } from '#domain/money/money.ts'
import { isRoundingVisible } from '#domain/pricing/rounded-price.ts'
import { escapeHtml } from '#server/platform/email/escape-html.ts'
import { type Logo, logoHtml } from '#server/platform/email/email-document.ts'
import { translate } from '#server/platform/http/words.ts'

/** The recipient of an order email: the dealer's user who placed it, or the store. */
export type OrderReader = 'dealer' | 'store'

export type OrderEmailFacts = {
  order: Order
  reader: OrderReader
  locale: Locale
  storeName: string
  publicUrl: string
  logo: Logo | null
  /** The accounts that a bank transfer can go to. */
  bankAccounts: readonly BankAccount[]
}

/** The email about a new order. User input is inserted as text. */
export function orderEmail(facts: OrderEmailFacts): { subject: string; text: string; html: string } {
  const { order, reader, locale } = facts
  const subject = translate(locale, `orderMail.subject.${reader}`, { number: order.orderNo, dealer: order.dealer })
  return { subject, text: orderEmailText(facts), html: orderEmailHtml(facts) }
}

type TextOf = (key: string, values?: Record<string, string>) => string

const wordsOf =
  (locale: Locale): TextOf =>
  (key, values) =>
    translate(locale, `orderMail.${key}`, values)

/** The prices of a unit and of the line; empty where the store hides prices. */
function pricesOf({ currency, rates }: Order, { price, amount }: OrderItem): [string, string] | [] {
  if (price === undefined || amount === undefined) return []
  return [formatMoney(convert(price, currency, rates), currency), formatMoney(amount, currency)]
}
const amountOf = (line: OrderItem) => `${formatQuantity(line.quantity)} ${line.unit}`

/** Names and values, in the order of both forms of the email. */
function headFacts({ order, locale }: OrderEmailFacts): [string, string][] {
  const words = wordsOf(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Istanbul' })
  const known: [string, string | null][] = [
    ['number', order.orderNo],
    ['date', date.format(new Date(order.date))],
    ['dealer', order.dealer],
    ['creator', order.creator],
    ['branch', order.branch],
    ['plan', order.plan],
    ['payment', paidText(order, words)],
    ['note', order.description],
  ]
  return known.flatMap(([key, value]) => (value === null ? [] : [[words(key), value]]))
}

/** The amount is charged in lira, whatever the order's currency; of the card only the stored digits are shown. */
function paidText({ payment }: Order, words: TextOf): string | null {
  if (payment === null) return null
  const { amount, fee, installment, cardNumber } = payment
  const facts = { amount: formatMoney(amount, lira), installment: String(installment), card: cardNumber ?? '' }
  const paid = words(installment === 1 ? 'paidOnce' : 'paid', facts).replace(/, $/, '')
  if (fee === 0) return paid
  const base = formatMoney(decimal(amount).minus(fee), lira)
  return `${paid} (${words('ofIt', { base, fee: formatMoney(fee, lira) })})`
}

function totalFacts({ order, locale }: OrderEmailFacts): [string, string][] {
  const words = wordsOf(locale)
  const { subtotal, tax, total, totalTry, currency } = order
  if (subtotal === undefined || tax === undefined || total === undefined || totalTry === undefined) return []
  const totals: [string, string][] = [
    [words('subtotal'), formatMoney(subtotal, currency)],
    [words('tax'), formatMoney(tax, currency)],
    [words('total'), formatMoney(total, currency)],
  ]
  return currency === 'TRY' ? totals : [...totals, [words('totalTry'), formatMoney(totalTry, 'TRY')]]
}

/** The store's own email does not list its accounts. */
const accountsOf = ({ reader, bankAccounts }: OrderEmailFacts) => (reader === 'dealer' ? bankAccounts : [])

function transferText(facts: OrderEmailFacts): string[] {
  const accounts = accountsOf(facts)
  if (accounts.length === 0) return []
  const lines = accounts.map(({ bank, iban }) => `${bank}: ${iban}`)
  return [[`${wordsOf(facts.locale)('transfer')}:`, ...lines].join('\n')]
}

function transferHtml(facts: OrderEmailFacts): string[] {
  const accounts = accountsOf(facts)
  if (accounts.length === 0) return []
  const rows = accounts.map(
    ({ bank, iban }) =>
      `<tr><td style="padding:2px 12px 2px 0;color:#56616a">${escapeHtml(bank)}</td><td>${escapeHtml(iban)}</td></tr>`,
  )
  return [`<p>${escapeHtml(wordsOf(facts.locale)('transfer'))}</p><table>${rows.join('')}</table>`]
}

/** A note for orders where unit price times quantity differs from the amount. */
function roundingText({ order, locale }: OrderEmailFacts): string[] {
  return isRoundingVisible(shownLines(order), order.subtotal) ? [translate(locale, 'checkout.roundedPrices')] : []
}

function orderEmailText(facts: OrderEmailFacts): string {
  const { order, reader, locale, storeName } = facts
  const words = wordsOf(locale)
  const row = ([name, value]: [string, string]) => `${name}: ${value}`
  const lines = order.orderItems.map((line) => {
    const [price, amount] = pricesOf(order, line)
    const sum = price === undefined ? amountOf(line) : `${amountOf(line)} × ${price} = ${amount}`
    const missing = line.backOrder > 0 ? `\n  ${words('backOrder', { quantity: formatQuantity(line.backOrder) })}` : ''
    return `${line.lineNo}. ${line.code} ${line.name}\n  ${sum}${missing}`
  })
  return [
    translate(locale, `orderMail.greeting.${reader}`, { dealer: order.dealer, name: order.creator }),
    headFacts(facts).map(row).join('\n'),
    lines.join('\n'),
    ...(order.total === undefined ? [] : [...roundingText(facts), totalFacts(facts).map(row).join('\n')]),
    ...transferText(facts),
    ...(reader === 'dealer' ? [`${words('open')}: ${linkOf(facts)}`] : []),
    storeName,
  ].join('\n\n')
}

const linkOf = ({ publicUrl, order }: OrderEmailFacts) => `${publicUrl}${orderPath(order.orderNo)}`

const cell = 'padding:6px 8px;border-bottom:1px solid #d9dee2;text-align:'

function orderEmailHtml(facts: OrderEmailFacts): string {
  const { order, reader, locale, storeName } = facts
  const words = wordsOf(locale)
  const fact = ([name, value]: [string, string]) =>
    `<tr><td style="padding:2px 12px 2px 0;color:#56616a;vertical-align:top">${escapeHtml(name)}</td>` +
    `<td style="white-space:pre-line">${escapeHtml(value)}</td></tr>`
  const sum = ([name, value]: [string, string]) =>
    `<tr><td style="padding:2px 24px 2px 8px;color:#56616a">${escapeHtml(name)}</td>` +
    `<td style="padding:2px 8px;font-weight:bold;text-align:right">${escapeHtml(value)}</td></tr>`
  const untaxed = (key: string) => `${words(key)} (${translate(locale, 'catalog.taxExcluded')})`
  const priceTitles = order.total === undefined ? [] : [untaxed('price'), untaxed('amount')]
  const titles = [`${words('name')} / ${words('code')}`, words('quantity'), ...priceTitles]
  const heads = titles.map((title, i) => `<th style="${cell}${i === 0 ? 'left' : 'right'}">${escapeHtml(title)}</th>`)
  const link =
    reader === 'dealer' ? `<p><a href="${escapeHtml(linkOf(facts))}">${escapeHtml(words('open'))}</a></p>` : ''
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(order.orderNo)}</title></head>`,
    '<body style="max-width:800px;font-family:Arial,sans-serif;font-size:14px;color:#1b2429">',
    ...logoHtml(facts.logo),
    `<p>${escapeHtml(translate(locale, `orderMail.greeting.${reader}`, { dealer: order.dealer, name: order.creator }))}</p>`,
    `<table>${headFacts(facts).map(fact).join('')}</table>`,
    '<table style="border-collapse:collapse;width:100%;margin:16px 0">',
    `<tr>${heads.join('')}</tr>${order.orderItems.map((line) => htmlLine(line, facts)).join('')}</table>`,
    ...roundingText(facts).map((text) => `<p style="color:#56616a">${escapeHtml(text)}</p>`),
    `<table style="border-collapse:collapse;margin-left:auto">${totalFacts(facts).map(sum).join('')}</table>`,
    ...transferHtml(facts),
    `${link}<p>${escapeHtml(storeName)}</p></body></html>`,
  ].join('\n')
}

function htmlLine(line: OrderItem, { order, locale }: OrderEmailFacts): string {
  const words = wordsOf(locale)
  const missing =
    line.backOrder > 0
      ? `<br><small>${escapeHtml(words('backOrder', { quantity: formatQuantity(line.backOrder) }))}</small>`
      : ''
  const right = (text: string) => `<td style="${cell}right;white-space:nowrap">${text}</td>`
  const name = `${escapeHtml(line.name)}<br><small style="color:#56616a">${escapeHtml(line.code)}</small>${missing}`
  const sums = [escapeHtml(amountOf(line)), ...pricesOf(order, line)]
  return `<tr><td style="${cell}left">${name}</td>${sums.map(right).join('')}</tr>`
}
