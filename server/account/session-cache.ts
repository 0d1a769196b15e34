import type { Pool } from '#server/platform/db/pool.ts'
import type { LoadedSession } from '#server/visitor/visitor.ts'
import { type ReadSession, readSession, sessionIdOf } from './sessions.ts'

/** Notifications of everything that a session shows. The payload names what changed; empty: anything (migration 0520). */
export const sessionChannel = 'session_changed'

/** The sessions that this process has read (docs/decisions/096-what-a-process-remembers.md). */
export type SessionCache = {
  /** The session of a cookie; null if it has ended, or the user or dealer is disabled. */
  load(cookie: string): Promise<LoadedSession | null>
  /** Forgets the sessions that a notification names, or all. */
  forget(payload?: string): void
  /** From now on sessions are cached while `isLive` confirms that notifications arrive. */
  follow(isLive: () => boolean): void
}

type Entry = { session: LoadedSession; names: readonly string[]; until: number }

/** Sessions, about a kilobyte each. */
const maxCached = 10_000

export function openSessionCache(pool: Pool): SessionCache {
  const entries = new Map<string, Entry>()
  /** The keys of the entries that a payload names. */
  const named = new Map<string, Set<string>>()
  let isLive = () => false
  let changes = 0

  function remove(key: string): void {
    for (const name of entries.get(key)?.names ?? []) {
      const keys = named.get(name)
      keys?.delete(key)
      if (keys?.size === 0) named.delete(name)
    }
    entries.delete(key)
  }

  function store(key: string, entry: Entry): void {
    remove(key)
    const oldest = entries.size < maxCached ? undefined : entries.keys().next().value
    if (oldest !== undefined) remove(oldest)
    entries.set(key, entry)
    for (const name of entry.names) named.set(name, (named.get(name) ?? new Set()).add(key))
  }

  return {
    async load(cookie) {
      const id = sessionIdOf(cookie)
      const key = id.toString('hex')
      const cached = entries.get(key)
      const now = performance.now()
      if (cached !== undefined && now < cached.until && isLive()) return cached.session
      const before = changes
      const read = await readSession(pool, id)
      // What changed since the query began may be missing in its answer.
      if (read !== null && before === changes && isLive()) {
        store(key, { session: read.session, names: namesOf(key, read), until: now + read.freshFor * 1000 })
      }
      return read?.session ?? null
    },
    forget(payload = '') {
      changes++
      if (payload === '') {
        entries.clear()
        named.clear()
      } else {
        for (const key of named.get(payload) ?? []) remove(key)
      }
    },
    follow(live) {
      isLive = live
    },
  }
}

/** The payloads of notifications that concern a session. */
const namesOf = (key: string, { userIds, dealerIds }: ReadSession): string[] => [
  `s\\x${key}`,
  ...userIds.map((id) => `u${id}`),
  ...dealerIds.map((id) => `d${id}`),
]
