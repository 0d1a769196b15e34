import {
  catalogPage,
  catalogPageMax,
  getDealerInfo,
  getDealerOrder,
  getDealerProduct,
  getDealerStatementByKey,
  listDealerOrders,
  listDealerProducts,
  placeDealerOrder,
} from '#contract/integration/dealer-api.ts'
import { type DealerScope, dealerScopes } from '#contract/core/dealer-scopes.ts'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { getOrderSummary, listOrders } from '#contract/shop/orders.ts'
import { addDealerKey, listDealerKeys, revokeDealerKey } from '#contract/shop/dealer-keys.ts'
import { getStatement } from '#contract/shop/statement.ts'
import { findCodes } from '#server/cart/cart.ts'
import { loadCatalogVersion, loadProductBatch, type Selection } from '#server/catalog/catalog.ts'
import { orderLines } from '#server/checkout/checkout.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { branchesFor, type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, type DealerKeyContext, handle } from '#server/visitor/visitor.ts'
import { addKeyOfDealer, listKeysOfDealer, revokeKeyOfDealer } from './manage-keys.ts'
import { presentDealerProduct } from './present-product.ts'

export type DealerApiDeps = { pool: Pool; store: Store; publicUrl: string }

const everything: Selection = { brandIds: null, categoryIds: null, withParents: false, since: null }

/** Registers the calls of dealers' programs, which act as a user of the dealer, and those that manage their keys. */
export function registerDealerApi(calls: Calls, deps: DealerApiDeps): void {
  registerDealerKeys(calls, deps)
  registerDealerCatalog(calls, deps)
  registerDealerOrders(calls, deps)
}

function registerDealerKeys(calls: Calls, { pool, store }: DealerApiDeps): void {
  const list = async ({ actor }: DealerContext) => ({ items: await listKeysOfDealer(pool, actor.dealer.id) })
  handle(calls, listDealerKeys, (_, context) => list(context))
  handle(calls, addDealerKey, async ({ body }, context) => {
    const key = await addKeyOfDealer(pool, context, body)
    return typeof key === 'string' ? { ...(await list(context)), key } : key
  })
  handle(calls, revokeDealerKey, async ({ params }, context) => {
    const outcome = await revokeKeyOfDealer(pool, context, params.id)
    return outcome.ok ? list(context) : outcome
  })
  handle(calls, getDealerInfo, (_, context) => {
    const { name, scopes, expiresAt } = context.service
    const { dealer, name: user } = context.actor
    return {
      name,
      scopes: scopes.filter((scope): scope is DealerScope => (dealerScopes as readonly string[]).includes(scope)),
      expiresAt: expiresAt?.toISOString() ?? null,
      dealer: { code: dealer.code, name: dealer.name },
      user,
      branches: branchesFor(context, store.facts()).map((branch) => branch.name),
      now: new Date().toISOString(),
    }
  })
}

function registerDealerCatalog(calls: Calls, { pool, store, publicUrl }: DealerApiDeps): void {
  handle(calls, listDealerProducts, async ({ query }, context) => {
    const { version, whole } = await loadCatalogVersion(pool)
    const since = query.since === undefined || Number(query.since) < whole ? null : Number(query.since)
    const { items, removed, next } = await loadProductBatch(
      pool,
      viewOf(context, store.facts()),
      { ...everything, since },
      { after: Number(query.cursor ?? 0), limit: limitOf(query.limit) },
    )
    return {
      items: items.map((item) => presentDealerProduct(item, publicUrl)),
      removed,
      cursor: next === null ? null : String(next),
      version: String(version),
      isFull: since === null,
    }
  })

  handle(calls, getDealerProduct, async ({ params: { code } }, context) => {
    const found = (await findCodes(pool, [code.replaceAll('\0', '')])).values().next().value
    if (found === undefined) return refuse('product_not_found')
    // Products with variants are not orderable, so there is no page of the catalog with them.
    const after = { after: found.productId - 1, limit: 1 }
    const { items } = await loadProductBatch(pool, viewOf(context, store.facts()), everything, after)
    const item = items.find(({ product }) => product.id === found.productId)
    return item === undefined ? refuse('product_not_found') : presentDealerProduct(item, publicUrl)
  })
}

function limitOf(typed: string | undefined): number {
  const limit = Number(typed ?? catalogPage)
  return limit < 1 ? catalogPage : Math.min(limit, catalogPageMax)
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
}

/** The answer of the call that the dealer's screen makes: one set of rules for both. */
async function answerOf<E extends Endpoint>(
  calls: Calls,
  { method, path }: E,
  input: { query: unknown },
  context: DealerKeyContext,
): Promise<Reply<E> | Refusal> {
  const answer = await calls.find(method, path)?.run(input, context)
  if (answer === undefined) throw new Error(`The call ${method} ${path} is not registered.`)
  return answer.ok ? (answer.body as Reply<E>) : answer
}
