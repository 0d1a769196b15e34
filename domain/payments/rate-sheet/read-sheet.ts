import type { CardClass } from '#domain/payments/bank-rates.ts'
import { decimal } from '#domain/money/money.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { addressOf, type Count, isNone, readClass, readCount, readFamilies, readPercent } from './cells.ts'
import { type Header, readHeader, readTitle } from './headers.ts'
import { toPercents } from './plain-numbers.ts'
import type { Grid, PlainNumbers, RawRate, SheetLayout, SheetProblem, SheetRate } from './sheet.ts'

export type ReadSheet = {
  layouts: SheetLayout[]
  rates: SheetRate[]
  problems: SheetProblem[]
  /** Cells that were not understood, notes included. */
  unread: { address: string; text: string }[]
  /** How plain numbers were read. */
  plain: PlainNumbers | 'none'
}

type Options = { families: readonly string[]; plain: PlainNumbers | 'auto' }

/** Reads a bank's sheet of rates, in whatever of the usual layouts it comes (docs/payments.md, "Bank rates"). */
export function readRateSheet(grid: Grid, { families, plain }: Options): ReadSheet {
  const read: Omit<ReadSheet, 'plain' | 'rates'> = { layouts: [], problems: [], unread: [] }
  const raw: RawRate[] = []
  let header: Header | null = null
  let title: { families: (string | null)[]; cardClass: CardClass | null } = { families: [null], cardClass: null }
  for (const [y, row] of grid.entries()) {
    if (row.every((text) => text.trim() === '')) {
      header = null
      continue
    }
    const given = readTitle(row, families)
    if (given !== null) {
      title =
        given.families === null ? { ...title, cardClass: given.cardClass } : { ...given, families: given.families }
      header = null
      continue
    }
    const next: Header | null = readHeader(row, grid[y + 1] ?? [], families, header)
    if (next !== null) {
      if (header === null && next.kind === 'installments') reportUnknown({ row, y }, next, grid[y + 1] ?? [], read)
      header = next
      if (!read.layouts.includes(next.kind)) read.layouts.push(next.kind)
      continue
    }
    const at = { row, y, title, families }
    const isData =
      header?.kind === 'installments'
        ? readInstallmentRow(at, header, raw, read)
        : header?.kind === 'programs'
          ? readProgramRow(at, header, raw, read)
          : readListRow(at, header, raw, read)
    if (!isData) {
      for (const [x, text] of row.entries()) {
        if (text.trim() !== '') read.unread.push({ address: addressOf(x, y), text: text.trim().slice(0, 100) })
      }
    } else if (header === null && !read.layouts.includes('installments')) read.layouts.push('installments')
  }
  return finish(raw, read, plain)
}

type At = {
  row: readonly string[]
  y: number
  title: { families: readonly (string | null)[]; cardClass: CardClass | null }
  families: readonly string[]
}
type Found = Pick<ReadSheet, 'problems'>

/** Adds a percent for each program, or the problem of its cell. */
function addRates(
  { row, y }: At,
  x: number,
  {
    cards,
    count,
    ...rest
  }: { cards: Card; count: Count } & Pick<RawRate, 'bearer' | 'payOutDays' | 'validFrom' | 'validUntil'>,
  raw: RawRate[],
  { problems }: Found,
): void {
  const text = (row[x] ?? '').trim()
  if (isNone(text)) return
  const percent = readPercent(text)
  const address = addressOf(x, y)
  if (percent === null) {
    problems.push({ code: 'percent_invalid', address, text: text.slice(0, 60) })
    return
  }
  const extra = count.installment === 1 ? 0 : Math.max(count.extra, percent.extra)
  for (const family of cards.families) {
    const { cardClass } = cards
    raw.push({ ...rest, address, text, family, cardClass, installment: count.installment, extra, percent })
  }
}

/** A column of percents whose head names no known program must be corrected; others are only not read. */
function reportUnknown(
  { row, y }: Pick<At, 'row' | 'y'>,
  { countColumn, percents }: Extract<Header, { kind: 'installments' }>,
  below: readonly string[],
  { problems, unread }: Pick<ReadSheet, 'problems' | 'unread'>,
): void {
  for (const [x, cell] of row.entries()) {
    const [text, address] = [cell.trim().slice(0, 60), addressOf(x, y)]
    if (text === '' || x <= countColumn || percents.has(x)) continue
    if (readPercent(below[x] ?? '') === null) unread.push({ address, text })
    else problems.push({ code: 'family_unknown', address, text })
  }
}

type Card = { families: readonly (string | null)[]; cardClass: CardClass | null }

/** A row of a number of installments below a header of programs. */
function readInstallmentRow(
  at: At,
  header: Extract<Header, { kind: 'installments' }>,
  raw: RawRate[],
  found: Found,
): boolean {
  const { row, y, title } = at
  const label = row[header.countColumn] ?? ''
  const count = readCount(label)
  if (count === null) {
    const hasPercents = [...header.percents.keys()].some(
      (x) => /\d/.test(row[x] ?? '') && readPercent(row[x] ?? '') !== null,
    )
    if (!hasPercents) return false
    found.problems.push({ code: 'count_invalid', address: addressOf(header.countColumn, y), text: label.slice(0, 60) })
    return true
  }
  for (const [x, { families, cardClass, extraColumn }] of header.percents) {
    const own = extraColumn === undefined ? null : /\+? ?(\d{1,2})/.exec(row[extraColumn] ?? '')
    const counted = own === null ? count : { ...count, extra: Number(own[1]) }
    const cards = { families: families ?? title.families, cardClass: cardClass ?? title.cardClass }
    addRates(at, x, { cards, count: counted }, raw, found)
  }
  return true
}

