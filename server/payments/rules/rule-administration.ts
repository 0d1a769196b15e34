import {
  addPosRule,
  changePosRule,
  listPosRules,
  orderPosRules,
  previewPosRules,
  removePosRule,
} from '#contract/admin/pos-rules.ts'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { addRule, changeRule, orderRules, removeRule } from './manage-rules.ts'
import { presentRules } from './present-rules.ts'
import { previewRules } from './preview-rules.ts'

/** Registers the administrators' calls for the rules that choose the POS account of a payment. */
export function registerRuleAdministration(
  calls: Calls,
  deps: Pick<PaymentDeps, 'pool' | 'now' | 'store' | 'hasSandbox'>,
): void {
  const { pool, store, hasSandbox } = deps
  const today = () => dayInTurkey(deps.now())
  const answer = async (done: { ok: true } | Refusal) => (isRefusal(done) ? done : presentRules(pool, today()))
  handle(calls, listPosRules, () => presentRules(pool, today()))
  handle(calls, addPosRule, async ({ body }, by) => answer(await addRule(deps, body.values, by)))
  handle(calls, changePosRule, async ({ params, body }, by) =>
    answer(await changeRule(deps, by, { id: params.id, ...body })),
  )
  handle(calls, orderPosRules, async ({ body }, by) => answer(await orderRules(deps, by, body.ids)))
  handle(calls, removePosRule, async ({ params }, by) => answer(await removeRule(deps, by, params.id)))
  handle(calls, previewPosRules, ({ query }) => {
    const { installmentLimit } = store.facts().settings
    return previewRules(pool, query, { today: today(), installmentLimit, hasSandbox })
  })
}
