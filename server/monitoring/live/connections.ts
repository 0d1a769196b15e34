import type { LiveConnection } from './connection.ts'
import { liveLimits } from './limits.ts'

/** The connections of this process, for counting and closing. The database stores who is online. */
export type Connections = {
  readonly all: ReadonlySet<LiveConnection>
  /** Whether one more connection of this user from this network is allowed. */
  hasCapacity(userId: number, network: string): boolean
  add(connection: LiveConnection): void
  remove(connection: LiveConnection): void
}

export function createConnections(): Connections {
  const all = new Set<LiveConnection>()
  const ofPerson = new Map<number, number>()
  const ofNetwork = new Map<string, number>()
  return {
    all,
    hasCapacity: (userId, network) =>
      all.size < liveLimits.ofProcess &&
      (ofPerson.get(userId) ?? 0) < liveLimits.ofPerson &&
      (ofNetwork.get(network) ?? 0) < liveLimits.ofNetwork,
    add(connection) {
      all.add(connection)
      count(ofPerson, connection.actor.userId, 1)
      count(ofNetwork, connection.network, 1)
    },
    remove(connection) {
      if (!all.delete(connection)) return
      count(ofPerson, connection.actor.userId, -1)
      count(ofNetwork, connection.network, -1)
    },
  }
}

function count<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const next = (counts.get(key) ?? 0) + by
  if (next > 0) counts.set(key, next)
  else counts.delete(key)
}
