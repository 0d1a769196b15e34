import * as z from 'zod/mini'
import { campaign } from './campaigns.ts'
import { money, planKeys } from '#contract/core/money.ts'

const planPrices = Object.fromEntries(planKeys.map((key) => [key, z.optional(money)])) as Record<
  (typeof planKeys)[number],
  z.ZodMiniOptional<typeof money>
>

/**
 * A unit of a product. `value` is its name (ADET, KOLİ …), `multiplier` the base units it holds. Prices are for one such
 * unit, before tax, and absent for whoever may not see prices.
 */
export const unit = z.object({
  id: z.number(),
  value: z.string(),
  multiplier: z.number(),
  barcode: z.nullable(z.string()),
  defaultPrice: z.optional(money),
  listPrice: z.optional(money),
  ...planPrices,
})
export type Unit = z.output<typeof unit>

export const stockRow = z.object({ warehouseName: z.string(), quantity: z.number() })

/**
 * A product as lists, cart and product page show it (specification, catalogue, section 3).
 * `quantity` (before the offset) and `inventory` (with it) are in base units, no more than the stock mode shows, and absent
 * where stock is hidden (docs/decisions, 013); `defaultUnit` is a unit's id;
 * `varyantx` is 0 while a variant still has to be chosen. Prices of the product are those of its default unit.
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
  quantity: z.optional(z.number()),
  inventory: z.optional(z.array(stockRow)),
  defaultUnit: z.nullable(z.number()),
  units: z.array(unit),
  salePrice: z.optional(money),
  listPrice: z.optional(money),
  ...planPrices,
  /** The lowest price of its variants ("…'den"); a parent has no other. */
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

/** One selectable variant of a parent, by its values in the order of the parent's dimensions. */
export const variant = z.object({
  id: z.number(),
  url: z.string(),
  values: z.array(z.object({ name: z.string() })),
  isInStock: z.optional(z.boolean()),
})

export const crumb = z.object({ name: z.string(), url: z.string() })
export type Crumb = z.output<typeof crumb>

/** A product with all that its own page shows. */
export const productDetail = z.extend(product, {
  description: z.nullable(z.string()),
  attributes: z.array(z.tuple([z.string(), z.string()])),
  images: z.array(z.string()),
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  metaKeywords: z.nullable(z.string()),
  breadcrumbs: z.array(crumb),
  parent: z.nullable(z.object({ id: z.number(), url: z.string(), name: z.string() })),
  /** Dimensions of the parent, each with the values that occur (specification: variants[] with name and values[]). */
  variants: z.array(z.object({ name: z.string(), values: z.array(z.object({ name: z.string() })) })),
  variantProducts: z.array(variant),
  /** The chosen values, in the order of the dimensions; empty while none is chosen. */
  chosen: z.array(z.string()),
  /** The campaign that the product stands in, with others of it (section 3, "Product detail state"). */
  campaign: z.nullable(campaign),
  /** The codes named by `equivalentCode`, each with the page of the product that has it as its own, if one has. */
  equivalentCodes: z.array(z.object({ code: z.string(), url: z.nullable(z.string()) })),
  equivalents: z.array(product),
  related: z.array(product),
})
export type ProductDetail = z.output<typeof productDetail>
