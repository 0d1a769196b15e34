import { type Money, type PlanKey, planKeys } from '#contract/core/money.ts'
import { productPath } from '#contract/core/pages.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { currencyCode, isConvertible, lira } from '#domain/money/money.ts'
import { scalePrice } from '#domain/pricing/scale-price.ts'
import { showInventory, showStock } from '#domain/stock/stock.ts'
import type { View } from '#server/settings/settings.ts'
import type { UnitPriceRow, ProductRow, WarehouseStockRow, ProductUnitRow } from './product-rows.ts'

/**
 * Converts a stored product for one visitor: with the dealer's prices and without anything hidden from this visitor.
 * `allPlans` includes the plan prices even if `showPaymentPlanPrice` hides them: the cart is calculated with them.
 */
export function presentProduct(row: ProductRow, view: View, { allPlans = false } = {}): Product {
  const terms = priceTerms(view, row.campaign, allPlans)
  const units = presentUnits(row, terms)
  return {
    id: row.id,
    seo: row.seo,
    url: productPath({ seo: row.seo, id: row.id, ozelkod2: row.is_code_taken ? null : row.ozelkod2 }),
    name: row.name,
    code: row.code,
    image: row.image === null ? null : imagePath(row.image),
    brand: row.brand && { code: row.brand[0], name: row.brand[1], slug: row.brand[2] },
    model: row.model && { id: row.model[0], name: row.model[1] },
    ...visibleStock(row, view),
    defaultUnit: row.default_unit_id,
    units,
    ...productPrices(row, units, terms),
    isFromPrice: terms !== null && row.is_parent && row.from_price !== null,
    taxRate: row.tax_rate === null ? view.settings.defaultTaxRate : Number(row.tax_rate),
    equivalentCode: row.equivalent_code,
    varyantx: row.is_parent ? 0 : 1,
    ozelkod: row.ozelkod,
    ozelkod2: row.ozelkod2,
    ozelkod3: row.ozelkod3,
    ozelkod4: row.ozelkod4,
    ozelkod5: row.ozelkod5,
  }
}

/** The URL path of a stored image file. */
export function imagePath(file: string): string {
  return `/images/${file.split('/').map(encodeURIComponent).join('/')}`
}

/** Base units in all warehouses. */
export function totalQuantity(row: Pick<ProductRow, 'stock'>): number {
  return thousandths((row.stock ?? []).reduce((sum, [, quantity]) => sum + quantity, 0)) / 1000
}

function visibleStock(
  row: ProductRow,
  { seesStock, settings: { stockInfoStatus } }: View,
): Pick<Product, 'isOutOfStock' | 'quantity' | 'moreThan' | 'inventory'> {
  const shown = showStock(totalQuantity(row), stockInfoStatus)
  if (!seesStock || stockInfoStatus === 1) return { isOutOfStock: shown.isOutOfStock }
  const places = byWarehouse(row.stock ?? [])
  const rows = showInventory(
    places.map(([, quantity]) => quantity),
    stockInfoStatus,
  )
  return { ...shown, inventory: rows.map((each, at) => ({ warehouseName: places[at]?.[0] ?? '', ...each })) }
}

/** One row per warehouse, in warehouse order. */
function byWarehouse(stock: readonly WarehouseStockRow[]): WarehouseStockRow[] {
  const rows = new Map<number, WarehouseStockRow>()
  for (const [name, quantity, position, id] of stock) {
    rows.set(id, [name, thousandths((rows.get(id)?.[1] ?? 0) + quantity) / 1000, position, id])
  }
  return [...rows.values()].sort((a, b) => a[2] - b[2] || a[3] - b[3])
}

/** How prices are calculated for a visitor; null = prices are hidden. */
type PriceTerms = {
  /** What the dealer pays, in thousandths of a percent. */
  dealerShare: number
  /** What remains after the campaign discount, in hundredths of a percent; null = no campaign. */
  campaignShare: number | null
  showsList: boolean
  plans: ReadonlySet<PlanKey>
  cartPlan: PlanKey | null
  rates: View['rates']
}

type Prices = { defaultPrice: Money; cartPrice?: Money; listPrice?: Money } & Partial<Record<PlanKey, Money>>

const wholeShare = 100_000
const wholeCampaignShare = 10_000

function priceTerms(view: View, campaign: string | null, allPlans: boolean): PriceTerms | null {
  if (!view.seesPrices) return null
  const { settings, discount, rates } = view
  return {
    dealerShare: wholeShare - Math.round(Number(discount) * 1000),
    campaignShare: campaign === null ? null : wholeCampaignShare - Math.round(Number(campaign) * 100),
    showsList: settings.showListPrice === '1',
    cartPlan: view.cartPlan,
    plans: new Set(allPlans || settings.showPaymentPlanPrice === '1' ? view.planKeys : []),
    rates,
  }
}

