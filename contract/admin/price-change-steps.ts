import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowId, rowNumber, rowParams } from '#contract/core/row-id.ts'
import { priceForms, roundingDirections } from '#domain/pricing/price-rounding.ts'
import { revision } from './price-changes.ts'

const typed = z.string().check(z.maxLength(500))

const scope = { brand: z.nullable(rowNumber), category: z.nullable(rowNumber) }
const stepErrors = [
  'validation_failed',
  'price_change_not_found',
  'price_change_state',
  'price_change_changed',
] as const
/** `units`: prices that the step changed in the draft. */
const stepped = z.object({ units: z.number() })

/** Changes sale, list and plan prices by a percentage, or by an amount in one currency; prices in other currencies stay. */
export const raiseInChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/raise',
  access: 'admin',
  area: 'prices',
  summary: 'Raises the prices of a draft by a rule',
  params: rowParams,
  body: z.strictObject({
    ...revision,
    by: z.enum(['percent', 'amount']),
    /** As typed; negative to lower. */
    value: typed,
    /** Of an amount. */
    currency: typed,
    form: z.enum(priceForms),
    direction: z.enum(roundingDirections),
    ...scope,
  }),
  reply: stepped,
  errors: [...stepErrors, 'price_change_negative', 'price_too_large'],
})

/** `removes`: prices that the other list lacks leave this one. */
export const copyIntoChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/copy',
  access: 'admin',
  area: 'prices',
  summary: 'Takes the prices of another list into a draft',
  params: rowParams,
  body: z.strictObject({ ...revision, list: rowNumber, removes: z.boolean(), ...scope }),
  reply: stepped,
  errors: [...stepErrors, 'price_list_not_found'],
})

/** Maximum size of a file of prices, in bytes. */
export const priceFileBytesMax = 40_000_000
/** Maximum number of rows of a file of prices. */
export const priceFileRowsMax = 500_000

/**
 * A table with product code, unit (the default unit without it), price and currency (lira without it). Empty prices change
 * nothing. Lines with problems are left out and listed.
 */
export const importIntoChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/file',
  access: 'admin',
  area: 'prices',
  summary: 'Takes the prices of a file into a draft',
  encoding: 'file',
  body: z.unknown(),
  params: rowParams,
  query: z.object({ revision: rowId }),
  reply: z.object({ units: z.number(), problems: z.number() }),
  errors: [
    'price_change_not_found',
    'price_change_state',
    'price_change_changed',
    'price_change_file',
    'too_large',
    'bad_request',
  ],
})

/** `unit`: name; empty: the default unit. An empty `value` takes the unit out of the list. */
export const setPriceInChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/prices',
  access: 'admin',
  area: 'prices',
  summary: 'Sets one price of a draft',
  params: rowParams,
  body: z.strictObject({ ...revision, code: typed, unit: typed, value: typed, currency: typed }),
  reply: stepped,
  errors: stepErrors,
})

export const resetPriceInChange = endpoint({
  method: 'POST',
  path: '/yonetim/price-changes/:id/prices/:unit/reset',
  access: 'admin',
  area: 'prices',
  summary: 'Takes one price out of a draft',
  params: z.object({ id: rowId, unit: rowId }),
  body: z.strictObject(revision),
  reply: stepped,
  errors: ['price_change_not_found', 'price_change_state', 'price_change_changed', 'not_found'],
})
