import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Messages of the live channel (checkout, section 7; decisions, "Live channel"). */
export const livePath = '/ws'
/** Milliseconds between two messages of a browser. */
export const livePace = 10_000

/** Browsers send this on connect and every ten seconds; `domain` is the host in their address bar. */
export const checkOnlineUsers = z.object({
  type: z.literal('checkOnlineUsers'),
  domain: z.string().check(z.maxLength(255)),
})
export type CheckOnlineUsers = z.output<typeof checkOnlineUsers>

/**
 * `date`: when the user was last seen. Online = seen within 30 seconds; users who left are listed as offline for a
 * while.
 */
export const onlineUser = z.object({
  id: z.number(),
  name: z.string(),
  date: z.string(),
  status: z.enum(['online', 'offline']),
})
export type OnlineUser = z.output<typeof onlineUser>

/** The answer, sent to administrators only. */
export type UpdateOnlineUsers = { type: 'updateOnlineUsers'; onlineUsers: OnlineUser[] }

/** Close codes of the server, besides those of the protocol. */
export const liveCodes = {
  /** The session has ended: reconnecting requires signing in again. */
  signedOut: 4401,
  goingAway: 1001,
  notText: 1003,
  notJson: 1007,
  notAllowed: 1008,
  tooBusy: 1013,
} as const

/** The same list as a call, for the first rendering of the page. */
export const listOnlineUsers = endpoint({
  method: 'GET',
  path: '/yonetim/online-users',
  access: 'admin',
  area: 'reports',
  summary: 'Who is online',
  reply: z.object({ onlineUsers: z.array(onlineUser) }),
  errors: [],
})
