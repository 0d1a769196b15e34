import * as z from 'zod/mini'
import { visitKinds } from '#domain/people/visit.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams, rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(3000))

export const ownDealerShows = ['overdue', 'silent', 'below_target', 'step_due'] as const
export type OwnDealerShow = (typeof ownDealerShows)[number]
export const ownDealerSorts = [
  'name',
  '-name',
  '-balance',
  'balance',
  '-overdue',
  'overdue',
  '-days',
  'days',
  'target',
  '-target',
] as const
export type OwnDealerSort = (typeof ownDealerSorts)[number]

/** What is to be done for a dealer. */
const nextStep = z.object({ id: z.number(), text: z.string(), on: z.string(), isDue: z.boolean() })

/** A dealer as its representative sees it. Amounts in lira; the ones of orders are with tax. */
export const ownDealer = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  city: z.string(),
  phone: z.string(),
  /** Null without a representative's name, which is not shown to the representative itself. */
  representative: z.string(),
  isOwn: z.boolean(),
  lastOrder: z.nullable(z.object({ orderNo: z.string(), date: z.string(), totalTry: z.number() })),
  /** Whole days; null without an order. */
  daysSinceOrder: z.nullable(z.number()),
  balance: z.number(),
  overdue: z.number(),
  /** What may still be ordered for; null without a limit. */
  limitLeft: z.nullable(z.number()),
  isOrderBlocked: z.boolean(),
  openOffers: z.number(),
  /** Of this month; null without one. */
  target: z.nullable(z.number()),
  /** Orders of this month that were not cancelled. */
  sold: z.number(),
  /** The earliest open step. */
  nextStep: z.nullable(nextStep),
})
export type OwnDealer = z.output<typeof ownDealer>

/**
 * The dealers assigned to the visitor; with the right `sales:read` those of every representative, or of the one in
 * `representative`. `q`: parts of code, name and city. `show`: overdue debts, no order for 30 days, below the target, a
 * step that is due.
 */
export const listOwnDealers = endpoint({
  method: 'GET',
  path: '/yonetim/own-dealers',
  access: 'admin',
  area: 'field',
  summary: 'The dealers of a representative with their figures',
  query: z.object({ page: text, limit: text, q: text, show: text, sort: text, representative: text }),
  reply: z.object({
    items: z.array(ownDealer),
    ...paged,
    q: z.string(),
    show: z.nullable(z.enum(ownDealerShows)),
    sort: z.enum(ownDealerSorts),
    representative: z.nullable(z.object({ id: z.number(), name: z.string() })),
    /** Sums of all listed dealers. */
    sums: z.object({ balance: z.number(), overdue: z.number(), target: z.number(), sold: z.number(), due: z.number() }),
    /** Whether the list contains dealers of other representatives. */
    seesAll: z.boolean(),
  }),
  errors: [],
})

export const visit = z.object({
  id: z.number(),
  kind: z.enum(visitKinds),
  /** A day in Turkey. */
  day: z.string(),
  text: z.string(),
  by: z.string(),
  nextStep: z.nullable(z.object({ text: z.string(), on: z.string(), isDone: z.boolean(), isDue: z.boolean() })),
})
export type Visit = z.output<typeof visit>

export const ownDealerDetail = z.extend(ownDealer, {
  contactName: z.string(),
  email: z.string(),
  address: z.string(),
  /** The latest, newest first. */
  orders: z.array(
    z.object({ orderNo: z.string(), date: z.string(), totalTry: z.number(), state: z.string(), creator: z.string() }),
  ),
  /** Newest first. */
  visits: z.array(visit),
})
export type OwnDealerDetail = z.output<typeof ownDealerDetail>

export const getOwnDealer = endpoint({
  method: 'GET',
  path: '/yonetim/own-dealers/:id',
  access: 'admin',
  area: 'field',
  summary: 'One dealer of a representative, with its latest orders, visits and notes',
  params: rowParams,
  reply: ownDealerDetail,
  errors: ['dealer_not_found'],
})

export const visitValues = z.strictObject({
  kind: z.enum(visitKinds),
  /** A day as `2026-11-28`. */
  day: typed,
  text: typed,
  /** Empty without one; then `nextOn` is empty too. */
  nextStep: typed,
  nextOn: typed,
})
export type VisitValues = z.output<typeof visitValues>

