import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { formatNumber } from '#domain/text/format.ts'
import { isMailAddress } from '#server/platform/email/address.ts'

export type Fields = NonNullable<Refusal['fields']>

/** Problems of typed fields, gathered so that all are told at once. */
export function createFieldCheck() {
  const fields: Fields = {}
  const tell = (field: string, problem: string, facts?: Record<string, string | number>) => {
    fields[field] ??= { text: `people.problems.${problem}`, ...(facts && { facts }) }
  }
  return {
    fields,
    tell,
    /** A text without blanks around it and without the NUL that the database does not take. */
    text(field: string, typed: string, { most, isNeeded = false }: { most: number; isNeeded?: boolean }): string {
      const text = typed.replaceAll('\0', '').toWellFormed().trim()
      if (isNeeded && text === '') tell(field, 'required')
      if (Array.from(text).length > most) tell(field, 'tooLong', { most })
      return text
    },
    email(field: string, typed: string, isNeeded = false): string {
      const email = this.text(field, typed, { most: 254, isNeeded }).toLowerCase()
      if (email !== '' && !isMailAddress(email)) tell(field, 'email')
      return email
    },
    /** An amount from 0 up to `most`, with two decimals, as the form shows it. */
    amount(field: string, typed: string, most: number, problem: string): string {
      const amount = typed.trim() === '' ? parseAmount('0') : parseAmount(typed)
      if (amount === null || amount.isNegative() || amount.decimalPlaces() > 2 || amount.greaterThan(most)) {
        tell(field, problem)
        return typed
      }
      return formatNumber(amount, 2)
    },
    refusal: (): Refusal | null =>
      Object.keys(fields).length === 0 ? null : { ...refuse('validation_failed'), fields },
  }
}

/** Exact text of an amount that a form shows. */
export const exactOf = (shown: string): string => parseAmount(shown)?.toFixed(2) ?? '0'

type Values = Record<string, unknown>

/**
 * Whoever saved first has the word: the fields that somebody changed since `before` was read, with what they are now; null
 * where there are none. What both changed alike is no difference.
 */
export function changedSince(
  code: ErrorCode,
  { before, now, wanted }: { before: Values; now: Values; wanted: Values },
  say: (field: string, value: unknown) => string | null,
): Refusal | null {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const late = Object.keys(now).filter((key) => !isSame(before[key], now[key]) && !isSame(wanted[key], now[key]))
  if (late.length === 0) return null
  const fields = late.map((key) => {
    const value = say(key, now[key])
    return [key, value === null ? { text: 'people.changedMeanwhile' } : { text: 'people.changedTo', facts: { value } }]
  })
  return { ...refuse(code), fields: Object.fromEntries(fields) as Fields }
}
