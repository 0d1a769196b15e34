import * as z from 'zod/mini'
import { floorErrors } from '#contract/errors/pricing.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowId, rowNumber, rowParams } from '#contract/core/row-id.ts'
import { roundingSteps } from '#domain/pricing/raise-price.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(500))

export const listedPriceList = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  /** Products and units with a price of their own in the list. */
  products: z.number(),
  units: z.number(),
  currencies: z.array(z.string()),
  /** Dealers that buy from it; for the default list those without a list too. */
  dealers: z.number(),
  /** Changes that wait for a second person. */
  waiting: z.number(),
  changedAt: z.string(),
})
export type ListedPriceList = z.output<typeof listedPriceList>

export const listPriceLists = endpoint({
  method: 'GET',
  path: '/yonetim/price-lists',
  access: 'admin',
  area: 'prices',
  summary: 'Price lists with their number of products and dealers, the default list first',
  reply: z.object({ items: z.array(listedPriceList) }),
  errors: [],
})

export const priceListValues = z.strictObject({ code: typed, name: typed })
export type PriceListValues = z.output<typeof priceListValues>

/** `copyOf`: the list whose prices the new one gets; null for an empty list. */
export const createPriceList = endpoint({
  method: 'POST',
  path: '/yonetim/price-lists',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a price list, empty or as a copy',
  body: z.strictObject({ values: priceListValues, copyOf: z.nullable(rowNumber) }),
  reply: z.object({ id: z.number(), units: z.number() }),
  errors: ['validation_failed', 'price_list_not_found'],
})

