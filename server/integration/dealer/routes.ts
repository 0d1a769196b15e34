import {
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
import { listInvoices } from '#server/statement/statement.ts'
import { branchesFor } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { registerDealerCart } from './cart.ts'
import { registerDealerCatalog } from './catalog.ts'
import { answerOf, type DealerApiDeps } from './dealer-calls.ts'
import { addKeyOfDealer, listKeysOfDealer, revokeKeyOfDealer } from './manage-keys.ts'

/** Registers the calls of dealers' programs, which act as a user of the dealer, and those that manage their keys. */
export function registerDealerApi(calls: Calls, deps: DealerApiDeps): void {
  registerDealerKeys(calls, deps)
  registerDealerCatalog(calls, deps)
  registerDealerCart(calls, deps)
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
    return placed.ok ? { orderNo: placed.orderNo } : placed
  })
  handle(calls, listDealerOrders, ({ query }, context) => answerOf(calls, listOrders, { query }, context))
  handle(calls, getDealerOrder, ({ params }, context) =>
    answerOf(calls, getOrderSummary, { query: { order: params.orderNo } }, context),
  )
  handle(calls, getDealerStatementByKey, ({ query }, context) => answerOf(calls, getStatement, { query }, context))
  handle(calls, listDealerInvoices, ({ query }, { actor }) => listInvoices(deps.pool, actor.dealer.id, query))
}
