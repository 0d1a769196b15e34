import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

const params = z.object({ code: z.string().check(z.regex(/^[A-Z]{3}$/)) })

export const listedCurrency = z.object({
  code: z.string(),
  name: z.string(),
  /** TRY per unit as exact text; null: unknown, so prices in this currency are on request. */
  rate: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** Source of the current rate. */
  source: z.nullable(z.string()),
  since: z.nullable(z.string()),
})
export type ListedCurrency = z.output<typeof listedCurrency>
const reply = z.object({ items: z.array(listedCurrency) })

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/yonetim/currencies',
  access: 'admin',
  area: 'prices',
  summary: 'Currencies of the store with their rates',
  reply,
  errors: [],
})

export const listRates = endpoint({
  method: 'GET',
  path: '/yonetim/currencies/:code/rates',
  access: 'admin',
  area: 'prices',
  summary: 'The latest hundred rates of a currency',
  params,
  reply: z.object({ items: z.array(z.object({ rate: z.string(), source: z.string(), since: z.string() })) }),
  errors: ['not_found'],
})

/** A code that is not an ISO currency needs a name. */
export const addCurrency = endpoint({
  method: 'POST',
  path: '/yonetim/currencies',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a currency, which is offered once it has a rate',
  body: z.strictObject({
    code: z.string().check(z.maxLength(10)),
    name: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply,
  errors: ['currency_code_invalid', 'currency_name_missing', 'currency_known'],
})

/** `force` accepts a rate of ten times the current one or more, or of a tenth or less. */
export const setRate = endpoint({
  method: 'POST',
  path: '/yonetim/currencies/:code/rates',
  access: 'admin',
  area: 'prices',
  summary: 'Sets a rate manually: TRY per unit, from now on',
  params,
  body: z.strictObject({ rate: z.string().check(z.maxLength(30)), force: z.optional(z.boolean()) }),
  reply,
  errors: ['not_found', 'rate_invalid', 'rate_out_of_range', 'rate_jump', 'currency_is_lira'],
})

export const setDefaultCurrency = endpoint({
  method: 'PATCH',
  path: '/yonetim/currencies/:code',
  access: 'admin',
  area: 'prices',
  summary: 'Sets the currency of visitors who have not chosen one',
  params,
  body: z.strictObject({ isDefault: z.literal(true) }),
  reply,
  errors: ['not_found', 'currency_without_rate'],
})

export const removeCurrency = endpoint({
  method: 'DELETE',
  path: '/yonetim/currencies/:code',
  access: 'admin',
  area: 'prices',
  summary: 'Removes a currency and its history, unless a price uses it',
  params,
  reply,
  errors: ['not_found', 'currency_in_use', 'currency_is_default'],
})
