import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#e2e/support/shop.ts'
import { ensureCluster } from '#server/platform/db/embedded/cluster.ts'
import { findPlace, type Place } from '#server/platform/db/embedded/place.ts'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { type Program, startProgram } from './program.ts'
import { becomes } from '#faults/becomes.ts'

export type Server = { port: number; program: Program; pool: Pool; place: Place }

/** A primary with synchronous commit and its streaming standby. */
export type DatabasePair = {
  primary: Server
  standby: Server
  /** Makes the standby a primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds. */
const longestRecovery = 60_000

const login = 'user=toptan host=127.0.0.1'

export async function startDatabases(folder: string): Promise<DatabasePair> {
  const [first, second] = await Promise.all([
    findPlace(join(folder, 'primary'), console.log),
    findPlace(join(folder, 'standby'), console.log),
  ])
  await ensureCluster(first, { sync: false })
  // A copy of a server that has never run is a base backup.
  run('cp', ['-a', first.cluster, second.cluster])
  await writeFile(join(second.cluster, 'standby.signal'), '')
  const [port, standbyPort] = [await freePort(), await freePort()]
  const primary = await startServer(first, port, ['synchronous_standby_names=*'])
  const standby = await startServer(second, standbyPort, [`primary_conninfo=${login} port=${port}`])
  const postgres = poolOf(port, 'postgres')
  await postgres.execute('CREATE DATABASE toptan').finally(() => postgres.close())
  const servers = [primary, standby]
  return {
    primary,
    standby,
    promote: async () => void (await standby.pool.execute('SELECT pg_promote(true, 30)')),
    async stop() {
      for (const { pool, program } of servers) {
        await pool.close()
        await program.stop()
      }
    },
  }
}

export async function startServer(place: Place, port: number, settings: readonly string[]): Promise<Server> {
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${place.socketFolder}`,
    ...settings,
  ]
  const command = [place.programs.postgres, '-D', place.cluster, ...all.flatMap((setting) => ['-c', setting])]
  // SIGINT: ends sessions instead of waiting for them.
  const program = await startProgram(command, port, { user: place.user, endBy: 'SIGINT' })
  // It accepts connections before it has recovered. The shop's database does not exist yet.
  const postgres = poolOf(port, 'postgres')
  await becomes(() => postgres.one('SELECT 1').then(Boolean, () => false), longestRecovery)
  await postgres.close()
  return { port, program, pool: poolOf(port), place }
}

export const addressOf = (port: number, database = 'toptan') => `postgres://toptan@127.0.0.1:${port}/${database}`

const poolOf = (port: number, database?: string) =>
  createPool({ connectionString: addressOf(port, database) }, { role: 'command', max: 3 })

export function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ended with code ${status}: ${stderr}`)
}
