import * as z from 'zod/mini'
import { attributeTypes } from './attributes.ts'
import { floorErrors } from '#contract/errors/pricing.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

/** Maximum size of an uploaded picture in bytes. */
export const pictureBytesMax = 15 * 1024 * 1024
export const picturesMax = 20
/** The form adds at most this many units; an import may add more. */
export const unitsMax = 20
/** Maximum number of variant dimensions of a product (catalogue, section 3). */
export const dimensionsMax = 3

/** Imports may store longer texts than the form accepts; existing ones can be saved again. */
const typed = z.string().check(z.maxLength(20_000))

/** As typed; an empty value means no price. `currency` is an ISO code. */
const typedPrice = z.strictObject({ value: typed, currency: typed })
export type TypedPrice = z.output<typeof typedPrice>

/** Prices of a unit in one price list; an empty sale price means that the list has no price. */
const typedPrices = z.strictObject({
  list: z.number(),
  sale: typedPrice,
  listPrice: typedPrice,
  /** Prices of the five payment plans in order. */
  plans: z.array(typedPrice).check(z.length(5)),
})
export type TypedPrices = z.output<typeof typedPrices>

const typedUnit = z.strictObject({
  /** Null for a new unit. */
  id: z.nullable(z.number()),
  name: typed,
  /** Number of base units. */
  multiplier: typed,
  barcode: typed,
  isDefault: z.boolean(),
  prices: z.array(typedPrices).check(z.maxLength(200)),
})
export type TypedUnit = z.output<typeof typedUnit>

/** The values of the product form, as typed: numbers with either decimal separator. */
export const productValues = z.strictObject({
  code: typed,
  name: typed,
  /** The readable part of its address; '' = derived from the name. */
  seo: typed,
  isActive: z.boolean(),
  /** Name of a brand, or its code when several brands have the same name; '' = none. */
  brand: typed,
  /** Model of that brand; created when it does not exist. */
  model: typed,
  /** Id of a category; '' = none. */
  category: typed,
  /** Percent; '' = the store's default rate. */
  taxRate: typed,
  equivalentCode: typed,
  ozelkod: typed,
  ozelkod2: typed,
  ozelkod3: typed,
  ozelkod4: typed,
  ozelkod5: typed,
  /** HTML; harmful content is removed. */
  description: z.string().check(z.maxLength(400_000)),
  /** Technical data, in order. */
  attributes: z.array(z.strictObject({ name: typed, value: typed })).check(z.maxLength(500)),
  metaTitle: typed,
  metaDescription: typed,
  metaKeywords: typed,
  /** The variant dimensions; empty for a product without variants. */
  variantNames: z.array(typed).check(z.maxLength(dimensionsMax)),
  /** For variants: one value for each dimension of the parent. */
  variantValues: z.array(typed).check(z.maxLength(dimensionsMax)),
  /** File names below /images/, the main picture first. */
  images: z.array(typed).check(z.maxLength(200)),
  units: z.array(typedUnit).check(z.maxLength(200)),
})
export type ProductValues = z.output<typeof productValues>

const named = z.object({ id: z.number(), code: z.string(), name: z.string() })

const options = z.object({
  /** The label of each brand in the form, and its code. */
  brands: z.array(z.object({ value: z.string(), code: z.string() })),
  /** In tree order; `depth` starts at 0. */
  categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
  /** The default list first. */
  priceLists: z.array(z.object({ id: z.number(), name: z.string(), isDefault: z.boolean() })),
  /** The default currency first. */
  currencies: z.array(z.string()),
  /** Payment plans with their own prices; `place` is the index among the five, from 0. */
  plans: z.array(z.object({ place: z.number(), name: z.string() })),
  /** Percent; applies to products without a rate. */
  defaultTaxRate: z.number(),
  /** Technical attributes in their order. */
  attributes: z.array(
    z.object({
      name: z.string(),
      /** All its names, folded. */
      labels: z.array(z.string()),
      type: z.enum(attributeTypes),
      unit: z.string(),
      choices: z.array(z.string()),
      /** Where it is offered: a category and those below; null = everywhere. */
      categories: z.nullable(z.array(z.number())),
    }),
  ),
})
export type FormAttribute = ProductOptions['attributes'][number]
export type ProductOptions = z.output<typeof options>

