import { brandRow, categoryRow, writeBrands, writeCategories } from '#contract/integration/label-batches.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type LabelRowResult, saveBrandRows, saveCategoryRows } from '#server/catalog/catalog.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { keysOf } from './account-batches.ts'
import { notWritten, replyOf, type RowOutcome } from './batch-reply.ts'
import { checkRows, problem, refuseRepeated } from './check-rows.ts'

/** Registers the calls by which programs write categories and brands. */
export function registerLabelBatches(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, writeCategories, async ({ body: { rows, atomic } }, context) => {
    const isAtomic = atomic === true
    const checked = checkRows(rows, categoryRow, 'code', context.locale)
    refuseRepeated(checked, ({ code }) => code.trim(), context.locale)
    const keys = keysOf(rows, ['code'])
    if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
    const given = checked.good.map(({ index, row: { code, name, parentCode, position, delete: isDeleted } }) => {
      return {
        line: index,
        code: code.trim(),
        name: cleanName(name),
        parentCode: parentCode?.trim() ?? parentCode,
        position,
        isDeleted,
      }
    })
    const { isWritten, results } = await saveCategoryRows(pool, given, { author: context, isAtomic })
    return replyOf(keys, checked.bad, outcomesOf(results, isWritten, context.locale), isWritten)
  })
  handleOnce(calls, pool, writeBrands, async ({ body: { rows, atomic } }, context) => {
    const isAtomic = atomic === true
    const checked = checkRows(rows, brandRow, 'code', context.locale)
    refuseRepeated(checked, ({ code }) => code.trim(), context.locale)
    const keys = keysOf(rows, ['code'])
    if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
    const given = checked.good.map(({ index, row: { code, name, delete: isDeleted } }) => {
      return { line: index, code: code.trim(), name: cleanName(name), isDeleted }
    })
    const { isWritten, results } = await saveBrandRows(pool, given, { author: context, isAtomic })
    return replyOf(keys, checked.bad, outcomesOf(results, isWritten, context.locale), isWritten)
  })
}

const cleanName = (name: string | undefined) => name?.replaceAll(/\s+/g, ' ').trim()

function outcomesOf(
  results: readonly LabelRowResult[],
  isWritten: boolean,
  locale: Locale,
): (row: number) => RowOutcome {
  const byRow = new Map(results.map((result) => [result.line, result]))
  return (row) => {
    const result = byRow.get(row)
    if (result === undefined) return notWritten
    const { status, problem: found } = result
    if (found === null) return { ...notWritten, status: isWritten ? status : 'unchanged' }
    const { code, field, value } = found
    return { status: 'rejected', error: problem(locale, code, field, { value }), warnings: [] }
  }
}
