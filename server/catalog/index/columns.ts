import { type Bitset, clearBit, createBitset, hasBit, resizeBitset, setBit, writeBit } from './bitset.ts'
import { lira } from '#domain/money/money.ts'
import {
  type Family,
  type ListPriceFacts,
  packFamily,
  type UnitCostFacts,
  variantIds,
  type VariantPrices,
} from './family.ts'
import { createListPrices, growListPrices, type ListPrices, priceIn, setPriceIn } from './list-prices.ts'
import { createSlotLists, growSlotLists, type SlotLists, writeSlotList } from './slot-lists.ts'
import { turkishKey } from '#server/catalog/index/order/turkish-key.ts'

/** The indexed fields of one listed product: a single product, or a parent with its children folded in. */
export type ProductFacts = ListPriceFacts & {
  id: number
  /** Ordinals of the labels; 0 = none. */
  brand: number
  model: number
  category: number
  /** Ordinals of values of filterable attributes, ascending; a parent has those of its children too. */
  values: readonly number[]
  /** Percent; null = the store's default rate. */
  taxRate: number | null
  /** Base units; for a parent the sum of its children. */
  quantity: number
  /** Percent that a running campaign takes off; contained in the prices. 0 = none. */
  campaign: number
  /** What one default unit costs the store; only while price rules go by costs. */
  cost?: UnitCostFacts
  /** For families whose variants price rules tell apart: all active variants. */
  variants?: readonly VariantPrices[]
  name: string
}

/**
 * One slot per listed product. A product keeps its slot; the slot of a removed product is marked dead and never reused.
 */
export type Columns = {
  /** Slots in use, including dead ones. */
  size: number
  /** Slots below this number come from the build and are in ascending order of id. */
  builtSize: number
  ids: Int32Array
  brands: Int32Array
  models: Int32Array
  categories: Int32Array
  values: SlotLists
  taxRates: Float64Array
  quantities: Float64Array
  prices: Map<number, ListPrices>
  /** By price list, in place of prices: the place in `currencyCodes` of the currency that a price is from; NaN = lira. */
  currencies: Map<number, ListPrices>
  currencyCodes: string[]
  /** What one default unit costs the store; NaN = unknown. */
  costs: Float64Array
  /** Currencies of costs: the place in `currencyCodes` plus 1; 0 = lira. */
  costCurrencies: Uint8Array
  /** The number of lists that have a price of the slot. */
  listCounts: Uint16Array
  /** Part of the price that a running campaign leaves; 1 = none. */
  campaignShares: Float64Array
  /** No share has ever been lower. */
  lowestShare: number
  /** By slot; only families in which a price rule names a variant. */
  families: Map<number, Family>
  nameKeys: string[]
  /** Hash of the searchable text. */
  textHashes: Int32Array
  /** Incremented when a product's brand or category changes, and when a product or variants come. */
  listingChanges: number
  live: Bitset
  inStock: Bitset
  addedSlots: Map<number, number>
}

export function createColumns(capacity: number): Columns {
  const size = Math.max(32, capacity)
  return {
    size: 0,
    builtSize: 0,
    ids: new Int32Array(size),
    brands: new Int32Array(size),
    models: new Int32Array(size),
    categories: new Int32Array(size),
    values: createSlotLists(size),
    taxRates: new Float64Array(size),
    quantities: new Float64Array(size),
    prices: new Map(),
    currencies: new Map(),
    currencyCodes: [],
    costs: new Float64Array(size).fill(Number.NaN),
    costCurrencies: new Uint8Array(size),
    listCounts: new Uint16Array(size),
    campaignShares: new Float64Array(size).fill(1),
    lowestShare: 1,
    families: new Map(),
    listingChanges: 0,
    nameKeys: [],
    textHashes: new Int32Array(size),
    live: createBitset(size),
    inStock: createBitset(size),
    addedSlots: new Map(),
  }
}

