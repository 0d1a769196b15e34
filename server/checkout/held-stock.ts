import type { Refusal } from '#contract/core/errors.ts'
import type { Decimal } from '#domain/money/money.ts'
import { findShortage } from '#domain/orders/order.ts'
import type { StockRule } from '#domain/stock/stock.ts'
import { transitionHeldStock, replaceAttempts } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transferHeldStock, lockStock, returnStock, takeStock } from '#server/stock/stock.ts'
import { type DraftLine, stockDemands } from './order-draft.ts'

/** What payments call the paying of a cart. */
export const cartIntent = (cartId: number): string => `cart:${cartId}`

export type Holding = { lines: readonly DraftLine[]; branchId: number | null }

/** Takes the stock of an order that is being paid for, as the order itself would; or why it cannot. */
export async function holdStock(
  db: Db,
  paymentId: number,
  { lines, branchId }: Holding,
  rule: StockRule,
): Promise<Refusal | null> {
  const wishes = stockDemands(lines)
  const productIds = wishes.map(({ productId }) => productId)
  const stock = await lockStock(db, productIds, branchId)
  const shortage = findShortage(wishes, (id) => stock.get(id)?.total ?? 0, rule)
  if (shortage !== null) return shortage
  if (await transitionHeldStock(db, paymentId, 'none', 'held')) await takeStock(db, { paymentId }, wishes, stock)
  return null
}

/** Gives back what a payment holds, once. */
export async function releaseHeld(db: Db, paymentId: number): Promise<void> {
  if (await transitionHeldStock(db, paymentId, 'held', 'released')) await returnStock(db, { paymentId })
}

/** The cart is ordered otherwise than by these attempts: none of them holds stock any more, or becomes an order. */
export async function replaceCartAttempts(db: Db, cartId: number, except: number | null): Promise<void> {
  for (const paymentId of await replaceAttempts(db, cartIntent(cartId), except)) await returnStock(db, { paymentId })
}

export type UsedStock = {
  backOrders: ReadonlyMap<number, Decimal>
  /** The stock had gone back before the money came, and does not cover the order any more. */
  isShort: boolean
}

/** Makes stock the order's: what the payment holds, else what there still is. */
export async function useStock(db: Db, paymentId: number, orderId: number, holding: Holding): Promise<UsedStock> {
  const wishes = stockDemands(holding.lines)
  if (await transitionHeldStock(db, paymentId, 'held', 'used')) {
    return { backOrders: await transferHeldStock(db, paymentId, orderId, wishes), isShort: false }
  }
  const productIds = wishes.map(({ productId }) => productId)
  const stock = await lockStock(db, productIds, holding.branchId)
  const backOrders = await takeStock(db, { orderId }, wishes, stock)
  await transitionHeldStock(db, paymentId, 'released', 'used')
  return { backOrders, isShort: backOrders.size > 0 }
}
