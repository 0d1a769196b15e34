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
import { approveRuleProposal, declineRuleProposal, listRuleProposals } from '#contract/admin/rule-proposals.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { changeRule, copyRule, createRule, removeRule, type Saved, switchRule } from './change-rules.ts'
import { listRules } from './list-rules.ts'
import { countCosts } from './covered-costs.ts'
import { findOverlaps } from './overlaps.ts'
import { findConflict } from './rule-conflict.ts'
import { approveProposal, declineProposal, listProposals } from './proposals.ts'
import type { Change } from './propose.ts'
import { loadRuleChoices } from './rule-choices.ts'
import { draftOf, findRule } from './rule-rows.ts'
import { typedOf } from './typed-rule.ts'

type Deps = { pool: Pool; store: Store }

/** The administrators' endpoints for price rules. A change counts in this process before the response is sent. */
export function registerPriceRules(calls: Calls, { pool, store }: Deps): void {
  const changeBy = (by: UserContext): Change => ({
    by,
    needsTwo: store.facts().settings.pricesNeedTwoOver > 0,
    floors: store.facts(),
  })
  const refreshed = async <Result extends { ok: boolean }>(result: Result): Promise<Result> => {
    if (result.ok) await store.refresh()
    return result
  }
  const shown = async (result: Saved | Refusal) => {
    if (!result.ok) return result
    const rule = await detail(pool, result.id)
    return isRefusal(rule) ? rule : { ...rule, isWaiting: result.isWaiting }
  }

  handle(calls, listPriceRules, ({ query }) => listRules(pool, query))
  handle(calls, getPriceRuleForm, () => loadRuleChoices(pool))
  handle(calls, getPriceRule, ({ params }) => detail(pool, params.id))
  handle(calls, createPriceRule, async ({ body }, by) =>
    shown(await refreshed(await createRule(pool, changeBy(by), body.values))),
  )
  handle(calls, changePriceRule, async ({ params, body }, by) =>
    shown(await refreshed(await changeRule(pool, changeBy(by), { id: params.id, ...body }))),
  )
  handle(calls, switchPriceRule, async ({ params, body }, by) =>
    shown(await refreshed(await switchRule(pool, changeBy(by), { id: params.id, ...body }))),
  )
  handle(calls, copyPriceRule, ({ params }, by) => copyRule(pool, by, params.id, by.locale))
  handle(calls, deletePriceRule, async ({ params }, by) => {
    const result = await refreshed(await removeRule(pool, changeBy(by), params.id))
    return result.ok ? { success: true as const, isWaiting: result.isWaiting } : result
  })
  handle(calls, listRuleProposals, async () => ({ items: await listProposals(pool) }))
  handle(calls, approveRuleProposal, async ({ params, body }, by) =>
    refreshed(await approveProposal(pool, by, { id: params.id, stamp: body.stamp, floors: store.facts() })),
  )
  handle(calls, declineRuleProposal, ({ params }, by) => declineProposal(pool, by, params.id))
}

async function detail(pool: Pool, id: number): Promise<PriceRuleDetail | Refusal> {
  const row = await findRule(pool, id)
  if (row === undefined) return refuse('price_rule_not_found')
  const [overlaps, conflict, costs] = await Promise.all([
    findOverlaps(pool, id),
    findConflict(pool, id),
    countCosts(pool, id),
  ])
  return {
    id,
    state: row.state,
    values: typedOf(draftOf(row)),
    overlaps,
    conflict,
    costs,
    passesFloor: row.passes_floor,
  }
}
