import type { FeedItem } from '#domain/feeds/feed-fields.ts'
import { isTradeNumber } from '#domain/text/barcode.ts'
import { fold } from '#domain/text/text.ts'
import { cutAtWord, lineOf } from '#server/platform/tables/cell-text.ts'
import type { FeedWriter } from './write-xml.ts'
import { xmlElement } from '#server/platform/xml/xml-text.ts'

const titleMax = 150
const descriptionMax = 5000
const furtherImagesMax = 10

/** Dimensions of variants that Google Merchant Center has elements for. */
const dimensions: Readonly<Record<string, string>> = {
  ...{ renk: 'g:color', color: 'g:color', beden: 'g:size', numara: 'g:size', size: 'g:size' },
  ...{ malzeme: 'g:material', material: 'g:material', desen: 'g:pattern', pattern: 'g:pattern' },
}

/** A product feed of Google Merchant Center: RSS 2.0 with elements of its namespace `g`. */
export function googleWriter({ title, link }: { title: string; link: string }): FeedWriter {
  const head = ['title', 'link', 'description'].map((name) => xmlElement(name, name === 'link' ? link : title))
  return {
    head: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head.join('')}\n`,
    item: (item) => `<item>${elementsOf(item).join('')}</item>\n`,
    separator: '',
    foot: '</channel></rss>\n',
  }
}

function elementsOf(item: FeedItem): string[] {
  const text = (name: string, value: string | null | undefined) => xmlElement(`g:${name}`, value)
  const availability = text('availability', item.isInStock ? 'in_stock' : 'out_of_stock')
  const gtin = item.barcode && isTradeNumber(item.barcode) ? item.barcode : null
  const isVariant = item.parentCode !== item.code
  return [
    text('id', item.code),
    text('title', cutAtWord(item.name ?? '', titleMax)),
    text('description', cutAtWord(lineOf(item.description ?? item.name ?? ''), descriptionMax)),
    text('link', item.url),
    text('image_link', item.image),
    ...(item.images ?? []).slice(1, furtherImagesMax + 1).map((image) => text('additional_image_link', image)),
    availability,
    text('price', item.price == null ? null : `${item.price} ${item.currency ?? ''}`),
    text('condition', 'new'),
    text('brand', item.brand),
    text('gtin', gtin),
    text('mpn', gtin === null ? item.code : null),
    text('product_type', item.category),
    text('item_group_id', isVariant ? item.parentCode : null),
    ...variantsOf(item).map(([name, value]) => xmlElement(dimensions[fold(name)] ?? '', value)),
  ]
}

const variantsOf = (item: FeedItem): [name: string, value: string][] =>
  ([1, 2, 3] as const).flatMap((n): [string, string][] => {
    const [name, value] = [item[`variantName${n}`], item[`variantValue${n}`]]
    return name && value && dimensions[fold(name)] !== undefined ? [[name, value]] : []
  })
