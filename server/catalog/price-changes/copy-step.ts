import type { copyIntoChange } from '#contract/admin/price-change-steps.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { findPriceList } from '#server/catalog/price-lists/list-rows.ts'
import { isWanted, narrowingParams, pricedProducts } from '#server/catalog/price-lists/price-filter.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { draftPrices, finishStep, mergeOf } from './apply-step.ts'
import { lockDraft } from './change-rows.ts'
import { publishedIn, withoutCompiling } from './published-prices.ts'
import { scopeNames, type Stepped } from './raise-step.ts'

/** The prices of the list $6; with $7 also, as NULL, those that only the draft $4 of the list $5 has. */
const copied = `SELECT unit_id, o.values, o.currencies
    FROM ${publishedIn('$6')} o
    FULL JOIN ${draftPrices('$4', '$5')} d USING (unit_id)
    JOIN product_units u ON u.id = unit_id ${pricedProducts}
   WHERE (o.values IS NOT NULL OR ($7 AND d.values IS NOT NULL)) AND ${isWanted}`
const copyPrices = mergeOf(copied, '$4', '$5')

/** Takes the prices of another list into a draft. */
export function copyIntoDraft(
  pool: Pool,
  by: UserContext,
  { id, body }: { id: number; body: Input<typeof copyIntoChange>['body'] },
): Promise<Stepped | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockDraft(db, { id, revision: body.revision, by })
    const source = (await findPriceList(db, body.list, 'FOR KEY SHARE')) ?? abortTransaction('price_list_not_found')
    await withoutCompiling(db)
    const params = [...(await narrowingParams(db, body)), null, id, change.price_list_id, source.id, body.removes]
    const row = await db.one<{ units: number }>(copyPrices, params)
    const units = row?.units ?? 0
    const facts = { list: source.name, removes: body.removes, units, ...(await scopeNames(db, body)) }
    await finishStep(db, id, { kind: 'copy', facts, by })
    return { ok: true as const, units }
  })
}
