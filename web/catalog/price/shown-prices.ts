import { type PlanKey, planKeys } from '#contract/core/money.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import type { Formats } from '#domain/text/format.ts'
import type { Money } from '#domain/money/money.ts'
import { discountBadge, isListPriceShown, type PriceView, shownPrice } from '#domain/pricing/price.ts'

export type PlanPrice = {
  key: PlanKey
  name: string
  amount: string
  /** The store's default plan, which is preselected. */
  isDefault: boolean
  /** Paid by card. */
  isVirtual: boolean
  /** Difference to the sale price, negative below it; null without a sale price. */
  percent: number | null
}

/**
 * Prices as shown: formatted, in the chosen currency, with tax if the store shows it. `price` is what the cart charges,
 * by the plan `planName` (null if the product has no price of its own for that plan). `discount` is null if it rounds to
 * 0 percent.
 */
export type ShownPrices = {
  price: string
  planName: string | null
  list: string | null
  discount: number | null
  plans: PlanPrice[]
}

/** `hidden`: the visitor may not see prices; `ask`: the price is not known ('Fiyat Sorunuz'). */
export type PriceState = { kind: 'hidden' } | { kind: 'ask' } | ({ kind: 'shown' } & ShownPrices)

type Priced = Pick<Product, 'salePrice' | 'cartPrice' | 'listPrice' | PlanKey>
export type PriceVisitor = Pick<Visitor, 'plans' | 'settings' | 'cartPlan'> & Pick<Formats, 'formatMoney'>
type Terms = { view: PriceView; taxRate: number; visitor: PriceVisitor }

/** Prices of one unit of the product; without a unit those of the product itself. */
export function pricesOf(product: Product, unit: Unit | undefined, view: PriceView, visitor: PriceVisitor): PriceState {
  const source =
    unit?.defaultPrice === undefined || product.isFromPrice ? product : { ...unit, salePrice: unit.defaultPrice }
  return showPrices(source, { view, taxRate: product.taxRate, visitor })
}

function showPrices(source: Priced, terms: Terms): PriceState {
  const { salePrice, listPrice } = source
  if (salePrice === undefined) return { kind: 'hidden' }
  const { view, taxRate, visitor } = terms
  if (!shownPrice(salePrice, view, { taxRate }).greaterThan(0)) return { kind: 'ask' }
  const charged = source.cartPrice ?? salePrice
  const plans = planPricesOf(source, terms)
  const list = visitor.settings.showListPrice === '1' ? listPrice : undefined
  const text = (amount: Money) => visitor.formatMoney(shownPrice(amount, view, { taxRate }), view.currency)
  return {
    kind: 'shown',
    price: text(charged),
    planName: plans.find(({ key }) => key === visitor.cartPlan)?.name ?? null,
    list: list !== undefined && isListPriceShown(list, charged, view) ? text(list) : null,
    discount: discountBadge(list, charged, view) || null,
    plans,
  }
}

/** Prices of the payment plans, in the store's order; empty if the store does not show them. */
export function planPricesOf(source: Priced, { view, taxRate, visitor }: Terms): PlanPrice[] {
  if (visitor.settings.showPaymentPlanPrice !== '1' || source.salePrice === undefined) return []
  const sale = shownPrice(source.salePrice, view, { taxRate })
  return planKeys.flatMap((key) => {
    const plan = visitor.plans.find((candidate) => candidate.priceName === key)
    const price = source[key]
    if (plan === undefined || price === undefined) return []
    const amount = shownPrice(price, view, { taxRate })
    if (!amount.greaterThan(0)) return []
    const percent = sale.greaterThan(0)
      ? amount.dividedBy(sale).times(100).minus(100).toDecimalPlaces(1).toNumber()
      : null
    const { name, varsayilan: isDefault, isVirtual } = plan
    return [{ key, name, amount: visitor.formatMoney(amount, view.currency), isDefault, isVirtual, percent }]
  })
}
