import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { planKeys } from '#contract/core/money.ts'

export const maxDueDays = 720

export const managedPlan = z.object({
  key: z.enum(planKeys),
  name: z.string().check(z.maxLength(60)),
  isEnabled: z.boolean(),
  isDefault: z.boolean(),
  /** Has no price of its own. */
  isVirtual: z.boolean(),
  /** Days from the order until it is due; null: not stated. Left out: as it is. */
  dueDays: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(maxDueDays)))),
})
export type ManagedPlan = z.output<typeof managedPlan>

/** `stamp` identifies the state of all five plans. */
const reply = z.object({ items: z.array(managedPlan), stamp: z.string() })

export const listPlans = endpoint({
  method: 'GET',
  path: '/yonetim/payment-plans',
  access: 'admin',
  area: 'payments',
  summary: 'The five payment plans',
  reply,
  errors: [],
})

/** Saves all five at once. An enabled plan needs a name. At most one plan is the default, and it must be enabled. */
export const savePlans = endpoint({
  method: 'PATCH',
  path: '/yonetim/payment-plans',
  access: 'admin',
  area: 'payments',
  summary: 'Names, enables and disables payment plans',
  body: z.strictObject({
    items: z.array(managedPlan).check(z.minLength(1), z.maxLength(5)),
    stamp: z.string().check(z.maxLength(100)),
  }),
  reply,
  errors: ['validation_failed', 'settings_changed'],
})
