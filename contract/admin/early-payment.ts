import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

const typed = z.string().check(z.maxLength(500))

export const earlyPaymentScopes = ['everyone', 'group', 'dealer'] as const

/** As typed. */
export const earlyPaymentValues = z.strictObject({
  scope: z.enum(earlyPaymentScopes),
  /** Code of the group or the dealer; empty for everyone. */
  code: typed,
  /** Days from the invoice, 1 to 365. */
  days: typed,
  /** Up to 50. */
  percent: typed,
})
export type EarlyPaymentValues = z.output<typeof earlyPaymentValues>

export const managedEarlyStep = z.object({
  id: z.number(),
  /** Whom it is for; null: everyone. */
  dealer: z.nullable(z.object({ code: z.string(), name: z.string() })),
  group: z.nullable(z.object({ code: z.string(), name: z.string() })),
  days: z.number(),
  percent: z.number(),
})
export type ManagedEarlyStep = z.output<typeof managedEarlyStep>

/** Every change returns the whole list. */
const reply = z.object({
  items: z.array(managedEarlyStep),
  groups: z.array(z.object({ code: z.string(), name: z.string() })),
})

export const listEarlyPayment = endpoint({
  method: 'GET',
  path: '/yonetim/early-payment',
  access: 'admin',
  area: 'payments',
  summary: 'The discounts for early payment: for everyone, groups and dealers',
  reply,
  errors: [],
})

export const addEarlyPayment = endpoint({
  method: 'POST',
  path: '/yonetim/early-payment',
  access: 'admin',
  area: 'payments',
  summary: 'Adds a step of the discount for early payment',
  body: z.strictObject({ values: earlyPaymentValues }),
  reply,
  errors: ['validation_failed'],
})

/** Orders that were placed keep it. */
export const removeEarlyPayment = endpoint({
  method: 'DELETE',
  path: '/yonetim/early-payment/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Removes a step of the discount for early payment',
  params: rowParams,
  reply,
  errors: ['not_found'],
})
