/** What a dealer's feed can tell about a product, in the order of the form. */
export const feedFields = [
  'code',
  'parentCode',
  'barcode',
  'name',
  'description',
  'brand',
  'model',
  'category',
  'category1',
  'category2',
  'category3',
  'categoryName',
  'price',
  'listPrice',
  'currency',
  'taxRate',
  'taxIncluded',
  'stock',
  'isInStock',
  'unit',
  'multiplier',
  'units',
  'image',
  'images',
  'image2',
  'image3',
  'image4',
  'url',
  'variant',
  'variantName1',
  'variantValue1',
  'variantName2',
  'variantValue2',
  'variantName3',
  'variantValue3',
  'equivalentCode',
  'isRemoved',
] as const
export type FeedField = (typeof feedFields)[number]

/** A unit of a product, the price as the feed's prices. */
export type FeedUnit = { unit: string; multiplier: string; barcode: string | null; price: string | null }

/** Amounts and quantities are decimal texts with a point; absent fields have no value. */
export type FeedItem = { code: string; isRemoved?: boolean } & Partial<
  Record<Exclude<FeedField, 'code' | 'images' | 'units' | 'isInStock' | 'taxIncluded' | 'isRemoved'>, string | null>
> & {
    images?: string[]
    units?: FeedUnit[]
    isInStock?: boolean
    taxIncluded?: boolean
    /** Only of products with variants: the values that these have, by dimension. */
    options?: { name: string; values: string[] }[]
  }

/** Fields with figures: JSON and workbooks contain them as numbers. */
export const figureFields: ReadonlySet<FeedField> = new Set([
  'price',
  'listPrice',
  'taxRate',
  'stock',
  'multiplier',
] as const)

/** A field under the name that the receiver reads. In XML, `/` separates elements. */
export type FeedColumn = { field: FeedField; name: string }

/** Characters of a name that no format has to escape. A name does not start like a formula. */
const columnName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .:/()-]*$/u
const elementName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
export const columnNameMax = 60

/** Whether a name can be the path of an XML element: `product` or `images/image`. */
export const isElementPath = (path: string): boolean =>
  path.length <= columnNameMax && path.split('/').every((name) => elementName.test(name))

/** The first column whose name the format cannot have, or that another one has already; undefined if there is none. */
export function wrongColumn(columns: readonly FeedColumn[], isXml: boolean): FeedColumn | undefined {
  const isWrong = isXml
    ? (name: string) => !isElementPath(name)
    : (name: string) => name.length > columnNameMax || !columnName.test(name)
  return columns.find(({ name }, at) => isWrong(name) || columns.findIndex((other) => clashes(other.name, name)) < at)
}

/** In XML, an element cannot contain a text and elements: `image` and `image/url`. */
const clashes = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
