import {
  changePriceRule,
  copyPriceRule,
  createPriceRule,
  deletePriceRule,
  getPriceRule,
  getPriceRuleForm,
  listPriceRules,
  type PriceRuleDetail,
  switchPriceRule,
} from '#contract/admin/price-rules.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { changeRule, copyRule, createRule, removeRule, switchRule } from './change-rules.ts'
import { listRules } from './list-rules.ts'
import { findOverlaps } from './overlaps.ts'
import { loadRuleChoices } from './rule-choices.ts'
import { draftOf, findRule } from './rule-rows.ts'
import { typedOf } from './typed-rule.ts'

type Deps = { pool: Pool; store: Store }
type Changed = { ok: true; id: number } | Refusal

/** The administrators' endpoints for price rules. A change counts in this process before the response is sent. */
export function registerPriceRules(calls: Calls, { pool, store }: Deps): void {
  const refreshed = async (result: Changed): Promise<Changed> => {
    if (result.ok) await store.refresh()
    return result
  }
  const shown = async (result: Changed): Promise<PriceRuleDetail | Refusal> =>
    result.ok ? detail(pool, result.id) : result

  handle(calls, listPriceRules, ({ query }) => listRules(pool, query))
  handle(calls, getPriceRuleForm, () => loadRuleChoices(pool))
  handle(calls, getPriceRule, ({ params }) => detail(pool, params.id))
  handle(calls, createPriceRule, async ({ body }, by) =>
    shown(await refreshed(await createRule(pool, by, body.values))),
  )
  handle(calls, changePriceRule, async ({ params, body }, by) =>
    shown(await refreshed(await changeRule(pool, by, { id: params.id, ...body }))),
  )
  handle(calls, switchPriceRule, async ({ params, body }, by) =>
    shown(await refreshed(await switchRule(pool, by, { id: params.id, ...body }))),
  )
  handle(calls, copyPriceRule, ({ params }, by) => copyRule(pool, by, params.id, by.locale))
  handle(calls, deletePriceRule, async ({ params }, by) => {
    const result = await refreshed(await removeRule(pool, by, params.id))
    return result.ok ? { success: true as const } : result
  })
}

async function detail(pool: Pool, id: number): Promise<PriceRuleDetail | Refusal> {
  const row = await findRule(pool, id)
  if (row === undefined) return refuse('price_rule_not_found')
  return { id, state: row.state, values: typedOf(draftOf(row)), overlaps: await findOverlaps(pool, id) }
}