/** A row of a program below a header of numbers of installments. */
function readProgramRow(at: At, header: Extract<Header, { kind: 'programs' }>, raw: RawRate[], found: Found): boolean {
  const { row, y, title } = at
  const first = Math.min(...header.counts.keys())
  const labels = row.slice(0, first).map((text) => text.trim())
  const label = labels.join(' ').trim()
  const hasPercents = [...header.counts.keys()].some((x) => readPercent(row[x] ?? '') !== null)
  if (!hasPercents) return false
  const cardClass = readClass(label) ?? title.cardClass
  const programs = readFamilies(label, at.families)
  if (programs === null && label !== '' && readClass(label) === null) {
    const x = labels.findIndex((text) => text !== '')
    found.problems.push({ code: 'family_unknown', address: addressOf(x, y), text: label.slice(0, 60) })
    return true
  }
  for (const [x, count] of header.counts) {
    addRates(at, x, { cards: { families: programs ?? title.families, cardClass }, count }, raw, found)
  }
  return true
}

/** A row of a list, whose header names its columns; without one, a number of installments and its percent. */
function readListRow(at: At, header: Header | null, raw: RawRate[], found: Found): boolean {
  const { row, y, title } = at
  const columns = header?.kind === 'list' ? header.columns : plainColumns(row)
  const cell = (name: keyof typeof columns) => (columns[name] === undefined ? '' : (row[columns[name]] ?? '').trim())
  if (columns.percent === undefined || columns.count === undefined) return false
  const count = readCount(cell('count'))
  if (count === null) {
    if (readPercent(cell('percent')) === null) return false
    found.problems.push({
      code: 'count_invalid',
      address: addressOf(columns.count, y),
      text: cell('count').slice(0, 60),
    })
    return true
  }
  const program = cell('family')
  const programs = program === '' ? title.families : readFamilies(program, at.families)
  if (programs === null) {
    found.problems.push({
      code: 'family_unknown',
      address: addressOf(columns.family ?? 0, y),
      text: program.slice(0, 60),
    })
    return true
  }
  const days: Pick<RawRate, 'validFrom' | 'validUntil'> = {}
  for (const [name, column] of [
    ['validFrom', columns.from],
    ['validUntil', columns.until],
  ] as const) {
    const text = column === undefined ? '' : (row[column] ?? '').trim()
    if (text === '') continue
    const day = parseDay(text)
    if (day === null) {
      found.problems.push({ code: 'day_invalid', address: addressOf(column ?? 0, y), text: text.slice(0, 60) })
      return true
    }
    days[name] = day
  }
  const extra = /^\+? ?(\d{1,2})$/.exec(cell('extra'))
  const bearer = cell('bearer')
  const payOut = /^(\d{1,3})(?: gun| days?)?$/.exec(cell('payOutDays'))
  addRates(
    at,
    columns.percent,
    {
      cards: { families: programs, cardClass: readClass(cell('class')) ?? readClass(program) ?? title.cardClass },
      count: extra === null ? count : { ...count, extra: Number(extra[1]) },
      ...(bearer !== '' && { bearer }),
      ...(columns.payOutDays !== undefined && { payOutDays: payOut === null ? null : Number(payOut[1]) }),
      ...(columns.until !== undefined && { validUntil: null }),
      ...days,
    },
    raw,
    found,
  )
  return true
}

/** Without a header: the first cell is a number of installments, the next one its percent. */
function plainColumns(row: readonly string[]): Extract<Header, { kind: 'list' }>['columns'] {
  const filled = [...row.entries()].filter(([, text]) => text.trim() !== '')
  const [count, percent] = filled
  if (count === undefined || percent === undefined || filled.length > 3) return {}
  if (readCount(count[1]) === null || readPercent(percent[1]) === null) return {}
  return { count: count[0], percent: percent[0], ...(filled[2] !== undefined && { extra: filled[2][0] }) }
}

/** Decides what plain numbers are, and finds cells that name the same program, class, count and first day. */
function finish(raw: RawRate[], read: Omit<ReadSheet, 'plain' | 'rates'>, wanted: Options['plain']): ReadSheet {
  const { plain, percents, problems } = toPercents(raw, wanted)
  const seen = new Map<string, string>()
  const rates: SheetRate[] = []
  for (const [i, { text, percent: _percent, extra, ...rate }] of raw.entries()) {
    const percent = percents[i]
    if (percent === undefined || percent === null) continue
    const { address } = rate
    if (percent.greaterThanOrEqualTo(100)) {
      problems.push({ code: 'percent_invalid', address, text })
      continue
    }
    const key = JSON.stringify([rate.family, rate.cardClass, rate.installment, rate.validFrom])
    const first = seen.get(key)
    if (first !== undefined) problems.push({ code: 'duplicate', address, text: first })
    else rates.push({ ...rate, extraInstallments: extra, percent: decimal(percent).toDecimalPlaces(3).toFixed() })
    seen.set(key, first ?? address)
  }
  return { ...read, rates, plain, problems: [...read.problems, ...problems] }
}
