import pg from 'pg'
import { driverConfig } from './hosts.ts'
import { typeParsers } from './value-parsers.ts'

/** The address of a database: a connection string, or host (also a socket folder), port, user, password and name. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

export type Role = 'server' | 'command'

const serverSettings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const

const timeouts: Record<Role, pg.ClientConfig> = {
  server: {
    connectionTimeoutMillis: 1_500,
    statement_timeout: 8_000,
    // The driver's own limit, for a host that disappeared without closing its connections.
    query_timeout: 9_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
  },
  command: {
    connectionTimeoutMillis: 10_000,
    lock_timeout: 60_000,
    idle_in_transaction_session_timeout: 600_000,
  },
}

// Turkey is at UTC+3 all year; an external server may use another time zone.
const timeZone = 'Europe/Istanbul'

/** Options of one `pg` client, shared by the pool and by dedicated clients (LISTEN, migrations). */
export function clientConfig(connection: Connection, role: Role): pg.ClientConfig {
  return {
    ...driverOptions(connection),
    ...timeouts[role],
    application_name: `toptan-${role}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `-c timezone=${timeZone}`,
    types: typeParsers,
  }
}

/** The address in the form of the driver. */
export function driverOptions(connection: Connection): pg.ClientConfig {
  return 'connectionString' in connection ? driverConfig(connection.connectionString) : connection
}

/** Without the settings of a session, which a pooler refuses or does not know. */
export function pooledConfig(connection: Connection, role: Role): pg.ClientConfig {
  const none = Object.fromEntries(serverSettings.map((name) => [name, undefined]))
  return { ...clientConfig(connection, role), ...none, options: undefined }
}

/** What the driver sends at the start of a session, which its types do not have. */
type Startup = { getStartupConf(): Record<string, string> }

/** A connection to a pooler, which hands the time zone from session to session. */
export class PooledClient extends pg.Client {
  getStartupConf(): Record<string, string> {
    const driver = pg.Client.prototype as unknown as Startup
    return { ...driver.getStartupConf.call(this), TimeZone: timeZone }
  }
}

/** Statements that set the limits of a role until the end of the transaction. */
export function localTimeouts(role: Role): string {
  return serverSettings
    .map((name) => [name, timeouts[role][name]])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `; SET LOCAL ${name} = ${value}`)
    .join('')
}
