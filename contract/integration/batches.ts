import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { batchErrors, batchHead, batchOf, batchReply, decimal, percent, text } from './batch.ts'
import { pricesExample, productsExample, stockExample, unitsExample } from './examples.ts'

/** What identifies a product: its code, or with `key: "externalKey"` the key that the ERP has given it. */
const productKey = { code: z.optional(text(500)), externalKey: z.optional(text(500)) }

/** `null` clears where it is allowed. */
const clearable = <Value extends z.ZodMiniType>(value: Value) => z.optional(z.nullable(value))

const prices = {
  price: z.optional(decimal),
  listPrice: clearable(decimal),
  plan1: clearable(decimal),
  plan2: clearable(decimal),
  plan3: clearable(decimal),
  plan4: clearable(decimal),
  plan5: clearable(decimal),
  currency: z.optional(text(10)),
}

/**
 * Only what is named changes. `unit`, `multiplier` and `barcode` are those of the default unit. Without a brand, a product
 * has no model.
 */
export const productRow = z.strictObject({
  ...productKey,
  name: z.optional(text(1000)),
  brand: clearable(text(500)),
  /** Of an existing brand, in place of its name. */
  brandCode: z.optional(text(60)),
  model: clearable(text(500)),
  /** The path from the top, as a list or with " > " between its levels. */
  category: clearable(z.union([text(2000), z.array(text(200)).check(z.maxLength(20))])),
  /** Of an existing category, in place of the path. */
  categoryCode: z.optional(text(100)),
  unit: z.optional(text(100)),
  multiplier: z.optional(decimal),
  barcode: clearable(text(100)),
  /** In percent, with at most two decimals: 18.5. */
  taxRate: clearable(percent),
  description: clearable(text(100_000)),
  equivalentCode: clearable(text(500)),
  specialCode1: clearable(text(500)),
  specialCode2: clearable(text(500)),
  specialCode3: clearable(text(500)),
  specialCode4: clearable(text(500)),
  specialCode5: clearable(text(500)),
  metaTitle: clearable(text(500)),
  metaDescription: clearable(text(5000)),
  metaKeywords: clearable(text(5000)),
  /** Names of pictures that the shop has. */
  images: z.optional(z.array(text(200)).check(z.maxLength(50))),
  attributes: z.optional(z.record(z.string(), text(1000))),
  isActive: z.optional(z.boolean()),
  /** The code of the product that this one is a variant of, and its values: {"Renk": "Mavi"}. */
  parentCode: z.optional(text(500)),
  variant: z.optional(z.record(z.string(), text(200))),
  ...prices,
  /** Base units by the code of the warehouse. */
  stock: z.optional(z.record(z.string(), decimal)),
})

/** Only the key of the row counts. */
const deletes = { delete: z.optional(z.boolean()) }

/** Without `unit`, the prices of the default unit. `delete: true` removes all prices that the unit has in the list. */
export const priceRow = z.strictObject({ ...productKey, unit: z.optional(text(100)), ...prices, ...deletes })

/** Base units. Without `warehouse`, the first warehouse. `delete: true` removes the stock of the warehouse. */
export const stockRow = z.strictObject({
  ...productKey,
  warehouse: z.optional(text(100)),
  quantity: z.optional(decimal),
  ...deletes,
})

/** A unit of an existing product; `multiplier` is needed for a new one. `delete: true` removes it, unless it is the default. */
export const unitRow = z.strictObject({
  ...productKey,
  unit: text(100),
  multiplier: z.optional(decimal),
  barcode: clearable(text(100)),
  ...prices,
  ...deletes,
})

const head = {
  ...batchHead,
  key: z.optional(z.enum(['code', 'externalKey'])),
}
/**
 * The shop's time before the stock was read in the ERP (`now` of `GET /me`). What orders took that were not acknowledged
 * by then, and what card payments hold, is subtracted from the stock of the rows. Without it, stock is set as it is.
 */
const asOf = z.optional(z.iso.datetime({ offset: true }))
const priceHead = {
  ...head,
  /** The code of an existing price list; without it the default list. */
  priceList: z.optional(text(100)),
  /** Whether the prices include VAT; false by default. */
  vatIncluded: z.optional(z.boolean()),
}

const v1 = '/api/integration/v1'
const errors = [...batchErrors, 'catalog_busy', 'price_list_not_found'] as const

export const writeProducts = endpoint({
  method: 'POST',
  path: `${v1}/products`,
  access: 'service',
  scope: 'catalog:write',
  summary: 'Adds and changes products, at most 5,000. Only what a row names changes',
  body: z.strictObject({ ...priceHead, asOf, rows: batchOf(productRow) }),
  reply: batchReply,
  example: productsExample,
  errors,
})

export const writeUnits = endpoint({
  method: 'POST',
  path: `${v1}/units`,
  access: 'service',
  scope: 'catalog:write',
  summary: 'Adds and changes units of products with their multipliers, barcodes and prices',
  body: z.strictObject({ ...priceHead, rows: batchOf(unitRow) }),
  reply: batchReply,
  example: unitsExample,
  errors,
})

export const writePrices = endpoint({
  method: 'POST',
  path: `${v1}/prices`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Sets prices of a price list',
  body: z.strictObject({ ...priceHead, rows: batchOf(priceRow) }),
  reply: batchReply,
  example: pricesExample,
  errors,
})

export const writeStock = endpoint({
  method: 'POST',
  path: `${v1}/stock`,
  access: 'service',
  scope: 'stock:write',
  summary: 'Sets the stock of products in warehouses',
  body: z.strictObject({ ...head, asOf, rows: batchOf(stockRow) }),
  reply: batchReply,
  example: stockExample,
  errors,
})
