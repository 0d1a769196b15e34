import { decimal } from './money.ts'
import {
  type AmountNotation,
  bareAmount,
  exactAmount,
  groupSignOf,
  groupWhole,
  isTooLong,
  readingsOf,
  splitAmount,
  writeAmount,
} from './typed-amount.ts'

/** What an amount field shows. */
export type AmountEntry = {
  text: string
  /** Position in the text. */
  caret: number
  /** An unclear amount as typed, with its two readings; exact. The text shows it grouped. */
  question: { typed: string; grouped: string; decimals: string } | null
}

/** What the browser made of an edit. `isForward`: the character after the caret was deleted. */
export type AmountEdit = { text: string; caret: number; isForward?: boolean }

/**
 * Applies an edit to an amount field: thousands are grouped while typing, digits beyond the allowed decimals are dropped, and
 * the caret stays behind its digit. A typed sign starts the decimals until `splitAmount` reads it as grouping. Text that is
 * no amount stays as it is.
 */
export function editAmount(before: AmountEntry, edit: AmountEdit, notation: AmountNotation): AmountEntry {
  const change = changeOf(before, edit)
  const isWhole = change.start === 0 && change.end === before.text.length
  const isKey = /^(\d*|[.,])$/.test(change.inserted)
  if (!isKey || (isWhole && change.inserted.length > 1)) return enterAmount(edit.text, notation)
  const bare = withoutGroups(before, change, edit.isForward ?? false, notation)
  if (bare === null) return enterAmount(edit.text, notation)
  return showDigits(bare, notation) ?? { ...before, caret: Math.max(0, edit.caret - change.inserted.length) }
}

/** The field with a pasted or given text. */
export function enterAmount(text: string, notation: AmountNotation): AmountEntry {
  const bare = bareAmount(text)
  const parts = splitAmount(bare, notation)
  if (parts === null || isTooLong(parts, notation)) return { text, caret: text.length, question: null }
  const whole = groupWhole(withoutZeros(parts.whole), notation.sign)
  const shown = parts.sign === null ? whole : `${whole}${notation.sign}${parts.decimals}`
  const question = parts.isUnclear ? { typed: bare, ...readingsOf(bare, notation) } : null
  return { text: shown, caret: shown.length, question }
}

/** The field with an exact amount. */
export function fillAmount(value: string, { sign }: AmountNotation): AmountEntry {
  const text = writeAmount(value, sign)
  return { text, caret: text.length, question: null }
}

/** The field after it was left: an amount gets its two decimals. */
export function finishAmount(entry: AmountEntry, notation: AmountNotation): AmountEntry {
  if (entry.question !== null) return { ...fillAmount(entry.question.grouped, notation), question: entry.question }
  const value = shownAmount(entry.text, notation)
  return value === null ? entry : fillAmount(value, notation)
}

/** The exact amount that a field shows; null if it shows none. The field wrote its group signs itself. */
function shownAmount(text: string, notation: AmountNotation): string | null {
  const parts = splitAmount(bareAmount(text), notation)
  return parts === null || isTooLong(parts, notation) ? null : exactAmount(parts.whole, parts.decimals)
}

type Change = { start: number; end: number; inserted: string }

/** The replaced range of the text before, found from the caret, since digits repeat. */
function changeOf({ text }: AmountEntry, edit: AmountEdit): Change {
  const rest = edit.text.slice(edit.caret)
  const end = text.endsWith(rest) ? text.length - rest.length : text.length
  const caret = text.endsWith(rest) ? edit.caret : edit.text.length
  let start = 0
  while (start < Math.min(end, caret) && text[start] === edit.text[start]) start += 1
  return { start, end, inserted: edit.text.slice(start, caret) }
}

/** Digits with at most one decimal sign. */
type Bare = { text: string; caret: number }

