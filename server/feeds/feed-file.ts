import type { FeedItem } from '#domain/feeds/feed-fields.ts'
import { feedPresets, hasParents } from '#domain/feeds/feed-presets.ts'
import {
  countProductBatch,
  loadCategoryRows,
  loadProductBatch,
  type ProductBatch,
  type Selection,
  withDescendants,
} from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { sheetRowsMax, streamXlsx } from '#server/platform/xlsx/stream-xlsx.ts'
import type { View } from '#server/settings/settings.ts'
import { feedItem, type FeedShape, removedItem } from './feed-item.ts'
import { csvWriter, workbookCells, workbookColumns } from './write-csv.ts'
import { googleWriter } from './write-google.ts'
import { jsonWriter } from './write-json.ts'
import { wooCommerceWriter } from './write-woocommerce.ts'
import { type FeedWriter, xmlWriter } from './write-xml.ts'

export type FeedRequest = {
  db: Db
  view: View
  shape: FeedShape
  /** Only what changed after this version of the catalog; null = everything. */
  since: number | null
  /** Where the next request for changes goes on. */
  cursor: string
  publicUrl: string
  title: string
}

/** Products that are read at a time. Two such batches are in memory, however many products the feed has. */
const batchSize = 200

/** Whether the feed is a workbook with more rows than one can have. */
export async function isTooLong({ db, shape, since }: FeedRequest): Promise<boolean> {
  if (shape.format !== 'xlsx') return false
  return (await countProductBatch(db, await selectionOf(db, shape, since))) > sheetRowsMax
}

/** The feed in pieces, one for each batch of products. */
export function feedPieces(request: FeedRequest): AsyncGenerator<string | Buffer> {
  return request.shape.format === 'xlsx' ? feedWorkbook(request) : feedText(request)
}

async function* feedText(request: FeedRequest): AsyncGenerator<string> {
  const writer = writerOf(request)
  yield writer.head
  let isFirst = true
  for await (const items of itemBatches(request)) {
    if (items.length === 0) continue
    const texts = items.map(writer.item)
    yield (isFirst ? '' : writer.separator) + texts.join(writer.separator)
    isFirst = false
  }
  yield writer.foot
}

function feedWorkbook(request: FeedRequest): AsyncGenerator<Buffer> {
  const { columns } = request.shape
  async function* rows() {
    for await (const items of itemBatches(request)) yield items.map((item) => workbookCells(columns, item))
  }
  return streamXlsx({ name: 'Feed', columns: workbookColumns(columns) }, rows())
}

function writerOf({ shape, cursor, title, publicUrl }: FeedRequest): FeedWriter {
  const { preset, format, columns, delimiter } = shape
  if (preset === 'google') return googleWriter({ title, link: publicUrl })
  if (preset === 'woocommerce') return wooCommerceWriter()
  if (format === 'csv') return csvWriter(columns, delimiter)
  return format === 'json' ? jsonWriter(columns, cursor) : xmlWriter(shape, cursor)
}

/** Feeds of other programs' own formats are always whole. */
export const tellsChanges = ({ preset }: FeedShape): boolean => feedPresets[preset].isFixed !== true

async function* itemBatches({ db, view, shape, since, publicUrl }: FeedRequest): AsyncGenerator<FeedItem[]> {
  const pathOf = await categoryPaths(db)
  const selection = await selectionOf(db, shape, since)
  const load = (after: number) => {
    const loading = loadProductBatch(db, view, selection, { after, limit: batchSize })
    // A failure is thrown where the batch is awaited; nobody awaits it after the client went away.
    loading.catch(() => {})
    return loading
  }
  let coming: Promise<ProductBatch> | null = load(0)
  while (coming !== null) {
    const batch: ProductBatch = await coming
    // The database reads the next products while these are written.
    coming = batch.next === null ? null : load(batch.next)
    yield [
      ...batch.items.map((item) => feedItem(item, { shape, view, pathOf, publicUrl })),
      ...batch.removed.map(removedItem),
    ]
  }
}

async function selectionOf(db: Db, shape: FeedShape, since: number | null): Promise<Selection> {
  return {
    brandIds: shape.brands.length === 0 ? null : shape.brands,
    categoryIds: shape.categories.length === 0 ? null : await withDescendants(db, shape.categories),
    withParents: hasParents(shape.preset),
    since,
  }
}

async function categoryPaths(db: Db): Promise<(categoryId: number) => readonly string[]> {
  const rows = await loadCategoryRows(db)
  const paths = new Map(rows.map(({ id, name, above }) => [id, [...above, name]]))
  return (categoryId) => paths.get(categoryId) ?? []
}
