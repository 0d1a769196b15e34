import * as z from 'zod/mini'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'

export type BatchProblem = { code: string; field: string | null; message: string }

/** A row of a request with its place in it. */
export type CheckedRow<Row> = { index: number; row: Row }
export type Checked<Row> = { good: CheckedRow<Row>[]; bad: Map<number, BatchProblem> }

type RowShape = z.ZodMiniType<Record<string, unknown>>

/** Checks each row on its own. Rows of a wrong shape, without their key, or with `null` are reported. */
export function checkRows<Shape extends RowShape>(
  rows: readonly unknown[],
  shape: Shape,
  key: string,
  locale: Locale,
): Checked<z.output<Shape>> {
  const good: CheckedRow<z.output<Shape>>[] = []
  const bad = new Map<number, BatchProblem>()
  for (const [index, row] of rows.entries()) {
    const checked = z.safeParse(shape, row)
    if (!checked.success) bad.set(index, problemOf(checked.error.issues[0], row, locale))
    else if (textOf(checked.data[key]).trim() === '') bad.set(index, problem(locale, 'key_missing', key))
    else good.push({ index, row: checked.data })
  }
  return { good, bad }
}

/** Moves rows about the same record as an earlier one to the bad ones. */
export function refuseRepeated<Row>(checked: Checked<Row>, idOf: (row: Row) => string, locale: Locale): void {
  const firsts = new Map<string, number>()
  checked.good = checked.good.filter(({ index, row }) => {
    const id = idOf(row)
    const first = firsts.get(id)
    if (first === undefined) firsts.set(id, index)
    else checked.bad.set(index, problem(locale, 'key_repeated', null, { first }))
    return first === undefined
  })
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function problem(locale: Locale, code: string, field: string | null, facts = {}): BatchProblem {
  return { code, field, message: translate(locale, `integration.rows.${code}`, { field: field ?? '', ...facts }) }
}

function problemOf(issue: z.core.$ZodIssue | undefined, row: unknown, locale: Locale): BatchProblem {
  if (issue?.code === 'unrecognized_keys') return problem(locale, 'field_unknown', issue.keys[0] ?? null)
  const field = issue?.path.join('.') || null
  const value = issue?.path.reduce<unknown>((part, name) => (part as Record<PropertyKey, unknown> | null)?.[name], row)
  if (value === null) return problem(locale, 'value_null', field)
  if (issue?.code === 'too_big') return problem(locale, 'value_too_long', field, { limit: Number(issue.maximum) })
  if (value === undefined) return problem(locale, 'value_missing', field)
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 60) : typeof value
  if (issue?.code === 'custom') return problem(locale, 'decimals_too_many', field, { value: shown })
  if (issue?.code === 'invalid_format' && issue.format === 'date') {
    return problem(locale, 'date_invalid', field, { value: shown })
  }
  if (issue?.code === 'invalid_value') {
    return problem(locale, 'value_unlisted', field, { value: shown, values: issue.values.join(', ') })
  }
  const problemFound = problem(locale, 'value_invalid', field, { value: shown })
  // Only a figure may be in the wrong notation.
  if (!/^[-\d.,\s]+$/.test(shown) || day.test(shown)) return problemFound
  return {
    ...problemFound,
    message: `${problemFound.message} ${translate(locale, 'integration.rows.number_notation')}`,
  }
}

/** A day, perhaps one that does not exist. */
const day = /^\d{4}-\d{2}-\d{2}$/
