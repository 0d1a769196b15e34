import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** What a new shop needs before dealers can order, in the order in which it is set up. */
export const setupSteps = [
  'company',
  'logo',
  'email',
  'products',
  'prices',
  'stock',
  'dealers',
  'users',
  'pos',
  'erp',
  'order',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** Returns the steps that the shop's data shows as done. */
export const getSetup = endpoint({
  method: 'GET',
  path: '/yonetim/setup',
  access: 'admin',
  area: 'any',
  summary: 'Which steps of the set-up of a new shop are done',
  reply: z.object({ done: z.array(z.enum(setupSteps)) }),
  errors: [],
})
export type Setup = z.output<typeof getSetup.reply>
