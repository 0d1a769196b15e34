import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

/** The file with the personal data of the signed-in user. */
export const personalDataPath = '/account/personal-data.zip'

export const erasureRequest = z.object({
  state: z.enum(['open', 'withdrawn', 'refused', 'done']),
  requestedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Why it was refused. */
  answer: z.string(),
})
export type ErasureRequest = z.output<typeof erasureRequest>

/** The latest request of the user; null: there was none. */
const reply = z.object({ request: z.nullable(erasureRequest) })

export const getErasureRequest = endpoint({
  method: 'GET',
  path: '/api/account/erasure',
  access: 'user',
  summary: 'The latest request of the user to erase its personal data',
  reply,
  errors: [],
})

export const requestErasure = endpoint({
  method: 'POST',
  path: '/api/account/erasure',
  access: 'user',
  summary:
    'Requests that the personal data of the user is erased. Staff, or a user who manages the users of the dealer, do it',
  reply,
  errors: ['erasure_request_open', 'too_many_requests'],
})

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/api/account/erasure',
  access: 'user',
  summary: 'Withdraws the open request',
  reply,
  errors: ['erasure_request_not_found'],
})

const success = z.object({ success: z.literal(true) })

/** Erasing again changes nothing. */
export const eraseColleague = endpoint({
  method: 'POST',
  path: '/api/account/users/:id/erasure',
  access: 'dealer',
  needs: ['users'],
  summary: 'Erases the personal data of a colleague and closes its account; records of the company keep its number',
  params: rowParams,
  reply: success,
  errors: ['user_not_found', 'own_account', 'last_owner', 'no_right_to_grant'],
})