/** `before`: the values the form was opened with. */
export const renamePriceList = endpoint({
  method: 'PATCH',
  path: '/yonetim/price-lists/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Changes code and name of a price list',
  params: rowParams,
  body: z.strictObject({ before: priceListValues, values: priceListValues }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed', 'price_list_not_found', 'price_list_changed'],
})

/** Refused for the default list, and while dealers buy from it or price rules name it; the refusal names them. */
export const removePriceList = endpoint({
  method: 'DELETE',
  path: '/yonetim/price-lists/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Deletes a price list with its prices',
  params: rowParams,
  reply: z.object({ id: z.number() }),
  errors: ['price_list_not_found', 'price_list_default', 'price_list_in_use', 'price_list_in_rules', 'import_running'],
})

export const priceListShows = ['priced', 'missing'] as const

export const priceOfList = z.object({
  unitId: z.number(),
  productId: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  isActive: z.boolean(),
  /** Null: not in the list. */
  sale: z.nullable(money),
  listPrice: z.nullable(money),
  /** Price of the unit in the default list. */
  default: z.nullable(money),
})
export type PriceOfList = z.output<typeof priceOfList>

/** The narrowing of every list of prices: `q` as in product search, `brand` and `category` (with those below it) by id. */
const pricesQuery = { page: text, limit: text, q: text, brand: text, category: text }
const pricesFilter = { q: z.string(), brand: z.nullable(z.number()), category: z.nullable(z.number()) }
const choices = {
  lists: z.array(z.object({ id: z.number(), name: z.string(), isDefault: z.boolean() })),
  brands: z.array(z.object({ id: z.number(), name: z.string() })),
  categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
}

export const priceListDetail = z.object({
  list: listedPriceList,
  items: z.array(priceOfList),
  ...paged,
  ...pricesFilter,
  ...choices,
  show: z.enum(priceListShows),
  /** The default currency first. */
  currencies: z.array(z.string()),
  /** The percentage above which a change waits for a second person; 0 = never. */
  secondOver: z.number(),
})
export type PriceListDetail = z.output<typeof priceListDetail>

/** `show`: `priced` (default), or `missing` for default units of products on sale without a price of their own. */
export const getPriceList = endpoint({
  method: 'GET',
  path: '/yonetim/price-lists/:id',
  access: 'admin',
  area: 'prices',
  summary: 'A price list with a page of its prices',
  params: rowParams,
  query: z.object({ ...pricesQuery, show: text }),
  reply: priceListDetail,
  errors: ['price_list_not_found'],
})

/** As typed; an empty value means no price. */
const typedPrice = z.strictObject({ value: typed, currency: typed })
export type TypedListPrice = z.output<typeof typedPrice>

/** `before`: the price on screen. Another price by now answers 409. An empty value takes the unit out of the list. */
export const changeListPrice = endpoint({
  method: 'PATCH',
  path: '/yonetim/price-lists/:id/prices/:unit',
  access: 'admin',
  area: 'prices',
  summary: 'Sets the sale price of a unit in a price list, or removes it',
  params: z.object({ id: rowId, unit: rowId }),
  body: z.strictObject({ before: typedPrice, price: typedPrice }),
  /** `isWaiting`: a second person has to approve the change; `price` is the present one. */
  reply: z.object({ price: z.nullable(money), isWaiting: z.boolean() }),
  errors: ['validation_failed', 'price_list_not_found', 'not_found', 'price_changed', ...floorErrors],
})

const raise = {
  /** As typed; negative to lower. */
  percent: typed,
  step: z.enum(roundingSteps),
  brand: z.nullable(rowNumber),
  category: z.nullable(rowNumber),
}

export const previewRaise = endpoint({
  method: 'POST',
  path: '/yonetim/price-lists/:id/raise/preview',
  access: 'admin',
  area: 'prices',
  summary: 'What raising the prices of a list would change',
  params: rowParams,
  body: z.strictObject(raise),
  reply: z.object({
    /** Products and units whose prices would change, and units that stay on inquiry. */
    products: z.number(),
    units: z.number(),
    onInquiry: z.number(),
    /** The first of them by code. */
    samples: z.array(z.object({ code: z.string(), name: z.string(), unit: z.string(), before: money, after: money })),
    /** The state of the list that the preview shows. */
    stamp: z.string(),
  }),
  errors: ['validation_failed', 'price_list_not_found'],
})

/** Sale, list and plan prices. Refused if the list has changed since the preview with this `stamp`. */
export const raisePrices = endpoint({
  method: 'POST',
  path: '/yonetim/price-lists/:id/raise',
  access: 'admin',
  area: 'prices',
  summary: 'Raises the prices of a list, as previewed',
  params: rowParams,
  body: z.strictObject({ ...raise, stamp: z.string().check(z.maxLength(30)) }),
  /** `isWaiting`: a second person has to approve the change. */
  reply: z.object({ units: z.number(), isWaiting: z.boolean() }),
  errors: [
    'validation_failed',
    'price_list_not_found',
    'price_list_changed',
    'price_too_large',
    'import_running',
    ...floorErrors,
  ],
})

export const priceProposal = z.object({
  id: z.number(),
  /** The change of the whole list, which `previewRaise` shows; null for the price of one unit. */
  raise: z.nullable(z.strictObject(raise)),
  /** For people: product, unit and prices, or percentage, rounding, brand, category and number of prices. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Who requested it. */
  userId: z.number(),
  user: z.string(),
  requestedAt: z.string(),
})
export type PriceProposal = z.output<typeof priceProposal>

export const listPriceProposals = endpoint({
  method: 'GET',
  path: '/yonetim/price-lists/:id/proposals',
  access: 'admin',
  area: 'prices',
  summary: 'Changes of a price list that wait for a second person',
  params: rowParams,
  reply: z.object({ items: z.array(priceProposal) }),
  errors: ['price_list_not_found'],
})

const proposalParams = z.object({ id: rowId, proposal: rowId })

/** `stamp`: of the preview on screen, for a change of the whole list. The requester cannot approve it. */
export const approvePriceProposal = endpoint({
  method: 'POST',
  path: '/yonetim/price-lists/:id/proposals/:proposal/approve',
  access: 'admin',
  area: 'prices',
  summary: 'Applies a waiting change of a price list',
  params: proposalParams,
  body: z.strictObject({ stamp: z.nullable(z.string().check(z.maxLength(30))) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: [
    'price_list_not_found',
    'not_found',
    'proposal_decided',
    'second_person_needed',
    'price_list_changed',
    'price_changed',
    'price_too_large',
    'validation_failed',
    'import_running',
    ...floorErrors,
  ],
})

/** The requester withdraws a change in this way. */
export const declinePriceProposal = endpoint({
  method: 'POST',
  path: '/yonetim/price-lists/:id/proposals/:proposal/decline',
  access: 'admin',
  area: 'prices',
  summary: 'Declines a waiting change of a price list',
  params: proposalParams,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['price_list_not_found', 'not_found', 'proposal_decided'],
})

export const dealerOfList = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  city: z.string(),
  isDisabled: z.boolean(),
  /** The list that it buys from; null = the default list. */
  list: z.nullable(z.object({ id: z.number(), name: z.string() })),
})
export type DealerOfList = z.output<typeof dealerOfList>

/** `show`: `own` (default) for dealers that buy from the list, `others` for all others. */
export const listPriceListDealers = endpoint({
  method: 'GET',
  path: '/yonetim/price-lists/:id/dealers',
  access: 'admin',
  area: 'prices',
  summary: 'Dealers that buy from a price list, or those that do not',
  params: rowParams,
  query: z.object({ page: text, limit: text, q: text, show: text }),
  reply: z.object({ items: z.array(dealerOfList), ...paged }),
  errors: ['price_list_not_found'],
})

/** `list`: the list on screen, null for the default one. If a dealer has another by now, nothing is assigned. */
export const assignPriceList = endpoint({
  method: 'POST',
  path: '/yonetim/price-lists/:id/dealers',
  access: 'admin',
  area: 'prices',
  summary: 'Assigns a price list to dealers',
  params: rowParams,
  body: z.strictObject({
    dealers: z
      .array(z.strictObject({ id: rowNumber, list: z.nullable(rowNumber) }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  reply: z.object({ dealers: z.number() }),
  errors: ['price_list_not_found', 'dealer_not_found', 'dealer_changed'],
})

export const comparisonShows = ['different', 'onlyA', 'onlyB', 'same'] as const
export type ComparisonShow = (typeof comparisonShows)[number]

/** `change`: the greatest difference first. */
export const comparisonSorts = ['code', 'change'] as const

/** `a`, `b`: ids of two lists. `show` narrows to one kind of row; different prices by default, `all` for every row. */
export const comparePriceLists = endpoint({
  method: 'GET',
  path: '/yonetim/price-list-comparison',
  access: 'admin',
  area: 'prices',
  summary: 'Sale prices of two lists side by side',
  query: z.object({ ...pricesQuery, a: text, b: text, show: text, sort: text }),
  reply: z.object({
    items: z.array(
      z.object({
        unitId: z.number(),
        productId: z.number(),
        code: z.string(),
        name: z.string(),
        unit: z.string(),
        a: z.nullable(money),
        b: z.nullable(money),
        /** How much `b` is above `a` in percent, if both have the same currency. */
        percent: z.nullable(z.number()),
      }),
    ),
    ...paged,
    ...pricesFilter,
    ...choices,
    a: z.number(),
    b: z.number(),
    show: z.enum([...comparisonShows, 'all']),
    sort: z.enum(comparisonSorts),
    counts: z.object({ different: z.number(), onlyA: z.number(), onlyB: z.number(), same: z.number() }),
  }),
  errors: [],
})