function presentUnits(row: ProductRow, terms: PriceTerms | null): Unit[] {
  const stored = row.is_parent ? row.units?.map(withoutPrice) : row.units
  const units = (stored ?? []).toSorted((a, b) => a[5] - b[5] || a[0] - b[0])
  const base = units.find(([id]) => id === row.default_unit_id)
  const basePrice = row.is_parent ? row.from_price : (base?.[4] ?? null)
  return units.map((unit) => presentUnit(unit, base, basePrice, terms))
}

/** The price of a parent from before it had variants no longer applies. */
function withoutPrice([id, name, multiplier, barcode, , position]: ProductUnitRow): ProductUnitRow {
  return [id, name, multiplier, barcode, null, position]
}

/** A unit without its own price costs the default unit's price × multiplier (decisions, "Money"). */
function presentUnit(
  unit: ProductUnitRow,
  base: ProductUnitRow | undefined,
  basePrice: UnitPriceRow | null,
  terms: PriceTerms | null,
): Unit {
  const [id, value, multiplier, barcode, ownPrice] = unit
  const shape = { id, value, multiplier, barcode }
  if (terms === null) return shape
  if (ownPrice !== null) return { ...shape, ...presentPrices(ownPrice, terms, 1, 1) }
  return { ...shape, ...presentPrices(basePrice, terms, thousandths(multiplier), thousandths(base?.[2] ?? 1)) }
}

function productPrices(row: ProductRow, units: Unit[], terms: PriceTerms | null): Partial<Product> {
  if (terms === null) return {}
  const prices = row.is_parent ? presentPrices(row.from_price, terms, 1, 1) : pricesOfUnit(units, row.default_unit_id)
  const { defaultPrice, ...others } = prices ?? presentPrices(null, terms, 1, 1)
  return { salePrice: defaultPrice, ...others, currency: defaultPrice.currency }
}

function pricesOfUnit(units: Unit[], unitId: number | null): Prices | undefined {
  const unit = units.find(({ id }) => id === unitId)
  if (unit?.defaultPrice === undefined) return undefined
  const { id: _id, value: _value, multiplier: _multiplier, barcode: _barcode, defaultPrice, ...others } = unit
  return { defaultPrice, ...others }
}

/**
 * Stored prices × numerator / denominator. Discounts apply to the sale price and the plans. In a campaign, the price
 * before the campaign discount serves as list price where the store has none.
 */
function presentPrices(row: UnitPriceRow | null, terms: PriceTerms, numerator: number, denominator: number): Prices {
  if (row === null) return { defaultPrice: { value: 0, currency: lira } }
  const price = (value: number, currency: string, dealerShare: number, campaignShare: number | null): Money => {
    // A price without an exchange rate counts as no price (decisions, "Money").
    if (value === 0 || !isConvertible(currency, lira, terms.rates))
      return { value: 0, currency: currencyCode(currency) }
    const scaled = numerator === denominator ? value : scalePrice(value, numerator, denominator)
    const dealers = dealerShare === wholeShare ? scaled : scalePrice(scaled, dealerShare, wholeShare)
    return {
      value: campaignShare === null ? dealers : scalePrice(dealers, campaignShare, wholeCampaignShare),
      currency: currencyCode(currency),
    }
  }
  const { dealerShare, campaignShare } = terms
  const prices: Prices = { defaultPrice: price(row[0], row[1], dealerShare, campaignShare) }
  if (terms.showsList && row[2] !== null && row[3] !== null) prices.listPrice = price(row[2], row[3], wholeShare, null)
  else if (terms.showsList && campaignShare !== null) prices.listPrice = price(row[0], row[1], dealerShare, null)
  for (const [i, key] of planKeys.entries()) {
    const value = row[4 + i * 2] as number | null
    const currency = row[5 + i * 2] as string | null
    if (value === null || currency === null) continue
    if (terms.plans.has(key)) prices[key] = price(value, currency, dealerShare, campaignShare)
    if (key === terms.cartPlan) {
      const charged = price(value, currency, dealerShare, campaignShare)
      if (isCharged(charged, prices.defaultPrice)) prices.cartPrice = charged
    }
  }
  return prices
}

/** Whether the price under the cart's plan is valid and differs from the sale price. */
function isCharged(charged: Money, sale: Money): boolean {
  return sale.value > 0 && charged.value > 0 && (charged.value !== sale.value || charged.currency !== sale.currency)
}

/** Multipliers and quantities have at most three decimals. */
function thousandths(value: number): number {
  return Math.round(value * 1000)
}
