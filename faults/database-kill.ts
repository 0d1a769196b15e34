import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { startOwner, temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { transaction } from '#server/platform/db/transaction.ts'

const LONGEST_OUTAGE = 10_000

/**
 * kill -9 of PostgreSQL under load: no acknowledged transaction may be lost, and it must be back within ten seconds.
 */
export async function killDatabaseUnderLoad({ isOver, log }: Run): Promise<Figures> {
  const folder = await temporaryFolder()
  const embedded = await startEmbedded({ dataDir: folder.path, log })
  const pool = createPool(embedded.connection, { max: 8 })
  try {
    await pool.execute('CREATE TABLE entry (id int PRIMARY KEY)')
    const load = startLoad(pool, 6)
    let longest = 0
    let kills = 0
    do {
      await waitForMore(load.acknowledged)
      const begun = performance.now()
      process.kill(embedded.pid() ?? 0, 'SIGKILL')
      await waitForMore(load.acknowledged)
      longest = Math.max(longest, performance.now() - begun)
      kills += 1
      if (kills % 10 === 0) log(`${kills} kills, ${load.acknowledged.length} entries`)
    } while (!isOver())
    await load.end()
    await expectKept(pool, load.acknowledged)
    if (longest > LONGEST_OUTAGE) throw new Error(`An outage of ${Math.round(longest)} ms.`)
    const strange = load.failures.find((error) => !isUnavailable(error))
    if (strange) throw new Error('A failure was not reported as unavailable.', { cause: strange })
    return {
      counts: { 'kills under writers': kills, entries: load.acknowledged.length },
      longest: { 'outage of writers': longest },
    }
  } finally {
    await pool.close()
    await embedded.stop()
    await folder.remove()
  }
}

/** Repeated kill -9 of the process that owns the database: the next process adopts PostgreSQL, and only one runs. */
export async function killOwners({ isOver }: Run): Promise<Figures> {
  const folder = await temporaryFolder()
  const pids = new Set<number>()
  try {
    let cycle = 0
    do {
      cycle += 1
      const owner = await startOwner(folder.path)
      if (!owner.ok) throw new Error(owner.lines.join('\n'))
      const pool = createPool(owner.connection, { max: 1 })
      await pool.execute('CREATE TABLE IF NOT EXISTS visit (cycle int PRIMARY KEY)')
      await pool.execute('INSERT INTO visit VALUES ($1)', [cycle])
      const row = await pool.one<{ pid: number; visits: number }>(
        `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid, (SELECT count(*) FROM visit) AS visits`,
      )
      await pool.close()
      await owner.kill()
      if (row?.visits !== cycle) throw new Error(`After ${cycle} cycles there are ${row?.visits} entries.`)
      pids.add(row.pid)
    } while (!isOver())
    if (pids.size !== 1) throw new Error(`${pids.size} different databases ran instead of one.`)
    return { counts: { 'owners killed': cycle, 'database adopted by each': pids.size } }
  } finally {
    await folder.remove()
  }
}

function startLoad(pool: Pool, writers: number) {
  const acknowledged: number[] = []
  const failures: unknown[] = []
  let next = 0
  const over = new AbortController()
  const write = async () => {
    while (!over.signal.aborted) {
      next += 1
      const id = next
      await transaction(pool, (db) => db.execute('INSERT INTO entry VALUES ($1)', [id])).then(
        () => acknowledged.push(id),
        (error) => failures.push(error),
      )
      await sleep(2)
    }
  }
  const work = Array.from({ length: writers }, write)
  return {
    acknowledged,
    failures,
    async end() {
      over.abort()
      await Promise.all(work)
    },
  }
}

async function waitForMore(acknowledged: number[]): Promise<void> {
  const goal = acknowledged.length + 30
  const deadline = performance.now() + 60_000
  while (acknowledged.length < goal) {
    if (performance.now() > deadline) throw new Error('The database has not come back within a minute.')
    await sleep(10)
  }
}

async function expectKept(pool: Pool, acknowledged: number[]): Promise<void> {
  const rows = await pool.query<{ id: number }>('SELECT id FROM entry')
  const stored = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !stored.has(id))
  if (lost.length > 0) throw new Error(`${lost.length} of ${acknowledged.length} acknowledged entries are lost.`)
}
