import * as z from 'zod/mini'
import { holidayKinds } from '#domain/text/public-holidays.ts'
import { ratePolicy } from '#contract/core/rate-note.ts'
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
  /** `by`: who typed it; null for bulletins, programs and the command line. */
  reply: z.object({
    items: z.array(z.object({ rate: z.string(), source: z.string(), since: z.string(), by: z.nullable(z.string()) })),
  }),
  errors: ['not_found'],
})

/** Days are `YYYY-MM-DD`. */
export const rateCalendar = endpoint({
  method: 'GET',
  path: '/yonetim/rate-calendar',
  access: 'admin',
  area: 'prices',
  summary: 'When the next bulletin comes, the holidays of a year ahead, and the dealers with rates of their own',
  reply: z.object({
    today: z.string(),
    nextBulletin: z.object({ day: z.string(), time: z.string() }),
    /** How many full working days a bulletin's rate counts without a newer one. */
    maxMissedDays: z.number(),
    /** `name` is what the store typed; '' for official holidays. */
    holidays: z.array(z.object({ day: z.string(), kind: z.enum(holidayKinds), isHalf: z.boolean(), name: z.string() })),
    dealers: z.array(
      z.object({
        id: z.number(),
        code: z.string(),
        name: z.string(),
        policy: ratePolicy,
        /** TRY per unit. */
        fixedRates: z.array(z.object({ currency: z.string(), rate: z.number() })),
        until: z.nullable(z.string()),
        /** The agreed rates have ended. */
        isOver: z.boolean(),
      }),
    ),
  }),
  errors: [],
})
export type RateCalendar = z.output<typeof rateCalendar.reply>

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
