import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Messages of the live channel (checkout, section 7; decisions, "Live channel"). */
export const livePath = '/ws'
/** Milliseconds between two questions of a browser. */
export const livePace = 10_000

/** A browser asks on connect and every ten seconds; `domain` is the host that it shows. */
export const checkOnlineUsers = z.object({
  type: z.literal('checkOnlineUsers'),
  domain: z.string().check(z.maxLength(255)),
})
export type CheckOnlineUsers = z.output<typeof checkOnlineUsers>

/** `date`: when the person was last seen. Online = seen within 30 seconds; who went away stays a while as offline. */
export const onlineUser = z.object({
  id: z.number(),
  name: z.string(),
  date: z.string(),
  status: z.enum(['online', 'offline']),
})
export type OnlineUser = z.output<typeof onlineUser>

/** The answer, to administrators alone. */
export type UpdateOnlineUsers = { type: 'updateOnlineUsers'; onlineUsers: OnlineUser[] }

/** Why the server ends a connection, beside the codes of the protocol. */
export const liveCodes = {
  /** The session has ended: coming back needs a new sign-in. */
  signedOut: 4401,
  goingAway: 1001,
  notText: 1003,
  notJson: 1007,
  notAllowed: 1008,
  tooBusy: 1013,
} as const

/** The same list as a call: the page begins with it. */
export const listOnlineUsers = endpoint({
  method: 'GET',
  path: '/yonetim/online-users',
  access: 'admin',
  summary: 'Who is online',
  reply: z.object({ onlineUsers: z.array(onlineUser) }),
  errors: [],
})
