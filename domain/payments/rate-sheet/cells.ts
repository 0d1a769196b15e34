import { type Decimal, decimal } from '#domain/money/money.ts'
import { fold } from '#domain/text/text.ts'
import type { CardClass } from '#domain/payments/bank-rates.ts'

/** Words of a cell: folded, with single spaces. */
export const wordsOf = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}+%.,/&-]+/gu, ' ')
    .trim()

/** `B7`, from a column and a row counted from 0. */
export function addressOf(column: number, row: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCodePoint(65 + ((left - 1) % 26)) + letters
  }
  return `${letters}${row + 1}`
}

export type Count = { installment: number; extra: number }

const singles = ['tek cekim', 'tek', 'pesin', 'pesin satis', 'tek odeme', 'single payment', 'single']
const countPattern =
  /^(?:taksit )?(\d{1,2})(?: ?\+ ?(\d{1,2}))?(?:['’ ]?(?:li|lu|x))? ?(?:taksit(?:li)?|ay|installments?)?$/

/** A number of installments: Tek Çekim, 6 Taksit, 6+2, 3. Null: it is something else. */
export function readCount(text: string): Count | null {
  const words = wordsOf(text)
  if (singles.includes(words)) return { installment: 1, extra: 0 }
  const [, count, extra = '0'] = countPattern.exec(words) ?? []
  const installment = Number(count)
  return count === undefined || installment < 1 || installment > 12 || Number(extra) > 12
    ? null
    : { installment, extra: installment === 1 ? 0 : Number(extra) }
}

/** `isPlain`: a number without a percent sign, which may be a fraction (0.0179). */
export type Percent = { value: Decimal; isPlain: boolean; extra: number }

const percentPattern = /^(%)? ?(\d{1,3}(?:[.,]\d+)?) ?(%)?(?: ?\(?\+ ?(\d{1,2})\)?)?$/

/** A percent: %1,79, 1.79, 0,0179, %1,79 (+2). Null: it is something else. */
export function readPercent(text: string): Percent | null {
  const [, before, number, after, extra = '0'] = percentPattern.exec(text.replace(/\s+/g, ' ').trim()) ?? []
  if (number === undefined || Number(extra) > 12) return null
  const isPlain = before === undefined && after === undefined
  return { value: decimal(number.replace(',', '.')), isPlain, extra: Number(extra) }
}

/** What stands for no offer. */
export const isNone = (text: string): boolean =>
  ['', '-', '–', '—', 'yok', 'x', 'none', 'n/a'].includes(fold(text.trim()))

const commercialWords = /(^| )(ticari|business|kurumsal|sirket|commercial)/
const personalWords = /(^| )(bireysel|sahsi|personal|tuketici)/

/** The class that a text names; null: none or both. */
export function readClass(text: string): CardClass | null {
  const words = wordsOf(text)
  const [isCommercial, isPersonal] = [commercialWords.test(words), personalWords.test(words)]
  if (isCommercial === isPersonal) return null
  return isCommercial ? 'commercial' : 'personal'
}

const anyWords = /(^| )(tum|butun|diger|her|all|any|other)( |$)/

/**
 * The card programs that a text names; [null] for any card (Tüm kartlar, Diğer). Null: it names none of them. `known`: the
 * programs of the table of BINs.
 */
export function readFamilies(text: string, known: readonly string[]): (string | null)[] | null {
  if (text.length > 80) return null
  let words = ` ${wordsOf(text).replace(/[/&,-]/g, ' ')} `
  const found: string[] = []
  for (const family of known.toSorted((a, b) => b.length - a.length)) {
    const name = ` ${wordsOf(family).replace(/[/&,-]/g, ' ')} `
    if (!words.includes(name)) continue
    found.push(family)
    words = words.replace(name, '  ')
  }
  if (found.length > 0) return found
  return anyWords.test(words.trim()) ? [null] : null
}
