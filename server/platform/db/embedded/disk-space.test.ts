import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { guardSpace } from './disk-space.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { temporaryFolder } from './test-process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let embedded: Embedded
let pool: Pool

beforeAll(async () => {
  folder = await temporaryFolder()
  embedded = await startEmbedded({ dataDir: folder.path, fast: true })
  pool = createPool(embedded.connection, { role: 'command', max: 1 })
  await pool.execute('CREATE TABLE entry (id int PRIMARY KEY)')
})
afterAll(async () => {
  await pool.close()
  await embedded.stop()
  await folder.remove()
})

test('an almost full disk stops changes of every process until there is space again, also after a restart', async () => {
  const place = { cluster: join(folder.path, 'postgres/cluster') }
  const reserve = join(place.cluster, 'pg_wal/reserve')
  const lines: string[] = []
  let free = 1000
  const openGuard = () =>
    guardSpace(
      place,
      embedded.connection,
      (line) => lines.push(line),
      async () => free,
    )
  const insert = (id: number) => pool.execute('INSERT INTO entry VALUES ($1)', [id])
  const mode = async () =>
    (await pool.one<{ mode: string }>("SELECT current_setting('transaction_read_only') AS mode"))?.mode
  const read = () => pool.query('SELECT id FROM entry')

  const guard = openGuard()
  await guard.check()
  expect(statSync(reserve).size).toBe(32 * 1024 * 1024)
  await insert(1)

  free = 40
  await guard.check()
  // A reload of the settings reaches open connections a moment later.
  await expect.poll(mode).toBe('on')
  await expect(insert(2)).rejects.toThrow('read-only transaction')
  expect(existsSync(reserve)).toBe(true)
  expect(await read()).toEqual([{ id: 1 }])

  free = 3
  await guard.check()
  expect(existsSync(reserve)).toBe(false)

  // A little space is not enough: the next change could fill it.
  free = 100
  await guard.check()
  await expect(insert(2)).rejects.toThrow('read-only transaction')

  free = 1000
  await openGuard().check()
  await expect.poll(mode).toBe('off')
  await insert(2)
  expect(existsSync(reserve)).toBe(true)
  expect(lines).toEqual([
    'Only 40 MB of disk space are left: the shop shows everything and accepts no changes until there are 128 MB.',
    'There is disk space again: the shop accepts changes.',
  ])
})
