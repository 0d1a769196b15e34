import { hasBit } from '#server/catalog/index/bitset.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import {
  addSlot,
  type Change,
  type PriceFacts,
  type ProductFacts,
  removeSlot,
  slotOf,
  writeFacts,
  writeName,
  writePrices,
  writeQuantity,
} from '#server/catalog/index/columns.ts'
import { createDocument, textHash } from '#server/catalog/index/text/document.ts'
import { type Labels } from '#server/catalog/index/labels.ts'
import { ordinalOf } from '#server/catalog/index/label-table.ts'
import { type IndexedProductRow, parseCost, parsePrices, parseVariants, textOf } from './load.ts'
import { recordChange } from '#server/catalog/index/order/orders.ts'
import { replaceText } from '#server/catalog/index/text/text-index.ts'

export function factsOf(row: IndexedProductRow, labels: Labels): ProductFacts {
  return {
    id: row.id,
    brand: ordinalOf(labels.brands, row.brand_id),
    model: ordinalOf(labels.models, row.model_id),
    category: ordinalOf(labels.categories, row.category_id),
    values: valuesOf(row, labels),
    taxRate: row.tax_rate === null ? null : Number(row.tax_rate),
    quantity: row.quantity,
    ...parsePrices(row.prices),
    campaign: Number(row.campaign ?? 0),
    ...parseCost(row.cost),
    ...parseVariants(row.variants),
    name: row.name,
  }
}

/** Without values that the labels do not have (yet); those arrive with a change of their own. */
function valuesOf({ values }: IndexedProductRow, labels: Labels): number[] {
  const ordinals = (values ?? []).map((id) => ordinalOf(labels.values, id)).filter((ordinal) => ordinal > 0)
  return ordinals.toSorted((a, b) => a - b)
}

/** Writes the current state of one product to the index. */
export function writeProduct(index: CatalogIndex, row: IndexedProductRow): void {
  const { columns, versions } = index
  const existing = slotOf(columns, row.id)
  const slot = existing < 0 ? addSlot(columns, row.id, false) : existing
  const wasLive = hasBit(columns.live, slot)
  const change = writeFacts(columns, slot, factsOf(row, index.labels))
  const text = textOf(row)
  const hash = textHash(text)
  const isNewText = existing < 0 || columns.textHashes[slot] !== hash
  if (isNewText) {
    columns.textHashes[slot] = hash
    writeName(columns, slot, row.name)
    replaceText(index.text, slot, createDocument(text))
    versions.text++
  }
  if (change.listing) versions.listing++
  if (change.stock) versions.stock++
  if (change.price) versions.price++
  recordChange(index.orders, slot, { ...change, addedOrRemoved: !wasLive, name: isNewText })
  if (isNewText || change.listing || change.quantity || change.price) index.version++
}

const unchanged: Change = { listing: false, stock: false, quantity: false, price: false }

/** Writes the stock of a listed product. Products that the index does not have yet arrive with their own change. */
export function writeStock(index: CatalogIndex, id: number, quantity: number): void {
  const slot = liveSlot(index, id)
  if (slot < 0) return
  const change = writeQuantity(index.columns, slot, quantity)
  if (!change.quantity) return
  if (change.stock) index.versions.stock++
  recordChange(index.orders, slot, { ...unchanged, ...change, addedOrRemoved: false, name: false })
  index.version++
}

/** Writes the TRY prices of a listed product by price list. */
export function writePrice(index: CatalogIndex, id: number, facts: PriceFacts): void {
  const slot = liveSlot(index, id)
  if (slot < 0 || !writePrices(index.columns, slot, facts)) return
  index.versions.price++
  recordChange(index.orders, slot, { ...unchanged, price: true, addedOrRemoved: false, name: false })
  index.version++
}

function liveSlot({ columns }: CatalogIndex, id: number): number {
  const slot = slotOf(columns, id)
  return slot >= 0 && hasBit(columns.live, slot) ? slot : -1
}

/** Removes a product that is no longer listed. */
export function removeProduct(index: CatalogIndex, id: number): void {
  const slot = slotOf(index.columns, id)
  if (slot < 0 || !hasBit(index.columns.live, slot)) return
  removeSlot(index.columns, slot)
  index.versions.listing++
  index.versions.stock++
  index.version++
  const change = { listing: true, stock: true, quantity: true, price: true }
  recordChange(index.orders, slot, { ...change, addedOrRemoved: true, name: false })
}
