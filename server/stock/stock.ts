import { allocate, type StockPlace } from '#domain/stock/stock.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import {
  transferHeldInventory,
  lockInventory,
  lockInventoryOf,
  type LockedInventoryRow,
  reduceInventory,
  restoreInventory,
  type StockHolder,
  type StockDeduction,
} from './queries.ts'

/** Public face of stock: what orders take and payments hold, what goes back, what people correct, and the warehouses that it lies in. */
export { registerWarehouseAdministration } from './administration.ts'
export {
  lockWarehousesShared,
  loadMovements,
  loadWarehouseStock,
  lockWarehouseStock,
  moveStock,
} from './product-stock.ts'

/** The locked stock of a product: its places in the order in which they are taken from, and their sum, in base units. */
export type LockedStock = { places: StockPlace[]; total: Decimal }

/** Locks the stock of products; the chosen branch's warehouses come first, then the fullest. Each product has an entry. */
export async function lockStock(
  db: Db,
  productIds: readonly number[],
  branchId: number | null,
): Promise<Map<number, LockedStock>> {
  const rows = await lockInventory(db, productIds, branchId)
  const byProduct = Map.groupBy(rows, (row) => row.product_id)
  return new Map(productIds.map((id) => [id, lockedStock(byProduct.get(id) ?? [])]))
}

function lockedStock(rows: LockedInventoryRow[]): LockedStock {
  const places = rows.toSorted(byTaking).map((row) => ({ warehouseId: row.warehouse_id, quantity: row.quantity }))
  return { places, total: places.reduce((sum, { quantity }) => sum.plus(quantity), decimal(0)) }
}

function byTaking(a: LockedInventoryRow, b: LockedInventoryRow): number {
  const byBranch = (a.branch_position ?? Number.MAX_SAFE_INTEGER) - (b.branch_position ?? Number.MAX_SAFE_INTEGER)
  return byBranch || decimal(b.quantity).comparedTo(a.quantity) || a.warehouse_id - b.warehouse_id
}

/** Base units of a product that an order wants. */
export type StockDemand = { productId: number; quantity: Decimal }

/**
 * Takes stock from places locked by `lockStock`. What they do not cover is the answer: back-order by product.
 */
export async function takeStock(
  db: Db,
  taker: StockHolder,
  wishes: readonly StockDemand[],
  locked: ReadonlyMap<number, LockedStock>,
): Promise<Map<number, Decimal>> {
  const takings: StockDeduction[] = []
  const backOrders = new Map<number, Decimal>()
  for (const { productId, quantity } of wishes) {
    const { taken, backOrder } = allocate(quantity, locked.get(productId)?.places ?? [])
    for (const part of taken)
      takings.push({ productId, warehouseId: part.warehouseId, quantity: part.quantity.toString() })
    if (backOrder.greaterThan(0)) backOrders.set(productId, backOrder)
  }
  if (takings.length > 0) {
    const taken = await reduceInventory(db, taker, takings)
    if (taken !== takings.length) throw new Error(`${JSON.stringify(taker)}: locked stock fell short.`)
  }
  return backOrders
}

/** Gives back what an order took or a payment holds, once. */
export async function returnStock(db: Db, taker: StockHolder): Promise<void> {
  await lockInventoryOf(db, taker)
  await restoreInventory(db, taker)
}

/** What a payment holds becomes an order's, place by place. What it does not cover is the answer: back-order by product. */
export async function transferHeldStock(
  db: Db,
  paymentId: number,
  orderId: number,
  wishes: readonly StockDemand[],
): Promise<Map<number, Decimal>> {
  const rows = await transferHeldInventory(db, paymentId, orderId)
  const held = new Map(rows.map((row) => [row.product_id, row.quantity]))
  const missing = wishes.map(
    ({ productId, quantity }) => [productId, quantity.minus(held.get(productId) ?? 0)] as const,
  )
  return new Map(missing.filter(([, quantity]) => quantity.greaterThan(0)))
}
