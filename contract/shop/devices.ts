import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams } from '#contract/core/row-id.ts'

export const device = z.object({
  /** The number of the session. */
  id: z.number(),
  isCurrent: z.boolean(),
  /** Names such as Chrome and Windows; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The network address of the sign-in; empty for sessions that began before it was recorded. */
  address: z.string(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
})
export type Device = z.output<typeof device>

const reply = z.object({ items: z.array(device) })

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/account/devices',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'The browsers in which the user is signed in, the latest first',
  reply,
  errors: [],
})

export const endDevice = endpoint({
  method: 'DELETE',
  path: '/api/account/devices/:id',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'Signs the user out of one browser; not of the present one',
  params: longRowParams,
  reply,
  errors: ['not_found', 'own_device'],
})

export const endOtherDevices = endpoint({
  method: 'DELETE',
  path: '/api/account/devices',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'Signs the user out of all browsers but the present one',
  reply,
  errors: [],
})
