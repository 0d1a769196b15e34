import * as z from 'zod/mini'
import { bankAlertKinds, bankSteps } from '#domain/payments/bank-health.ts'
import { declineGroups } from '#domain/payments/decline.ts'
import { posAdapters } from '#domain/payments/pos-adapters.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { posEnvironments } from './pos.ts'

/** Days that the board can look back, the last 24 hours first. */
export const boardDays = [1, 7, 30] as const

/** How a POS account does. Counts and amounts are of the attempts that began in the period. */
export const posStanding = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  adapter: z.enum(posAdapters),
  environment: z.enum(posEnvironments),
  isActive: z.boolean(),
  attempts: z.number(),
  captured: z.number(),
  declined: z.number(),
  /** The payer cancelled, or never came back. */
  leftEarly: z.number(),
  /** Captured payments in percent of those that the bank captured or declined; null if there is none. */
  successPercent: z.nullable(z.number()),
  /** What was captured, and the dealers' surcharge in it. */
  amount: z.number(),
  fee: z.number(),
  currency: z.string(),
  /** What the bank keeps of captured payments, in all and in percent of their amount; null: not known of any. */
  cost: z.nullable(z.number()),
  costPercent: z.nullable(z.number()),
  /** Of this captured amount it is not known. */
  uncosted: z.number(),
  /** Payments without a known outcome, whenever they began. */
  unknown: z.number(),
  oldestUnknownAt: z.nullable(z.string()),
  lastAnswerAt: z.nullable(z.string()),
  /** Calls in a row without an answer. */
  unanswered: z.number(),
  /** Declines by the bank's code, the most frequent first. */
  declines: z.array(z.object({ code: z.string(), group: z.enum(declineGroups), count: z.number() })),
  /** Calls to the bank; times in milliseconds. */
  steps: z.array(
    z.object({
      step: z.enum(bankSteps),
      calls: z.number(),
      unanswered: z.number(),
      average: z.number(),
      slowest: z.number(),
    }),
  ),
  alerts: z.array(z.object({ kind: z.enum(bankAlertKinds), since: z.string() })),
})
export type PosStanding = z.output<typeof posStanding>

export const getPaymentsBoard = endpoint({
  method: 'GET',
  path: '/yonetim/payments-board',
  access: 'admin',
  area: 'payments',
  summary: 'How each bank does: attempts, success, declines, times of its answers, unknown payments and alerts',
  query: z.object({ days: z.optional(z.string().check(z.maxLength(10))) }),
  reply: z.object({ days: z.number(), accounts: z.array(posStanding) }),
  errors: [],
})
