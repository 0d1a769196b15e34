import { type FeedColumn, figureFields, type FeedItem } from '#domain/feeds/feed-fields.ts'
import type { FeedWriter } from './write-xml.ts'

/** `{"cursor": …, "items": [{…}, …]}`. Fields without a value are null; prices and quantities are numbers. */
export function jsonWriter(columns: readonly FeedColumn[], cursor: string): FeedWriter {
  return {
    head: `{"cursor":${JSON.stringify(cursor)},"items":[\n`,
    item: (item) => {
      const entries = columns.map(({ field, name }) => [name, valueOf(field, item)])
      return JSON.stringify(Object.fromEntries(item.isRemoved ? [...entries, ['isRemoved', true]] : entries))
    },
    separator: ',\n',
    foot: '\n]}\n',
  }
}

function valueOf(field: FeedColumn['field'], item: FeedItem): unknown {
  const value = item[field] ?? null
  if (field === 'isRemoved') return item.isRemoved === true
  if (typeof value === 'string') return figureFields.has(field) ? Number(value) : value
  if (field !== 'units') return value
  return item.units?.map(({ unit, multiplier, barcode, price }) => {
    return { unit, multiplier: Number(multiplier), barcode, price: price === null ? null : Number(price) }
  })
}
