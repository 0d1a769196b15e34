import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { importRows, type RowResult, type RowTable } from '#server/catalog/import/import.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { fold } from '#domain/text/text.ts'
import { type BatchReply, notWritten, replyOf, type RowOutcome } from './batch-reply.ts'
import { type BatchProblem, problem } from './check-rows.ts'
import { apiNameOf } from './row-tables.ts'

export type Batch = {
  /** The key of each row, for the results. */
  keys: readonly string[]
  /** Rows that are not written, by their place. */
  bad: Map<number, BatchProblem>
  tables: readonly RowTable[]
  /** Rows that delete stock. */
  deletions?: ReadonlySet<number>
  /** The row that writes for another one; rows that are missing write themselves. */
  writers?: ReadonlyMap<number, number>
  priceList: string | undefined
  stockAsOf: string | undefined
  isAtomic: boolean
  /** What may be new: an unknown code, or unit, of anything else has no other meaning. */
  adds: 'products' | 'units' | 'nothing'
}

/** Writes the good rows of a request and returns the result of every row. */
export async function runBatch(pool: Pool, batch: Batch, locale: Locale): Promise<BatchReply | Refusal> {
  const { keys, bad, tables, writers, deletions, priceList, stockAsOf, isAtomic } = batch
  if (priceList !== undefined && !(await hasPriceList(pool, priceList))) return refuse('price_list_not_found')
  const isBlocked = isAtomic && bad.size > 0
  const written = isBlocked
    ? { isWritten: false, results: [] }
    : await importRows(pool, {
        tables,
        isAtomic,
        locale,
        ...(priceList !== undefined && { priceList }),
        ...(stockAsOf !== undefined && { stockAsOf }),
      })
  if (written === null) return refuse('catalog_busy', { seconds: 10 })
  const byIndex = new Map(written.results.map((result) => [result.line - 1, result]))
  const resultOf = (row: number): RowOutcome => {
    const outcome = presentResult(byIndex.get(writers?.get(row) ?? row), batch, locale)
    // Another row kept it out.
    if (!written.isWritten && outcome.error === null) return { ...outcome, status: 'unchanged' }
    return deletions?.has(row) && outcome.status === 'updated' ? { ...outcome, status: 'deleted' } : outcome
  }
  return replyOf(keys, bad, resultOf, written.isWritten)
}

function presentResult(result: RowResult | undefined, { adds }: Batch, locale: Locale): RowOutcome {
  if (result === undefined) return notWritten
  const present = ({ code, facts, text }: RowResult['problems'][number]): BatchProblem => {
    if (code === 'product_unknown' || (code === 'name_missing' && adds !== 'products')) {
      return problem(locale, 'product_unknown', 'code')
    }
    if (code === 'multiplier_missing' && adds === 'nothing')
      return problem(locale, 'unit_unknown', 'unit', { value: facts.unit })
    const first = linesFromOne.has(code) ? facts.first : undefined
    if (typeof first === 'number') {
      return problem(locale, code, fieldByCode[code] ?? null, { ...facts, first: first - 1 })
    }
    const field = typeof facts.column === 'string' ? apiNameOf(facts.column) : (fieldByCode[code] ?? null)
    return { code, field, message: text }
  }
  const { status, problems } = result
  const errors = problems.filter(({ level }) => level === 'error').map(present)
  const warnings = problems.filter(({ level }) => level === 'warning').map(present)
  return { status, error: errors[0] ?? null, warnings }
}

/** Problems that name an earlier row, as the line of a file; a program counts the rows of its request from 0. */
const linesFromOne = new Set(['key_repeated', 'price_repeated', 'code_repeated', 'barcode_repeated'])

/** The field that a problem is about, if its facts do not say so. */
const fieldByCode: Partial<Record<RowResult['problems'][number]['code'], string>> = {
  multiplier_missing: 'multiplier',
  multiplier_invalid: 'multiplier',
  tax_invalid: 'taxRate',
  currency_unknown: 'currency',
  unit_missing: 'unit',
  unit_default: 'unit',
  unit_in_carts: 'unit',
  unit_new: 'unit',
  unit_added: 'unit',
  attribute_unread: 'attributes',
  code_repeated: 'code',
  barcode_repeated: 'barcode',
  parent_missing: 'parentCode',
  parent_is_variant: 'parentCode',
  variant_value_missing: 'variant',
  variant_repeated: 'variant',
  variant_dimensions: 'variant',
  variant_dimensions_differ: 'variant',
}

async function hasPriceList(db: Db, code: string): Promise<boolean> {
  return (await db.one('SELECT FROM price_lists WHERE code = $1', [code], 'price_list_of_code')) !== undefined
}

/** Names of warehouses as the import compares them: codes and names without case and accents. */
export async function loadWarehouseNames(db: Db): Promise<Set<string>> {
  const rows = await db.query<{ code: string; name: string }>(
    'SELECT code, name FROM warehouses',
    [],
    'warehouse_names',
  )
  return new Set(rows.flatMap(({ code, name }) => [fold(code), fold(name)]))
}
