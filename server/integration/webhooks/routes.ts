import {
  addWebhook as addWebhookCall,
  changeWebhook as changeWebhookCall,
  deliveryStates,
  listDeliveries,
  listWebhooks,
  removeWebhook as removeWebhookCall,
  replayDead,
  replayDelivery,
  rotateWebhookSecret,
  setWebhookState as setWebhookStateCall,
  testWebhook,
} from '#contract/admin/webhooks.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { sendTest, type WebhookDeps } from './deliver.ts'
import {
  addWebhook,
  changeWebhook,
  type Managing,
  removeWebhook,
  replay,
  rotateSecret,
  setWebhookState,
} from './manage-webhooks.ts'
import { findDelivery, listDeliveryRows, listWebhookRows, presentDelivery } from './webhook-rows.ts'

/** Registers the administrators' calls for webhooks; each change returns all of them. */
export function registerWebhooks(calls: Calls, managing: Managing & WebhookDeps): void {
  const { pool } = managing
  const list = async () => ({ items: await listWebhookRows(pool) })
  const listAfter = async (changed: Promise<{ ok: true } | Refusal>) => {
    const outcome = await changed
    return outcome.ok ? list() : outcome
  }
  const withSecret = async (made: Promise<{ secret: string } | Refusal>) => {
    const outcome = await made
    return isRefusal(outcome) ? outcome : { ...(await list()), secret: outcome.secret }
  }
  const replayed = async (by: UserContext, targetId: number, deliveryId: number | null) => {
    const count = await replay(managing, by, { targetId, deliveryId })
    return isRefusal(count) ? count : { count, items: await deliveries(targetId, null, by.locale) }
  }
  const deliveries = async (targetId: number, state: string | null, locale: Locale) => {
    const rows = await listDeliveryRows(pool, targetId, deliveryStates.find((each) => each === state) ?? null)
    return rows.map((row) => presentDelivery(row, locale))
  }
  const exists = async (id: number) => (await listWebhookRows(pool)).some((each) => each.id === id)

  handle(calls, listWebhooks, list)
  handle(calls, addWebhookCall, ({ body }, by) => withSecret(addWebhook(managing, by, body)))
  handle(calls, changeWebhookCall, ({ params, body }, by) => listAfter(changeWebhook(managing, by, params.id, body)))
  handle(calls, setWebhookStateCall, ({ params, body }, by) =>
    listAfter(setWebhookState(managing, by, params.id, body.isActive)),
  )
  handle(calls, rotateWebhookSecret, ({ params }, by) => withSecret(rotateSecret(managing, by, params.id)))
  handle(calls, removeWebhookCall, ({ params }, by) => listAfter(removeWebhook(managing, by, params.id)))
  handle(calls, listDeliveries, async ({ params, query }, { locale }) => {
    if (!(await exists(params.id))) return refuse('not_found')
    return { items: await deliveries(params.id, query.state ?? null, locale) }
  })
  handle(calls, testWebhook, async ({ params }, { locale }) => {
    const id = await sendTest(managing, params.id)
    const row = id === null ? undefined : await findDelivery(pool, id)
    return row === undefined ? refuse('not_found') : { delivery: presentDelivery(row, locale) }
  })
  handle(calls, replayDelivery, async ({ params }, by) => {
    const row = await findDelivery(pool, params.id)
    return row === undefined ? refuse('not_found') : replayed(by, row.target_id, row.id)
  })
  handle(calls, replayDead, ({ params }, by) => replayed(by, params.id, null))
}
