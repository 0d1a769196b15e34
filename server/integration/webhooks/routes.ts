import { dealerWebhooks, deliveryStates, storeWebhooks, type WebhookCalls } from '#contract/integration/webhooks.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { CallHandler } from '#server/platform/http/calls.ts'
import { type CallContext, type Calls, handle } from '#server/visitor/visitor.ts'
import { sendTest, type WebhookDeps } from './deliver.ts'
import {
  addWebhook,
  changeWebhook,
  checkTest,
  type Managing,
  type Owner,
  removeWebhook,
  replay,
  rotateSecret,
  setWebhookState,
} from './manage-webhooks.ts'
import { findDelivery, isOwned, listDeliveryRows, listWebhookRows, presentDelivery } from './webhook-rows.ts'

/** Registers the calls for the webhooks of the store and of dealers. */
export function registerWebhooks(calls: Calls, managing: Managing & WebhookDeps): void {
  registerOwnersCalls(calls, storeWebhooks, managing)
  registerOwnersCalls(calls, dealerWebhooks, managing)
}

type OwnerContext = Owner & { locale: Locale; canOrder: boolean }

/** Whose webhooks a call manages: administrators the store's, users of a dealer the dealer's. */
function ownerOf(context: CallContext): OwnerContext {
  const { actor } = context
  if (actor === null) throw new Error('The call has no user.')
  const { userId, dealer, permissions, role } = actor
  return { ...context, userId, dealer, canOrder: role === 'admin' || permissions.has('order') }
}

/** Registers the calls of one kind of owner; each change returns all webhooks of the owner. */
function registerOwnersCalls(calls: Calls, own: WebhookCalls, managing: Managing & WebhookDeps): void {
  const { pool } = managing
  const list = async ({ dealer, canOrder }: OwnerContext) => {
    const items = await listWebhookRows(pool, dealer?.id ?? null)
    // An address may contain a token.
    return { items: canOrder ? items : items.map((each) => ({ ...each, url: new URL(each.url).origin })) }
  }
  const listAfter = async (by: OwnerContext, changed: Promise<{ ok: true } | Refusal>) => {
    const outcome = await changed
    return outcome.ok ? list(by) : outcome
  }
  const withSecret = async (by: OwnerContext, made: Promise<{ secret: string } | Refusal>) => {
    const outcome = await made
    return isRefusal(outcome) ? outcome : { ...(await list(by)), secret: outcome.secret }
  }
  const deliveries = async (targetId: number, state: string | null, locale: Locale) => {
    const rows = await listDeliveryRows(pool, targetId, deliveryStates.find((each) => each === state) ?? null)
    return rows.map((row) => presentDelivery(row, locale))
  }
  const replayed = async (by: OwnerContext, targetId: number, deliveryId: number | null) => {
    const count = await replay(managing, by, { targetId, deliveryId })
    return isRefusal(count) ? count : { count, items: await deliveries(targetId, null, by.locale) }
  }
  const on = <E extends Endpoint>(endpoint: E, run: CallHandler<E, OwnerContext>) => {
    handle(calls, endpoint, (input, context) => run(input, ownerOf(context)))
  }

  on(own.list, (_, by) => list(by))
  on(own.add, ({ body }, by) => withSecret(by, addWebhook(managing, by, body)))
  on(own.change, ({ params, body }, by) => listAfter(by, changeWebhook(managing, by, params.id, body)))
  on(own.setState, ({ params, body }, by) => listAfter(by, setWebhookState(managing, by, params.id, body.isActive)))
  on(own.rotateSecret, ({ params }, by) => withSecret(by, rotateSecret(managing, by, params.id)))
  on(own.remove, ({ params }, by) => listAfter(by, removeWebhook(managing, by, params.id)))
  on(own.deliveries, async ({ params, query }, { dealer, locale }) => {
    if (!(await isOwned(pool, dealer, params.id))) return refuse('not_found')
    return { items: await deliveries(params.id, query.state ?? null, locale) }
  })
  on(own.test, async ({ params }, by) => {
    const allowed = await checkTest(managing, by, params.id)
    if (!allowed.ok) return allowed
    const id = await sendTest(managing, params.id)
    const row = id === null ? undefined : await findDelivery(pool, id)
    return row === undefined ? refuse('not_found') : { delivery: presentDelivery(row, by.locale) }
  })
  on(own.replay, async ({ params }, by) => {
    const row = await findDelivery(pool, params.id)
    return row === undefined ? refuse('not_found') : replayed(by, row.target_id, row.id)
  })
  on(own.replayDead, ({ params }, by) => replayed(by, params.id, null))
}
