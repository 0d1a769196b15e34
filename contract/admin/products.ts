import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

/** Largest picture of a product, in bytes of its file. */
export const pictureBytesMax = 15 * 1024 * 1024
export const picturesMax = 20
/** Units that a form goes on adding to; an import may bring more. */
export const unitsMax = 20
/** Dimensions that a product's variants may differ in (catalogue, section 3). */
export const dimensionsMax = 3

/** Files bring longer texts than a form takes; what is there already can be saved again. */
const typed = z.string().check(z.maxLength(20_000))

/** As typed; an empty value = there is none. `currency` is an ISO code. */
const typedPrice = z.strictObject({ value: typed, currency: typed })
export type TypedPrice = z.output<typeof typedPrice>

/** Prices of a unit in one price list; where the sale price is empty the list has none for it. */
const typedPrices = z.strictObject({
  list: z.number(),
  sale: typedPrice,
  listPrice: typedPrice,
  /** Of the five payment plans, in their order. */
  plans: z.array(typedPrice).check(z.length(5)),
})
export type TypedPrices = z.output<typeof typedPrices>

const typedUnit = z.strictObject({
  /** Null: a new one. */
  id: z.nullable(z.number()),
  name: typed,
  /** Base units that it holds. */
  multiplier: typed,
  barcode: typed,
  isDefault: z.boolean(),
  prices: z.array(typedPrices).check(z.maxLength(200)),
})
export type TypedUnit = z.output<typeof typedUnit>

/** What a product's form holds, as typed: numbers with either kind of separators. */
export const productValues = z.strictObject({
  code: typed,
  name: typed,
  /** The readable part of its address; '' = made of the name. */
  seo: typed,
  isActive: z.boolean(),
  /** Name of a brand, or its code where two have that name; '' = none. */
  brand: typed,
  /** Of that brand; one that is not known yet is made. */
  model: typed,
  /** Id of a category; '' = none. */
  category: typed,
  /** Percent; '' = the store's own rate. */
  taxRate: typed,
  equivalentCode: typed,
  ozelkod: typed,
  ozelkod2: typed,
  ozelkod3: typed,
  ozelkod4: typed,
  ozelkod5: typed,
  /** HTML; what could do harm is taken out. */
  description: z.string().check(z.maxLength(400_000)),
  /** Technical data, in its order. */
  attributes: z.array(z.strictObject({ name: typed, value: typed })).check(z.maxLength(500)),
  metaTitle: typed,
  metaDescription: typed,
  metaKeywords: typed,
  /** In what its variants differ; empty where it has none. */
  variantNames: z.array(typed).check(z.maxLength(dimensionsMax)),
  /** Of a variant: one for each of its parent's names. */
  variantValues: z.array(typed).check(z.maxLength(dimensionsMax)),
  /** Names of files below /images/, the main one first. */
  images: z.array(typed).check(z.maxLength(200)),
  units: z.array(typedUnit).check(z.maxLength(200)),
})
export type ProductValues = z.output<typeof productValues>

const named = z.object({ id: z.number(), code: z.string(), name: z.string() })

const options = z.object({
  /** How brands are named in the form, and what tells two of one name apart. */
  brands: z.array(z.object({ value: z.string(), code: z.string() })),
  /** In the order of the tree; `depth` from 0. */
  categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
  /** The default one first. */
  priceLists: z.array(z.object({ id: z.number(), name: z.string(), isDefault: z.boolean() })),
  /** The store's own first. */
  currencies: z.array(z.string()),
  /** Payment plans that have prices of their own; `place` among the five, from 0. */
  plans: z.array(z.object({ place: z.number(), name: z.string() })),
  /** Percent that holds where a product has none. */
  defaultTaxRate: z.number(),
})
export type ProductOptions = z.output<typeof options>

const place = z.object({
  id: z.number(),
  name: z.string(),
  /** Base units. */
  quantity: z.string(),
  /** Closed ones take no more in. */
  isActive: z.boolean(),
})
export type StockPlace = z.output<typeof place>

export const productStock = z.object({
  places: z.array(place),
  /** The last ones, newest first. */
  movements: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      place: z.string(),
      quantity: z.string(),
      reason: z.enum(['import', 'order', 'cancel', 'correction', 'reserve', 'release', 'transfer']),
      orderNo: z.nullable(z.string()),
    }),
  ),
})
export type ProductStock = z.output<typeof productStock>

