import * as z from 'zod/mini'
import { floorErrors } from '#contract/errors/pricing.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { revision } from './price-changes.ts'
import { priceChangeStates } from '#domain/pricing/price-change-states.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

const effect = {
  /** Products of the sample whose price changes for them, and how many that makes of all changed products. */
  changed: z.number(),
  estimated: z.number(),
  /** Average change of these in percent. */
  average: z.nullable(z.number()),
}

export const previewPriceChange = endpoint({
  method: 'GET',
  path: '/yonetim/price-changes/:id/preview',
  access: 'admin',
  area: 'prices',
  summary: 'What a price change means for the dealers that use its list',
  params: rowParams,
  query: z.object({ page: text, limit: text }),
  reply: z.object({
    id: z.number(),
    name: z.string(),
    list: z.string(),
    /** Changed products, and how many of them were computed. */
    products: z.number(),
    sampled: z.number(),
    /** Open carts and offers (neither accepted nor cancelled) of these dealers with changed products. */
    carts: z.number(),
    offers: z.number(),
    /** Dealers by group; `name` null: without a group. Computed for at most `computed` of them. */
    groups: z.array(z.object({ name: z.nullable(z.string()), dealers: z.number(), computed: z.number(), ...effect })),
    items: z.array(
      z.object({
        id: z.number(),
        code: z.string(),
        name: z.string(),
        group: z.nullable(z.string()),
        /** `own`: it buys from the list; `rule`: a price rule names the list; `fallback`: for what its own list lacks. */
        via: z.enum(['own', 'rule', 'fallback']),
        ...effect,
      }),
    ),
    ...paged,
  }),
  errors: ['price_change_not_found'],
})

/**
 * `at`: a time in Turkey, YYYY-MM-DDTHH:MM; null: now. `conflicts`: what to do with prices that changed since the draft;
 * `ask` refuses to publish if there are any. A change above the store's limit waits for a second person.
 */
export const publishPriceChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/publish',
  access: 'admin',
  area: 'prices',
  summary: 'Publishes a price change now or at a set time',
  params: rowParams,
  body: z.strictObject({
    ...revision,
    at: z.nullable(z.string().check(z.maxLength(20))),
    conflicts: z.enum(['ask', 'keep', 'overwrite']),
  }),
  reply: z.object({ state: z.enum(priceChangeStates), units: z.number() }),
  errors: [
    'validation_failed',
    'price_change_not_found',
    'price_change_state',
    'price_change_changed',
    ...floorErrors,
    'price_change_conflicts',
    'price_change_empty',
    'import_running',
  ],
})

export const approvePriceChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/approve',
  access: 'admin',
  area: 'prices',
  summary: 'Approves a price change that waits for a second person, which publishes or schedules it',
  params: rowParams,
  body: z.strictObject(revision),
  reply: z.object({ state: z.enum(priceChangeStates), units: z.number() }),
  errors: [
    'price_change_not_found',
    'price_change_state',
    'price_change_changed',
    ...floorErrors,
    'second_person_needed',
    'import_running',
  ],
})

/** Also declines a change that waits for a second person. */
export const withdrawPriceChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/withdraw',
  access: 'admin',
  area: 'prices',
  summary: 'Makes a scheduled or waiting price change a draft again',
  params: rowParams,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['price_change_not_found', 'price_change_state'],
})

/** Prices that changed since the publication are left. The reversal is a separate price change. */
export const undoPriceChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/undo',
  access: 'admin',
  area: 'prices',
  summary: 'Reverses a published price change',
  params: rowParams,
  reply: z.object({ id: z.number(), state: z.enum(priceChangeStates), units: z.number(), left: z.number() }),
  errors: [
    'price_change_not_found',
    'price_change_state',
    'price_change_undone',
    'price_change_empty',
    'import_running',
  ],
})
