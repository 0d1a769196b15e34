import type { OrderTextAside, OrderTextChoice, OrderTextLine } from '#contract/shop/order-text.ts'
import { type PastedLine, pastedLine } from '#domain/cart/pasted-lines.ts'

/** A line of an order with the words that its product is remembered for. `isByWords`: it names its product by words. */
export type ReadLine = PastedLine & { words?: string; isByWords?: true }

/** A doubtful line with the dealer's answer. `key` is unique in the text. */
export type Question = {
  key: number
  line: OrderTextLine
  /** The chosen product, or 'other' for one that is named by `code`; null until it is answered. */
  answer: OrderTextChoice | 'other' | null
  code: string
  typed: string
  unit: string
}

/** What was read in a text: lines that are ready or can be repaired, doubtful ones, and what was set aside. */
export type ReadText = { lines: ReadLine[]; questions: Question[]; asides: OrderTextAside[] }

/**
 * Lines that name their product clearly are ready, and so are rows of a sheet, which are repaired in place; the others are
 * asked about. A code without a unit or quantity stands for the default unit, and for 1, as everywhere in lists.
 */
export function sortLines(lines: readonly OrderTextLine[], asides: readonly OrderTextAside[]): ReadText {
  const read: ReadText = { lines: [], questions: [], asides: [...asides] }
  // The number in the text, unless a line of it has several orders.
  const hasOwnRows = new Set(lines.map(({ row }) => row)).size === lines.length
  for (const [at, line] of lines.entries()) {
    const number = hasOwnRows ? line.row : at + 1
    const isKnown = line.doubts.every((doubt) => doubt === 'quantity' || doubt === 'unit')
    const isRow =
      line.cell !== undefined && (line.isByCode === true || line.confidence === 'none' || !/\s/.test(line.cell))
    if (isRow)
      read.lines.push(pastedLine(number, line.text, { code: line.cell ?? '', typed: line.typed, unit: line.unit }))
    else if (line.confidence === 'sure' || (line.isByCode && isKnown)) read.lines.push(readLine(number, line))
    else read.questions.push(questionOf(number, line))
  }
  return read
}

function readLine(row: number, line: OrderTextLine): ReadLine {
  const [choice] = line.choices
  const isUnitKnown = line.unit !== undefined || line.confidence === 'sure'
  const cells = {
    code: choice?.code ?? '',
    typed: choice?.quantity == null ? line.typed : line.typed === '' ? '' : String(choice.quantity),
    unit: isUnitKnown ? choice?.unit : undefined,
  }
  return {
    ...pastedLine(row, line.text, cells),
    ...(line.price !== undefined && { price: line.price }),
    ...(!line.isByCode && { isByWords: true as const }),
  }
}

function questionOf(key: number, line: OrderTextLine): Question {
  const [choice] = line.choices
  const typed = choice?.quantity == null ? line.typed : String(choice.quantity)
  return { key, line, answer: null, code: '', typed, unit: choice?.unit ?? line.unit ?? '' }
}

/** A piece that was set aside, as a line whose product is to be named. */
export function questionOfAside(key: number, { row, text }: OrderTextAside): Question {
  const line: OrderTextLine = { row, text, confidence: 'none', doubts: ['product'], typed: '', choices: [] }
  return { key, line, answer: 'other', code: '', typed: '', unit: '' }
}

/** With another answer; the quantity and unit follow it, unless they were edited. */
export function withAnswer(question: Question, answer: OrderTextChoice | 'other'): Question {
  if (answer === 'other') return { ...question, answer }
  const before = question.answer === 'other' || question.answer === null ? question.line.choices[0] : question.answer
  const isEdited = question.typed !== String(before?.quantity ?? question.line.typed)
  const typed = isEdited || answer.quantity === null ? question.typed : String(answer.quantity)
  const isOffered = answer.units.some(({ value }) => value === question.unit)
  const keepsUnit = isOffered && before !== undefined && question.unit !== before.unit
  return { ...question, answer, typed, unit: keepsUnit ? question.unit : answer.unit }
}

export const isAnswered = ({ answer, code }: Question): boolean =>
  answer !== null && (answer !== 'other' || code.trim() !== '')

/** The line that an answer makes. Its words are remembered for the product. */
export function lineOfAnswer(question: Question): ReadLine {
  const { key, line, answer, code, typed, unit } = question
  const cells =
    answer === 'other' || answer === null
      ? { code: code.trim(), typed, unit: undefined }
      : { code: answer.code, typed, unit: unit === '' ? undefined : unit }
  return { ...pastedLine(key, line.text, cells), ...(line.words !== undefined && { words: line.words }) }
}
