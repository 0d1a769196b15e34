import { lineAmount } from '#domain/cart/cart.ts'
import { type PriceStep, priceOf } from '#domain/pricing/price-steps.ts'
import { unitPriceSteps } from '#domain/pricing/unit-price.ts'
import { roundMoney } from '#domain/money/money.ts'
import { allocate } from '#domain/stock/stock.ts'
import type { Draft } from '#demo/catalog/draft.ts'
import type { Random } from '#demo/random.ts'
import { demoRates } from '#demo/rates.ts'

/** A product as an order copies it, with its remaining stock in each warehouse. */
export type OrderedProduct = {
  id: number
  code: string
  name: string
  brand: string
  model: string
  image: string | null
  taxRate: number
  currency: string
  units: readonly { id: number; name: string; multiplier: number; price: number | null }[]
  stock: { warehouseId: number; quantity: number }[]
}

type Ids = { product: number; firstUnit: number; warehouses: readonly number[] }

export function orderedProduct(draft: Draft, ids: Ids): OrderedProduct {
  return {
    id: ids.product,
    code: draft.code,
    name: draft.name,
    brand: draft.brand.name,
    model: draft.model,
    image: draft.images[0] ?? null,
    // 20 % is the default tax rate of the store.
    taxRate: draft.taxRate ?? 20,
    currency: draft.currency,
    units: draft.units.map(({ name, multiplier, sale }, i) => ({
      id: ids.firstUnit + i,
      name,
      multiplier,
      price: sale,
    })),
    stock: draft.stock.map((quantity, i) => ({ warehouseId: ids.warehouses[i] ?? 0, quantity })),
  }
}

export type OrderLine = {
  product: OrderedProduct
  unit: OrderedProduct['units'][number]
  quantity: number
  price: { value: string; currency: string }
  /** From the list price to the price. */
  steps: PriceStep[]
  taxRate: number
  amount: string
  taken: { warehouseId: number; quantity: number }[]
}

/** Takes a quantity of a product for an order, at most the available stock; undefined if there is too little. */
export function drawLine(
  product: OrderedProduct,
  discount: number,
  random: Random,
  mostUnits = 8,
): OrderLine | undefined {
  const priced = product.units.filter(({ price }) => price !== null && price > 0)
  const unit = random.chance(0.7) ? priced[0] : random.pick(priced)
  const left = product.stock.reduce((sum, { quantity }) => sum + quantity, 0)
  if (!unit?.price) return undefined
  const quantity = Math.min(random.whole(1, mostUnits), Math.floor(left / unit.multiplier / 3))
  if (quantity < 1) return undefined
  const kept = { value: unit.price, currency: product.currency }
  const ratio = { multiplier: unit.multiplier, defaultMultiplier: unit.multiplier }
  const steps = unitPriceSteps(kept, { ...ratio, isOwn: true, discount, campaign: null })
  const price = priceOf(steps)
  if (price === undefined) return undefined
  const { taken } = allocate(quantity * unit.multiplier, product.stock)
  const parts = taken.map((part) => ({ warehouseId: part.warehouseId, quantity: part.quantity.toNumber() }))
  for (const part of parts) {
    const place = product.stock.find(({ warehouseId }) => warehouseId === part.warehouseId)
    if (place) place.quantity -= part.quantity
  }
  const amount = roundMoney(lineAmount({ price, quantity, taxRate: product.taxRate }, 'TRY', demoRates)).toString()
  return { product, unit, quantity, price, steps, taxRate: product.taxRate, amount, taken: parts }
}

/** Returns the stock of a cancelled order. */
export function returnStock(line: OrderLine): void {
  for (const part of line.taken) {
    const place = line.product.stock.find(({ warehouseId }) => warehouseId === part.warehouseId)
    if (place) place.quantity += part.quantity
  }
}
