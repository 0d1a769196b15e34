import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

export const countPurchases = endpoint({
  method: 'GET',
  path: '/api/account/approvals/waiting',
  access: 'dealer',
  needs: [],
  summary: 'How many orders wait for the visitor’s approval',
  reply: z.object({ count: z.number() }),
  errors: [],
})
