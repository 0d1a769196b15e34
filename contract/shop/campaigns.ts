import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'

/**
 * A product in a campaign (specification, checkout and administration, section 3). `barcode` is that of the default
 * unit. `quantity` is in base units and absent when stock is hidden; prices are before tax and absent when prices are
 * hidden.
 */
export const campaignProduct = z.object({
  id: z.number(),
  seo: z.string(),
  url: z.string(),
  name: z.string(),
  code: z.string(),
  barcode: z.nullable(z.string()),
  image: z.nullable(z.string()),
  quantity: z.optional(z.number()),
  defaultUnit: z.nullable(z.number()),
  listPrice: z.optional(money),
  salePrice: z.optional(money),
  /** The lowest price of its variants ("…'den"); a parent has no other price. */
  isFromPrice: z.boolean(),
  taxRate: z.number(),
})
export type CampaignProduct = z.output<typeof campaignProduct>

/** A running campaign with its visible products in their order; `rowCount` is 1 or more. */
export const campaign = z.object({
  id: z.number(),
  name: z.string(),
  rowCount: z.number(),
  products: z.array(campaignProduct),
})
export type Campaign = z.output<typeof campaign>

/** The running campaigns with visible products, in the store's order (section 2, "Campaign carousel"). */
export const getCampaigns = endpoint({
  method: 'GET',
  path: '/api/catalog/campaigns',
  access: 'guest',
  summary: 'The running campaigns with their products',
  reply: z.array(campaign),
  errors: [],
})

/** Maximum number of products in a campaign. */
export const campaignProductsMax = 500
