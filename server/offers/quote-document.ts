import type { Column, Content, TableCell } from 'pdfmake/interfaces'
import type { Quote } from '#contract/shop/offers.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { formatMoney, formatQuantity } from '#domain/text/format.ts'
import { translate } from '#server/platform/http/words.ts'
import type { PdfDefinition } from '#server/platform/pdf/pdf.ts'

type QuoteOptions = {
  locale: Locale
  /** The dealer's logo as a `data:` URL. */
  logo: string | null
}

/** The quote form as a document, with the same content as its page. */
export function quoteDocument(quote: Quote, { locale, logo }: QuoteOptions): PdfDefinition {
  const t = (key: string) => translate(locale, `offers.quote.${key}`)
  return {
    info: { title: `${t('title')} ${quote.orderNo}` },
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 50],
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2 },
    content: [
      head(quote, t, { locale, logo }),
      parties(quote, t),
      lines(quote, t),
      totals(quote, t),
      ...(quote.description === '' ? [] : [note(quote.description, t)]),
    ],
  }
}

type TranslateKey = (key: string) => string

function head(quote: Quote, t: TranslateKey, { locale, logo }: QuoteOptions): Content {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Istanbul' })
  const facts = [
    [t('number'), quote.orderNo],
    [t('date'), date.format(new Date(quote.date))],
  ]
  const logoOrName: Content =
    logo === null ? { text: quote.user_address.name, fontSize: 15, bold: true } : { image: logo, fit: [200, 70] }
  return {
    columns: [
      { width: '*', stack: [logoOrName] },
      {
        width: 'auto',
        alignment: 'right',
        stack: [
          { text: t('title'), fontSize: 15, bold: true, margin: [0, 0, 0, 4] },
          ...facts.map(([name, value]) => ({ text: [`${name}: `, { text: value ?? '', bold: true }] })),
        ],
      },
    ],
    margin: [0, 0, 0, 16],
  }
}

function parties({ user_address: seller, customer }: Quote, t: TranslateKey): Content {
  const phone = (number: string) => (number === '' ? '' : `${t('phone')}: ${number}`)
  const party = (title: string, texts: string[]): Column => ({
    width: '*',
    stack: [
      { text: title, color: '#5b6770', margin: [0, 0, 0, 2] },
      ...texts.filter((text) => text !== '').map((text, i) => ({ text, bold: i === 0 })),
    ],
  })
  const place = [seller.town, seller.city].filter((part) => part !== '').join(' / ')
  return {
    columns: [
      party(t('seller'), [seller.name, seller.address, place, phone(seller.number)]),
      party(t('customer'), [
        ...[customer.companyName, customer.name].filter((name) => name !== ''),
        customer.email,
        phone(customer.phone),
      ]),
    ],
    columnGap: 20,
    margin: [0, 0, 0, 14],
  }
}

function lines({ lines, currency }: Quote, t: TranslateKey): Content {
  const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', noWrap: true, ...more })
  const bold = { bold: true }
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['auto', '*', 'auto', 'auto', 'auto', 'auto'],
      body: [
        [
          right(t('line'), bold),
          { text: t('name'), bold: true },
          ...['quantity', 'tax', 'price', 'amount'].map((key) => right(t(key), bold)),
        ],
        ...lines.map((line, i) => [
          right(String(i + 1)),
          { text: [line.name, { text: `\n${line.code}`, fontSize: 8, color: '#5b6770' }] },
          right(`${formatQuantity(line.quantity)} ${line.unit}`),
          right(`%${formatQuantity(line.taxRate)}`),
          right(formatMoney(line.price, currency)),
          right(formatMoney(line.amount, currency)),
        ]),
      ],
    },
    layout: 'lightHorizontalLines',
  }
}

function totals(quote: Quote, t: TranslateKey): Content {
  const row = (name: string, value: number, isLast = false): TableCell[] => [
    { text: name, bold: isLast },
    { text: formatMoney(value, quote.currency), alignment: 'right', bold: isLast },
  ]
  return {
    columns: [
      { width: '*', text: t('withoutTax'), fontSize: 8, color: '#5b6770', margin: [0, 8, 0, 0] },
      {
        width: 200,
        table: {
          widths: ['*', 'auto'],
          body: [row(t('subtotal'), quote.subtotal), row(t('taxTotal'), quote.tax), row(t('total'), quote.total, true)],
        },
        layout: 'lightHorizontalLines',
        margin: [0, 8, 0, 0],
      },
    ],
  }
}

function note(text: string, t: TranslateKey): Content {
  return { text: [{ text: `${t('note')}: `, bold: true }, text], margin: [0, 14, 0, 0] }
}
