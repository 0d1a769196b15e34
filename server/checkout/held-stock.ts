import type { Refusal } from '#contract/core/errors.ts'
import type { Decimal } from '#domain/money/money.ts'
import { findShortage } from '#domain/orders/order.ts'
import type { StockRule } from '#domain/stock/stock.ts'
import { replaceAllAttempts, replaceAttempts, transitionHeldStock } from '#server/payments/payments.ts'
import {
  forceUses,
  type PromotionUse,
  recordUses,
  returnUses,
  takeUses,
  transferUses,
} from '#server/promotions/promotions.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transferHeldStock, lockStock, returnStock, takeStock } from '#server/stock/stock.ts'
import { type DraftLine, stockDemands } from './order-draft.ts'

/** The payment intent of a cart. */
export const cartIntent = (cartId: number): string => `cart:${cartId}`

/** What a payment holds stock and uses of promotions for. */
export type StockOrder = {
  lines: readonly DraftLine[]
  branchId: number | null
  dealerId: number
  /** Missing in payments that were started before there were promotions. */
  uses?: readonly PromotionUse[] | undefined
}

/** Takes stock and uses for a payment as the order itself would. Returns the refusal if there are not enough of them. */
export async function holdStock(
  db: Db,
  paymentId: number,
  { lines, branchId, dealerId, uses = [] }: StockOrder,
  rule: StockRule,
): Promise<Refusal | null> {
  const taken = await takeUses(db, dealerId, uses)
  if (taken !== null) return taken
  const demands = stockDemands(lines)
  const productIds = demands.map(({ productId }) => productId)
  const stock = await lockStock(db, productIds, branchId)
  const shortage = findShortage(demands, (id) => stock.get(id)?.total ?? 0, rule)
  if (shortage !== null) return shortage
  if (await transitionHeldStock(db, paymentId, 'none', 'held')) await takeStock(db, { paymentId }, demands, stock)
  await recordUses(db, { paymentId }, dealerId, uses)
  return null
}

/** Returns the stock and the uses that a payment holds, at most once. */
export async function releaseHeld(db: Db, paymentId: number): Promise<void> {
  if (!(await transitionHeldStock(db, paymentId, 'held', 'released'))) return
  await returnUses(db, { paymentId })
  await returnStock(db, { paymentId })
}

/** Ends all payment attempts of the cart but `except`: they hold no stock and no uses, and cannot become orders. */
export async function replaceCartAttempts(db: Db, cartId: number, except: number): Promise<void> {
  await returnHeld(db, await replaceAttempts(db, cartIntent(cartId), except))
}

/** Ends all payment attempts of a cart that is ordered. Returns false if one of them is pending, and then changes nothing. */
export async function endCartAttempts(db: Db, cartId: number): Promise<boolean> {
  const replaced = await replaceAllAttempts(db, cartIntent(cartId))
  if (replaced !== null) await returnHeld(db, replaced)
  return replaced !== null
}

async function returnHeld(db: Db, replaced: readonly number[]): Promise<void> {
  for (const paymentId of replaced) await returnUses(db, { paymentId })
  for (const paymentId of replaced) await returnStock(db, { paymentId })
}

export type UsedStock = {
  backOrders: ReadonlyMap<number, Decimal>
  /** The stock was returned before the payment was confirmed, and no longer covers the order. */
  isShort: boolean
}

/** Assigns uses to the order: those that the payment holds, or else new ones, since a paid order is never refused. */
export async function keepUses(
  db: Db,
  paymentId: number,
  orderId: number,
  { dealerId, uses = [] }: Pick<StockOrder, 'dealerId' | 'uses'>,
): Promise<void> {
  if (uses.length === 0 || (await transferUses(db, paymentId, orderId))) return
  await recordUses(db, { orderId }, dealerId, await forceUses(db, dealerId, uses))
}

/** Assigns stock to the order: the stock that the payment holds, or else what is available now. */
export async function useStock(db: Db, paymentId: number, orderId: number, order: StockOrder): Promise<UsedStock> {
  const demands = stockDemands(order.lines)
  if (await transitionHeldStock(db, paymentId, 'held', 'used')) {
    return { backOrders: await transferHeldStock(db, paymentId, orderId, demands), isShort: false }
  }
  const productIds = demands.map(({ productId }) => productId)
  const stock = await lockStock(db, productIds, order.branchId)
  const backOrders = await takeStock(db, { orderId }, demands, stock)
  await transitionHeldStock(db, paymentId, 'released', 'used')
  return { backOrders, isShort: backOrders.size > 0 }
}
