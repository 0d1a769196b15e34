import type { Db } from '#server/platform/db/pool.ts'
import { countBits } from '#server/catalog/index/bitset.ts'
import { type CatalogIndex, replaceLabels } from '#server/catalog/index/catalog-index.ts'
import type { ChangeKind, Changes } from './change-feed.ts'
import { batchSize, loadLabels, loadProducts, loadProductsAfter } from './load.ts'
import {
  loadPrices,
  loadPricesAfter,
  loadStocks,
  loadStocksAfter,
  partSize,
  type PriceBatch,
  type StockBatch,
} from './load-parts.ts'
import { dropPriceOrders, orderBy } from '#server/catalog/index/order/orders.ts'
import { createPause } from '#server/catalog/index/pause.ts'
import { changedTextsMax } from '#server/catalog/index/text/text-index.ts'
import { removeProduct, writePrice, writeProduct, writeStock } from './write-product.ts'

/** Applies changes by reading the products from the database. Kinds that changed as a whole are left to `sweep`. */
export async function applyChanges(db: Db, index: CatalogIndex, changes: Changes): Promise<void> {
  if (changes.labelsVersion !== index.labels.version) replaceLabels(index, await loadLabels(db))
  if (changes.defaultListId !== index.defaultListId) {
    index.defaultListId = changes.defaultListId
    index.versions.listing++
    index.version++
    dropPriceOrders(index.orders)
  }
  const { all, price, stock } = changes.ids
  // Pages also show what the index does not have, such as descriptions and technical data.
  if (all !== null && all.length > 0) index.version++
  await forEachBatch(
    all ?? [],
    batchSize,
    (ids) => loadProducts(db, ids),
    async (rows, ids) => {
      const removed = new Set(ids)
      const pause = createPause()
      for (const row of rows) {
        writeProduct(index, row)
        removed.delete(row.id)
        await pause()
      }
      for (const id of removed) removeProduct(index, id)
    },
  )
  await forEachBatch(
    price ?? [],
    partSize,
    (ids) => loadPrices(db, ids),
    (rows) => writePrices(index, rows),
  )
  await forEachBatch(
    stock ?? [],
    partSize,
    (ids) => loadStocks(db, ids),
    (rows) => writeStocks(index, rows),
  )
}

/** The database reads the next batch while the current one is applied. */
async function forEachBatch<Rows>(
  ids: readonly number[],
  size: number,
  load: (ids: readonly number[]) => Promise<Rows>,
  apply: (rows: Rows, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  const part = (at: number) => ids.slice(at, at + size)
  let upcoming = ids.length === 0 ? undefined : load(part(0))
  for (let at = 0; upcoming !== undefined; at += size) {
    const rows = await upcoming
    upcoming = at + size < ids.length ? load(part(at + size)) : undefined
    // Prevents an unhandled rejection; the error is still thrown where the rows are awaited.
    upcoming?.catch(() => {})
    await apply(rows, part(at))
  }
}

async function writePrices(index: CatalogIndex, rows: PriceBatch): Promise<void> {
  const pause = createPause()
  for (const { id, ...facts } of rows) {
    writePrice(index, id, facts)
    await pause()
  }
}

async function writeStocks(index: CatalogIndex, { ids, quantities }: StockBatch): Promise<void> {
  const pause = createPause()
  for (const [i, id] of ids.entries()) {
    writeStock(index, id, quantities[i]!)
    await pause()
  }
}

/** Reads and applies the next batch of listed products after an id. Returns the last id read, or null at the end. */
export async function sweep(db: Db, index: CatalogIndex, kind: ChangeKind, afterId: number): Promise<number | null> {
  if (kind === 'all') return sweepAll(db, index, afterId)
  if (kind === 'price') {
    const rows = await loadPricesAfter(db, afterId)
    await writePrices(index, rows)
    return rows.length < partSize ? null : (rows.at(-1)?.id ?? null)
  }
  const stocks = await loadStocksAfter(db, afterId)
  await writeStocks(index, stocks)
  return stocks.ids.length < partSize ? null : (stocks.ids.at(-1) ?? null)
}

/** Also removes products in this id range that the database no longer lists. */
async function sweepAll(db: Db, index: CatalogIndex, afterId: number): Promise<number | null> {
  const rows = await loadProductsAfter(db, afterId)
  const lastId = rows.length < batchSize ? Number.POSITIVE_INFINITY : (rows.at(-1)?.id ?? afterId)
  const removed = listedBetween(index, afterId, lastId)
  const pause = createPause()
  for (const row of rows) {
    removed.delete(row.id)
    writeProduct(index, row)
    await pause()
  }
  for (const id of removed) removeProduct(index, id)
  return lastId === Number.POSITIVE_INFINITY ? null : lastId
}

/** Whether so many products were added, changed or removed that a rebuild pays off. */
export function needsRebuild(index: CatalogIndex): boolean {
  const { columns, text } = index
  const dead = columns.size - countBits(columns.live)
  return text.changedTexts.size > changedTextsMax || (dead > 1_000 && dead > columns.size / 4)
}

function listedBetween(index: CatalogIndex, after: number, to: number): Set<number> {
  const { ids } = index.columns
  const { slots } = orderBy(index, 'id')
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
