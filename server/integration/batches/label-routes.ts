import { brandRow, categoryRow, writeBrands, writeCategories } from '#contract/integration/label-batches.ts'
import { saveBrandRows, saveCategoryRows } from '#server/catalog/catalog.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { keysOf } from './account-batches.ts'
import { notWritten, outcomesOf, replyOf } from './batch-reply.ts'
import { checkRows, refuseRepeated } from './check-rows.ts'

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