const place = z.object({
  id: z.number(),
  name: z.string(),
  /** Base units. */
  quantity: z.string(),
  /** Where the warehouse has it; empty if unknown. */
  shelf: z.string(),
  /** Closed warehouses receive no stock. */
  isActive: z.boolean(),
})
export type StockPlace = z.output<typeof place>

export const productStock = z.object({
  places: z.array(place),
  /** The latest movements, newest first. */
  movements: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      place: z.string(),
      quantity: z.string(),
      reason: z.enum(['import', 'order', 'cancel', 'correction', 'reserve', 'release', 'transfer', 'return']),
      orderNo: z.nullable(z.string()),
    }),
  ),
})
export type ProductStock = z.output<typeof productStock>

const parent = z.nullable(z.object({ ...named.shape, variantNames: z.array(z.string()) }))

/** Initial values of a new product; a variant inherits its parent's. */
export const getProductForm = endpoint({
  method: 'GET',
  path: '/yonetim/product-form',
  access: 'admin',
  area: 'catalog',
  summary: 'Initial values of a new product; parent: id of the parent of a new variant',
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
  /** Other products with the same equivalent code. */
  equivalents: z.array(named),
  /** URL of its page in the store; null while inactive. */
  url: z.nullable(z.string()),
  /** Addresses whose pictures are still to come, or failed for the given reason. */
  pictureAddresses: z.array(z.object({ url: z.string(), failure: z.nullable(z.string()) })),
  /** The key that imports use for the product, unless another field is the key. */
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
  area: 'catalog',
  summary: 'A product with its units, prices, stock, pictures and variants',
  params: rowParams,
  reply: productDetail,
  errors: ['product_not_found'],
})

/**
 * A refusal has a message in `fields` for each invalid field: `units.0.multiplier`, `units.0.prices.7.sale` (by price
 * list).
 */
export const createProduct = endpoint({
  method: 'POST',
  path: '/yonetim/products',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds a product or a variant',
  body: z.strictObject({
    values: productValues,
    parent: z.nullable(rowNumber),
    /** Initial stock by warehouse, in base units as typed. */
    stock: z.array(z.strictObject({ place: rowNumber, quantity: typed })).check(z.maxLength(200)),
  }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed', ...floorErrors],
})

/**
 * `before`: the values the form was opened with. If one of them has changed since, `fields` contains the current value.
 */
export const changeProduct = endpoint({
  method: 'PATCH',
  path: '/yonetim/products/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes a product with its units, prices and pictures',
  params: rowParams,
  body: z.strictObject({ before: productValues, values: productValues }),
  reply: productDetail,
  errors: ['validation_failed', 'product_not_found', 'product_changed', ...floorErrors],
})

/**
 * `count`: the counted stock; refused when the stock has changed since `seen` was shown. `change`: adds, or with a
 * minus removes, this quantity. The stock never goes below zero.
 */
export const correctStock = endpoint({
  method: 'POST',
  path: '/yonetim/products/:id/stock',
  access: 'admin',
  area: 'catalog',
  summary: 'Corrects the stock of a product in one warehouse',
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

export const shelfMax = 40

/** Names the shelf of a product in a warehouse; an empty one is removed. */
export const changeShelf = endpoint({
  method: 'POST',
  path: '/yonetim/products/:id/shelf',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes where a warehouse has a product',
  params: rowParams,
  body: z.strictObject({ place: rowNumber, shelf: z.string().check(z.maxLength(shelfMax)) }),
  reply: productStock,
  errors: ['product_not_found', 'not_found'],
})

/** Moves stock from one warehouse to another active one with two movements or none, at most what is available. */
export const transferStock = endpoint({
  method: 'POST',
  path: '/yonetim/products/:id/stock/transfer',
  access: 'admin',
  area: 'catalog',
  summary: 'Moves part of the stock of a product to another warehouse',
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

/** A streamed file upload. */
const file = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/yonetim/product-pictures',
  access: 'admin',
  area: 'catalog',
  encoding: 'file',
  summary: 'Uploads a picture (JPEG, PNG, WebP; up to 15 MB), which a product must use within a day',
  body: file,
  reply: z.object({ file: z.string() }),
  errors: ['too_large', 'picture_invalid', 'picture_too_many_points', 'bad_request', 'unavailable'],
})

export const listModels = endpoint({
  method: 'GET',
  path: '/yonetim/product-models',
  access: 'admin',
  area: 'catalog',
  summary: 'Models of a brand, given by its label in the form',
  query: z.object({ brand: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.object({ items: z.array(z.string()) }),
  errors: [],
})
