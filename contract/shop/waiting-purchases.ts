import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** `onlyId`: the request, if exactly one waits. */
export const waitingPurchases = z.object({ count: z.number(), onlyId: z.nullable(z.number()) })
export type WaitingPurchases = z.output<typeof waitingPurchases>
export const noWaitingPurchases: WaitingPurchases = { count: 0, onlyId: null }

export const countPurchases = endpoint({
  method: 'GET',
  path: '/api/account/approvals/waiting',
  access: 'dealer',
  needs: [],
  summary: 'How many orders wait for the visitor’s approval',
  reply: waitingPurchases,
  errors: [],
})
