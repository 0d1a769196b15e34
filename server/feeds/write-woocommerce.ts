import type { FeedItem } from '#domain/feeds/feed-fields.ts'
import { delimitedLine } from '#server/platform/tables/write-csv.ts'
import type { FeedWriter } from './write-xml.ts'

const dimensions = [1, 2, 3] as const

const columns = [
  ...['Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Description', 'Tax status', 'In stock?', 'Stock'],
  ...['Regular price', 'Categories', 'Images', 'Parent', 'GTIN, UPC, EAN, or ISBN', 'Brands'],
  ...dimensions.flatMap((n) => [
    `Attribute ${n} name`,
    `Attribute ${n} value(s)`,
    `Attribute ${n} visible`,
    `Attribute ${n} global`,
  ]),
]

/** The product CSV of WooCommerce: products with variants are `variable`, and each variant names its product. */
export function wooCommerceWriter(): FeedWriter {
  return {
    head: `\uFEFF${delimitedLine(columns, ',')}`,
    item: (item) => delimitedLine(cellsOf(item), ','),
    separator: '',
    foot: '',
  }
}

function cellsOf(item: FeedItem): string[] {
  const isParent = item.options !== undefined
  const isVariation = !isParent && item.parentCode !== item.code
  return [
    isParent ? 'variable' : isVariation ? 'variation' : 'simple',
    item.code,
    item.name ?? '',
    '1',
    'visible',
    isVariation ? '' : (item.description ?? ''),
    'taxable',
    item.isInStock ? '1' : '0',
    isParent ? '' : (item.stock ?? ''),
    isParent ? '' : (item.price ?? ''),
    isVariation ? '' : listed(item.category),
    (item.images ?? []).join(', '),
    isVariation ? (item.parentCode ?? '') : '',
    isParent ? '' : (item.barcode ?? ''),
    isVariation ? '' : listed(item.brand),
    ...dimensions.flatMap((n) => attributeCells(item, n)),
  ]
}

function attributeCells(item: FeedItem, n: 1 | 2 | 3): string[] {
  const option = item.options?.[n - 1]
  const name = option?.name ?? item[`variantName${n}`] ?? ''
  if (name === '') return ['', '', '', '']
  const values = option?.values ?? [item[`variantValue${n}`] ?? '']
  return [name, values.map(listed).join(', '), '1', '1']
}

/** Commas separate the values of a cell. */
const listed = (text: string | null | undefined): string => (text ?? '').replaceAll(',', '\\,')
