import { decimal } from '#domain/money/money.ts'
import { priceOf, type PriceMove, type PriceStep } from '#domain/pricing/price-steps.ts'
import { applyPromotions, type PromotedCart } from '#domain/promotions/apply-promotions.ts'
import type { PromotableLine } from '#domain/promotions/cart-part.ts'
import { createPromotionBook } from '#domain/promotions/promotion-book.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import type { OracleCartLine, OracleFacts, OraclePromotion, OracleResult } from './promotion-facts.ts'

/** The same facts in the program, and its result in the oracle's form. */
export function enginePromotions(facts: OracleFacts): { result: OracleResult; cart: PromotedCart } {
  const { products, lines, promotions } = facts
  const book = createPromotionBook(promotions.map(promotionOf), new Map(), 1)
  const bought = (id: number) =>
    lines.filter(({ product }) => product === id).reduce((sum, { size, quantity }) => sum + size * quantity, 0)
  const cart = applyPromotions(
    lines.map((line, index) => promotable(line, index, facts)),
    {
      promotions: book.of(null, '2026-03-15'),
      coupons: new Set(),
      remaining: ({ id }) => promotions.find((promotion) => promotion.id === id)!.left,
      available: new Map(products.map(({ id, stock }) => [id, Math.max(0, stock - bought(id))])),
      rates: {},
    },
  )
  return {
    cart,
    result: {
      lines: cart.parts
        .map(({ index, quantity, steps }) => {
          return `${lines[index]!.unit} ${quantity} ${decimal(priceOf(steps)!.value).toFixed(4)}`
        })
        .toSorted(),
      free: cart.free
        .filter(({ quantity }) => quantity > 0)
        .map(({ promotion, productId, quantity }) => `${promotion.id} ${productId} ${quantity}`)
        .toSorted(),
      uses: Object.fromEntries(cart.applied.map(({ promotion, uses }) => [promotion.id, uses])),
    },
  }
}

function promotable(line: OracleCartLine, index: number, { products }: OracleFacts): PromotableLine {
  const { product, unit, size, quantity, price, floor } = line
  const brandId = products.find(({ id }) => id === product)!.brand
  const start: PriceStep[] = [{ kind: 'list', value: price, currency: 'TRY' }]
  const rule = { id: 1, name: 'Taban' }
  const moves: PriceMove[] =
    floor === null ? [] : [{ kind: 'floor', rule, fixed: { value: floor, currency: 'TRY' }, chain: null }]
  return {
    index,
    goods: { id: product, parentId: null, brandId, categoryId: null },
    unitId: unit,
    quantity,
    defaultUnits: String(size),
    price: { start, moves },
  }
}

export function promotionOf(promotion: OraclePromotion): Promotion {
  const { id, priority, combines, covers } = promotion
  const base = {
    id,
    code: `P${id}`,
    name: { tr: `Promosyon ${id}`, en: `Promotion ${id}` },
    dealerId: null,
    groupId: null,
    region: null,
    productId: covers !== null && 'product' in covers ? covers.product : null,
    brandId: covers !== null && 'brand' in covers ? covers.brand : null,
    categoryId: null,
    startsOn: null,
    endsOn: null,
    priority,
    combines,
    needsCoupon: false,
    totalQuota: null,
    dealerQuota: null,
    orderLimit: null,
    revision: '1',
  }
  if (promotion.kind === 'free_goods') {
    const { buy, free, gift } = promotion
    return { ...base, kind: 'free_goods', buy: String(buy), free, freeProductId: gift }
  }
  if (promotion.kind === 'basket_step') {
    const steps = promotion.steps.map((step) => ({ ...step, freeDelivery: step.percent === null }))
    return { ...base, kind: 'basket_step', currency: 'TRY', steps }
  }
  const parts = promotion.parts.map(({ product, unit, quantity }) => ({ productId: product, unitId: unit, quantity }))
  return { ...base, kind: 'bundle', price: { value: promotion.price, currency: 'TRY' }, parts }
}
