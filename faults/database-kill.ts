import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { startOwner, temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { transaction } from '#server/platform/db/transaction.ts'

export type FaultOptions = { cycles?: number; log?: (line: string) => void }

const LONGEST_OUTAGE = 10_000

/**
 * kill -9 of PostgreSQL under load: no acknowledged transaction may be lost, and it must be back within ten seconds.
 */
export async function killDatabaseUnderLoad({ cycles = 50, log = console.log }: FaultOptions = {}): Promise<void> {
  const folder = await temporaryFolder()
  const embedded = await startEmbedded({ dataDir: folder.path, log })
  const pool = createPool(embedded.connection, { max: 8 })
  try {
    await pool.execute('CREATE TABLE entry (id int PRIMARY KEY)')
    const load = startLoad(pool, 6)
    let longest = 0
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      await waitForMore(load.acknowledged)
      const begun = performance.now()
      process.kill(embedded.pid() ?? 0, 'SIGKILL')
      await waitForMore(load.acknowledged)
      longest = Math.max(longest, performance.now() - begun)
      if (cycle % 10 === 0)
        log(`${cycle} kills, ${load.acknowledged.length} entries, longest outage ${Math.round(longest)} ms`)
    }
    await load.end()
    await expectKept(pool, load.acknowledged)
    if (longest > LONGEST_OUTAGE) throw new Error(`An outage of ${Math.round(longest)} ms.`)
    const strange = load.failures.find((error) => !isUnavailable(error))
    if (strange) throw new Error('A failure was not reported as unavailable.', { cause: strange })
  } finally {
    await pool.close()
    await embedded.stop()
    await folder.remove()
  }
}

/** Repeated kill -9 of the process that owns the database: the next process adopts PostgreSQL, and only one runs. */
export async function killOwners({ cycles = 50, log = console.log }: FaultOptions = {}): Promise<void> {
  const folder = await temporaryFolder()
  const pids = new Set<number>()
  try {
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
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
    }
    if (pids.size !== 1) throw new Error(`${pids.size} different databases ran instead of one.`)
    log(`${cycles} owners killed, one database adopted by each`)
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
