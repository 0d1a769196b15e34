import {
  type AdminBackOrder,
  adminBackOrderSorts,
  fillBackOrders,
  listBackOrders,
} from '#contract/admin/back-orders.ts'
import { refuse } from '#contract/core/errors.ts'
import {
  type BackOrder,
  backOrdersMax,
  getBackOrders,
  getStockWatch,
  setStockWatch,
  type StockWatch,
} from '#contract/shop/back-orders.ts'
import type { Product } from '#contract/shop/product.ts'
import { writeAuditEntries } from '#server/audit/audit.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { fill, planAll } from './fill.ts'
import {
  type BackOrderRow,
  countBackOrders,
  type DealersBackOrderRow,
  loadBackOrders,
  loadDealersBackOrders,
} from './rows.ts'
import { isWatching, loadWatches, saveWatch, type WatchRow } from './watches.ts'

type Deps = { pool: Pool; store: Store }

export function registerBackOrders(calls: Calls, { pool, store }: Deps): void {
  handle(calls, listBackOrders, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const sort = adminBackOrderSorts.find((each) => each === query.sort) ?? 'date'
    const ready = query.ready === '1' ? ('1' as const) : null
    const planned = await planAll(pool)
    const units = new Map(planned.map(({ line, units }) => [`${line.order_id} ${line.line_no}`, units]))
    const only = planned.map(({ line }) => ({ orderId: line.order_id, lineNo: line.line_no }))
    const texts = { q: cleanText(query.q), dealer: cleanText(query.dealer) }
    const filter = { ...texts, only: ready === null ? null : only }
    const [total, rows] = await Promise.all([
      countBackOrders(pool, filter),
      loadBackOrders(pool, filter, { sort, limit, offset: (page - 1) * limit }),
    ])
    return {
      items: rows.map((row) => presentBackOrder(row, units.get(`${row.order_id} ${row.line_no}`) ?? 0)),
      total,
      page,
      pages: Math.max(1, Math.ceil(total / limit)),
      limit,
      ...texts,
      ready,
      sort,
      readyCount: planned.length,
    }
  })

  handle(calls, fillBackOrders, async ({ body: { lines } }, context) => {
    const actor = { kind: 'staff' as const, userId: context.actor.userId }
    const { filled, orders, isMore } = await transaction(pool, async (db) => {
      const result = await fill(db, { lines, actor })
      const entries = result.orders.map(({ orderNo, lines: after }) => {
        return { action: 'change' as const, noun: 'order' as const, id: orderNo, after: { backOrders: after } }
      })
      await writeAuditEntries(db, context, entries)
      return result
    })
    return filled === 0 ? refuse('back_orders_nothing') : { filled, orders: orders.length, isMore }
  })

  handle(calls, getBackOrders, async (_input, context) => {
    const { dealer, userId, addresses } = context.actor
    const [lines, watches] = await Promise.all([
      loadDealersBackOrders(pool, { dealerId: dealer.id, addresses }, backOrdersMax + 1),
      loadWatches(pool, userId),
    ])
    const ids = new Set([...lines, ...watches].flatMap(({ product_id }) => product_id ?? []))
    const products = await loadProducts(pool, [...ids], viewOf(context, store.facts()))
    return {
      lines: lines.slice(0, backOrdersMax).map((row) => presentDealersLine(row, products)),
      isMore: lines.length > backOrdersMax,
      watches: watches.flatMap((row) => presentWatch(row, products)),
    }
  })

  handle(calls, getStockWatch, async ({ params }, { actor }) => ({
    isWatched: await isWatching(pool, actor.userId, params.id),
  }))

  handle(calls, setStockWatch, ({ body }, context) =>
    saveWatch(pool, { userId: context.actor.userId, view: viewOf(context, store.facts()) }, body),
  )
}

function presentBackOrder(row: BackOrderRow, ready: number): AdminBackOrder {
  const { order_id: orderId, line_no: lineNo, order_no: orderNo, dealer_code: dealerCode, product_id: productId } = row
  const { state, dealer, code, name, unit } = row
  const shown = { orderId, lineNo, orderNo, state, dealer, dealerCode, productId, code, name, unit }
  const figures = { waiting: row.back_ordered, stock: Number(row.stock), ready }
  return { ...shown, ...figures, date: row.created_at.toISOString() }
}

function presentDealersLine(row: DealersBackOrderRow, products: ReadonlyMap<number, Product>): BackOrder {
  const { order_no: orderNo, line_no: lineNo, code, name, unit, quantity, back_ordered: waiting } = row
  const product = products.get(row.product_id ?? 0)
  const shown = { url: product?.url ?? null, image: product?.image ?? null }
  return { orderNo, lineNo, code, name, unit, quantity, waiting, ...shown, date: row.created_at.toISOString() }
}

/** Products that the shop does not sell any more are left out. */
function presentWatch(row: WatchRow, products: ReadonlyMap<number, Product>): StockWatch[] {
  const product = products.get(row.product_id)
  if (product === undefined) return []
  const { id: productId, code, name, url, image } = product
  const dates = { since: row.created_at.toISOString(), arrivedAt: row.notified_at?.toISOString() ?? null }
  return [{ productId, code, name, url, image, ...dates }]
}