const parent = z.nullable(z.object({ ...named.shape, variantNames: z.array(z.string()) }))

/** Of a new product; a variant has what its parent has. */
export const getProductForm = endpoint({
  method: 'GET',
  path: '/yonetim/product-form',
  access: 'admin',
  summary: 'What a new product begins with; parent: of which product it becomes a variant',
  query: z.object({ parent: z.optional(z.string().check(z.maxLength(20))) }),
  reply: z.object({ values: productValues, parent, options, places: z.array(place) }),
  errors: ['product_not_found'],
})
export type ProductForm = z.output<typeof getProductForm.reply>

export const productDetail = z.object({
  id: z.number(),
  values: productValues,
  parent,
  variants: z.array(
    z.object({ ...named.shape, values: z.array(z.string()), isActive: z.boolean(), stock: z.string() }),
  ),
  /** Others with the same equivalent code. */
  equivalents: z.array(named),
  /** Its page in the shop; null while it is out of it. */
  url: z.nullable(z.string()),
  /** What an import knows it by, where that is no other field. */
  externalKey: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  stock: productStock,
  options,
})
export type ProductDetail = z.output<typeof productDetail>

export const getProductDetail = endpoint({
  method: 'GET',
  path: '/yonetim/products/:id',
  access: 'admin',
  summary: 'A product with its units, prices, stock, pictures and variants',
  params: rowParams,
  reply: productDetail,
  errors: ['product_not_found'],
})

/** `fields` of a refusal has a sentence for each field that cannot be taken: `units.0.multiplier`, `units.0.prices.7.sale` (by price list). */
export const createProduct = endpoint({
  method: 'POST',
  path: '/yonetim/products',
  access: 'admin',
  summary: 'Adds a product, or a variant of one',
  body: z.strictObject({
    values: productValues,
    parent: z.nullable(rowNumber),
    /** Its first stock, in base units as typed, by warehouse. */
    stock: z.array(z.strictObject({ place: rowNumber, quantity: typed })).check(z.maxLength(200)),
  }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed'],
})

/** `before`: the values that the change was made in. Where somebody changed one since, `fields` says what it is now. */
export const changeProduct = endpoint({
  method: 'PATCH',
  path: '/yonetim/products/:id',
  access: 'admin',
  summary: 'Changes a product with its units, prices and pictures',
  params: rowParams,
  body: z.strictObject({ before: productValues, values: productValues }),
  reply: productDetail,
  errors: ['validation_failed', 'product_not_found', 'product_changed'],
})

/**
 * `count`: there are so many, where `seen` was shown; it is refused where the stock has moved since. `change`: so many more or
 * (with a minus) fewer. Never below zero.
 */
export const correctStock = endpoint({
  method: 'POST',
  path: '/yonetim/products/:id/stock',
  access: 'admin',
  summary: 'Corrects the stock of a product in one warehouse by a movement',
  params: rowParams,
  body: z.strictObject({
    place: rowNumber,
    kind: z.enum(['count', 'change']),
    /** In base units, as typed. */
    quantity: typed,
    seen: typed,
    reason: typed,
  }),
  reply: productStock,
  errors: ['validation_failed', 'product_not_found', 'stock_changed'],
})

/** From one warehouse into another open one, both movements or none. No more than is there. */
export const transferStock = endpoint({
  method: 'POST',
  path: '/yonetim/products/:id/stock/transfer',
  access: 'admin',
  summary: 'Moves a part of the stock of a product into another warehouse',
  params: rowParams,
  body: z.strictObject({
    from: rowNumber,
    to: rowNumber,
    /** In base units, as typed. */
    quantity: typed,
  }),
  reply: productStock,
  errors: ['validation_failed', 'product_not_found', 'warehouse_closed'],
})

/** A file as it comes over the wire. */
const file = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/yonetim/product-pictures',
  access: 'admin',
  encoding: 'file',
  summary: 'Takes one picture (JPEG, PNG, WebP; 15 MB), drawn anew; a product names it within a day',
  body: file,
  reply: z.object({ file: z.string() }),
  errors: ['too_large', 'picture_invalid', 'picture_too_many_points', 'bad_request', 'unavailable'],
})

export const listModels = endpoint({
  method: 'GET',
  path: '/yonetim/product-models',
  access: 'admin',
  summary: 'Models of a brand, as the form names it',
  query: z.object({ brand: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.object({ items: z.array(z.string()) }),
  errors: [],
})
