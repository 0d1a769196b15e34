import { refuse, type Refusal } from '#contract/core/errors.ts'
import { hasPrice } from '#domain/cart/cart.ts'
import type { CartChange, CartProduct, CartRefusal } from '#domain/cart/cart-changes.ts'
import type { StockRule } from '#domain/stock/stock.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { View } from '#server/settings/settings.ts'
import type { CartOwner } from './cart-owner.ts'
import { cartFull, countRemainingLines, withoutHiddenStock } from '#server/cart/guest/guest-rules.ts'
import { linePrice, moneyOf } from './line-price.ts'
import { addIfUnchanged, deleteLine, insertLine, lockCart, updateLine } from './saved-lines.ts'
import { type ChangedProductRow, loadChangedProduct, loadUnlockedProduct } from './changed-product-rows.ts'
import type { LineRow } from './shown-lines.ts'
import { recordShortages, type Shortage, shortageOf } from './stock-shortages.ts'

/**
 * Adds a product to a user's cart in two statements: reads without a lock, lets `decide` apply the rules, and writes if the
 * cart is still as it was read. Otherwise, and where more than one line changes, `changeCart` decides under a lock.
 */
export async function addProduct(
  pool: Pool,
  { userId, productId }: { userId: number; productId: number },
  view: View,
  decide: Decision,
): Promise<LineRow | Refusal> {
  const inTurn = () => changeCart(pool, { owner: userId, productId, isAdding: true }, view, decide)
  const row = await loadUnlockedProduct(pool, { ...view, userId, productId })
  if (row === undefined || !row.is_active) return refuse('product_not_found')
  const change = decide(cartProduct(row, unitPrices(row, view)), stockRuleOf(view))
  if (!change.ok || change.mergedLineId !== undefined) return inTurn()
  const { unitId, quantity } = change
  const line = { productId, unitId, quantity, shownPrice: priceToShow(row, change, view) }
  const id = await addIfUnchanged(pool, userId, row.version, line).catch((error: unknown) => {
    if (isRetryable(error)) return undefined
    throw error
  })
  return id === undefined ? inTurn() : lineRow(id, { ...line, isActive: true })
}

type Decision = (product: CartProduct, rule: StockRule) => CartChange | CartRefusal
type Price = { value: string; currency: string }

/**
 * Changes one product in a cart, in one transaction: loads it, lets `decide` apply the rules, and saves. A refused
 * change leaves no trace.
 */
export async function changeCart(
  pool: Pool,
  target: { owner: CartOwner; productId: number; isAdding: boolean },
  view: View,
  decide: Decision,
): Promise<LineRow | Refusal> {
  let shortage: Shortage | null = null
  const outcome = await transactionOrRefusal(pool, async (db) => {
    const cartId = await lockCart(db, target.owner)
    const row = await loadChangedProduct(db, { ...view, cartId, productId: target.productId })
    if (row === undefined || (target.isAdding && !row.is_active)) {
      return abortTransaction(target.isAdding ? 'product_not_found' : 'line_not_found')
    }
    const prices = unitPrices(row, view)
    const change = decide(cartProduct(row, prices), stockRuleOf(view))
    if (!change.ok) {
      shortage = shortageOf(target.productId, row.stock, change)
      return abortTransaction(withoutHiddenStock(change, view))
    }
    if (change.lineId === undefined && (await countRemainingLines(db, target.owner, cartId)) <= 0)
      return abortTransaction(cartFull())
    const shownPrice = priceToShow(row, change, view)
    return saveChange(db, change, { cartId, productId: target.productId, isActive: row.is_active, shownPrice })
  })
  // After the refused transaction, which leaves no trace.
  if (shortage !== null) await recordShortages(pool, target.owner, [shortage])
  return outcome
}

/** The price that the response shows for the changed line. */
export function priceToShow(row: ChangedProductRow, { unitId, quantity }: CartChange, view: View): Price | null {
  return view.seesPrices ? (priceOfUnit(row, unitId, quantity, view) ?? null) : null
}

export function stockRuleOf({ settings }: Pick<View, 'settings'>): StockRule {
  return { stockInfoStatus: settings.stockInfoStatus, cartStockControl: settings.cartStockControl === '1' }
}

/** The price of one of each unit for this visitor. Units without a convertible price are left out. */
export function unitPrices(row: ChangedProductRow, view: View): Map<number, Price> {
  const prices = new Map<number, Price>()
  for (const { id } of row.units) {
    const price = priceOfUnit(row, id, 1, view)
    if (price !== undefined) prices.set(id, price)
  }
  return prices
}

/** The price of a unit in a line of this quantity; undefined without a convertible one. */
function priceOfUnit(row: ChangedProductRow, unitId: number, quantity: number, view: View): Price | undefined {
  const unit = row.units.find(({ id }) => id === unitId)
  if (unit === undefined) return undefined
  const price = linePrice(moneyOf(unit.sale_value, unit.sale_currency), {
    view,
    goods: row.goods,
    campaign: row.campaign,
    isOwn: unit.is_own === true,
    unit: unit.name,
    multiplier: unit.multiplier,
    defaultMultiplier: row.units.find(({ id }) => id === row.default_unit_id)?.multiplier ?? '1',
    quantity,
  })
  return hasPrice(price, view.currency, view.rates) ? price : undefined
}

export function cartProduct(row: ChangedProductRow, prices: ReadonlyMap<number, Price>): CartProduct {
  return {
    defaultUnitId: row.default_unit_id,
    needsVariant: row.needs_variant,
    stock: row.stock,
    units: row.units.map(({ id, multiplier }) => ({ id, multiplier, hasPrice: prices.has(id) })),
    lines: row.lines.map(({ unit_id, ...line }) => ({ ...line, unitId: unit_id })),
  }
}

async function saveChange(
  db: Db,
  change: CartChange,
  target: { cartId: number; productId: number; isActive: boolean; shownPrice: Price | null },
): Promise<LineRow> {
  const line = { ...target, unitId: change.unitId, quantity: change.quantity }
  if (change.mergedLineId !== undefined) await deleteLine(db, target.cartId, change.mergedLineId)
  if (change.lineId !== undefined) await updateLine(db, change.lineId, line)
  return lineRow(change.lineId ?? (await insertLine(db, line)), line)
}

type WrittenLine = { productId: number; unitId: number; quantity: number; shownPrice: Price | null; isActive: boolean }

function lineRow(id: number, { productId, unitId, quantity, shownPrice, isActive }: WrittenLine): LineRow {
  return {
    id,
    product_id: productId,
    unit_id: unitId,
    quantity,
    seen_value: shownPrice?.value ?? null,
    seen_currency: shownPrice?.currency ?? null,
    is_active: isActive,
  }
}
