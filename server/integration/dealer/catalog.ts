import { createHash } from 'node:crypto'
import {
  catalogPage,
  catalogPageMax,
  getDealerPriceReasons,
  getDealerProduct,
  listDealerPrices,
  listDealerProducts,
  listDealerStock,
} from '#contract/integration/dealer-catalog.ts'
import type { DealerScope } from '#contract/core/dealer-scopes.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { explainPrice } from '#contract/shop/price-reasons.ts'
import { fold } from '#domain/text/text.ts'
import { findCodes } from '#server/cart/cart.ts'
import {
  type BatchProduct,
  loadAttributeLines,
  loadCatalogVersion,
  loadProductBatch,
  type Selection,
} from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { factsFor, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerKeyContext, handle } from '#server/visitor/visitor.ts'
import { answerOf, type DealerApiDeps } from './dealer-calls.ts'
import { presentDealerPrices, presentDealerProduct, presentDealerStock, type Shown } from './present-product.ts'

const everything: Selection = { brandIds: null, categoryIds: null, withParents: false, since: null }

/** Registers the calls by which a dealer's program reads products, prices and stock. */
export function registerDealerCatalog(calls: Calls, deps: DealerApiDeps): void {
  const { pool, store } = deps

  handle(calls, listDealerProducts, ({ query }, context) =>
    pageOf(deps, query, context, (items) => presentProducts(deps, items, context)),
  )
  handle(calls, listDealerPrices, ({ query }, context) =>
    pageOf(deps, query, context, (items) => items.map(presentDealerPrices)),
  )
  handle(calls, listDealerStock, ({ query }, context) =>
    pageOf(deps, query, context, (items) => items.map(presentDealerStock)),
  )

  handle(calls, getDealerProduct, async ({ params: { code } }, context) => {
    const found = (await findCodes(pool, [code.replaceAll('\0', '')])).values().next().value
    if (found === undefined) return refuse('product_not_found')
    // Products with variants are not orderable, so there is no page of the catalog with them.
    const after = { after: found.productId - 1, limit: 1 }
    const { items } = await loadProductBatch(pool, viewOf(context, store.facts()), everything, after)
    const [item] = await presentProducts(
      deps,
      items.filter(({ product }) => product.id === found.productId),
      context,
    )
    return item ?? refuse('product_not_found')
  })

  handle(calls, getDealerPriceReasons, async ({ params: { code }, query: { unit: name = '', quantity } }, context) => {
    const found = (await findCodes(pool, [code.replaceAll('\0', '')])).values().next().value
    if (found === undefined) return refuse('product_not_found')
    const unit = name === '' ? found.unitId : await findUnit(pool, found.productId, name)
    if (unit === undefined) return refuse('unit_not_found')
    // As the address of the page's call has it.
    const query = { product: String(found.productId), ...(unit !== null && { unit: String(unit) }), quantity }
    return answerOf(calls, explainPrice, { query }, context)
  })
}

async function presentProducts(
  { pool, publicUrl }: DealerApiDeps,
  items: readonly BatchProduct[],
  context: DealerKeyContext,
): Promise<Reply<typeof listDealerProducts>['items']> {
  const ids = items.map(({ product }) => product.id)
  const lines = await loadAttributeLines(pool, ids, context.locale)
  const shown = shownBy(context)
  return items.map((item) => presentDealerProduct(item, publicUrl, shown, lines.get(item.product.id) ?? []))
}

async function findUnit(db: Db, productId: number, name: string): Promise<number | undefined> {
  const units = await db.query<{ id: number; name: string }>(
    'SELECT id, name FROM product_units WHERE product_id = $1 ORDER BY position, id',
    [productId],
    'dealer_api_units',
  )
  return units.find((unit) => fold(unit.name) === fold(name))?.id
}

function shownBy({ service: { scopes } }: DealerKeyContext): Shown {
  const has = (scope: DealerScope) => scopes.includes(scope)
  return { hasPrices: has('prices:read'), hasStock: has('stock:read') }
}

async function pageOf<Item>(
  { pool, store, publicUrl }: DealerApiDeps,
  query: NonNullable<Input<typeof listDealerProducts>['query']>,
  context: DealerKeyContext,
  present: (items: readonly BatchProduct[]) => Item[] | Promise<Item[]>,
) {
  const facts = store.facts()
  // Before the products: a change in between has a version of its own.
  const { version, whole } = await loadCatalogVersion(pool)
  const { priceListId, discount } = context.actor.dealer
  const terms = createHash('sha256')
    .update(JSON.stringify([factsFor(context, facts).stamp, priceListId, discount, publicUrl]))
    .digest('hex')
    .slice(0, 16)
  const since = sinceOf(query.since, { terms, whole })
  const limit = Number(query.limit ?? catalogPage)
  const { items, removed, next } = await loadProductBatch(
    pool,
    viewOf(context, facts),
    { ...everything, since },
    { after: Number(query.cursor ?? 0), limit: limit < 1 ? catalogPage : Math.min(limit, catalogPageMax) },
  )
  return {
    items: await present(items),
    removed,
    cursor: next === null ? null : String(next),
    version: `${version.toString(36)}-${terms}`,
    isFull: since === null,
  }
}

/** The version after which products changed; null for all products, also after the conditions changed. */
function sinceOf(text: string | undefined, { terms, whole }: { terms: string; whole: number }): number | null {
  const [, digits = '', hash] = /^([0-9a-z]{1,11})-([0-9a-f]{16})$/.exec(text ?? '') ?? []
  const version = Number.parseInt(digits, 36)
  return hash === terms && version >= whole ? version : null
}
