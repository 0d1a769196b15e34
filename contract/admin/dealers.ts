import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(2000))

export const dealerShows = ['active', 'disabled', 'over'] as const
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

/** What a dealer owes; below zero it is owed. */
const balances = {
  /** In TL, as of today. */
  balance: z.number(),
  overdueBalance: z.number(),
  /** Of its accounts in other currencies, those that are not even. */
  foreignBalances: z.array(money),
  /** What is overdue of them. */
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
  /** In TL; 0 = none, 1 = orders are closed. */
  riskLimit: z.number(),
  ...balances,
  isOverLimit: z.boolean(),
  isDisabled: z.boolean(),
  users: z.number(),
})
export type ListedDealer = z.output<typeof listedDealer>

/** Filters `q` (pieces of code, name and city), `show`; a sort or filter that is unknown is ignored. */
export const listAllDealers = endpoint({
  method: 'GET',
  path: '/yonetim/dealers',
  access: 'admin',
  summary: 'Dealers, with what they owe',
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

/** What a dealer's form holds, as typed: numbers with either kind of separators. */
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
  /** Code of a price list; '' = the store's default one. */
  priceList: typed,
  discount: typed,
  riskLimit: typed,
  riskMode: z.enum(['order', 'balance']),
  /** Those that are the dealer's own, in their order; id null = a new one. */
  branches: z.array(z.strictObject({ id: z.nullable(z.number()), name: typed })).check(z.maxLength(100)),
})
export type DealerValues = z.output<typeof dealerValues>

export const priceListNames = z.array(z.object({ code: z.string(), name: z.string(), isDefault: z.boolean() }))

export const getDealerForm = endpoint({
  method: 'GET',
  path: '/yonetim/dealer-form',
  access: 'admin',
  summary: 'What a new dealer can be given',
  reply: z.object({ priceLists: priceListNames }),
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
})
export type DealerDetail = z.output<typeof dealerDetail>

export const getDealer = endpoint({
  method: 'GET',
  path: '/yonetim/dealers/:id',
  access: 'admin',
  summary: 'A dealer',
  params: rowParams,
  reply: dealerDetail,
  errors: ['dealer_not_found'],
})

/** `fields` of a refusal has a sentence for each field that cannot be taken. */
export const createDealer = endpoint({
  method: 'POST',
  path: '/yonetim/dealers',
  access: 'admin',
  summary: 'Adds a dealer',
  body: z.strictObject({ values: dealerValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed'],
})

/** `before`: the values that the change was made in. Where somebody changed one since, `fields` says what it is now. */
export const changeDealer = endpoint({
  method: 'PATCH',
  path: '/yonetim/dealers/:id',
  access: 'admin',
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
  summary: 'Disables a dealer, which ends the sessions of its users, or enables it again',
  params: rowParams,
  body: z.strictObject({ isDisabled: z.boolean() }),
  reply: dealerDetail,
  errors: ['dealer_not_found'],
})
