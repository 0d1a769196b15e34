import type { Quote } from '#contract/shop/quote.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { momentInTurkey } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { unitText } from '#domain/text/unit-text.ts'
import type { EmailFact } from '#server/platform/email/email-document.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'

type QuoteEmailOptions = {
  locale: Locale
  /** The dealer's logo as an absolute URL. */
  logo: string | null
  /** Colour of the store. */
  color: string
}

/** The email that carries a quote to the dealer's customer: only what the customer may see. */
export function quoteEmail(quote: Quote, { locale, logo, color }: QuoteEmailOptions) {
  const { orderNo: number, user_address: seller, customer, currency } = quote
  const t = (key: string, facts?: Record<string, string>) => translate(locale, `offerMail.${key}`, facts)
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const name = customer.name || customer.companyName
  const { formatDate } = dateFormatsOf(locale)
  return renderEmail({
    locale,
    sender: { name: seller.name, logo, color, footer: sellerLines(quote, locale) },
    subject: t('subject', { number, seller: seller.name }),
    title: t('title', { number }),
    paragraphs: [name === '' ? t('helloAnyone') : t('hello', { name }), t('body', { number })],
    amount: [t('total'), formatMoney(quote.total, currency)],
    facts: [
      [t('date'), formatDate(new Date(quote.date))] as const,
      ...(quote.validUntil === null ? [] : [[t('validUntil'), formatDate(momentInTurkey(quote.validUntil))] as const]),
    ],
    lines: {
      heads: [t('product'), t('quantity'), t('amount')],
      rows: quote.lines.map((line) => ({
        name: line.name,
        details: [
          `${line.code} · ${formatMoney(line.price, currency)} · ${t('taxRate', { rate: formatQuantity(line.taxRate) })}`,
        ],
        quantity: `${formatQuantity(line.quantity)} ${unitText(line, formatQuantity)}`,
        amount: formatMoney(line.amount, currency),
      })),
    },
    totals: [
      [t('subtotal'), formatMoney(quote.subtotal, currency)],
      ...quote.taxes.map(({ rate, base, tax }): EmailFact => {
        return [
          t('taxOf', { rate: formatQuantity(rate), base: formatMoney(base, currency) }),
          formatMoney(tax, currency),
        ]
      }),
      [t('total'), formatMoney(quote.total, currency)],
    ],
    sections: [
      { title: t('terms'), facts: [['', quote.terms] as const] },
      { title: t('note'), facts: [['', quote.description] as const] },
    ].filter(({ facts }) => facts.every(([, text]) => text !== '')),
    closing: [t('attached'), t('regards'), seller.name],
  })
}

/** The dealer's letterhead as the footer of emails to its customers. */
export function sellerLines({ user_address: seller }: Quote, locale: Locale): string[] {
  const place = [seller.town, seller.city].filter((part) => part !== '').join(' / ')
  const named = (key: string, value: string) => (value === '' ? '' : translate(locale, `company.${key}`, { value }))
  const join = (parts: string[], sign: string) => parts.filter((part) => part !== '').join(sign)
  const tax = [named('taxOffice', seller.taxOffice), named('taxNumber', seller.taxNumber)]
  return [seller.name, join([seller.address, place], ', '), join(tax, ' · '), named('phone', seller.number)].filter(
    (line) => line !== '',
  )
}
