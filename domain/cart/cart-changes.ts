import { heldBaseUnits, type HeldLine } from './cart.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { quantityMax } from './quantity.ts'
import { isStockExact, largestQuantity, stockOffset, type StockRule, stockSuffices } from '#domain/stock/stock.ts'

/** The product data that a cart change needs. Stock and multipliers in base units. */
export type CartProduct = {
  defaultUnitId: number | null
  /** A product with variants of which none is chosen. */
  needsVariant: boolean
  stock: number | string
  units: readonly { id: number; multiplier: number | string; hasPrice: boolean }[]
  /** Lines of this product in the cart. */
  lines: readonly HeldLine[]
}

type CartRefusalCode =
  | 'variant_not_chosen'
  | 'no_default_unit'
  | 'unit_not_found'
  | 'price_unknown'
  | 'quantity_invalid'
  | 'insufficient_stock'
  | 'line_not_found'
  | 'line_ambiguous'

/**
 * Facts of a shortage: see `shortageFacts`; `fits`: whole units that can be added, or that a changed line can have;
 * `left`: the same in whole base units.
 */
export type CartRefusal = { ok: false; code: CartRefusalCode; facts?: Record<string, number> }

/** The state after a change: one line (new without `lineId`), and the line merged into it. */
export type CartChange = { ok: true; lineId?: number; unitId: number; quantity: number; mergedLineId?: number }

/** The maximum number of base units that the stock columns hold. */
const baseUnitsMax = decimal(99_999_999_999)

/**
 * Adds a product (catalogue, section 5): the same unit increases its line, another unit gets a new line. The quantity
 * is a whole number from 1 to 1,000,000.
 */
export function addToCart(
  product: CartProduct,
  wanted: { unitId: number; quantity: number },
  rule: StockRule,
): CartChange | CartRefusal {
  if (product.needsVariant) return refuse('variant_not_chosen')
  if (product.defaultUnitId === null) return refuse('no_default_unit')
  const line = product.lines.find(({ unitId }) => unitId === wanted.unitId)
  const quantity = wanted.quantity + (line?.quantity ?? 0)
  const after = { unitId: wanted.unitId, quantity, ...(line && { lineId: line.id }) }
  return growthRefusal(product, after, rule, line?.quantity) ?? { ok: true, ...after }
}

export type LineEdit = { quantity: number } | { addQuantity: number } | { unit: number }

/**
 * Changes a line. `unitId` selects it when the product has two lines. A change that does not increase the base units
 * held is never rejected for stock or price: a cart whose stock is gone can always be reduced.
 */
export function changeLine(
  product: CartProduct,
  unitId: number | undefined,
  edit: LineEdit,
  rule: StockRule,
): CartChange | CartRefusal {
  const named = unitId === undefined ? product.lines : product.lines.filter((line) => line.unitId === unitId)
  const [line, second] = named
  if (line === undefined) return refuse('line_not_found')
  if (second !== undefined) return refuse('line_ambiguous')
  if ('unit' in edit) return changeUnit(product, line, edit.unit, rule)
  const quantity = 'quantity' in edit ? edit.quantity : line.quantity + edit.addQuantity
  const after = { lineId: line.id, unitId: line.unitId, quantity }
  if (quantity <= line.quantity) return { ok: true, ...after }
  return growthRefusal(product, after, rule) ?? { ok: true, ...after }
}

/** Merges the line into the existing line of the new unit, if there is one (decisions, "Cart, stock, orders"). */
function changeUnit(product: CartProduct, line: HeldLine, unitId: number, rule: StockRule): CartChange | CartRefusal {
  const unit = product.units.find(({ id }) => id === unitId)
  if (unit === undefined) return refuse('unit_not_found')
  if (unitId === line.unitId) return { ok: true, lineId: line.id, unitId, quantity: line.quantity }
  const target = product.lines.find((other) => other.unitId === unitId)
  const after: Omit<CartChange, 'ok'> =
    target === undefined
      ? { lineId: line.id, unitId, quantity: line.quantity }
      : { lineId: target.id, unitId, quantity: target.quantity + line.quantity, mergedLineId: line.id }
  if (!unit.hasPrice) return refuse('price_unknown')
  if (after.quantity > quantityMax) return refuse('quantity_invalid')
  const isGrowing = decimal(unit.multiplier).greaterThan(line.multiplier)
  return (isGrowing ? growthRefusal(product, after, rule) : null) ?? { ok: true, ...after }
}

/**
 * The reason why a line must not grow to this state, or null. `kept` is the part of its quantity that it already has.
 */
function growthRefusal(
  product: CartProduct,
  after: Omit<CartChange, 'ok'>,
  rule: StockRule,
  kept = 0,
): CartRefusal | null {
  const unit = product.units.find(({ id }) => id === after.unitId)
  if (unit === undefined) return refuse('unit_not_found')
  if (!unit.hasPrice) return refuse('price_unknown')
  if (after.quantity > quantityMax) return refuse('quantity_invalid')
  const others = product.lines.filter(({ id }) => id !== after.lineId && id !== after.mergedLineId)
  const held = heldBaseUnits(others)
  const requested = decimal(unit.multiplier).times(after.quantity)
  if (requested.plus(held).greaterThan(baseUnitsMax)) return refuse('quantity_invalid')
  if (stockSuffices(requested, held, product.stock, rule)) return null
  const facts = shortageFacts(requested.plus(held), product.stock, rule)
  if (!isStockExact(rule.stockInfoStatus)) return refuse('insufficient_stock', facts)
  const keptBase = decimal(unit.multiplier).times(kept)
  const fits = Math.max(0, largestQuantity(unit.multiplier, held, product.stock, rule) - kept)
  const left = largestQuantity(1, held.plus(keptBase), product.stock, rule)
  return refuse('insufficient_stock', { ...facts, fits, left })
}

/** `amount`: total base units requested. `available`: base units in stock, only where the store shows exact stock. */
export function shortageFacts(wanted: Decimal, stock: number | string, rule: StockRule): Record<string, number> {
  const amount = wanted.toNumber()
  if (!isStockExact(rule.stockInfoStatus)) return { amount }
  const available = decimal(stock).plus(stockOffset(rule.stockInfoStatus)).toNumber()
  return { amount, available: Math.max(0, available) }
}

function refuse(code: CartRefusalCode, facts?: Record<string, number>): CartRefusal {
  return facts === undefined ? { ok: false, code } : { ok: false, code, facts }
}
