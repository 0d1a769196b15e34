import { productPath } from '#contract/core/pages.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { allowedQuantities, unitTermsOf } from '#domain/pricing/order-quantity.ts'
import { showInventory, showStock } from '#domain/stock/stock.ts'
import { convert, type Decimal, lira } from '#domain/money/money.ts'
import type { View } from '#server/settings/settings.ts'
import {
  chargedPrice,
  presentPrices,
  type PricedVariant,
  type PresentOptions,
  presentQuantityPrices,
  presentTiers,
  type Prices,
  type PriceTerms,
  priceTerms,
} from './present-prices.ts'
import type { ProductRow, ProductUnitRow, UnitPriceRow, WarehouseStockRow } from './product-rows.ts'

/** Converts a stored product for one visitor: with the dealer's prices and without anything hidden from this visitor. */
export function presentProduct(stored: ProductRow, view: View, options: PresentOptions = {}): Product {
  const { row, ...variant } = withCheapestVariant(stored, view)
  const terms = priceTerms(view, row, { ...options, ...variant })
  const units = presentUnits(row, terms).map((unit) => withTerms(unit, row, view))
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

const familyUnit = { id: 0, name: '', multiplier: 1, defaultMultiplier: 1, isOwn: true }

/**
 * Where rules name variants, the family's price is that of the variant that is cheapest for the dealer, under its rules.
 * Returns the family with that variant's stored price, and the variant.
 */
function withCheapestVariant(row: ProductRow, view: View): { row: ProductRow; pricedAs?: PricedVariant } {
  if (row.variants === null || view.rules.key === '' || !view.seesPrices) return { row }
  let lowest: { price: Decimal; row: ProductRow; pricedAs: PricedVariant } | undefined
  for (const [id, stored, cost] of row.variants) {
    const pricedAs = { id, cost }
    const terms = priceTerms(view, row, { pricedAs })
    const price = terms && chargedPrice(stored, terms, familyUnit)
    if (price === null || !(price.value > 0)) continue
    const inLira = convert(price, lira, view.rates)
    if (lowest?.price.greaterThan(inLira) !== false) {
      lowest = { price: inLira, row: { ...row, from_price: stored }, pricedAs }
    }
  }
  return lowest ?? { row: { ...row, from_price: null } }
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

function presentUnits(row: ProductRow, terms: PriceTerms | null): Unit[] {
  const stored = row.is_parent ? row.units?.map(withoutPrice) : row.units
  const units = (stored ?? []).toSorted((a, b) => a[5] - b[5] || a[0] - b[0])
  const base = units.find(([id]) => id === row.default_unit_id)
  const basePrice = row.is_parent ? row.from_price : (base?.[4] ?? null)
  return units.map((unit) => presentUnit(unit, base, basePrice, terms))
}

/** The unit with what the store's rules of quantity prescribe for it. */
function withTerms(unit: Unit, row: ProductRow, { orderRules }: View): Unit {
  if (orderRules.key === '') return unit
  const { id, parent_id, brand_id, category_id, units, default_unit_id } = row
  const goods = { id, parentId: parent_id, brandId: brand_id, categoryId: category_id }
  const terms = unitTermsOf(orderRules.quantities(goods, unit.value))
  if (terms === undefined) return unit
  const defaultMultiplier = units?.find(([id]) => id === default_unit_id)?.[2] ?? 1
  const allowed = allowedQuantities(terms, { multiplier: unit.multiplier, defaultMultiplier })
  return { ...unit, terms: { ...terms, allowed } }
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
  const priced = {
    id,
    name: value,
    multiplier: thousandths(multiplier),
    defaultMultiplier: thousandths(base?.[2] ?? 1),
    isOwn: ownPrice !== null,
  }
  const stored = ownPrice ?? basePrice
  const tiers = presentTiers(stored, terms, priced)
  const quantityPrices = presentQuantityPrices(stored, terms, priced)
  return {
    ...shape,
    ...presentPrices(stored, terms, priced),
    ...(tiers.length > 0 && { tiers }),
    ...(quantityPrices && { quantityPrices }),
  }
}

function productPrices(row: ProductRow, units: Unit[], terms: PriceTerms | null): Partial<Product> {
  if (terms === null) return {}
  const family = familyUnit
  const prices = row.is_parent ? presentPrices(row.from_price, terms, family) : pricesOfUnit(units, row.default_unit_id)
  const { defaultPrice, ...others } = prices ?? presentPrices(null, terms, family)
  return { salePrice: defaultPrice, ...others, currency: defaultPrice.currency }
}

function pricesOfUnit(units: Unit[], unitId: number | null): Prices | undefined {
  const unit = units.find(({ id }) => id === unitId)
  if (unit?.defaultPrice === undefined) return undefined
  const {
    id: _id,
    value: _value,
    multiplier: _multiplier,
    barcode: _barcode,
    tiers: _tiers,
    terms: _terms,
    quantityPrices: _quantityPrices,
    defaultPrice,
    ...others
  } = unit
  return { defaultPrice, ...others }
}

/** Multipliers and quantities have at most three decimals. */
function thousandths(value: number): number {
  return Math.round(value * 1000)
}
