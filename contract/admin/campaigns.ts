import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(2000))

/** `running`: within its dates. `planned`: not started. `ended`: finished. `off`: deactivated. */
export const campaignStates = ['running', 'planned', 'ended', 'off'] as const
export type CampaignState = (typeof campaignStates)[number]
export const campaignSorts = ['position', 'name', '-name', 'start', '-start', 'end', '-end'] as const
export type CampaignSort = (typeof campaignSorts)[number]

export const listedCampaign = z.object({
  id: z.number(),
  name: z.string(),
  /** Discount in percent; 0 = the products are only shown. */
  discount: z.number(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  state: z.enum(campaignStates),
  products: z.number(),
  position: z.number(),
  rowCount: z.number(),
})
export type ListedCampaign = z.output<typeof listedCampaign>

/** Filters `q` (part of the name) and `state`; unknown sort fields and filters are ignored. */
export const listAllCampaigns = endpoint({
  method: 'GET',
  path: '/yonetim/campaigns',
  access: 'admin',
  area: 'prices',
  summary: 'All campaigns, running or not',
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

/**
 * The values of the campaign form, as typed. Days are `YYYY-MM-DD` and times `HH:MM` in Turkey's time zone; '' = no
 * limit, or the start or end of the day. `codes` are the product codes in order.
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

/** A product in the campaign form, with the regular price of its default unit in the default list, before tax. */
export const offeredProduct = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  price: z.nullable(money),
  /** Inactive: the campaign does not show it. */
  isHidden: z.boolean(),
  /** Has variants with their own prices. */
  isParent: z.boolean(),
})
export type OfferedProduct = z.output<typeof offeredProduct>

export const campaignDetail = z.object({
  id: z.number(),
  /** What the ERP knows it by. */
  code: z.nullable(z.string()),
  values: campaignValues,
  state: z.enum(campaignStates),
  products: z.array(offeredProduct),
})
export type CampaignDetail = z.output<typeof campaignDetail>

export const getCampaign = endpoint({
  method: 'GET',
  path: '/yonetim/campaigns/:id',
  access: 'admin',
  area: 'prices',
  summary: 'A campaign with its products',
  params: rowParams,
  reply: campaignDetail,
  errors: ['campaign_not_found'],
})

/** `unknown`: codes without a product. */
export const findCampaignProducts = endpoint({
  method: 'POST',
  path: '/yonetim/campaign-products',
  access: 'admin',
  area: 'prices',
  summary: 'The products with these codes, in order',
  body: z.strictObject({ codes: z.array(typed).check(z.maxLength(2000)) }),
  reply: z.object({ items: z.array(offeredProduct), unknown: z.array(z.string()) }),
  errors: [],
})

/** A refusal has a message in `fields` for each invalid field. */
export const createCampaign = endpoint({
  method: 'POST',
  path: '/yonetim/campaigns',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a campaign',
  body: z.strictObject({ values: campaignValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed'],
})

/**
 * `before`: the values the form was opened with. If one of them has changed since, `fields` contains the current value.
 */
export const changeCampaign = endpoint({
  method: 'PATCH',
  path: '/yonetim/campaigns/:id',
  access: 'admin',
  area: 'prices',
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
  area: 'prices',
  summary: 'Deletes a campaign, but not its products',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['campaign_not_found'],
})
