import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { decimal } from '#domain/money/money.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'
import { formFormats } from '#domain/text/format.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'

export type Fields = NonNullable<Refusal['fields']>

/** Collects the problems of all fields, so that they are returned together. */
export function createFieldCheck() {
  const fields: Fields = {}
  const report = (field: string, problem: string, facts?: Record<string, string | number>) => {
    fields[field] ??= { text: `people.problems.${problem}`, ...(facts && { facts }) }
  }
  return {
    fields,
    report,
    /** A trimmed text without NUL, which the database does not accept. */
    text(field: string, typed: string, { max, isNeeded = false }: { max: number; isNeeded?: boolean }): string {
      const text = typed.replaceAll('\0', '').toWellFormed().trim()
      if (isNeeded && text === '') report(field, 'required')
      if (Array.from(text).length > max) report(field, 'tooLong', { most: max })
      return text
    },
    email(field: string, typed: string, isNeeded = false): string {
      const email = this.text(field, typed, { max: 254, isNeeded }).toLowerCase()
      if (email !== '' && !isMailAddress(email)) report(field, 'email')
      return email
    },
    /** An amount from 0 to the maximum, with two decimals, as the form shows it. One with two readings is a problem. */
    amount(field: string, typed: string, max: number, problem: string): string {
      const read = readTypedAmount(typed.trim() || '0', { sign: ',', places: 2 })
      if (read.kind !== 'amount' || decimal(read.value).greaterThan(max)) {
        report(field, problem)
        return typed
      }
      return formFormats.formatNumber(read.value, 2)
    },
    refusal: (): Refusal | null =>
      Object.keys(fields).length === 0 ? null : { ...refuse('validation_failed'), fields },
  }
}

/** The exact text of an amount as a form shows it. */
export const exactOf = (shown: string): string => parseAmount(shown)?.toFixed(2) ?? '0'

type Values = Record<string, unknown>

/**
 * The fields that another user changed since `before` was read, with their current values; null without such fields. A
 * field that both changed to the same value is no conflict.
 */
export function changedSince(
  code: ErrorCode,
  { before, now, wanted }: { before: Values; now: Values; wanted: Values },
  format: (field: string, value: unknown) => string | null,
): Refusal | null {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const late = Object.keys(now).filter((key) => !isSame(before[key], now[key]) && !isSame(wanted[key], now[key]))
  if (late.length === 0) return null
  const fields = late.map((key) => {
    const value = format(key, now[key])
    return [key, value === null ? { text: 'people.changedMeanwhile' } : { text: 'people.changedTo', facts: { value } }]
  })
  return { ...refuse(code), fields: Object.fromEntries(fields) as Fields }
}
