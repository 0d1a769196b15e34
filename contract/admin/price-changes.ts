import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'
import { priceChangeShows, priceChangeSorts, priceChangeStates } from '#domain/pricing/price-change-states.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(500))
/** The revision on screen; another one by now answers 409. */
export const revision = { revision: rowNumber }

const counts = {
  /** Prices that the change sets or removes. */
  rows: z.number(),
  /** Prices that were not changed when it was published, because they had changed since the draft. */
  left: z.number(),
}

export const listedPriceChange = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(priceChangeStates),
  list: z.object({ id: z.number(), name: z.string() }),
  ...counts,
  createdBy: z.string(),
  createdAt: z.string(),
  publishAt: z.nullable(z.string()),
  publishedAt: z.nullable(z.string()),
})
export type ListedPriceChange = z.output<typeof listedPriceChange>

/** `show`: a state, or `open` (not published yet). `list`: the id of a price list. */
export const listPriceChanges = endpoint({
  method: 'GET',
  path: '/yonetim/price-changes',
  access: 'admin',
  area: 'prices',
  summary: 'Drafts of price changes and what was published, the newest first',
  query: z.object({ page: text, limit: text, show: text, list: text }),
  reply: z.object({
    items: z.array(listedPriceChange),
    ...paged,
    show: z.nullable(z.enum([...priceChangeStates, 'open'])),
    list: z.nullable(z.number()),
    lists: z.array(z.object({ id: z.number(), name: z.string(), isDefault: z.boolean() })),
  }),
  errors: [],
})

export const createPriceChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes',
  access: 'admin',
  area: 'prices',
  summary: 'Starts a draft of price changes for a list',
  body: z.strictObject({ list: rowNumber, name: typed }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed', 'price_list_not_found'],
})

const changeRow = z.object({
  unitId: z.number(),
  productId: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  kind: z.enum(['dearer', 'cheaper', 'new', 'removed', 'currency', 'other']),
  /** As the list was when the row was made; null: not in the list. */
  before: z.nullable(money),
  after: z.nullable(money),
  /** The list's present price. */
  now: z.nullable(money),
  percent: z.nullable(z.number()),
  isConflict: z.boolean(),
  isBelowCost: z.boolean(),
  isBelowFloor: z.boolean(),
  outcome: z.nullable(z.enum(['applied', 'left'])),
})
export type PriceChangeRow = z.output<typeof changeRow>

export const priceChangeStep = z.object({
  id: z.number(),
  kind: z.enum(['raise', 'copy', 'file', 'typed', 'undo']),
  /** For people: rule, scope, list or file, number of prices. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Lines of a file that were left out; the first 200. */
  problems: z.array(z.object({ line: z.number(), text: z.string() })),
  user: z.string(),
  at: z.string(),
})
export type PriceChangeStep = z.output<typeof priceChangeStep>

/** `over`: percent from which a change counts as large; 20 by default. */
export const getPriceChange = endpoint({
  method: 'GET',
  path: '/yonetim/price-changes/:id',
  access: 'admin',
  area: 'prices',
  summary: 'A price change with a page of its rows',
  params: rowParams,
  query: z.object({
    page: text,
    limit: text,
    q: text,
    brand: text,
    category: text,
    show: text,
    sort: text,
    over: text,
  }),
  reply: z.object({
    change: z.object({
      ...listedPriceChange.shape,
      revision: z.number(),
      overwrites: z.boolean(),
      /** Who requested its publication; of a program the user who made its key. */
      requestedBy: z.nullable(z.object({ id: z.nullable(z.number()), name: z.string() })),
      approvedBy: z.nullable(z.string()),
      undoes: z.nullable(z.object({ id: z.number(), name: z.string() })),
      /** The change that reverses this one. */
      undoneBy: z.nullable(z.object({ id: z.number(), state: z.enum(priceChangeStates) })),
      /** Why a scheduled publication did not run. */
      problem: z.nullable(z.string()),
    }),
    steps: z.array(priceChangeStep),
    items: z.array(changeRow),
    ...paged,
    q: z.string(),
    brand: z.nullable(z.number()),
    category: z.nullable(z.number()),
    show: z.enum(priceChangeShows),
    sort: z.enum(priceChangeSorts),
    over: z.number(),
    /** Rows of each kind, in the whole change. */
    counts: z.record(z.string(), z.number()),
    /** Of the rows that have a percentage. */
    average: z.nullable(z.number()),
    highest: z.nullable(z.number()),
    lowest: z.nullable(z.number()),
    lists: z.array(z.object({ id: z.number(), name: z.string(), isDefault: z.boolean() })),
    brands: z.array(z.object({ id: z.number(), name: z.string() })),
    categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
    currencies: z.array(z.string()),
    /** The percentage above which publishing waits for a second person; 0 = never. */
    secondOver: z.number(),
  }),
  errors: ['price_change_not_found'],
})

export const removePriceChange = endpoint({
  method: 'DELETE',
  path: '/yonetim/price-changes/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Deletes a draft of price changes',
  params: rowParams,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['price_change_not_found', 'price_change_state'],
})
