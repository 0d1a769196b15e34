import { Socket } from 'node:net'
import pg from 'pg'

type Host = { host: string; port: number }

/** Milliseconds for a host to say whether it accepts changes, and for which new connections rely on it. */
const longestProbe = 1_000
const validity = 1_000

/**
 * The driver's configuration for a connection string. One with several hosts (`postgres://user@db1:5432,db2:5432/toptan`)
 * leads each new connection to the host that accepts changes, as `target_session_attrs=read-write` does in libpq.
 */
export function driverConfig(connectionString: string): pg.ClientConfig {
  const [, start = '', login = '', list = '', rest = ''] =
    /^(\w+:\/\/)([^/?@]*@)?([^/?]*)(.*)$/s.exec(connectionString) ?? []
  const addresses = list.split(',')
  if (addresses.length < 2) return { connectionString }
  const addressOf = (address: string) => `${start}${login}${address}${rest}`
  const hosts = addresses.map((address) => ({
    config: { connectionString: addressOf(address) },
    ...parseHost(address),
  }))
  const find = remember(connectionString, () => findPrimary(hosts))
  return { connectionString: addressOf(addresses[0] ?? ''), stream: () => new PrimarySocket(find) }
}

function parseHost(address: string): Host {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(address) ?? []
  return { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port ?? 5432) }
}

type ProbedHost = Host & { config: pg.ClientConfig }

/** Connects to the first of several hosts that accepts changes, whatever address it is given. */
class PrimarySocket extends Socket {
  readonly #find: () => Promise<Host>

  constructor(find: () => Promise<Host>) {
    super()
    this.#find = find
  }

  override connect(): this {
    this.#find().then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host)
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }
}

const primaries = new Map<string, { found: Promise<Host>; until: number }>()

/** Many connections are opened at once when the others were lost: they share what one of them finds. */
function remember(address: string, find: () => Promise<Host>): () => Promise<Host> {
  return () => {
    const known = primaries.get(address)
    if (known !== undefined && performance.now() < known.until) return known.found
    const found = find()
    primaries.set(address, { found, until: performance.now() + validity })
    found.catch(() => primaries.delete(address))
    return found
  }
}

/** Throws an error with the code ECONNREFUSED if no host accepts changes: during a failover, for example. */
async function findPrimary(hosts: readonly ProbedHost[]): Promise<Host> {
  const probes = hosts.map((host) => new pg.Client({ ...host.config, application_name: 'toptan-probe' }))
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error('No host has answered in time.')), longestProbe)
  try {
    const found = Promise.any(hosts.map((host, i) => requirePrimary(host, probes[i] as pg.Client)))
    return await Promise.race([found, limit.promise])
  } catch (cause) {
    const message = 'No host of DATABASE_URL accepts changes.'
    throw Object.assign(new Error(message, { cause }), { code: 'ECONNREFUSED' })
  } finally {
    clearTimeout(timer)
    probes.forEach(drop)
  }
}

async function requirePrimary(host: Host, client: pg.Client): Promise<Host> {
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby')
  if (rows[0]?.is_standby !== false) throw new Error(`${host.host}:${host.port} is a standby.`)
  return host
}

/** At once: a host that does not answer would not answer the end of a connection either. */
function drop(client: pg.Client): void {
  void client.end().catch(() => {})
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  // What `end` has written leaves first.
  if (stream.connecting) stream.destroy()
  else stream.destroySoon()
}
