import * as z from 'zod/mini'
import { campaign } from './campaigns.ts'
import { productPromotion } from './promotions.ts'
import { money, planKeys } from '#contract/core/money.ts'

const planPrices = Object.fromEntries(planKeys.map((key) => [key, z.optional(money)])) as Record<
  (typeof planKeys)[number],
  z.ZodMiniOptional<typeof money>
>

/** What one unit costs from this quantity of a line on. */
export const priceTier = z.object({ quantity: z.number(), price: money })
export type PriceTier = z.output<typeof priceTier>

const quantityTerm = z.object({
  /** Counted in this unit (`inUnit`), otherwise in default units. */
  quantity: z.number(),
  inUnit: z.boolean(),
})

/**
 * What the store's rules prescribe for lines in a unit (docs/prices.md). `allowed`: the quantities that fit all of them in a
 * cart without other lines of the product; null: none does.
 */
const unitTerms = z.object({
  allowed: z.nullable(z.object({ least: z.number(), step: z.number(), most: z.number() })),
  minimum: z.optional(quantityTerm),
  multiple: z.optional(quantityTerm),
  maximum: z.optional(quantityTerm),
  /** For the last `days` days. `ordered`: already ordered in them, in base units or (`inUnit`) in this unit; only in carts. */
  period_maximum: z.optional(z.extend(quantityTerm, { days: z.number(), ordered: z.optional(z.number()) })),
})

/**
 * A unit of a product. `value` is its name (ADET, KOLİ …), `multiplier` its number of base units. Prices are for one
 * unit, before tax, and absent when prices are hidden.
 */
/** The prices of one unit in lines from this quantity on. */
const quantityPrices = z.object({
  quantity: z.number(),
  defaultPrice: money,
  cartPrice: z.optional(money),
  listPrice: z.optional(money),
  ...planPrices,
})
export type QuantityPrices = z.output<typeof quantityPrices>

export const unit = z.object({
  id: z.number(),
  value: z.string(),
  multiplier: z.number(),
  barcode: z.nullable(z.string()),
  defaultPrice: z.optional(money),
  /** What the visitor's cart charges, where its plan makes it differ from `defaultPrice`. */
  cartPrice: z.optional(money),
  listPrice: z.optional(money),
  /** Lower prices of greater quantities under the cart's plan, ascending; only where there are any. */
  tiers: z.optional(z.array(priceTier)),
  /** Only where rules of quantity apply. */
  terms: z.optional(unitTerms),
  /** In carts, where the quantity decides about the price: the prices by quantity, from 1. */
  quantityPrices: z.optional(z.array(quantityPrices)),
  ...planPrices,
})
export type Unit = z.output<typeof unit>

/** Stock as shown (`StockShown` in domain/): the figure with the offset, or more than a cap, or in or out of stock. */
const stockShown = {
  isOutOfStock: z.boolean(),
  quantity: z.optional(z.number()),
  moreThan: z.optional(z.number()),
}

export const stockRow = z.object({ warehouseName: z.string(), ...stockShown })

/**
 * A product in lists, in the cart and on product pages (specification, catalogue, section 3). `quantity`, `moreThan` and
 * `inventory` are stock in base units as the screen may show it, and are absent when stock is hidden; `isOutOfStock`
 * decides the add button and is always there (docs/decisions, 013). `defaultUnit` is a unit's id. `varyantx` is 0 while a variant must still be
 * chosen. The product's prices are those of its default unit.
 */
export const product = z.object({
  id: z.number(),
  seo: z.string(),
  url: z.string(),
  name: z.string(),
  code: z.string(),
  image: z.nullable(z.string()),
  brand: z.nullable(z.object({ code: z.string(), name: z.string(), slug: z.string() })),
  model: z.nullable(z.object({ id: z.number(), name: z.string() })),
  ...stockShown,
  inventory: z.optional(z.array(stockRow)),
  defaultUnit: z.nullable(z.number()),
  units: z.array(unit),
  salePrice: z.optional(money),
  /** See the unit's. */
  cartPrice: z.optional(money),
  listPrice: z.optional(money),
  ...planPrices,
  /** The lowest price of its variants ("…'den"); a parent has no other price. */
  isFromPrice: z.boolean(),
  taxRate: z.number(),
  currency: z.optional(z.string()),
  equivalentCode: z.nullable(z.string()),
  varyantx: z.literal([0, 1]),
  ozelkod: z.nullable(z.string()),
  ozelkod2: z.nullable(z.string()),
  ozelkod3: z.nullable(z.string()),
  ozelkod4: z.nullable(z.string()),
  ozelkod5: z.nullable(z.string()),
})
export type Product = z.output<typeof product>

/** A selectable variant of a parent; its values are in the order of the parent's dimensions. */
export const variant = z.object({
  id: z.number(),
  url: z.string(),
  values: z.array(z.object({ name: z.string() })),
  isInStock: z.optional(z.boolean()),
})

export const crumb = z.object({ name: z.string(), url: z.string() })
export type Crumb = z.output<typeof crumb>

/** A product with everything its page shows. */
export const productDetail = z.extend(product, {
  description: z.nullable(z.string()),
  /** Technical data: label, value and group ('' = none), in the visitor's language and notation. */
  attributes: z.array(z.tuple([z.string(), z.string(), z.string()])),
  images: z.array(z.string()),
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  metaKeywords: z.nullable(z.string()),
  breadcrumbs: z.array(crumb),
  parent: z.nullable(z.object({ id: z.number(), url: z.string(), name: z.string() })),
  /** The parent's dimensions with the values that occur (specification: variants[] with name and values[]). */
  variants: z.array(z.object({ name: z.string(), values: z.array(z.object({ name: z.string() })) })),
  variantProducts: z.array(variant),
  /** The chosen values in the order of the dimensions; empty when none is chosen. */
  chosen: z.array(z.string()),
  /** A campaign with this product, showing its other products (section 3, "Product detail state"). */
  campaign: z.nullable(campaign),
  /** Promotions that name the product; not those that need a coupon. */
  promotions: z.array(productPromotion),
  /** The codes in `equivalentCode`, each with the URL of the product that has it as its own code, if any. */
  equivalentCodes: z.array(z.object({ code: z.string(), url: z.nullable(z.string()) })),
  equivalents: z.array(product),
  related: z.array(product),
})
export type ProductDetail = z.output<typeof productDetail>
