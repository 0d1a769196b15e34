import type { Column, Content, TableCell } from 'pdfmake/interfaces'
import type { Quote } from '#contract/shop/quote.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { momentInTurkey } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { translate } from '#server/platform/http/words.ts'
import type { PdfDefinition } from '#server/platform/pdf/pdf.ts'

type QuoteOptions = {
  locale: Locale
  /** The dealer's logo as a `data:` URL. */
  logo: string | null
}

const muted = '#5b6770'
const band = '#eef1f3'
const line = '#cfd6da'

/** At the foot of every page: whose quote it is, and its number. */
export function quoteSubject({ orderNo, user_address: { name } }: Quote): string {
  return [name, orderNo].filter((part) => part !== '').join(' · ')
}

/** The quote form as a document, with the same content as its page. */
export function quoteDocument(quote: Quote, { locale, logo }: QuoteOptions): PdfDefinition {
  const t: TranslateKey = (key, facts) => translate(locale, `offers.quote.${key}`, facts)
  return {
    info: { title: `${t('title')} ${quote.orderNo}`, author: quote.user_address.name },
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 50],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2 },
    content: [
      head(quote, t, { locale, logo }),
      parties(quote, t),
      lines(quote, t, locale),
      totals(quote, t, locale),
      foot(quote, t),
    ],
  }
}

type TranslateKey = (key: string, facts?: Record<string, string>) => string

function head(quote: Quote, t: TranslateKey, { locale, logo }: QuoteOptions): Content {
  const { formatDate } = dateFormatsOf(locale)
  const facts = [
    [t('number'), quote.orderNo],
    [t('date'), formatDate(new Date(quote.date))],
    [t('validUntil'), quote.validUntil === null ? '' : formatDate(momentInTurkey(quote.validUntil))],
  ].filter(([, value]) => value !== '')
  const logoOrName: Content =
    logo === null ? { text: quote.user_address.name, fontSize: 15, bold: true } : { image: logo, fit: [200, 70] }
  return {
    columns: [
      { width: '*', stack: [logoOrName] },
      {
        width: 'auto',
        alignment: 'right',
        // A long name at the left would break them.
        noWrap: true,
        stack: [
          { text: t('title'), fontSize: 16, bold: true, margin: [0, 0, 0, 4] },
          ...facts.map(([name, value]) => ({ text: [`${name}: `, { text: value ?? '', bold: true }] })),
        ],
      },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 16],
  }
}

function parties({ user_address: seller, customer }: Quote, t: TranslateKey): Content {
  const phone = (number: string) => (number === '' ? '' : `${t('phone')}: ${number}`)
  const tax = ({ taxOffice: office, taxNumber: number }: { taxOffice: string; taxNumber: string }) =>
    [office && t('taxOffice', { office }), number && t('taxNumber', { number })].filter(Boolean).join(' · ')
  const party = (title: string, texts: string[]): Column => ({
    width: '*',
    stack: [
      { text: title, color: muted, margin: [0, 0, 0, 2] },
      ...texts.filter((text) => text !== '').map((text, i) => ({ text, bold: i === 0 })),
    ],
  })
  const place = [seller.town, seller.city].filter((part) => part !== '').join(' / ')
  return {
    columns: [
      party(t('seller'), [seller.name, seller.address, place, phone(seller.number), tax(seller)]),
      party(t('customer'), [
        ...[customer.companyName, customer.name].filter((name) => name !== ''),
        customer.email,
        phone(customer.phone),
        tax(customer),
      ]),
    ],
    columnGap: 20,
    margin: [0, 0, 0, 14],
  }
}

function lines({ lines, currency }: Quote, t: TranslateKey, locale: Locale): Content {
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', noWrap: true, ...more })
  const title = { bold: true, fillColor: band }
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['auto', '*', 'auto', 'auto', 'auto', 'auto'],
      body: [
        [
          right(t('line'), title),
          { text: t('name'), ...title },
          ...['quantity', 'tax', 'price', 'amount'].map((key) => right(t(key), title)),
        ],
        ...lines.map((line, i) => [
          right(String(i + 1)),
          { text: [line.name, { text: `\n${line.code}`, fontSize: 8, color: muted }] },
          right(`${formatQuantity(line.quantity)} ${unitText(line, formatQuantity)}`),
          right(translate(locale, 'cart.taxRate', { rate: formatQuantity(line.taxRate) })),
          right(formatMoney(line.price, currency)),
          right(formatMoney(line.amount, currency)),
        ]),
      ],
    },
    layout: 'rows',
  }
}

function totals(quote: Quote, t: TranslateKey, locale: Locale): Content {
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const money = (value: number) => formatMoney(value, quote.currency)
  const row = (name: string, value: number, more: object = {}): TableCell[] => [
    { text: name, ...more },
    { text: money(value), alignment: 'right', noWrap: true, ...more },
  ]
  const taxes = quote.taxes.map(({ rate, base, tax }) =>
    row(t('taxOf', { rate: formatQuantity(rate), base: money(base) }), tax),
  )
  const last = { bold: true, fontSize: 11, fillColor: band }
  return {
    unbreakable: true,
    columns: [
      { width: '*', text: t('withoutTax'), fontSize: 8, color: muted, margin: [0, 8, 0, 0] },
      {
        width: 270,
        table: {
          widths: ['*', 'auto'],
          body: [row(t('subtotal'), quote.subtotal), ...taxes, row(t('total'), quote.total, last)],
        },
        layout: 'rows',
        margin: [0, 8, 0, 0],
      },
    ],
  }
}

function texts(title: string, text: string): Content[] {
  if (text === '') return []
  return [
    { text: title, bold: true, margin: [0, 14, 0, 2] },
    { text, margin: [0, 0, 0, 0] },
  ]
}

/** Terms, note and signatures. Short texts stay with the boxes below them, which otherwise could be alone on a page. */
function foot({ terms, description }: Quote, t: TranslateKey): Content {
  return {
    unbreakable: terms.length + description.length < 1000 && terms.split('\n').length < 15,
    stack: [...texts(t('terms'), terms), ...texts(t('note'), description), signatures(t)],
  }
}

/** Empty boxes for stamp and signature of both sides. */
function signatures(t: TranslateKey): Content {
  const box = (title: string): TableCell => ({
    stack: [
      { text: title, color: muted },
      { text: t('signatureDate'), color: muted, fontSize: 8, margin: [0, 48, 0, 0] },
    ],
    margin: [4, 4, 4, 2],
  })
  return {
    unbreakable: true,
    margin: [0, 20, 0, 0],
    table: { widths: ['*', '*'], body: [[box(t('sellerSignature')), box(t('customerSignature'))]] },
    layout: { hLineColor: line, vLineColor: line },
  }
}
