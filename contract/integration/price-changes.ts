import * as z from 'zod/mini'
import { priceChangeShows, priceChangeSorts, priceChangeStates } from '#domain/pricing/price-change-states.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'
import { batchErrors, batchHead, batchOf, decimal, text } from './batch.ts'
import {
  createdChangeExample,
  deletedChangeExample,
  listedChangesExample,
  pricesOfChangeExample,
  publishedChangeExample,
  shownChangeExample,
  undoneChangeExample,
  withdrawnChangeExample,
} from './price-change-examples.ts'
import { pageOf, pageQuery } from './stored-records.ts'

/** A price before VAT with up to four decimals. 0: on request; `null` takes the unit out of the list. */
export const priceChangePrice = z.strictObject({
  code: text(500),
  /** Without it, the default unit. */
  unit: z.optional(text(40)),
  price: z.nullable(decimal),
  /** `TRY` by default. */
  currency: z.optional(text(10)),
})

const nullable = z.nullable(z.string())
const priceChangeRecord = z.object({
  id: z.number(),
  /** Rises with every change of the prices. Calls name the one that the program knows. */
  revision: z.number(),
  name: z.string(),
  /** The code of the list. */
  priceList: z.string(),
  state: z.enum(priceChangeStates),
  /** Prices that differ from the list. */
  rows: z.number(),
  /** Prices that were not changed when it was published, because they had changed since the draft. */
  left: z.number(),
  createdAt: z.string(),
  publishAt: nullable,
  publishedAt: nullable,
  /** Who approved it, if it needed a second person. */
  approvedBy: nullable,
  /** The change that this one reverses. */
  undoes: z.nullable(z.number()),
  /** The change that reverses this one. */
  undoneBy: z.nullable(z.number()),
})
export type PriceChangeRecord = z.output<typeof priceChangeRecord>

const price = z.nullable(z.object({ value: z.string(), currency: z.string() }))
const comparedRow = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  kind: z.enum(['dearer', 'cheaper', 'new', 'removed', 'currency', 'other']),
  /** As the list was when the price was set; null: not in the list. */
  before: price,
  after: price,
  /** The list's present price. */
  now: price,
  percent: z.nullable(z.number()),
  /** The list's price has changed since. */
  isConflict: z.boolean(),
  isBelowCost: z.boolean(),
  isBelowFloor: z.boolean(),
  /** Of a published change. */
  outcome: z.nullable(z.enum(['applied', 'left'])),
})

const written = z.object({
  /** False: no price was good, or one was not and `atomic` was true. Then nothing was written. */
  isWritten: z.boolean(),
  /** Null if nothing was written. */
  change: z.nullable(priceChangeRecord),
  /** Prices of the draft that the request changed. */
  changed: z.number(),
  rejected: z.number(),
  /** One for each rejected price; `row` is its place in the request, from 0. */
  problems: z.array(
    z.object({ row: z.number(), key: z.string(), code: z.string(), field: nullable, message: z.string() }),
  ),
})

const v1 = '/api/integration/v1'
const moved = z.object({ change: priceChangeRecord })
const published = z.object({
  change: priceChangeRecord,
  /** Prices of the list that changed; 0 while it is scheduled or waits for a second person. */
  units: z.number(),
})
const revision = { revision: rowNumber }
const query = z.optional(z.string().check(z.maxLength(40)))

export const createProgramChange = endpoint({
  method: 'POST',
  path: `${v1}/price-changes`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Starts a draft of price changes for a list, with prices',
  body: z.strictObject({
    name: text(100).check(z.regex(/\S/)),
    /** The code of a list; without it, the default list. */
    priceList: z.optional(text(100)),
    ...batchHead,
    rows: batchOf(priceChangePrice),
  }),
  reply: written,
  example: createdChangeExample,
  errors: [...batchErrors, 'price_list_not_found'],
})

const found = ['price_change_not_found', 'price_change_state'] as const

export const writePricesOfChange = endpoint({
  method: 'POST',
  path: `${v1}/price-changes/:id/prices`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Sets further prices of a draft',
  params: rowParams,
  body: z.strictObject({ ...revision, ...batchHead, rows: batchOf(priceChangePrice) }),
  reply: written,
  example: pricesOfChangeExample,
  errors: [...batchErrors, ...found, 'price_change_changed'],
})

export const listProgramChanges = endpoint({
  method: 'GET',
  path: `${v1}/price-changes`,
  access: 'service',
  scope: 'prices:read',
  summary: 'The price changes that the key has made',
  query: pageQuery,
  reply: pageOf(priceChangeRecord),
  example: listedChangesExample,
  errors: ['validation_failed'],
})

/** `over`: percent from which a change counts as large; 20 by default. */
export const getProgramChange = endpoint({
  method: 'GET',
  path: `${v1}/price-changes/:id`,
  access: 'service',
  scope: 'prices:read',
  summary: 'A price change compared with the list, the greatest change first',
  params: rowParams,
  query: z.object({
    show: z.optional(z.enum(priceChangeShows)),
    sort: z.optional(z.enum(priceChangeSorts)),
    over: query,
    page: query,
    limit: query,
  }),
  reply: z.object({
    change: priceChangeRecord,
    /** The percentage above which publishing waits for a second person; 0: never. */
    secondPersonOver: z.number(),
    /** Prices of each kind, in the whole change. */
    counts: z.record(z.string(), z.number()),
    /** In percent, of the prices that have one. */
    average: z.nullable(z.number()),
    highest: z.nullable(z.number()),
    lowest: z.nullable(z.number()),
    items: z.array(comparedRow),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  example: shownChangeExample,
  errors: ['validation_failed', 'price_change_not_found'],
})

/**
 * `at`: a moment with an offset; without it, now. `conflicts`: what to do with prices that changed since the draft; `ask`, the
 * default, refuses to publish if there are any. A change above the store's limit waits for a second person on screen: `state` is
 * `waiting`.
 */
export const publishProgramChange = endpoint({
  method: 'POST',
  path: `${v1}/price-changes/:id/publish`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Publishes a price change now or at a set time',
  params: rowParams,
  body: z.strictObject({
    ...revision,
    at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
    conflicts: z.optional(z.enum(['ask', 'keep', 'overwrite'])),
  }),
  reply: published,
  example: publishedChangeExample,
  errors: [
    ...batchErrors,
    ...found,
    'price_change_changed',
    'price_change_conflicts',
    'price_change_empty',
    'import_running',
  ],
})

export const withdrawProgramChange = endpoint({
  method: 'POST',
  path: `${v1}/price-changes/:id/withdraw`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Makes a scheduled or waiting price change a draft again',
  params: rowParams,
  reply: moved,
  example: withdrawnChangeExample,
  errors: [...batchErrors, ...found],
})

/** Prices that changed since the publication are left. The reversal is a separate price change. */
export const undoProgramChange = endpoint({
  method: 'POST',
  path: `${v1}/price-changes/:id/undo`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Reverses a published price change',
  params: rowParams,
  reply: published,
  example: undoneChangeExample,
  errors: [...batchErrors, ...found, 'price_change_undone', 'price_change_empty', 'import_running'],
})

export const deleteProgramChange = endpoint({
  method: 'DELETE',
  path: `${v1}/price-changes/:id`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Deletes a price change that is not published',
  params: rowParams,
  reply: z.object({ isDeleted: z.literal(true) }),
  example: deletedChangeExample,
  errors: [...batchErrors, ...found],
})
