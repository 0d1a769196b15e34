import { type Day, formatDay } from '#domain/text/calendar-day.ts'
import type { Content } from 'pdfmake/interfaces'
import { formatsOf } from '#domain/text/format.ts'
import type { AccountFigures, StatementLetterhead } from '#contract/shop/statement.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { makePdf, type PdfDefinition } from '#server/platform/pdf/pdf.ts'
import { makeXlsx, type XlsxCell, type XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import type { MovementRow, StatementFilter, StatementSums } from './queries.ts'

/** Everything that a file of a statement contains. */
export type StatementContent = {
  locale: Locale
  storeName: string
  dealer: { code: string; name: string }
  letterhead: StatementLetterhead
  /** A `data:` URL; only for a PDF. */
  logo: string | null
  filter: StatementFilter
  q: string
  today: Day
  figures: AccountFigures | undefined
  sums: StatementSums
  movements: readonly MovementRow[]
}

type Column = XlsxColumn & { share: number | 'amount' | '*' }

function columnsOf(locale: Locale): Column[] {
  const title = (name: string) => translate(locale, `statement.columns.${name}`)
  return [
    { title: title('date'), kind: 'day', width: 12, share: 43 },
    { title: title('dueDate'), kind: 'day', width: 12, share: 43 },
    { title: title('documentNo'), kind: 'text', width: 18, share: 76 },
    { title: title('type'), kind: 'text', width: 16, share: 44 },
    { title: title('description'), kind: 'text', width: 40, share: '*' },
    { title: title('debit'), kind: 'amount', width: 16, share: 'amount' },
    { title: title('credit'), kind: 'amount', width: 16, share: 'amount' },
    { title: title('balance'), kind: 'amount', width: 16, share: 'amount' },
  ]
}

/**
 * The balance before the period, the movements oldest first, and the totals. Filtered by words the balances would not
 * add up, so they are left out.
 */
function rowsOf({ locale, filter, q, sums, movements }: StatementContent): XlsxCell[][] {
  const word = (key: string) => translate(locale, `statement.${key}`)
  const opening: XlsxCell[] = [filter.from, null, null, null, word('opening'), null, null, Number(sums.opening)]
  const lines = movements.map((row): XlsxCell[] => [
    row.posted_on,
    row.due_on,
    row.document_no,
    word(`types.${row.kind}`),
    row.description,
    amountOf(row.debit),
    amountOf(row.credit),
    Number(row.balance),
  ])
  const total = [null, null, null, null, word('total'), Number(sums.debit), Number(sums.credit)]
  return q === '' ? [opening, ...lines, [...total, Number(sums.closing)]] : [...lines, [...total, null]]
}

const amountOf = (value: string): number | null => (Number(value) === 0 ? null : Number(value))

export function statementWorkbook(content: StatementContent): Promise<Buffer> {
  const { locale, filter } = content
  const name = `${translate(locale, 'statement.short')} ${filter.currency}`
  const columns = columnsOf(locale).map(({ title, kind, width }) => ({ title, kind, width }))
  return makeXlsx({ name, lead: [...headOf(content)], columns, rows: rowsOf(content) })
}

export function statementPdf(content: StatementContent): Promise<Buffer> {
  const { locale, letterhead, storeName, dealer } = content
  return makePdf(statementDocument(content), {
    pageLabel: translate(locale, 'statement.pageLabel'),
    subject: [letterhead.company[0] ?? storeName, `${dealer.code} ${dealer.name}`].join(' · '),
  })
}

/** Dealer, store, period, currency and date of the statement. */
function headOf(content: StatementContent): [string, string] {
  const { storeName, dealer, filter, today } = content
  return [
    `${dealer.code} · ${dealer.name}`,
    [storeName, periodOf(content), filter.currency, formatDay(today)].filter(Boolean).join(' · '),
  ]
}

/** The statement with its letterhead, as a document. */
export function statementDocument(content: StatementContent): PdfDefinition {
  const { locale } = content
  const columns = columnsOf(locale)
  const right = { alignment: 'right' as const }
  const band = { bold: true, fillColor: '#eef1f3' }
  const head = columns.map(({ title, kind }) => ({ text: title, ...band, ...(kind === 'amount' ? right : {}) }))
  const rows = rowsOf(content)
  const body = rows.map((row, at) =>
    row.map((cell, i) => {
      // The totals look like the head.
      const style = at === rows.length - 1 ? band : {}
      if (cell === null) return { text: '', ...style }
      const kind = columns[i]?.kind
      if (kind === 'amount') return { text: formatsOf(locale).formatNumber(cell, 2), ...right, noWrap: true, ...style }
      return { text: kind === 'day' ? formatDay(String(cell)) : String(cell), ...style }
    }),
  )
  const amounts = amountWidths(columns, rows, locale)
  const widths = columns.map(({ share }, i) => (share === 'amount' ? (amounts[i] ?? 0) : share))
  return {
    pageSize: 'A4',
    pageMargins: [28, 32, 28, 40],
    defaultStyle: { font: 'Roboto', fontSize: 8 },
    info: { title: translate(locale, 'statement.title') },
    content: [
      letterheadOf(content),
      partiesOf(content),
      ...summaryOf(content),
      {
        table: { headerRows: 1, dontBreakRows: true, widths, body: [head, ...body.slice(0, -2)] },
        layout: 'rows',
        margin: [0, 10, 0, 0],
      },
      // The totals are not alone on the last page.
      { unbreakable: true, table: { widths, body: body.slice(-2) }, layout: 'moreRows' },
    ],
  }
}

/** Points for the longest amount of each column, so that both tables have the same columns. */
function amountWidths(columns: readonly Column[], rows: readonly XlsxCell[][], locale: Locale): number[] {
  const { formatNumber } = formatsOf(locale)
  const widthOf = (text: string) => text.length * 4.7 - (text.match(/[.,\s]/g)?.length ?? 0) * 2.4
  return columns.map(({ title, kind }, i) => {
    if (kind !== 'amount') return 0
    const texts = rows.map((row) => (typeof row[i] === 'number' ? formatNumber(row[i], 2) : ''))
    return Math.ceil(Math.max(...[title, ...texts].map(widthOf)))
  })
}

/** The store at the left; title, period, currency and date at the right. */
function letterheadOf(content: StatementContent): Content {
  const { locale, letterhead, logo, storeName, filter } = content
  const [company = storeName, ...lines] = letterhead.company
  const textOf = (key: string) => translate(locale, `statement.${key}`)
  const facts = [
    [textOf('print.period'), periodOf(content) || textOf('print.all')],
    [textOf('currencies'), filter.currency],
    [textOf('print.date'), formatDay(content.today)],
  ]
  return {
    columns: [
      {
        width: '*',
        stack: [
          ...(logo === null
            ? []
            : [{ image: logo, fit: [160, 48] as [number, number], margin: [0, 0, 0, 4] as Margins }]),
          { text: company, fontSize: 11, bold: true },
          ...lines.map((text) => ({ text, color: '#555555' })),
        ],
      },
      {
        width: 'auto',
        alignment: 'right',
        // A long name at the left would break them.
        noWrap: true,
        stack: [
          { text: textOf('title'), fontSize: 14, bold: true, margin: [0, 0, 0, 4] },
          ...facts.map(([name, value]) => ({ text: [`${name}: `, { text: value ?? '', bold: true }] })),
        ],
      },
    ],
    columnGap: 16,
  }
}

type Margins = [number, number, number, number]

/** The dealer, below a line. */
function partiesOf({ letterhead }: StatementContent): Content {
  const [name = '', ...lines] = letterhead.dealer
  const line = { type: 'line' as const, x1: 0, y1: 0, x2: 539, y2: 0, lineWidth: 0.7, lineColor: '#999999' }
  return {
    stack: [
      { canvas: [line], margin: [0, 8, 0, 8] },
      { text: name, fontSize: 10, bold: true },
      ...lines.map((text) => ({ text, color: '#555555' })),
    ],
  }
}

function periodOf({ filter: { from, to }, q, locale }: StatementContent): string {
  const open = (key: string, day: Day) => translate(locale, `statement.print.${key}`, { day: formatDay(day) })
  const period = () => {
    if (from === null) return to === null ? '' : open('until', to)
    return to === null ? open('since', from) : `${formatDay(from)} – ${formatDay(to)}`
  }
  return [period(), q === '' ? '' : `“${q}”`].filter(Boolean).join(' · ')
}

/** The balance, its overdue part, and how old that is. */
function summaryOf({ locale, figures, filter: { currency, to } }: StatementContent) {
  if (figures === undefined) return []
  const { ageing } = figures
  const cells = [
    // The rows below are of a past period, whose closing balance is another one.
    [to === null ? 'balance' : 'balanceToday', figures.balance],
    ['overdue', figures.overdueBalance],
    ['ageing.notDue', ageing.notDue],
    ['ageing.days30', ageing.days30],
    ['ageing.days60', ageing.days60],
    ['ageing.days90', ageing.days90],
    ['ageing.older', ageing.older],
  ] as const
  return [
    {
      table: {
        widths: cells.map(() => '*' as const),
        body: [
          cells.map(([key]) => ({ text: translate(locale, `statement.${key}`), color: '#555555' })),
          cells.map(([, amount]) => ({ text: `${formatsOf(locale).formatNumber(amount, 2)} ${currency}`, bold: true })),
        ],
      },
      layout: 'noBorders' as const,
      margin: [0, 8, 0, 0] as [number, number, number, number],
    },
  ]
}
