import * as z from 'zod/mini'
import { campaignProductsMax } from '#contract/shop/campaigns.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { batchErrors, batchHead, batchOf, batchReply, day, decimal, text } from './batch.ts'
import { campaignsExample } from './campaign-examples.ts'

/** A moment with its offset, or a day in Turkey; `null`: no limit. */
const edge = z.optional(z.nullable(z.union([z.iso.datetime({ offset: true }), day])))

/** Only what is named changes. With `delete: true`, only `code` counts. */
export const campaignRow = z.strictObject({
  code: text(100),
  /** A new campaign needs it. */
  name: z.optional(text(100).check(z.regex(/\S/))),
  /** In percent, below 100, with at most two decimals; 0: the products are only shown. */
  discount: z.optional(decimal),
  startsAt: edge,
  /** A day counts until its end. */
  endsAt: edge,
  isActive: z.optional(z.boolean()),
  /** Lower ones come first. */
  position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  /** The codes of all its products, in order. A new campaign needs them. */
  products: z.optional(z.array(text(500)).check(z.minLength(1), z.maxLength(campaignProductsMax))),
  delete: z.optional(z.boolean()),
})

export const writeCampaigns = endpoint({
  method: 'POST',
  path: '/api/integration/v1/campaigns',
  access: 'service',
  scope: 'prices:write',
  summary: 'Adds, changes and deletes campaigns, with their discounts and products, by the codes of the ERP',
  body: z.strictObject({ ...batchHead, rows: batchOf(campaignRow) }),
  reply: batchReply,
  example: campaignsExample,
  errors: batchErrors,
})
