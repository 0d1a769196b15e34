import { type Bitset, clearBit, createBitset, hasBit, resizeBitset, setBit, writeBit } from './bitset.ts'
import { turkishKey } from '#server/catalog/index/order/turkish-key.ts'

/** The indexed fields of one listed product: a single product, or a parent with its children folded in. */
export type ProductFacts = {
  id: number
  /** Ordinals of the labels; 0 = none. */
  brand: number
  model: number
  category: number
  /** Percent; null = the store's default rate. */
  taxRate: number | null
  /** Base units; for a parent the sum of its children. */
  quantity: number
  /** TRY by price list; only lists with their own price for the product. */
  prices: ReadonlyMap<number, number>
  /** Percent that a running campaign takes off; contained in the prices. 0 = none. */
  campaign: number
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
  taxRates: Float64Array
  quantities: Float64Array
  /** By price list; NaN = no own price, 0 = price on request. */
  prices: Map<number, Float64Array>
  /** Part of the price that a running campaign leaves; 1 = none. */
  campaignShares: Float64Array
  nameKeys: string[]
  /** Hash of the searchable text. */
  textHashes: Int32Array
  /** Incremented when a product's brand or category changes, or a product comes. */
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
    taxRates: new Float64Array(size),
    quantities: new Float64Array(size),
    prices: new Map(),
    campaignShares: new Float64Array(size).fill(1),
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
  for (const prices of columns.prices.values()) prices[slot] = Number.NaN
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

export type PriceFacts = Pick<ProductFacts, 'prices' | 'campaign'>

/** Returns whether any price changed. */
export function writePrices(columns: Columns, slot: number, { prices: newPrices, campaign }: PriceFacts): boolean {
  const share = 1 - campaign / 100
  let hasChanged = columns.campaignShares[slot] !== share
  columns.campaignShares[slot] = share
  for (const listId of newPrices.keys()) {
    if (!columns.prices.has(listId)) columns.prices.set(listId, emptyPrices(columns.ids.length))
  }
  for (const [listId, prices] of columns.prices) {
    const price = newPrices.get(listId) ?? Number.NaN
    if (Object.is(prices[slot], price)) continue
    prices[slot] = price
    hasChanged = true
  }
  return hasChanged
}

function emptyPrices(capacity: number): Float64Array {
  return new Float64Array(capacity).fill(Number.NaN)
}

function growColumns(columns: Columns): void {
  const capacity = columns.ids.length + Math.max(4096, columns.ids.length >>> 2)
  for (const name of ['ids', 'brands', 'models', 'categories', 'textHashes'] as const) {
    const larger = new Int32Array(capacity)
    larger.set(columns[name])
    columns[name] = larger
  }
  for (const name of ['taxRates', 'quantities', 'campaignShares'] as const) {
    const larger = new Float64Array(capacity)
    larger.set(columns[name])
    columns[name] = larger
  }
  for (const [listId, prices] of columns.prices) {
    const larger = emptyPrices(capacity)
    larger.set(prices)
    columns.prices.set(listId, larger)
  }
  columns.live = resizeBitset(columns.live, capacity)
  columns.inStock = resizeBitset(columns.inStock, capacity)
}