/** The edited text without group signs; null if the text before is no amount. */
function withoutGroups(before: AmountEntry, change: Change, isForward: boolean, notation: AmountNotation): Bare | null {
  const { text, question } = before
  const { start, end, inserted } = change
  // The end of an unclear amount is edited as it was typed.
  if (question !== null && end === text.length && start >= end - 1 && !/\D/.test(inserted)) {
    const typed = question.typed.slice(0, start < end ? -1 : undefined) + inserted
    return { text: typed, caret: typed.length }
  }
  const parts = text === '' ? { sign: null } : splitAmount(text, notation)
  if (parts === null) return null
  const point = parts.sign === null ? -1 : text.lastIndexOf(parts.sign)
  const bareOf = (from: number, to: number) =>
    Array.from(text.slice(from, to))
      .filter((sign, i) => /\d/.test(sign) || from + i === point)
      .join('')
  let [left, right] = [bareOf(0, start), bareOf(end, text.length)]
  const isGroupSign = inserted === '' && end - start === 1 && bareOf(start, end) === ''
  if (isGroupSign && isForward) right = right.slice(1)
  if (isGroupSign && !isForward) left = left.slice(0, -1)
  // A second decimal sign.
  const added = /[.,]/.test(inserted) && /[.,]/.test(left + right) ? '' : inserted
  return { text: left + added + right, caret: (left + added).length }
}

/**
 * The field with these digits; null if they are too many. Three digits after a sign are shown as thousands at once, and the
 * field asks unless that is what the sign stands for.
 */
function showDigits({ text, caret }: Bare, notation: AmountNotation): AmountEntry | null {
  if (text === '') return { text: '', caret: 0, question: null }
  const [typedWhole = '', decimals = ''] = text.split(/[.,]/)
  const typedSign = text[typedWhole.length] ?? ''
  const whole = withoutZeros(typedWhole) || (typedSign === '' ? '' : '0')
  const isRegrouped = decimals.length === 3 && whole !== '0'
  const isClear = !isRegrouped || (typedSign === groupSignOf(notation.sign) && notation.places < 3)
  const before = groupWhole(whole, notation.sign)
  const shown = isRegrouped ? groupWhole(whole + decimals, notation.sign) : `${before}${typedSign}${decimals}`
  const parts = splitAmount(shown, notation)
  if (parts === null || isTooLong(parts, notation)) return null
  const digits = text.slice(0, caret).replaceAll(/\D/g, '').length + (whole.length - typedWhole.length)
  const isAfterSign = typedSign !== '' && caret > typedWhole.length && !isRegrouped
  return {
    text: shown,
    caret: caretAfter(shown, Math.max(0, digits), isAfterSign ? before.length + 1 : 0),
    question: isClear ? null : { typed: text, ...readingsOf(text, notation) },
  }
}

/** The position after this many digits, and not before `least`. */
function caretAfter(text: string, digits: number, least: number): number {
  let at = 0
  for (let left = digits; left > 0 && at < text.length; at += 1) if (/\d/.test(text[at] ?? '')) left -= 1
  return Math.max(at, least)
}

const withoutZeros = (whole: string) => whole.replace(/^0+(?=\d)/, '')

/** Ends the text of an unanswered question, so that no one reads it as an amount. */
const unansweredMark = '?'

/** What a form sends: the amount in Turkish notation with one reading, '' for none, or a text that is refused as an amount. */
export function sentAmount({ text, question }: AmountEntry, notation: AmountNotation): string {
  if (question !== null) return `${question.typed}${unansweredMark}`
  const value = shownAmount(text, notation)
  return value === null ? text.trim() : writeAmount(value, ',')
}

/** Amounts in Turkish notation, as forms have them: the sign has one meaning. */
const turkishAmount = /^\d{1,3}(\.\d{3})*(,\d+)?$/

/** The field with what a form has: the inverse of `sentAmount`. */
export function entryOfSent(sent: string, notation: AmountNotation): AmountEntry {
  const exact = turkishAmount.test(sent) ? sent.replaceAll('.', '').replace(',', '.') : null
  if (exact !== null && decimal(exact).decimalPlaces() <= notation.places) return fillAmount(exact, notation)
  return finishAmount(enterAmount(sent.replace(unansweredMark, ''), notation), notation)
}
