import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

const typed = z.string().check(z.maxLength(500))

export const cardClasses = ['personal', 'commercial'] as const

/** As typed. Empty texts mean all cards, all goods, no start and no end. */
export const limitValues = z.strictObject({
  /** Installments, 1 to 12. */
  most: typed,
  cardClass: z.enum(['', ...cardClasses]),
  /** Slug of a category; includes the categories below it. */
  category: typed,
  /** First and last day. */
  from: typed,
  until: typed,
  note: typed,
})
export type LimitValues = z.output<typeof limitValues>

export const managedLimit = z.object({
  id: z.number(),
  values: limitValues,
  /** Name of the category. */
  goods: z.nullable(z.string()),
  state: z.enum(['in_force', 'to_come', 'over']),
})
export type ManagedLimit = z.output<typeof managedLimit>

/** Every change returns the whole list. */
const reply = z.object({
  items: z.array(managedLimit),
  /** In tree order. */
  categories: z.array(z.object({ slug: z.string(), name: z.string(), depth: z.number() })),
})

export const listInstallmentLimits = endpoint({
  method: 'GET',
  path: '/yonetim/installment-limits',
  access: 'admin',
  area: 'payments',
  summary: 'The legal and store limits on installments',
  reply,
  errors: [],
})

export const addInstallmentLimit = endpoint({
  method: 'POST',
  path: '/yonetim/installment-limits',
  access: 'admin',
  area: 'payments',
  summary: 'Adds an installment limit',
  body: z.strictObject({ values: limitValues }),
  reply,
  errors: ['validation_failed'],
})

/** `before`: the values that the change is based on. */
export const changeInstallmentLimit = endpoint({
  method: 'PATCH',
  path: '/yonetim/installment-limits/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Changes an installment limit',
  params: rowParams,
  body: z.strictObject({ before: limitValues, values: limitValues }),
  reply,
  errors: ['not_found', 'validation_failed', 'limit_changed'],
})

export const removeInstallmentLimit = endpoint({
  method: 'DELETE',
  path: '/yonetim/installment-limits/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Removes an installment limit',
  params: rowParams,
  reply,
  errors: ['not_found'],
})
