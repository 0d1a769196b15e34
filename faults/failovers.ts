import { spawnSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, openShop } from '#e2e/support/shop.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'
import { makeTestFolder } from '#server/platform/db/test-folder.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { storedShop } from './campaign/store.ts'
import { type Server, startServer } from './cluster/database-pair.ts'
import { becomes } from './becomes.ts'
import { expectKept, plentifulGoods, streamOrders } from './order-stream.ts'

/** Milliseconds after a promotion in which orders must succeed. */
const longestOutage = 10_000

/**
 * The primary is killed while dealers order, and its standby promoted; a new standby follows. With synchronous commit, no
 * acknowledged order may be lost. No connection pooler, no proxy: the shop finds the primary among its hosts.
 */
export async function failOver({ isOver, log }: Run): Promise<Figures> {
  const folder = await makeTestFolder()
  const ports = [await freePort(), await freePort()] as const
  const started: Server[] = []
  const keep = (server: Server) => (started.push(server), server)
  try {
    spawnSync('cp', ['-a', await storedShop(), join(folder, '0')])
    let primary = keep(await startServer(await findPlace(join(folder, '0'), () => {}), ports[0], sending))
    let standby = keep(await addStandby(primary, join(folder, '1'), ports[1]))
    const address = `postgres://toptan@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/toptan`
    const shop = await openShop({ demo: 'none', env: { DATABASE_URL: address, DRAIN_SECONDS: '0' } })
    try {
      await shop.start()
      const stream = await streamOrders(shop.url, await plentifulGoods(primary))
      let [turns, longest] = [0, 0]
      do {
        await stream.more(5)
        await primary.program.kill('SIGKILL')
        await primary.pool.close()
        await standby.pool.execute('SELECT pg_promote(true, 30)')
        const promoted = performance.now()
        // The order that was on its way, and one that began after the promotion.
        await stream.more(2)
        longest = Math.max(longest, performance.now() - promoted)
        await expectKept(standby, new Map(stream.acknowledged))
        const port = primary.port
        primary = standby
        turns += 1
        standby = keep(await addStandby(primary, join(folder, String(turns + 1)), port))
        await rm(join(folder, String(turns - 1)), { recursive: true, force: true })
        log(`${turns} failovers, ${stream.acknowledged.size} orders`)
      } while (!isOver())
      await stream.end()
      await expectKept(primary, stream.acknowledged)
      const notes = longest > longestOutage ? [`longer than ${longestOutage / 1000} s, on a busy machine`] : []
      return {
        counts: { failovers: turns, orders: stream.acknowledged.size },
        longest: { 'orders after a promotion': longest },
        notes,
      }
    } finally {
      await shop.remove()
    }
  } finally {
    for (const { pool, program } of started.toReversed()) {
      await pool.close().catch(() => {})
      await program.stop().catch(() => {})
    }
    await rm(folder, { recursive: true, force: true })
  }
}

/** A standby that connects late finds the log that it needs. */
const sending = ['wal_keep_size=256MB', 'max_connections=60']

/** Copies the running primary, and starts the copy as its standby. Commits wait for it from then on. */
async function addStandby(primary: Server, folder: string, port: number): Promise<Server> {
  const place = await findPlace(folder, () => {})
  await primary.pool.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
  await primary.pool.query('SELECT pg_reload_conf()')
  await primary.pool.withSession(async (session) => {
    // The label belongs to the session that begins the copy.
    await session.query("SELECT pg_backup_start('standby', true)")
    spawnSync('cp', ['-a', primary.place.cluster, place.cluster])
    const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    await rm(join(place.cluster, 'postmaster.pid'), { force: true })
    for (const name of await readdir(join(place.cluster, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(name)) await rm(join(place.cluster, 'pg_wal', name))
    await own(place.cluster, 'backup_label', rows[0]?.labelfile ?? '')
    await own(place.cluster, 'standby.signal', '')
  })
  const source = `primary_conninfo=user=toptan host=127.0.0.1 port=${primary.port}`
  const standby = await startServer(place, port, [...sending, source])
  const streams = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"
  await becomes(async () => (await primary.pool.query(streams)).length > 0, 60_000)
  await primary.pool.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await primary.pool.query('SELECT pg_reload_conf()')
  const isSafe = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
  await becomes(async () => (await primary.pool.query(isSafe)).length > 0, 60_000)
  return standby
}

/** Writes a file that belongs to the owner of the folder. */
async function own(cluster: string, name: string, text: string): Promise<void> {
  await writeFile(join(cluster, name), text)
  spawnSync('chown', ['--reference', cluster, join(cluster, name)])
}
