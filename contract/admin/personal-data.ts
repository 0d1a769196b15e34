import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { erasureRequest } from '#contract/shop/personal-data.ts'

export const getUserErasure = endpoint({
  method: 'GET',
  path: '/yonetim/users/:id/erasure',
  access: 'admin',
  area: 'people',
  summary: 'Whether a user has requested to erase its personal data, and how many records of the company stay',
  params: rowParams,
  reply: z.object({
    request: z.nullable(erasureRequest),
    isErased: z.boolean(),
    /** Records that the law requires to be kept: they name the number of the user only. */
    kept: z.object({ orders: z.number(), payments: z.number(), offers: z.number(), notes: z.number() }),
  }),
  errors: ['user_not_found'],
})

const success = z.object({ success: z.literal(true) })

/** Erasing again changes nothing. */
export const eraseUser = endpoint({
  method: 'POST',
  path: '/yonetim/users/:id/erasure',
  access: 'admin',
  area: 'people',
  summary: 'Erases the personal data of a user and closes its account; records of the company keep its number',
  params: rowParams,
  reply: success,
  errors: ['user_not_found', 'own_account', 'last_admin', 'last_owner', 'no_right_to_grant'],
})

export const refuseErasure = endpoint({
  method: 'POST',
  path: '/yonetim/users/:id/erasure/refusal',
  access: 'admin',
  area: 'people',
  summary: 'Refuses the open request of a user, with a reason that the user sees',
  params: rowParams,
  body: z.strictObject({ answer: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
  reply: success,
  errors: ['erasure_request_not_found'],
})
