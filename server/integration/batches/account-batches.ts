import type { Refusal } from '#contract/core/errors.ts'
import { refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Author } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  accountIssueText,
  type AccountRow,
  type AccountRowOptions,
  type AccountRowResults,
  importAccountRows,
  type ImportKind,
  type Issue,
} from '#server/statement/statement.ts'
import { type BatchReply, notWritten, replyOf, type RowOutcome } from './batch-reply.ts'
import { type BatchProblem, type Checked, type CheckedRow, textOf } from './check-rows.ts'

/** The rows of a request, checked one by one, with the names of its fields by those of the import. */
export type AccountBatch<Field extends string, Row> = {
  rows: readonly object[]
  checked: Checked<Row>
  /** What names a row in the results. */
  keyOf: readonly string[]
  names: Readonly<Partial<Record<Field, string>>>
  isAtomic: boolean
  removed?: readonly CheckedRow<{ dealer: string; reference: string }>[]
}

/** Writes the good rows by the import of this kind and returns the result of every row. */
export async function runAccountBatch<Field extends string, Item extends object, Row extends object>(
  pool: Pool,
  kind: ImportKind<Field, Item>,
  batch: AccountBatch<Field, Row>,
  context: Author & { locale: Locale },
): Promise<BatchReply | Refusal> {
  const { rows, checked, names, isAtomic, removed = [] } = batch
  const keys = keysOf(rows, batch.keyOf)
  if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
  const options: AccountRowOptions = {
    today: dayInTurkey(new Date()),
    author: context,
    isAtomic,
    removed: removed.map(({ index: line, row: { dealer, reference } }) => {
      return { line, dealer: dealer.trim(), reference: reference.trim() }
    }),
  }
  const fields = Object.entries(names) as [Field, string][]
  const given = checked.good.map(({ index: line, row }): AccountRow<Field> => {
    const values = row as Record<string, string | number | null | undefined>
    // A field without a value is empty; one that is not named stays as it is.
    const cells = fields.map(([field, name]) => [field, values[name] === null ? '' : values[name]])
    return { line, cells: Object.fromEntries(cells) as AccountRow<Field>['cells'] }
  })
  const written = await importAccountRows(pool, kind, given, options)
  if (written === null) return refuse('accounts_busy', { seconds: 10 })
  const byRow = new Map(written.results.map((result) => [result.line, result]))
  const outcomeOf = (row: number) => presentResult(byRow.get(row), written.isWritten, names, context.locale)
  return replyOf(keys, checked.bad, outcomeOf, written.isWritten)
}

/** The key of each row in the results: the values of these fields. */
export const keysOf = (rows: readonly object[], names: readonly string[]): string[] =>
  rows.map((row) =>
    names
      .map((name) => textOf((row as Record<string, unknown>)[name]).slice(0, 200))
      .filter((text) => text !== '')
      .join(' '),
  )

function presentResult(
  result: AccountRowResults['results'][number] | undefined,
  isWritten: boolean,
  names: Readonly<Partial<Record<string, string>>>,
  locale: Locale,
): RowOutcome {
  const present = ({ code, facts }: Pick<Issue, 'code' | 'facts'>): BatchProblem => {
    const field = typeof facts.column === 'string' ? (names[facts.column] ?? facts.column) : null
    const message = accountIssueText(locale, { code, facts: { ...facts, ...(field !== null && { column: field }) } })
    const own = typeof facts.field === 'string' ? facts.field : null
    return { code, field: field ?? own ?? fieldByCode[code] ?? null, message }
  }
  if (result === undefined) return notWritten
  const { status, issue, warnings } = result
  return {
    status: isWritten || status === 'rejected' ? status : 'unchanged',
    error: issue === null ? null : present(issue),
    warnings: warnings.map(present),
  }
}

/** The field that a problem is about, if its facts do not say so. */
const fieldByCode: Readonly<Record<string, string>> = {
  dealer_unknown: 'dealer',
  currency_unknown: 'currency',
  serial_unreadable: 'serialNo',
  status_missing: 'status',
  months_invalid: 'warrantyMonths',
  product_unknown: 'productCode',
  product_code_missing: 'productCode',
  cost_product_unknown: 'productCode',
  cost_missing: 'cost',
  rule_kind_unknown: 'kind',
  rule_tier_taken: 'quantity',
  promotion_in_use: 'code',
}
