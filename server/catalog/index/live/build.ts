import { noSearchTerms, type SearchTerms } from '#domain/search/search-terms.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import { addSlot, type Columns, createColumns, writeFacts, writeName } from '#server/catalog/index/columns.ts'
import { addDocument, createDocument, type TextBuilder, textHash } from '#server/catalog/index/text/document.ts'
import { createLabels, type Labels } from '#server/catalog/index/labels.ts'
import { batchSize, loadCounts, loadLabels, loadProductsAfter, type IndexedProductRow, textOf } from './load.ts'
import { createOrders, orderBy } from '#server/catalog/index/order/orders.ts'
import { createPause } from '#server/catalog/index/pause.ts'
import { createTextBuilder, finishText } from '#server/catalog/index/text/text-index.ts'
import { sortByText } from '#server/catalog/index/order/text-sort.ts'
import { factsOf } from './write-product.ts'

export type BuildOptions = { signal?: AbortSignal; searchTerms?: (() => SearchTerms) | undefined }

/** Reads the whole catalog. Changes by transactions from `floor` on may be missing. */
export async function buildIndex(
  db: Db,
  { signal, searchTerms = () => noSearchTerms }: BuildOptions = {},
): Promise<{ index: CatalogIndex; floor: string }> {
  const { products, defaultListId, floor } = await loadCounts(db)
  const labels = createLabels(await loadLabels(db))
  const columns = createColumns(Math.ceil((products * 1.05 + 1000) / 32) * 32)
  const builder = createTextBuilder()
  const pause = createPause(signal)
  let lastId = 0
  let upcoming = loadProductsAfter(db, lastId)
  for (;;) {
    const rows = await upcoming
    const isLast = rows.length < batchSize
    lastId = rows.at(-1)?.id ?? lastId
    // The database reads the next batch while this one is indexed.
    if (!isLast) upcoming = withHandledRejection(loadProductsAfter(db, lastId))
    for (const row of rows) {
      addProduct(columns, labels, builder, row)
      // Awaiting nothing a million times takes a second.
      const paused = pause()
      if (paused !== undefined) await paused
    }
    if (isLast) break
  }
  const text = await finishText(builder, columns.ids.length, pause)
  const slots = Int32Array.from({ length: columns.size }, (_, slot) => slot)
  const orders = createOrders(await sortByText(slots, (slot) => columns.nameKeys[slot]!, pause))
  const versions = { listing: 1, stock: 1, price: 1, text: 1 }
  const index: CatalogIndex = { columns, labels, defaultListId, text, searchTerms, orders, versions, version: 1 }
  await warmOrders(index, pause)
  return { index, floor }
}

function addProduct(columns: Columns, labels: Labels, builder: TextBuilder, row: IndexedProductRow): void {
  const slot = addSlot(columns, row.id, true)
  const text = textOf(row)
  writeFacts(columns, slot, factsOf(row, labels))
  writeName(columns, slot, row.name)
  columns.textHashes[slot] = textHash(text)
  addDocument(createDocument(text, builder.chunks), slot, builder)
}

/** Computes the common orders so that the first visitor does not wait for them. */
export async function warmOrders(index: CatalogIndex, pause: () => Promise<void> | undefined): Promise<void> {
  for (const sort of ['id', '-name', 'price', '-price', 'brand', '-brand', 'quantity', '-quantity'] as const) {
    orderBy(index, sort, { listId: index.defaultListId, withTax: false, defaultTaxRate: 0 })
    await pause()
  }
}

/** Prevents an unhandled rejection; the error is still thrown where the rows are awaited. */
function withHandledRejection<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}