/** The slot of a product, live or dead; −1 if it never had one. */
export function slotOf(columns: Columns, id: number): number {
  const added = columns.addedSlots.get(id)
  if (added !== undefined) return added
  let low = 0
  let high = columns.builtSize - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = columns.ids[middle]!
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Appends a slot. During the build, products must come in ascending order of id. */
export function addSlot(columns: Columns, id: number, isBuilding: boolean): number {
  if (columns.size === columns.ids.length) growColumns(columns)
  const slot = columns.size++
  columns.ids[slot] = id
  columns.nameKeys.push('')
  if (isBuilding) columns.builtSize = columns.size
  else columns.addedSlots.set(id, slot)
  return slot
}

/** Which fields of a product changed. */
export type Change = { listing: boolean; stock: boolean; quantity: boolean; price: boolean }

export function writeFacts(columns: Columns, slot: number, facts: ProductFacts): Change {
  const wasLive = hasBit(columns.live, slot)
  const change = {
    listing:
      !wasLive ||
      columns.brands[slot] !== facts.brand ||
      columns.models[slot] !== facts.model ||
      columns.categories[slot] !== facts.category,
    ...writeQuantity(columns, slot, facts.quantity),
    price: writeTaxRate(columns, slot, facts.taxRate),
  }
  if (change.listing) columns.listingChanges++
  if (writeSlotList(columns.values, slot, facts.values)) change.listing = true
  if (writePrices(columns, slot, facts)) change.price = true
  setBit(columns.live, slot)
  columns.brands[slot] = facts.brand
  columns.models[slot] = facts.model
  columns.categories[slot] = facts.category
  return change
}

export function writeQuantity(columns: Columns, slot: number, quantity: number): Pick<Change, 'stock' | 'quantity'> {
  const isInStock = quantity > 0
  const change = {
    stock: hasBit(columns.inStock, slot) !== isInStock,
    quantity: columns.quantities[slot] !== quantity,
  }
  writeBit(columns.inStock, slot, isInStock)
  columns.quantities[slot] = quantity
  return change
}

export function writeName(columns: Columns, slot: number, name: string): void {
  columns.nameKeys[slot] = turkishKey(name)
}

export function removeSlot(columns: Columns, slot: number): void {
  clearBit(columns.live, slot)
  clearBit(columns.inStock, slot)
}

function writeTaxRate(columns: Columns, slot: number, taxRate: number | null): boolean {
  const hasChanged = !Object.is(columns.taxRates[slot], taxRate ?? Number.NaN)
  columns.taxRates[slot] = taxRate ?? Number.NaN
  return hasChanged
}

export type PriceFacts = Pick<ProductFacts, 'prices' | 'currencies' | 'campaign' | 'cost' | 'variants'>

/** Returns whether any price changed. */
export function writePrices(columns: Columns, slot: number, facts: PriceFacts): boolean {
  const { prices: newPrices, campaign, variants } = facts
  const share = 1 - campaign / 100
  let hasChanged = columns.campaignShares[slot] !== share || columns.families.has(slot) || variants !== undefined
  columns.campaignShares[slot] = share
  columns.lowestShare = Math.min(columns.lowestShare, share)
  if (writeCost(columns, slot, facts.cost)) hasChanged = true
  writeFamily(columns, slot, variants)
  const capacity = columns.ids.length
  let existing = 0
  for (const [listId, price] of newPrices) {
    const list = columns.prices.get(listId) ?? createListPrices()
    columns.prices.set(listId, list)
    const previous = priceIn(list, slot)
    if (!Number.isNaN(previous)) existing++
    if (Object.is(previous, price)) continue
    setPriceIn(list, slot, price, capacity)
    hasChanged = true
  }
  if (existing < columns.listCounts[slot]!) {
    for (const [listId, list] of columns.prices) {
      if (newPrices.has(listId) || Number.isNaN(priceIn(list, slot))) continue
      setPriceIn(list, slot, Number.NaN, capacity)
      hasChanged = true
    }
  }
  columns.listCounts[slot] = newPrices.size
  if (writeCurrencies(columns, slot, facts)) hasChanged = true
  return hasChanged
}

/** Returns whether any currency changed. Lists without a price of the product are left out: their currency is never read. */
function writeCurrencies(columns: Columns, slot: number, { prices, currencies }: ListPriceFacts): boolean {
  let hasChanged = false
  for (const listId of prices.keys()) {
    const code = currencies.get(listId) ?? lira
    const place = code === lira ? Number.NaN : placeOf(columns, code)
    const list = columns.currencies.get(listId)
    if (list === undefined ? code === lira : Object.is(priceIn(list, slot), place)) continue
    const written = list ?? createListPrices()
    columns.currencies.set(listId, written)
    setPriceIn(written, slot, place, columns.ids.length)
    hasChanged = true
  }
  return hasChanged
}

/** Returns whether the cost changed. */
function writeCost(columns: Columns, slot: number, cost: UnitCostFacts | undefined): boolean {
  const value = cost?.value ?? Number.NaN
  const currency = cost === undefined || cost.currency === lira ? 0 : placeOf(columns, cost.currency) + 1
  const hasChanged = !Object.is(columns.costs[slot], value) || columns.costCurrencies[slot] !== currency
  columns.costs[slot] = value
  columns.costCurrencies[slot] = currency
  return hasChanged
}

function placeOf({ currencyCodes }: Columns, code: string): number {
  const known = currencyCodes.indexOf(code)
  return known >= 0 ? known : currencyCodes.push(code) - 1
}

function writeFamily(columns: Columns, slot: number, variants: readonly VariantPrices[] | undefined): void {
  const written = variants && packFamily(variants, (code) => placeOf(columns, code))
  const idsOf = (family: Family | undefined) => family && variantIds(family).join()
  if (idsOf(columns.families.get(slot)) !== idsOf(written)) columns.listingChanges++
  if (written === undefined) columns.families.delete(slot)
  else columns.families.set(slot, written)
}

function growColumns(columns: Columns): void {
  const capacity = columns.ids.length + Math.max(4096, columns.ids.length >>> 2)
  for (const name of ['ids', 'brands', 'models', 'categories', 'textHashes'] as const) {
    const larger = new Int32Array(capacity)
    larger.set(columns[name])
    columns[name] = larger
  }
  for (const name of ['taxRates', 'quantities', 'campaignShares', 'costs'] as const) {
    const larger = new Float64Array(capacity)
    larger.set(columns[name])
    columns[name] = larger
  }
  growSlotLists(columns.values, capacity)
  for (const list of columns.prices.values()) growListPrices(list, capacity)
  for (const list of columns.currencies.values()) growListPrices(list, capacity)
  const costCurrencies = new Uint8Array(capacity)
  costCurrencies.set(columns.costCurrencies)
  columns.costCurrencies = costCurrencies
  const listCounts = new Uint16Array(capacity)
  listCounts.set(columns.listCounts)
  columns.listCounts = listCounts
  columns.live = resizeBitset(columns.live, capacity)
  columns.inStock = resizeBitset(columns.inStock, capacity)
}
