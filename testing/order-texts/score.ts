import type { OrderTextLine } from '#contract/shop/order-text.ts'

/** A line that a text asks for; `unit` is null where the text names none. */
export type ExpectedLine = { code: string; quantity: number; unit: string | null }
/** An order text and the lines that it clearly asks for. What else is in it must not become a sure line. */
export type OrderText = { text: string; lines: ExpectedLine[] }

export type Score = {
  /** Lines that were found exactly, sure or as the first choice. */
  right: number
  /** Of these, the sure ones. */
  sure: number
  expected: number
  /** Expected lines that were not found. */
  missed: ExpectedLine[]
  /** Lines that are sure but not expected. */
  wrong: OrderTextLine[]
}

/** Compares what was read in a text with what it asks for. */
export function scoreText({ lines: expected }: OrderText, read: readonly OrderTextLine[]): Score {
  const open = [...read]
  const score: Score = { right: 0, sure: 0, expected: expected.length, missed: [], wrong: [] }
  for (const wanted of expected) {
    const at = open.findIndex(({ choices: [first] }) => first !== undefined && isSame(wanted, first))
    const [found] = at === -1 ? [] : open.splice(at, 1)
    if (found === undefined) score.missed.push(wanted)
    else score.right++
    if (found?.confidence === 'sure') score.sure++
  }
  score.wrong = open.filter(({ confidence }) => confidence === 'sure')
  return score
}

const isSame = (wanted: ExpectedLine, found: { code: string; quantity: number | null; unit: string }) =>
  wanted.code === found.code && wanted.quantity === found.quantity && (wanted.unit ?? found.unit) === found.unit
