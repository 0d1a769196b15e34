import type { Db } from '#server/platform/db/pool.ts'
import { countBits } from './bitset.ts'
import { type CatalogIndex, replaceLabels } from './catalog-index.ts'
import type { Changes } from './change-feed.ts'
import { batchSize, loadLabels, loadProducts, loadProductsAfter } from './load.ts'
import { forgetPriceOrders, orderBy } from './orders.ts'
import { createPause } from './pause.ts'
import { laterTextsMax } from './text-index.ts'
import { removeProduct, writeProduct } from './write-product.ts'

/** Takes over what changed, read from the database as it is now. */
export async function applyChanges(db: Db, index: CatalogIndex, changes: Changes): Promise<void> {
  if (changes.labelsVersion !== index.labels.version) replaceLabels(index, await loadLabels(db))
  if (changes.defaultListId !== index.defaultListId) {
    index.defaultListId = changes.defaultListId
    index.versions.listing++
    index.version++
    forgetPriceOrders(index.orders)
  }
  const pause = createPause()
  for (let at = 0; at < changes.ids.length; at += batchSize) {
    const ids = changes.ids.slice(at, at + batchSize)
    const gone = new Set(ids)
    for (const row of await loadProducts(db, ids)) {
      writeProduct(index, row)
      gone.delete(row.id)
      await pause()
    }
    for (const id of gone) removeProduct(index, id)
  }
}

/**
 * Reads the next listed products after an id and takes them over; what the index has in between and the database has not
 * is removed. Answers the last id, or null when there are no more.
 */
export async function sweep(db: Db, index: CatalogIndex, afterId: number): Promise<number | null> {
  const rows = await loadProductsAfter(db, afterId)
  const lastId = rows.length < batchSize ? Number.POSITIVE_INFINITY : (rows.at(-1)?.id ?? afterId)
  const gone = listedBetween(index, afterId, lastId)
  const pause = createPause()
  for (const row of rows) {
    gone.delete(row.id)
    writeProduct(index, row)
    await pause()
  }
  for (const id of gone) removeProduct(index, id)
  return lastId === Number.POSITIVE_INFINITY ? null : lastId
}

/** Whether so much was added or removed that building it anew pays. */
export function isWorn(index: CatalogIndex): boolean {
  const { columns, text } = index
  const dead = columns.size - countBits(columns.live)
  return text.later.size > laterTextsMax || (dead > 1_000 && dead > columns.size / 4)
}

function listedBetween(index: CatalogIndex, after: number, to: number): Set<number> {
  const { ids } = index.columns
  const { slots } = orderBy(index, 'id', 0)
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[slots[middle]!]! <= after) low = middle + 1
    else high = middle
  }
  const found = new Set<number>()
  for (let i = low; i < slots.length && ids[slots[i]!]! <= to; i++) found.add(ids[slots[i]!]!)
  return found
}
