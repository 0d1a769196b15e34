import type { CardClass } from '#domain/payments/bank-rates.ts'
import { type Count, readClass, readCount, readFamilies, readPercent, wordsOf } from './cells.ts'

type ListColumn = 'family' | 'class' | 'count' | 'percent' | 'extra' | 'bearer' | 'payOutDays' | 'from' | 'until'
/** `families`, `cardClass` null: those of the block's title. */
type PercentColumn = { families: (string | null)[] | null; cardClass: CardClass | null; extraColumn?: number }

export type Header =
  | { kind: 'installments'; countColumn: number; percents: Map<number, PercentColumn> }
  | { kind: 'programs'; counts: Map<number, Count> }
  | { kind: 'list'; columns: Partial<Record<ListColumn, number>> }

const listWords: readonly (readonly [ListColumn, RegExp])[] = [
  ['extra', /^(ek taksit|arti taksit|\+ ?taksit|kampanya|extra installments?|\+)/],
  ['payOutDays', /(valor|odeme gunu|bloke|pay-out|payout)/],
  ['bearer', /(odeyen|ustlenen|karsilayan|borne by|bearer)/],
  ['from', /^(baslangic|gecerlilik baslangic|from|valid from)/],
  ['until', /^(bitis|gecerlilik bitis|until|valid until)/],
  ['class', /^(kart sinifi|kart turu|kart tipi|sinif|card class|class)/],
  ['count', /^(taksit( sayisi| adedi)?|vade|installments?|ay)$/],
  ['percent', /(oran|komisyon|kesinti|yuzde|rate|percent|commission|%)/],
  ['family', /^(kart programi|program|kart ailesi|kart|marka|card program|family)/],
]

/** A row with one text that names programs or a class: the title of a block. Null: it is none. */
export function readTitle(
  row: readonly string[],
  known: readonly string[],
): { families: (string | null)[] | null; cardClass: CardClass | null } | null {
  const filled = row.filter((text) => text.trim() !== '')
  const [text = ''] = filled
  if (filled.length !== 1 || text.length > 60) return null
  const [families, cardClass] = [readFamilies(text, known), readClass(text)]
  return families === null && cardClass === null ? null : { families, cardClass }
}

/** What a row says about the rows below it. Null: it is no header. */
export function readHeader(
  row: readonly string[],
  below: readonly string[],
  known: readonly string[],
  before: Header | null,
): Header | null {
  const filled = [...row.entries()].filter(([, text]) => text.trim() !== '')
  if (before?.kind === 'installments') {
    const narrowed = narrowHeader(filled, before)
    if (narrowed !== null) return narrowed
  }
  return listHeader(filled) ?? programsHeader(filled) ?? installmentsHeader(row, filled, below, known)
}

/** At least a number of installments and a percent, by their names. */
function listHeader(filled: readonly (readonly [number, string])[]): Header | null {
  const columns: Partial<Record<ListColumn, number>> = {}
  for (const [x, text] of filled) {
    if (/\d/.test(text)) return null
    const name = listWords.find(([column, words]) => columns[column] === undefined && words.test(wordsOf(text)))?.[0]
    if (name !== undefined) columns[name] = x
  }
  return columns.count === undefined || columns.percent === undefined ? null : { kind: 'list', columns }
}

/** At least two numbers of installments, and no percents. */
function programsHeader(filled: readonly (readonly [number, string])[]): Header | null {
  const counts = new Map<number, Count>()
  for (const [x, text] of filled) {
    const count = readCount(text)
    if (count !== null) counts.set(x, count)
  }
  if (counts.size < 2) return null
  const numbers = [...counts.values()].map(({ installment }) => installment)
  const first = Math.min(...counts.keys())
  // Percents such as 2 and 3 look like numbers of installments: those rise from column to column, and are alone.
  const isRising = numbers.every((each, i) => i === 0 || each > (numbers[i - 1] ?? 0))
  const isAlone = filled.every(([x, text]) => counts.has(x) || x < first || !/\d/.test(text))
  const isLabelled = filled.some(([x, text]) => counts.has(x) && /\p{L}|\+/u.test(text))
  const startsRow = filled[0]?.[0] === first
  return isRising && isAlone && (isLabelled || !startsRow) ? { kind: 'programs', counts } : null
}

/** Programs or classes beside the column of the numbers of installments. */
function installmentsHeader(
  row: readonly string[],
  filled: readonly (readonly [number, string])[],
  below: readonly string[],
  known: readonly string[],
): Header | null {
  const percents = new Map<number, PercentColumn>()
  for (const [x, text] of filled) {
    if (readPercent(text) !== null || /%/.test(text)) return null
    const [families, cardClass] = [readFamilies(text, known), readClass(text)]
    if (families !== null || cardClass !== null) percents.set(x, { families, cardClass })
  }
  if (percents.size === 0) return null
  const first = Math.min(...percents.keys())
  const countColumn = first === 0 ? -1 : filled[0] !== undefined && filled[0][0] < first ? filled[0][0] : first - 1
  if (countColumn < 0) return null
  // A program in a row of percents is no header: its own row is below one.
  if (row.slice(first + 1).some((text) => readPercent(text) !== null)) return null
  const merged = [...percents.entries()].flatMap(([x, column]) => {
    const columns: [number, PercentColumn][] = [[x, column]]
    for (
      let next = x + 1;
      next < below.length && (row[next] ?? '').trim() === '' && (below[next] ?? '').trim() !== '';
      next += 1
    ) {
      columns.push([next, column])
    }
    return columns
  })
  return { kind: 'installments', countColumn, percents: new Map(merged) }
}

/** A second row below programs, whose cells name classes, or which column of a program is its percent. */
function narrowHeader(
  filled: readonly (readonly [number, string])[],
  header: Extract<Header, { kind: 'installments' }>,
): Header | null {
  const percents = new Map<number, PercentColumn>()
  let last: PercentColumn | null = null
  for (const [x, text] of filled) {
    const given = header.percents.get(x)
    if (given === undefined) {
      if (x === header.countColumn && readCount(text) === null) continue
      return null
    }
    if (readPercent(text) !== null) return null
    const cardClass = readClass(text)
    if (/^(ek taksit|arti taksit|\+ ?taksit|kampanya|extra)/.test(wordsOf(text)) && last !== null) last.extraColumn = x
    else if (cardClass !== null || /(oran|komisyon|%|rate)/.test(wordsOf(text))) {
      last = { ...given, cardClass: cardClass ?? given.cardClass }
      percents.set(x, last)
    } else return null
  }
  return percents.size === 0 ? null : { ...header, percents }
}
