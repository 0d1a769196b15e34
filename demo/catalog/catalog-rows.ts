import { arrayLiteral } from './bulk.ts'
import { leafKey } from './category-tree.ts'
import type { Draft } from './draft.ts'
import { slugify } from '#domain/text/text.ts'

/** Ids that product rows refer to. */
export type CatalogIds = {
  brands: ReadonlyMap<string, number>
  models: ReadonlyMap<string, number>
  leaves: ReadonlyMap<string, number>
  warehouses: readonly number[]
  defaultList: number
  dealerList: number
}

/** The last product id and the last unit id. */
export type LastIds = { product: number; unit: number }

type UnitPriceColumns = {
  list: number[]
  unit: number[]
  sale: number[]
  currency: string[]
  listPrice: (number | null)[]
  plans: number[]
}

/** Rows of some hundred products, in the shape that the insert statements take. */
export type Batch = {
  products: object[]
  units: {
    id: number[]
    product: number[]
    name: string[]
    multiplier: number[]
    barcode: (string | null)[]
    position: number[]
  }
  prices: UnitPriceColumns
  inventory: { product: number[]; warehouse: number[]; quantity: number[] }
}

export function createBatch(): Batch {
  return {
    products: [],
    units: { id: [], product: [], name: [], multiplier: [], barcode: [], position: [] },
    prices: { list: [], unit: [], sale: [], currency: [], listPrice: [], plans: [] },
    inventory: { product: [], warehouse: [], quantity: [] },
  }
}

/** Adds a product and its variants after it. Returns the assigned ids. */
export function addToBatch(
  batch: Batch,
  draft: Draft,
  ids: CatalogIds,
  last: LastIds,
  parent: number | null = null,
): number {
  const id = (last.product += 1)
  const units = draft.units.map(() => (last.unit += 1))
  batch.products.push(productRow(draft, ids, { id, parent, defaultUnit: units[draft.defaultUnit] ?? null }))
  for (const [i, unit] of draft.units.entries()) {
    const unitId = units[i] as number
    const { units: columns } = batch
    columns.id.push(unitId)
    columns.product.push(id)
    columns.name.push(unit.name)
    columns.multiplier.push(unit.multiplier)
    columns.barcode.push(unit.barcode)
    columns.position.push(i)
    if (unit.sale === null || draft.children.length > 0) continue
    addPrice(batch.prices, { list: ids.defaultList, unit: unitId, sale: unit.sale, listPrice: unit.list }, draft)
    if (!draft.isOnDealerList || unit.sale === 0) continue
    const sale = Math.round(unit.sale * 9400) / 10_000
    addPrice(batch.prices, { list: ids.dealerList, unit: unitId, sale, listPrice: unit.list }, draft)
  }
  for (const [i, quantity] of draft.stock.entries()) {
    if (quantity === 0 && i > 0) continue
    batch.inventory.product.push(id)
    batch.inventory.warehouse.push(ids.warehouses[i] as number)
    batch.inventory.quantity.push(quantity)
  }
  for (const child of draft.children) addToBatch(batch, child, ids, last, id)
  return id
}

type Price = { list: number; unit: number; sale: number; listPrice: number | null }

function addPrice(prices: UnitPriceColumns, { list, unit, sale, listPrice }: Price, draft: Draft): void {
  prices.list.push(list)
  prices.unit.push(unit)
  prices.sale.push(sale)
  prices.currency.push(draft.currency)
  prices.listPrice.push(listPrice)
  prices.plans.push(draft.hasPlans && sale > 0 ? 1 : 0)
}

type RowIds = { id: number; parent: number | null; defaultUnit: number | null }

function productRow(draft: Draft, ids: CatalogIds, { id, parent, defaultUnit }: RowIds): object {
  const { kind, brand, meta } = draft
  return {
    id,
    parent_id: parent,
    code: draft.code,
    name: draft.name,
    default_unit_id: defaultUnit,
    seo: slugify(`${brand.name} ${draft.name}`),
    brand_id: ids.brands.get(brand.prefix),
    model_id: ids.models.get(modelKey(brand.prefix, draft.model)),
    category_id: ids.leaves.get(leafKey(kind, draft.category)),
    tax_rate: draft.taxRate,
    description: draft.description,
    attributes: draft.attributes,
    meta_title: meta?.title,
    meta_description: meta?.description,
    meta_keywords: meta?.keywords,
    equivalent_code: draft.equivalent,
    variant_names: draft.variantNames,
    variant_values: draft.variantValues,
    ozelkod: draft.ozelkod,
    ozelkod2: draft.ozelkod2,
    images: draft.images,
    age: draft.age,
  }
}

export function modelKey(prefix: string, name: string): string {
  return `${prefix} ${name}`
}

/** The columns of units, prices and stock as parameters of their statements. */
export function unitParams({ units }: Batch): string[] {
  return [units.id, units.product, units.name, units.multiplier, units.barcode, units.position].map(arrayLiteral)
}

export function priceParams({ prices }: Batch): string[] {
  return [prices.list, prices.unit, prices.sale, prices.currency, prices.listPrice, prices.plans].map(arrayLiteral)
}

export function inventoryParams({ inventory }: Batch): string[] {
  return [inventory.product, inventory.warehouse, inventory.quantity].map(arrayLiteral)
}
