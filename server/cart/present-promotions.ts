import type { CartPromotions, PromotionHint } from '#contract/shop/promotions.ts'
import { lineAmount } from '#domain/cart/cart.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'
import { priceOf, type PriceStep } from '#domain/pricing/price-steps.ts'
import type { PromotionHint as Hint } from '#domain/promotions/cart-part.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { lineSteps } from './line-price.ts'
import type { PromotedLine, PromotedLines } from './promoted-cart.ts'
import type { OrderLineRow } from './order-line-rows.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'

type NamedUnit = { code: string; name: string; unit: string }

/** What promotions do to a cart, for its owner. `subtotal`: with promotions, rounded; undefined where prices are hidden. */
export async function presentPromotions(
  db: Db,
  promoted: PromotedLines,
  rows: readonly OrderLineRow[],
  { view, subtotal }: { view: View; subtotal: Decimal | undefined },
): Promise<CartPromotions> {
  const nameOf = ({ name }: Promotion) => name[view.locale]
  const units = await loadUnits(db, promoted.hints)
  const amounts = subtotal === undefined ? null : amountsOf(promoted, rows, view, subtotal)
  return {
    mark: promoted.mark,
    ...(amounts !== null && { before: amounts.before.toNumber() }),
    applied: promoted.applied.map(({ promotion, uses }) => ({
      id: promotion.id,
      name: nameOf(promotion),
      kind: promotion.kind,
      uses,
      ...(amounts !== null && { amount: amounts.of.get(promotion.id)?.toNumber() ?? 0 }),
    })),
    free: promoted.free.flatMap(({ promotion, productId, quantity, missing, row }) =>
      row === undefined ? [] : [{ productId, promotion: nameOf(promotion), quantity, missing, ...namedOf(row) }],
    ),
    hints: promoted.hints.flatMap((hint) => presentHint(hint, { view, units, free: promoted.goods })),
    coupons: promoted.coupons.flatMap(({ code, promotion_id: id }) => {
      const promotion = view.promotions.all.find((each) => each.id === id)
      return promotion === undefined ? [] : [{ code, promotion: nameOf(promotion), state: couponState(promoted, id) }]
    }),
    takesCoupons: view.promotions.all.some(({ needsCoupon }) => needsCoupon),
    freeDelivery: promoted.freeDelivery,
  }
}

function couponState({ applied, withoutEffect }: PromotedLines, promotionId: number) {
  if (applied.some(({ promotion }) => promotion.id === promotionId)) return 'applied'
  return withoutEffect.some(({ id }) => id === promotionId) ? 'no_effect' : 'waiting'
}

const namedOf = ({ code, name, unit }: OrderLineRow): NamedUnit => ({ code, name, unit })

type HintTerms = {
  view: View
  units: ReadonlyMap<number, NamedUnit>
  free: ReadonlyMap<number, OrderLineRow>
}

function presentHint(hint: Hint, { view, units, free }: HintTerms): PromotionHint[] {
  const promotion = hint.promotion.name[view.locale]
  if (hint.kind === 'missing_parts') {
    const parts = hint.parts.flatMap(({ unitId, quantity }) => {
      const named = units.get(unitId)
      return named === undefined ? [] : [{ ...named, quantity }]
    })
    return [{ kind: 'missing_parts', promotion, parts }]
  }
  if (hint.kind === 'more_amount') {
    const { missing, currency, percent, freeDelivery } = hint
    // An amount would reveal prices.
    if (!view.seesPrices) return []
    const share = percent === null ? null : Number(percent)
    return [{ kind: 'more_amount', promotion, missing: Number(missing), currency, percent: share, freeDelivery }]
  }
  const giver = hint.promotion.kind === 'free_goods' ? hint.promotion.freeProductId : null
  const product = hint.productId === null ? undefined : free.get(hint.productId)
  const given = giver === null ? undefined : free.get(giver)
  if (giver !== null && given === undefined) return []
  return [
    {
      kind: 'more_units',
      promotion,
      product: product === undefined ? null : namedOf(product),
      missing: Number(hint.missing),
      free: hint.free,
      freeProduct: given === undefined ? null : namedOf(given),
    },
  ]
}

async function loadUnits(db: Db, hints: readonly Hint[]): Promise<Map<number, NamedUnit>> {
  const ids = hints.flatMap((hint) => (hint.kind === 'missing_parts' ? hint.parts.map(({ unitId }) => unitId) : []))
  if (ids.length === 0) return new Map()
  const rows = await db.query<NamedUnit & { id: number }>(
    `SELECT u.id, p.code, p.name, u.name AS unit FROM product_units u JOIN products p ON p.id = u.product_id
      WHERE u.id = ANY (${unseenArray('$1', 'integer')})`,
    [ids],
    'cart_hint_units',
  )
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}

/** The subtotal without promotions, and what each takes off: rounded, and adding up. */
function amountsOf(
  { lines, applied }: PromotedLines,
  rows: readonly OrderLineRow[],
  view: View,
  subtotal: Decimal,
): { before: Decimal; of: Map<number, Decimal> } {
  const regular = rows.map((row) => amountIn(view, priceOf(lineSteps(row, view)), row.quantity))
  const before = roundMoney(regular.reduce((sum, amount) => sum.plus(amount), decimal(0)))
  const exact = new Map<number, Decimal>()
  for (const line of lines) {
    for (const [id, amount] of sharesOf(line, view)) exact.set(id, (exact.get(id) ?? decimal(0)).plus(amount))
  }
  const ids = applied.map(({ promotion }) => promotion.id).filter((id) => exact.get(id)?.isZero() === false)
  let left = before.minus(subtotal)
  const of = new Map<number, Decimal>()
  for (const [i, id] of ids.entries()) {
    const amount = i === ids.length - 1 ? left : roundMoney(exact.get(id)!)
    of.set(id, amount)
    left = left.minus(amount)
  }
  return { before, of }
}

function amountIn(view: View, price: { value: string; currency: string } | undefined, quantity: number): Decimal {
  if (price === undefined) return decimal(0)
  return lineAmount({ price, quantity, taxRate: 0 }, view.currency, view.rates)
}

/** What each promotion takes off a line: what it costs less in all, shared by what each step takes. */
function sharesOf({ row, steps, isFree }: PromotedLine, view: View): (readonly [number, Decimal])[] {
  if (isFree) return []
  const whole = amountIn(view, priceOf(lineSteps(row, view)), row.quantity).minus(
    amountIn(view, priceOf(steps), row.quantity),
  )
  const taken = steps.flatMap((step: PriceStep, i) =>
    step.kind === 'promotion'
      ? [[step.rule.id, amountIn(view, steps[i - 1], 1).minus(amountIn(view, step, 1))] as const]
      : [],
  )
  const sum = taken.reduce((total, [, amount]) => total.plus(amount), decimal(0))
  if (sum.isZero()) return []
  return taken.map(([id, amount]) => [id, whole.times(amount).dividedBy(sum)] as const)
}