export const addVisit = endpoint({
  method: 'POST',
  path: '/yonetim/own-dealers/:id/visits',
  access: 'admin',
  area: 'field',
  summary: 'Notes a visit, a call or a remark about a dealer, with the next step',
  params: rowParams,
  body: z.strictObject({ values: visitValues }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['dealer_not_found', 'validation_failed'],
})

export const finishStep = endpoint({
  method: 'POST',
  path: '/yonetim/visits/:id/done',
  access: 'admin',
  area: 'field',
  summary: 'Marks the next step of a visit as done, or as open again',
  params: longRowParams,
  body: z.strictObject({ isDone: z.boolean() }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['visit_not_found'],
})

export const actForDealer = endpoint({
  method: 'POST',
  path: '/yonetim/own-dealers/:id/act',
  access: 'admin',
  area: 'field',
  summary: 'Starts working for an assigned dealer: the shop is then used as this dealer until that ends',
  params: rowParams,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['dealer_not_found'],
})

export const listedRepresentative = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  isDisabled: z.boolean(),
  dealers: z.number(),
  regions: z.array(z.string()),
  /** In percent. */
  linePercent: z.number(),
  totalPercent: z.number(),
  /** In percent of the cost; null without a floor. */
  floorPercent: z.nullable(z.number()),
  /** Of this month, in lira with tax. */
  target: z.number(),
  sold: z.number(),
})
export type ListedRepresentative = z.output<typeof listedRepresentative>

export const listRepresentatives = endpoint({
  method: 'GET',
  path: '/yonetim/representatives',
  access: 'admin',
  area: 'sales',
  summary: 'All users who may work as representatives, with their discounts and the figures of the month',
  reply: z.object({ items: z.array(listedRepresentative) }),
  errors: [],
})

/** As typed: numbers with either kind of separators. */
export const representativeValues = z.strictObject({
  phone: typed,
  linePercent: typed,
  totalPercent: typed,
  /** Empty without a floor. */
  floorPercent: typed,
  /** Provinces or regions of dealers. */
  regions: z.array(typed).check(z.maxLength(100)),
  /** Codes of dealers, in addition to those of the regions. */
  dealers: z.array(typed).check(z.maxLength(2000)),
})
export type RepresentativeValues = z.output<typeof representativeValues>

export const representativeDetail = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  values: representativeValues,
  /** The month of the targets, as `2026-11`. */
  month: z.string(),
  dealers: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      name: z.string(),
      city: z.string(),
      /** Chosen for the representative, or assigned by its region. */
      isListed: z.boolean(),
      target: z.nullable(z.number()),
      sold: z.number(),
    }),
  ),
  /** Names of provinces and regions that dealers have. */
  places: z.array(z.string()),
})
export type RepresentativeDetail = z.output<typeof representativeDetail>

export const getRepresentative = endpoint({
  method: 'GET',
  path: '/yonetim/representatives/:id',
  access: 'admin',
  area: 'sales',
  summary: 'One representative with dealers and the targets of a month (`month`, this month by default)',
  params: rowParams,
  query: z.object({ month: text }),
  reply: representativeDetail,
  errors: ['representative_not_found'],
})

export const changeRepresentative = endpoint({
  method: 'PATCH',
  path: '/yonetim/representatives/:id',
  access: 'admin',
  area: 'sales',
  summary: 'Changes dealers, regions and discounts of a representative; a dealer moves here from another one',
  params: rowParams,
  body: z.strictObject({ values: representativeValues }),
  reply: representativeDetail,
  errors: ['representative_not_found', 'validation_failed'],
})

export const setTargets = endpoint({
  method: 'POST',
  path: '/yonetim/representatives/:id/targets',
  access: 'admin',
  area: 'sales',
  summary: 'Sets the targets of a month by dealer; an empty amount removes one',
  params: rowParams,
  body: z.strictObject({
    month: typed,
    targets: z.array(z.strictObject({ dealerId: z.number(), amount: typed })).check(z.maxLength(2000)),
  }),
  reply: representativeDetail,
  errors: ['representative_not_found', 'validation_failed'],
})

/** Who may be chosen for a dealer, and who is. */
const dealerChoice = z.object({
  items: z.array(z.object({ id: z.number(), name: z.string() })),
  chosen: z.nullable(z.number()),
  /** The one whom the province or region of the dealer leads to. */
  byRegion: z.nullable(z.object({ id: z.number(), name: z.string() })),
})
export type DealerChoice = z.output<typeof dealerChoice>

export const getDealerRepresentative = endpoint({
  method: 'GET',
  path: '/yonetim/dealers/:id/representative',
  access: 'admin',
  area: 'sales',
  summary: 'The representative of a dealer, and who may be chosen',
  params: rowParams,
  reply: dealerChoice,
  errors: ['dealer_not_found'],
})

export const setDealerRepresentative = endpoint({
  method: 'POST',
  path: '/yonetim/dealers/:id/representative',
  access: 'admin',
  area: 'sales',
  summary: 'Chooses the representative of a dealer; null leaves it to its province or region',
  params: rowParams,
  body: z.strictObject({ userId: z.nullable(z.number()) }),
  reply: dealerChoice,
  errors: ['dealer_not_found', 'representative_not_found'],
})
