import * as z from 'zod/mini'
import { checkOnlineUsers, type UpdateOnlineUsers } from '#contract/core/live.ts'
import { findOpenSessions, listRecentUsers, loadStaffPermissions, recordPresence } from '#server/account/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { repeatEvery } from '#server/platform/jobs/repeat.ts'
import type { LiveConnection } from '#server/monitoring/live/connection.ts'

export type Presence = {
  onMessage(connection: LiveConnection, message: unknown): boolean
  findOpenSessions: (ids: readonly Buffer[]) => ReturnType<typeof findOpenSessions>
  close(): Promise<void>
}

/** Milliseconds for which seen users are collected for one statement. */
const writeIntervalMs = 2_000
/** The list is queried once in this many milliseconds, for any number of administrators. */
const listMaxAgeMs = 1_000

/**
 * Presence on the live channel: dealers' users are recorded as seen, and administrators get the list of online users.
 * Both go through the database, so that it does not matter which process a user is connected to (decisions, "Live
 * channel").
 */
export function openPresence(pool: Pool, warn: (error: Error) => void): Presence {
  const seen = new Set<number>()
  const list = createList(pool)
  const answering = new WeakSet<LiveConnection>()

  const write = async () => {
    if (seen.size === 0) return
    const userIds = [...seen]
    seen.clear()
    await recordPresence(pool, userIds)
  }
  const answer = async (connection: LiveConnection) => {
    // A connection that sends queries faster than they are answered gets one answer.
    if (answering.has(connection)) return
    answering.add(connection)
    try {
      // The connection is older than the query: the right may have been taken away since.
      const permissions = await loadStaffPermissions(pool, connection.actor.userId)
      if (permissions.has('reports:read')) connection.send(await list())
    } finally {
      answering.delete(connection)
    }
  }
  const writes = repeatEvery(writeIntervalMs, write, warn)
  return {
    onMessage(connection, message) {
      if (!z.safeParse(checkOnlineUsers, message).success) return false
      // An impersonating administrator does not make the user present.
      if (connection.actor.impersonator === null) seen.add(connection.actor.userId)
      if (connection.actor.permissions.has('reports:read')) answer(connection).catch(warn)
      return true
    },
    findOpenSessions: (ids) => findOpenSessions(pool, ids),
    close: () => writes.close(),
  }
}

function createList(pool: Pool): () => Promise<UpdateOnlineUsers> {
  let queriedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<UpdateOnlineUsers> | null = null
  return () => {
    const now = performance.now()
    if (answer !== null && now - queriedAt < listMaxAgeMs) return answer
    queriedAt = now
    const querying = listRecentUsers(pool).then(
      (onlineUsers): UpdateOnlineUsers => ({ type: 'updateOnlineUsers', onlineUsers }),
    )
    // A failure is not cached for other queries.
    querying.catch(() => (answer = null))
    return (answer = querying)
  }
}
