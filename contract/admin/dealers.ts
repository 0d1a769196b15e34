import * as z from 'zod/mini'
import { ratePolicy } from '#contract/core/rate-note.ts'
import { carrierAgreements } from '#domain/orders/carrier-payer.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(2000))

export const dealerShows = ['active', 'disabled', 'over', 'overdue', 'rates_ended'] as const
export const dealerSorts = [
  'name',
  '-name',
  'code',
  '-code',
  'city',
  '-city',
  'balance',
  '-balance',
  'limit',
  '-limit',
] as const
export type DealerSort = (typeof dealerSorts)[number]

/** What a dealer owes; negative if the store owes the dealer. */
const balances = {
  /** In TRY, as of today. */
  balance: z.number(),
  overdueBalance: z.number(),
  /** Non-zero balances of its accounts in other currencies. */
  foreignBalances: z.array(money),
  /** Their overdue parts. */
  foreignOverdue: z.array(money),
}

export const listedDealer = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  city: z.string(),
  priceList: z.nullable(z.string()),
  /** Percent. */
  discount: z.number(),
  /** In TRY; 0 = no limit, 1 = orders are blocked. */
  riskLimit: z.number(),
  ...balances,
  isOverLimit: z.boolean(),
  isDisabled: z.boolean(),
  users: z.number(),
  ratePolicy,
  /** The agreed rates, as forms have them, and their last day. */
  fixedRates: z.string(),
  ratesUntil: z.nullable(z.string()),
  carrierPayer: z.enum(carrierAgreements),
})
export type ListedDealer = z.output<typeof listedDealer>

/** Filters: `q` (parts of code, name and city), `show`. Unknown sort orders and filters are ignored. */
export const listAllDealers = endpoint({
  method: 'GET',
  path: '/yonetim/dealers',
  access: 'admin',
  area: 'people',
  summary: 'Dealers with their debts',
  query: z.object({ page: text, limit: text, q: text, show: text, sort: text }),
  reply: z.object({
    items: z.array(listedDealer),
    ...paged,
    q: z.string(),
    show: z.nullable(z.enum(dealerShows)),
    sort: z.enum(dealerSorts),
  }),
  errors: [],
})

/** The values of a dealer's form, as typed: numbers with either kind of separators. */
export const dealerValues = z.strictObject({
  code: typed,
  name: typed,
  contactName: typed,
  email: typed,
  phone: typed,
  address: typed,
  district: typed,
  city: typed,
  taxOffice: typed,
  taxNumber: typed,
  /** How reports group dealers. */
  region: typed,
  representative: typed,
  /** Code of a price list; empty for the store's default list. */
  priceList: typed,
  /** Code of a group; empty for none. */
  group: typed,
  discount: typed,
  riskLimit: typed,
  riskMode: z.enum(['order', 'balance']),
  /** Which exchange rates count, and those agreed with the dealer: `USD 41,25; EUR 45,1` until a day; empty: without an end. */
  ratePolicy: z._default(ratePolicy, 'order_day'),
  fixedRates: z._default(typed, ''),
  ratesUntil: z._default(typed, ''),
  /** Who pays the carrier of its orders; `store`: as the store's setting says. */
  carrierPayer: z._default(z.enum(carrierAgreements), 'store'),
  /** The dealer's own branches in their order; id null for a new one. */
  branches: z.array(z.strictObject({ id: z.nullable(z.number()), name: typed })).check(z.maxLength(100)),
})
export type DealerValues = z.output<typeof dealerValues>

export const priceListNames = z.array(z.object({ code: z.string(), name: z.string(), isDefault: z.boolean() }))

export const groupNames = z.array(z.object({ code: z.string(), name: z.string() }))
export type GroupNames = z.output<typeof groupNames>

export const getDealerForm = endpoint({
  method: 'GET',
  path: '/yonetim/dealer-form',
  access: 'admin',
  area: 'people',
  summary: 'The choices of the form for a new dealer',
  reply: z.object({ priceLists: priceListNames, groups: groupNames }),
  errors: [],
})

export const dealerDetail = z.object({
  id: z.number(),
  values: dealerValues,
  isDisabled: z.boolean(),
  createdAt: z.string(),
  ...balances,
  isOverLimit: z.boolean(),
  priceLists: priceListNames,
  groups: groupNames,
})
export type DealerDetail = z.output<typeof dealerDetail>

export const getDealer = endpoint({
  method: 'GET',
  path: '/yonetim/dealers/:id',
  access: 'admin',
  area: 'people',
  summary: 'A dealer',
  params: rowParams,
  reply: dealerDetail,
  errors: ['dealer_not_found'],
})

/** `fields` of a refusal contains a message for each invalid field. */
export const createDealer = endpoint({
  method: 'POST',
  path: '/yonetim/dealers',
  access: 'admin',
  area: 'people',
  summary: 'Adds a dealer',
  body: z.strictObject({ values: dealerValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed'],
})

/**
 * `before` contains the values that the change is based on. If another user changed one since, `fields` contains its
 * current value.
 */
export const changeDealer = endpoint({
  method: 'PATCH',
  path: '/yonetim/dealers/:id',
  access: 'admin',
  area: 'people',
  summary: 'Changes a dealer',
  params: rowParams,
  body: z.strictObject({ before: dealerValues, values: dealerValues }),
  reply: dealerDetail,
  errors: ['validation_failed', 'dealer_not_found', 'dealer_changed'],
})

export const disableDealer = endpoint({
  method: 'POST',
  path: '/yonetim/dealers/:id/state',
  access: 'admin',
  area: 'people',
  summary: 'Disables a dealer, which ends the sessions of its users, or enables it again',
  params: rowParams,
  body: z.strictObject({ isDisabled: z.boolean() }),
  reply: dealerDetail,
  errors: ['dealer_not_found'],
})
