import { allocate, type StockPlace } from '#domain/stock/stock.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { writeTogether } from '#server/platform/db/together.ts'
import {
  deductionPart,
  transferHeldInventory,
  lockInventory,
  lockInventoryOf,
  lockInventoryOfOrders,
  type LockedInventoryRow,
  restoreInventory,
  restorePart,
  type StockHolder,
  type StockDeduction,
} from './queries.ts'
import { moveStock } from './product-stock.ts'

/**
 * Public face of stock: stock taken by orders, held by payments and corrected by administrators, and the warehouses.
 */
export { registerWarehouseAdministration } from './administration.ts'
export {
  lockWarehousesShared,
  loadMovements,
  loadWarehouseStock,
  lockWarehouseStock,
  moveStock,
  saveShelf,
} from './product-stock.ts'

export { subtractUnbooked } from './unbooked-stock.ts'
export { correctStock, insertFirstStock, removeEmptyStock, setCountedStock } from './bulk-stock.ts'
export { deductionPart, lockPart } from './queries.ts'
export { insertWarehouse } from './warehouse-rows.ts'

/**
 * The locked stock of a product: its warehouses in the order in which stock is taken from them, and the total in base
 * units.
 */
export type LockedStock = { places: StockPlace[]; total: Decimal }

/**
 * Locks the stock of products. Warehouses of the chosen branch come first, then those with the most stock. Every
 * product has an entry.
 */
export async function lockStock(
  db: Db,
  productIds: readonly number[],
  branchId: number | null,
): Promise<Map<number, LockedStock>> {
  return lockedStocks(productIds, await lockInventory(db, productIds, branchId))
}

/** What `lockPart` has locked of these products. */
export function lockedStocks(
  productIds: readonly number[],
  rows: readonly LockedInventoryRow[],
): Map<number, LockedStock> {
  const byProduct = Map.groupBy(rows, (row) => row.product_id)
  return new Map(productIds.map((id) => [id, lockedStock(byProduct.get(id) ?? [])]))
}

function lockedStock(rows: LockedInventoryRow[]): LockedStock {
  const places = rows
    .toSorted(compareForTaking)
    .map((row) => ({ warehouseId: row.warehouse_id, quantity: row.quantity }))
  return { places, total: places.reduce((sum, { quantity }) => sum.plus(quantity), decimal(0)) }
}

function compareForTaking(a: LockedInventoryRow, b: LockedInventoryRow): number {
  const byBranch = (a.branch_position ?? Number.MAX_SAFE_INTEGER) - (b.branch_position ?? Number.MAX_SAFE_INTEGER)
  return byBranch || decimal(b.quantity).comparedTo(a.quantity) || a.warehouse_id - b.warehouse_id
}

/** Base units of a product that an order needs. */
export type StockDemand = { productId: number; quantity: Decimal }

/** Takes stock locked by `lockStock`. Returns the uncovered quantities (back-orders) by product. */
export async function takeStock(
  db: Db,
  holder: StockHolder,
  demands: readonly StockDemand[],
  locked: ReadonlyMap<number, LockedStock>,
): Promise<Map<number, Decimal>> {
  const { deductions, backOrders } = deduct(demands, locked)
  if (deductions.length > 0) await writeTogether(db, [deductionPart(holder, deductions)])
  return backOrders
}

/** What stock locked by `lockStock` covers, and the uncovered quantities (back-orders) by product. */
type Deducted = { deductions: StockDeduction[]; backOrders: Map<number, Decimal> }

/** Decides from where stock is taken; `deductionPart` takes it. */
export function deduct(demands: readonly StockDemand[], locked: ReadonlyMap<number, LockedStock>): Deducted {
  const deductions: StockDeduction[] = []
  const backOrders = new Map<number, Decimal>()
  for (const { productId, quantity } of demands) {
    const { taken, backOrder } = allocate(quantity, locked.get(productId)?.places ?? [])
    for (const part of taken)
      deductions.push({ productId, warehouseId: part.warehouseId, quantity: part.quantity.toString() })
    if (backOrder.greaterThan(0)) backOrders.set(productId, backOrder)
  }
  return { deductions, backOrders }
}

/** Returns the stock that an order took or a payment holds; idempotent. */
export async function returnStock(db: Db, holder: StockHolder): Promise<void> {
  await lockInventoryOf(db, holder)
  await restoreInventory(db, holder)
}

/**
 * Returns part of the stock that an order took; base units by product. Call it after `lockStock` of these products.
 * Throws if the order did not take that much.
 */
export async function returnPart(db: Db, orderId: number, parts: readonly StockDemand[]): Promise<void> {
  const asked = parts.filter(({ quantity }) => quantity.greaterThan(0))
  if (asked.length === 0) return
  const rows = asked.map(({ productId, quantity }) => ({ productId, quantity: quantity.toFixed(3) }))
  if ((await restorePart(db, orderId, rows)) !== asked.length) {
    throw new Error(`Order ${orderId} did not take the stock that is to be returned.`)
  }
}

/**
 * Like `returnPart`, for goods that are not on their shelves: they leave the stock in the same transaction, as a
 * correction. Call it after `lockStock` of these products.
 */
export async function writeOffPart(db: Db, orderId: number, parts: readonly StockDemand[]): Promise<void> {
  const ids = parts.map(({ productId }) => productId)
  const before = await lockStock(db, ids, null)
  await returnPart(db, orderId, parts)
  const after = await lockStock(db, ids, null)
  for (const productId of ids) {
    for (const { warehouseId, quantity } of after.get(productId)?.places ?? []) {
      const was = before.get(productId)?.places.find((each) => each.warehouseId === warehouseId)?.quantity ?? 0
      const returned = decimal(quantity).minus(was)
      if (returned.greaterThan(0)) await moveStock(db, productId, warehouseId, returned.negated())
    }
  }
}

/** Returns the stock that orders took; idempotent. All rows are locked first, so that two people never deadlock. */
export async function returnStockOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await lockInventoryOfOrders(db, orderIds)
  for (const orderId of orderIds) await restoreInventory(db, { orderId })
}

/** Reassigns the stock held by a payment to an order. Returns the uncovered quantities (back-orders) by product. */
export async function transferHeldStock(
  db: Db,
  paymentId: number,
  orderId: number,
  demands: readonly StockDemand[],
): Promise<Map<number, Decimal>> {
  const rows = await transferHeldInventory(db, paymentId, orderId)
  const held = new Map(rows.map((row) => [row.product_id, row.quantity]))
  const backOrders = demands.map(
    ({ productId, quantity }) => [productId, quantity.minus(held.get(productId) ?? 0)] as const,
  )
  return new Map(backOrders.filter(([, quantity]) => quantity.greaterThan(0)))
}
