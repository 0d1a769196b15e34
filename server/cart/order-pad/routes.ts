import {
  addDraftLines,
  appendDraftLines,
  checkDraftLines,
  getOrderDraft,
  saveOrderDraft,
  undoDraftAddition,
} from '#contract/shop/order-pad.ts'
import { getSharedDraft, shareDraft } from '#contract/shop/shared-drafts.ts'
import { isRefusal, refuse } from '#contract/core/errors.ts'
import { isIdempotencyKey } from '#server/account/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cartPlanOf, type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { addDraft, undoAddition } from './add-draft.ts'
import { appendLines } from './append-lines.ts'
import { checkLines } from './check-lines.ts'
import { emptyDraft, loadDraft, saveDraft } from './drafts.ts'
import { loadSharedDraft, saveSharedDraft } from './shared-drafts.ts'

export function registerOrderPad(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  handle(calls, getOrderDraft, async (_input, { actor }) =>
    actor === null ? emptyDraft : loadDraft(pool, actor.userId),
  )

  handle(calls, saveOrderDraft, async ({ body }, { actor }) => {
    const revision = await saveDraft(pool, actor.userId, body)
    return isRefusal(revision) ? revision : { revision }
  })

  handle(calls, appendDraftLines, async ({ body }, { actor }) => appendLines(pool, actor.userId, body.lines))

  handle(calls, checkDraftLines, async ({ body }, context) => {
    const facts = store.facts()
    const view = { ...viewOf(context, facts), plan: cartPlanOf(context, facts)?.key ?? null }
    return { rows: await checkLines(pool, body.lines, view) }
  })

  handle(calls, addDraftLines, async ({ body }, context) => {
    const { actor, idempotencyKey: key } = context
    if (key !== undefined && !isIdempotencyKey(key)) return refuse('bad_request')
    return addDraft(pool, { ...body, userId: actor.userId, key, view: viewOf(context, store.facts()) })
  })

  handle(calls, undoDraftAddition, async ({ body }, { actor }) => undoAddition(pool, actor.userId, body.revision))

  handle(calls, shareDraft, async ({ body }, { actor }) => ({ token: await saveSharedDraft(pool, actor, body) }))

  handle(calls, getSharedDraft, ({ params }, { actor }) => loadSharedDraft(pool, actor, params.token))
}
