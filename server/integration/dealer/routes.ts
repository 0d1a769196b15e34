import { refuse } from '#contract/core/errors.ts'
import {
  type DealerApproval,
  getDealerApproval,
  getDealerInfo,
  getDealerOrder,
  getDealerStatementByKey,
  listDealerInvoices,
  listDealerOrders,
  placeDealerOrder,
} from '#contract/integration/dealer-api.ts'
import { type DealerScope, dealerScopes } from '#contract/core/dealer-scopes.ts'
import { getOrderSummary, listOrders } from '#contract/shop/orders.ts'
import { addDealerKey, listDealerKeys, revokeDealerKey } from '#contract/shop/dealer-keys.ts'
import { getStatement } from '#contract/shop/statement.ts'
import { loadAddressChoices } from '#server/account/account.ts'
import { orderLines } from '#server/checkout/checkout.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findPurchase, loadPurchaseEvents, maySee, type PurchaseRow } from '#server/purchasing/purchasing.ts'
import { listInvoices } from '#server/statement/statement.ts'
import { branchesFor } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { registerDealerCart } from './cart.ts'
import { registerDealerLists } from './lists.ts'
import { registerDealerCatalog } from './catalog.ts'
import { answerOf, type DealerApiDeps } from './dealer-calls.ts'
import { addKeyOfDealer, listKeysOfDealer, revokeKeyOfDealer } from './manage-keys.ts'

/** Registers the calls of dealers' programs, which act as a user of the dealer, and those that manage their keys. */
export function registerDealerApi(calls: Calls, deps: DealerApiDeps): void {
  registerDealerKeys(calls, deps)
  registerDealerCatalog(calls, deps)
  registerDealerCart(calls, deps)
  registerDealerLists(calls, deps)
  registerDealerOrders(calls, deps)
}

function registerDealerKeys(calls: Calls, { pool, store }: DealerApiDeps): void {
  const list = async ({ actor }: DealerContext) => ({ items: await listKeysOfDealer(pool, actor) })
  handle(calls, listDealerKeys, (_, context) => list(context))
  handle(calls, addDealerKey, async ({ body }, context) => {
    const key = await addKeyOfDealer(pool, context, body)
    return typeof key === 'string' ? { ...(await list(context)), key } : key
  })
  handle(calls, revokeDealerKey, async ({ params }, context) => {
    const outcome = await revokeKeyOfDealer(pool, context, params.id)
    return outcome.ok ? list(context) : outcome
  })
  handle(calls, getDealerInfo, async (_, context) => {
    const { name, scopes, expiresAt } = context.service
    const { dealer, name: user, addresses: scope } = context.actor
    const { addresses } = await loadAddressChoices(pool, { dealerId: dealer.id, scope, remembered: undefined })
    return {
      name,
      scopes: scopes.filter((scope): scope is DealerScope => (dealerScopes as readonly string[]).includes(scope)),
      expiresAt: expiresAt?.toISOString() ?? null,
      dealer: { code: dealer.code, name: dealer.name },
      user,
      branches: branchesFor(context, store.facts()).map((branch) => branch.name),
      addresses: addresses.map(({ id, name: shown, erpCode }) => ({ id, name: shown, erpCode })),
      now: new Date().toISOString(),
    }
  })
}

function registerDealerOrders(calls: Calls, deps: DealerApiDeps): void {
  handle(calls, placeDealerOrder, async ({ body }, context) => {
    const placed = await orderLines(deps, body, context)
    if (!placed.ok) return placed
    return 'requestId' in placed
      ? { approval: await presentApproval(deps.pool, await sentRequest(placed.requestId, context)) }
      : { orderNo: placed.orderNo }
  })
  const sentRequest = async (id: number, { actor }: DealerContext): Promise<PurchaseRow> => {
    const row = await findPurchase(deps.pool, id, actor.dealer.id)
    if (row === undefined) throw new Error(`The request ${id} is not there.`)
    return row
  }
  handle(calls, getDealerApproval, async ({ params: { id } }, context) => {
    const row = await findPurchase(deps.pool, id, context.actor.dealer.id)
    const isSeen = row !== undefined && (await maySee(deps.pool, row, context, new Date()))
    return isSeen ? presentApproval(deps.pool, row) : refuse('purchase_not_found')
  })
  handle(calls, listDealerOrders, ({ query }, context) => answerOf(calls, listOrders, { query }, context))
  handle(calls, getDealerOrder, ({ params }, context) =>
    answerOf(calls, getOrderSummary, { query: { order: params.orderNo } }, context),
  )
  handle(calls, getDealerStatementByKey, ({ query }, context) => answerOf(calls, getStatement, { query }, context))
  handle(calls, listDealerInvoices, ({ query }, { actor }) => listInvoices(deps.pool, actor.dealer.id, query))
}

/** A request as programs read it. */
async function presentApproval(db: Db, row: PurchaseRow): Promise<DealerApproval> {
  const events = row.state === 'refused' ? await loadPurchaseEvents(db, row.id) : []
  return {
    number: row.id,
    state: row.state,
    sentAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    reasons: row.reasons,
    ownOrderNo: row.terms.dealerOrderNo ?? null,
    orderNo: row.order_no,
    refusal: events.findLast(({ step }) => step === 'refused')?.reason ?? '',
  }
}
