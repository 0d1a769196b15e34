import { quantityMax } from '#domain/cart/quantity.ts'
import { pastedQuantity } from '#domain/cart/pasted-lines.ts'

const ones = numbered('bir iki uc dort bes alti yedi sekiz dokuz', 1)
const tens = numbered('on yirmi otuz kirk elli altmis yetmis seksen doksan', 10)
/** For each of several products: `ikişer`, `5'er`. */
const shares = new Map([
  ...numbered('birer ikiser ucer dorder beser altisar yediser sekizer dokuzar', 1),
  ...numbered('onar yirmiser otuzar kirkar elliser', 10),
])
const fractions = new Map([
  ['yarim', 0.5],
  ['ceyrek', 0.25],
])
/** `onbeş` in one word. */
const joined = new Map([...tens].flatMap(([ten, n]) => [...ones].map(([one, m]) => [ten + one, n + m] as const)))

function numbered(words: string, step: number): Map<string, number> {
  return new Map(words.split(' ').map((word, i) => [word, (i + 1) * step]))
}

/**
 * A number in a text. `value` is null if it can be no quantity (0, 1e9, 1.000,50); halves are values of their own.
 * `length`: its number of words. `isShare`: for each of several products. `isFigure`: written in digits.
 */
export type WrittenNumber = { value: number | null; length: number; isShare: boolean; isFigure: boolean }

const figure = /^(\d{1,9}(?:[.,]\d{1,9}){0,3})$/
const figureShare = /^(\d{1,6})['’]?(?:er|ar|ser|sar)$/
const noQuantity = /^(?:-\d[\d.,]*|\d+e\d+|\d{10,})$/

/** The number that begins at a word; words are folded. */
export function numberAt(words: readonly string[], at: number): WrittenNumber | null {
  const word = words[at] ?? ''
  if (noQuantity.test(word)) return { value: null, length: 1, isShare: false, isFigure: true }
  if (figure.test(word)) {
    const isShare = /^['’]?(?:er|ar|ser|sar)$/.test(words[at + 1] ?? '')
    return { value: figureValue(word), length: isShare ? 2 : 1, isShare, isFigure: true }
  }
  const [, share] = figureShare.exec(word) ?? []
  if (share !== undefined) return { value: figureValue(share), length: 1, isShare: true, isFigure: true }
  const each = shares.get(word)
  if (each !== undefined) return { value: each, length: 1, isShare: true, isFigure: false }
  return spokenAt(words, at)
}

/** Whole numbers as quantities are typed, and 1,5 or 2.25. */
function figureValue(text: string): number | null {
  const whole = pastedQuantity(text)
  if (whole !== null) return whole
  const value = /^\d{1,6}[.,]\d{1,2}$/.test(text) ? Number(text.replace(',', '.')) : 0
  return value > 0 && value <= quantityMax ? value : null
}

function spokenAt(words: readonly string[], start: number): WrittenNumber | null {
  let [total, current, at] = [0, 0, start]
  const fraction = fractions.get(words[start] ?? '')
  if (fraction !== undefined) return { value: fraction, length: 1, isShare: false, isFigure: false }
  for (; at < words.length; at++) {
    const word = words[at] ?? ''
    const [one, ten, both] = [ones.get(word), tens.get(word), joined.get(word)]
    if (one !== undefined && current % 10 === 0) current += one
    else if (ten !== undefined && current % 100 === 0) current += ten
    else if (both !== undefined && current % 100 === 0) current += both
    else if (word === 'yuz' && current < 10) current = Math.max(1, current) * 100
    else if (word === 'bin' && total === 0) {
      total = Math.max(1, current) * 1000
      current = 0
    } else break
  }
  if (at === start) return null
  const hasHalf = words[at] === 'bucuk'
  const value = total + current + (hasHalf ? 0.5 : 0)
  const length = at - start + (hasHalf ? 1 : 0)
  return { value: value <= quantityMax ? value : null, length, isShare: false, isFigure: false }
}
