import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(2000))

/** `running`: its days are now. `planned` and `ended`: they come, or are over. `off`: taken off the pages. */
export const campaignStates = ['running', 'planned', 'ended', 'off'] as const
export type CampaignState = (typeof campaignStates)[number]
export const campaignSorts = ['position', 'name', '-name', 'start', '-start', 'end', '-end'] as const
export type CampaignSort = (typeof campaignSorts)[number]

export const listedCampaign = z.object({
  id: z.number(),
  name: z.string(),
  /** Percent off the prices; 0 = the products are only shown. */
  discount: z.number(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  state: z.enum(campaignStates),
  products: z.number(),
  position: z.number(),
  rowCount: z.number(),
})
export type ListedCampaign = z.output<typeof listedCampaign>

/** Filters `q` (a piece of the name), `state`; a sort or filter that is unknown is ignored. */
export const listAllCampaigns = endpoint({
  method: 'GET',
  path: '/yonetim/campaigns',
  access: 'admin',
  summary: 'All campaigns, whether they run or not',
  query: z.object({ page: text, limit: text, q: text, state: text, sort: text }),
  reply: z.object({
    items: z.array(listedCampaign),
    ...paged,
    q: z.string(),
    state: z.nullable(z.enum(campaignStates)),
    sort: z.enum(campaignSorts),
  }),
  errors: [],
})

/** Most products of a campaign. */
export const campaignProductsMax = 500

/**
 * What a campaign's form holds, as typed. Days are `YYYY-MM-DD` and times `HH:MM`, of Turkey; '' = no limit, and from the
 * day's beginning to its end. `codes` are those of the products, in their order.
 */
export const campaignValues = z.strictObject({
  name: typed,
  discount: typed,
  startDay: typed,
  startTime: typed,
  endDay: typed,
  endTime: typed,
  rowCount: typed,
  position: typed,
  isActive: z.boolean(),
  codes: z.array(typed).check(z.maxLength(2000)),
})
export type CampaignValues = z.output<typeof campaignValues>

/** A product as a campaign's form shows it: its usual price of the default unit in the default list, before tax. */
export const offeredProduct = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  price: z.nullable(money),
  /** Out of the shop: the campaign leaves it out. */
  isHidden: z.boolean(),
  /** Has variants, each with a price of its own. */
  isParent: z.boolean(),
})
export type OfferedProduct = z.output<typeof offeredProduct>

export const campaignDetail = z.object({
  id: z.number(),
  values: campaignValues,
  state: z.enum(campaignStates),
  products: z.array(offeredProduct),
})
export type CampaignDetail = z.output<typeof campaignDetail>

export const getCampaign = endpoint({
  method: 'GET',
  path: '/yonetim/campaigns/:id',
  access: 'admin',
  summary: 'A campaign with its products',
  params: rowParams,
  reply: campaignDetail,
  errors: ['campaign_not_found'],
})

/** `unknown`: codes that no product has. */
export const findCampaignProducts = endpoint({
  method: 'POST',
  path: '/yonetim/campaign-products',
  access: 'admin',
  summary: 'The products of these codes, in their order',
  body: z.strictObject({ codes: z.array(typed).check(z.maxLength(2000)) }),
  reply: z.object({ items: z.array(offeredProduct), unknown: z.array(z.string()) }),
  errors: [],
})

/** `fields` of a refusal has a sentence for each field that cannot be taken. */
export const createCampaign = endpoint({
  method: 'POST',
  path: '/yonetim/campaigns',
  access: 'admin',
  summary: 'Adds a campaign',
  body: z.strictObject({ values: campaignValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed'],
})

/** `before`: the values that the change was made in. Where somebody changed one since, `fields` says what it is now. */
export const changeCampaign = endpoint({
  method: 'PATCH',
  path: '/yonetim/campaigns/:id',
  access: 'admin',
  summary: 'Changes a campaign',
  params: rowParams,
  body: z.strictObject({ before: campaignValues, values: campaignValues }),
  reply: campaignDetail,
  errors: ['validation_failed', 'campaign_not_found', 'campaign_changed'],
})

export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/yonetim/campaigns/:id',
  access: 'admin',
  summary: 'Deletes a campaign; its products stay',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['campaign_not_found'],
})
