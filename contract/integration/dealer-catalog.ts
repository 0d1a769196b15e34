import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { quantity } from '#contract/shop/cart.ts'
import { priceReasons } from '#contract/shop/price-reasons.ts'
import {
  dealerPriceReasonsExample,
  dealerPricesExample,
  dealerProductExample,
  dealerProductsExample,
  dealerStockExample,
} from './dealer-examples.ts'

const v1 = '/api/dealer/v1'

/** Products of a page of the catalog, by default and at most. */
export const catalogPage = 100
export const catalogPageMax = 500

/** Amounts are decimal strings without VAT, in the currency that they are charged in. */
const amount = z.object({ value: z.string(), currency: z.string() })

const unit = {
  name: z.string(),
  /** Base units in one unit. */
  multiplier: z.string(),
  isDefault: z.boolean(),
}
/** Absent without the scope `prices:read`, and where the shop hides prices. */
const prices = {
  /** What the dealer pays for one unit; null: on request. */
  price: z.optional(z.nullable(amount)),
  listPrice: z.optional(z.nullable(amount)),
}

/**
 * A product as the dealer's screen shows it. `stock` is the figure, the cap of "100+", or 1 and 0 where the shop shows only
 * whether there is stock; in base units.
 */
export const dealerProduct = z.object({
  code: z.string(),
  /** The code of the product whose variant this is. */
  parentCode: z.nullable(z.string()),
  name: z.string(),
  brand: z.nullable(z.string()),
  description: z.nullable(z.string()),
  images: z.array(z.string()),
  url: z.string(),
  variant: z.array(z.object({ name: z.string(), value: z.string() })),
  /**
   * Technical data, as the product's page has them. `key` is null for labels that no attribute of the store has; `number` is the
   * value in `unit` where it is one.
   */
  attributes: z.array(
    z.object({
      key: z.nullable(z.string()),
      name: z.string(),
      value: z.string(),
      number: z.nullable(z.string()),
      unit: z.string(),
    }),
  ),
  taxRate: z.string(),
  /** Absent without the scope `stock:read`. */
  stock: z.optional(z.string()),
  isInStock: z.optional(z.boolean()),
  units: z.array(z.object({ ...unit, barcode: z.nullable(z.string()), ...prices })),
})

const dealerPrices = z.object({
  code: z.string(),
  taxRate: z.string(),
  units: z.array(z.object({ ...unit, ...prices })),
})

const dealerStock = z.object({ code: z.string(), stock: z.string(), isInStock: z.boolean() })

/** Read with `cursor` until it is null. `since` is the `version` of an earlier reading: only what changed comes. */
const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
  since: z.optional(z.string().check(z.regex(/^[0-9a-z-]{1,40}$/))),
})

const page = {
  /** With `since`: codes of products that are no longer sold. */
  removed: z.array(z.string()),
  cursor: z.nullable(z.string()),
  /**
   * The state of the catalog and of the dealer's conditions when this page was read. Keep that of the first page for the
   * next `since`.
   */
  version: z.string(),
  /** All products come: without `since`, if it is too old, and if rates, settings or the dealer's conditions changed. */
  isFull: z.boolean(),
}

export const listDealerProducts = endpoint({
  method: 'GET',
  path: `${v1}/products`,
  access: 'dealerKey',
  needs: [],
  scope: 'catalog:read',
  summary: 'The catalog in pages, with the dealer’s prices (scope prices:read) and stock (scope stock:read)',
  query: pageQuery,
  reply: z.object({ items: z.array(dealerProduct), ...page }),
  example: dealerProductsExample,
  errors: ['validation_failed'],
})

export const getDealerProduct = endpoint({
  method: 'GET',
  path: `${v1}/products/:code`,
  access: 'dealerKey',
  needs: [],
  scope: 'catalog:read',
  summary: 'One product by its code or by the barcode of a unit',
  params: z.object({ code: z.string().check(z.maxLength(100)) }),
  reply: dealerProduct,
  example: dealerProductExample,
  errors: ['product_not_found'],
})

/** As the page of the product explains its price. `unit`: by name; without it the barcode's unit or the default one. */
export const getDealerPriceReasons = endpoint({
  method: 'GET',
  path: `${v1}/products/:code/price-reasons`,
  access: 'dealerKey',
  needs: ['prices'],
  scope: 'prices:read',
  summary: 'How the dealer’s price of a product comes about, step by step, where the store shows this',
  params: z.object({ code: z.string().check(z.maxLength(100)) }),
  query: z.object({ unit: z.optional(z.string().check(z.maxLength(100))), quantity: z.optional(quantity) }),
  reply: priceReasons,
  example: dealerPriceReasonsExample,
  errors: ['product_not_found', 'unit_not_found', 'price_reasons_hidden'],
})

export const listDealerPrices = endpoint({
  method: 'GET',
  path: `${v1}/prices`,
  access: 'dealerKey',
  needs: ['prices'],
  scope: 'prices:read',
  summary: 'The dealer’s prices by unit, in pages',
  query: pageQuery,
  reply: z.object({ items: z.array(dealerPrices), ...page }),
  example: dealerPricesExample,
  errors: ['validation_failed'],
})

export const listDealerStock = endpoint({
  method: 'GET',
  path: `${v1}/stock`,
  access: 'dealerKey',
  needs: ['stock'],
  scope: 'stock:read',
  summary: 'Stock as the dealer’s screen shows it, in pages',
  query: pageQuery,
  reply: z.object({ items: z.array(dealerStock), ...page }),
  example: dealerStockExample,
  errors: ['validation_failed'],
})
