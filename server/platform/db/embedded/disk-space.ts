import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { clientConfig, type Connection } from '#server/platform/db/connection.ts'
import type { Log, Place } from './place.ts'

const MEGABYTE = 1024 * 1024
const RESERVE = 32 // megabytes: two segments of the write-ahead log
const STOP_BELOW = 64
const RESUME_ABOVE = 128

type SpacePlace = Pick<Place, 'cluster'>

export type SpaceGuard = {
  /** Stops changes when the disk is almost full, and allows them again when there is space. */
  check(): Promise<void>
}

/**
 * PostgreSQL ends when it cannot write its log, and cannot recover without space, so that nothing could be read either.
 * Before that the whole server becomes read-only: changes fail with 25006 (503 for visitors), and reads go on.
 */
export function guardSpace(
  place: SpacePlace,
  connection: Connection,
  log: Log,
  readFree: () => Promise<number> = () => freeMegabytes(place),
): SpaceGuard {
  let isReadOnly: boolean | undefined
  return {
    async check() {
      isReadOnly ??= await inServer(connection, readMode)
      const free = await readFree()
      // Even the change of the mode needs some bytes.
      if (free < RESERVE) await dropReserve(place)
      const mustStop = free < (isReadOnly ? RESUME_ABOVE : STOP_BELOW)
      if (!mustStop) await ensureReserve(place)
      if (mustStop === isReadOnly) return
      await inServer(connection, (client) => setMode(client, mustStop))
      isReadOnly = mustStop
      log(
        mustStop
          ? `Only ${Math.floor(free)} MB of disk space are left: the shop shows everything and accepts no changes until there are ${RESUME_ABOVE} MB.`
          : 'There is disk space again: the shop accepts changes.',
      )
    },
  }
}

/** Gives the space that recovery needs after the disk became full; call it before a start. */
export async function makeRoom(place: SpacePlace): Promise<void> {
  if ((await freeMegabytes(place)) < RESERVE) await dropReserve(place)
}

/** The log may be on a disk of its own. */
const logFolder = ({ cluster }: SpacePlace): string => join(cluster, 'pg_wal')

async function freeMegabytes(place: SpacePlace): Promise<number> {
  const { bavail, bsize } = await statfs(logFolder(place))
  return (bavail * bsize) / MEGABYTE
}

/** PostgreSQL ignores files with other names than its own. */
const reserveFile = (place: SpacePlace): string => join(logFolder(place), 'reserve')

const dropReserve = (place: SpacePlace): Promise<void> => rm(reserveFile(place), { force: true })

async function ensureReserve(place: SpacePlace): Promise<void> {
  const found = await stat(reserveFile(place)).catch(() => null)
  if (found?.size === RESERVE * MEGABYTE) return
  // Random bytes take their space on compressing file systems, too.
  const piece = randomBytes(MEGABYTE)
  await using file = await open(reserveFile(place), 'w', 0o600)
  for (let i = 0; i < RESERVE; i += 1) await file.writeFile(piece)
}

async function inServer<Value>(connection: Connection, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(clientConfig(connection, 'server'))
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end().catch(() => {}))
}

async function readMode(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mode: string }>(
    "SELECT current_setting('default_transaction_read_only') AS mode",
  )
  return rows[0]?.mode === 'on'
}

async function setMode(client: pg.Client, isReadOnly: boolean): Promise<void> {
  const name = 'default_transaction_read_only'
  await client.query(isReadOnly ? `ALTER SYSTEM SET ${name} = on` : `ALTER SYSTEM RESET ${name}`)
  await client.query('SELECT pg_reload_conf()')
}
