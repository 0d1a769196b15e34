import { cardDigits, cardLength, cvcLength, groupExpiry, type TypedCard } from '#domain/payments/card.ts'

export const emptyCard: TypedCard = { number: '', expiry: '', cvc: '', holder: '' }

/** Formats the expiry while it is typed, pasted or autofilled: 8/29, 08/2029 and 2029-08 become 08/29. */
export function shownExpiry(typed: string): string {
  const [, year, month] = /^\s*(\d{4})\s*[-/.]\s*(\d{1,2})\s*$/.exec(typed) ?? []
  const monthFirst = year === undefined || month === undefined ? typed : `${month}/${year}`
  return groupExpiry(monthFirst.replace(/^\s*(\d)\s*[-/. ]/, '0$1/'))
}

/** Limits the security code to digits, as many as the card has. */
export function shownCvc(typed: string, number: string): string {
  return cardDigits(typed).slice(0, cvcLength(cardDigits(number)))
}

/** The first eight digits of a complete number; otherwise null. */
export function binOf(number: string): string | null {
  const digits = cardDigits(number)
  return digits.length >= 8 && digits.length === cardLength(digits) ? digits.slice(0, 8) : null
}

/** The caret position in the formatted text, behind the same digit as before. */
export function caretIn(shown: string, typed: string, caret: number): number {
  if (caret >= typed.length) return shown.length
  const digits = cardDigits(typed.slice(0, caret)).length
  let index = 0
  for (let digitCount = 0; index < shown.length && digitCount < digits; index += 1)
    if (/\d/.test(shown[index] ?? '')) digitCount += 1
  return index
}

/** A key that would only delete a separator, which reappears, deletes the digit beyond it. */
export function caretBeforeDelete(text: string, caret: number, key: 'Backspace' | 'Delete'): number {
  const isSeparator = (index: number) => index >= 0 && index < text.length && !/\d/.test(text[index] ?? '')
  if (key === 'Backspace') return isSeparator(caret - 1) ? caret - 1 : caret
  return isSeparator(caret) ? caret + 1 : caret
}
