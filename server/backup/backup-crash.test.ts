import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { openTestShop, testSecret, type TestShop } from '#testing/shop.ts'
import { addProduct } from '#testing/store-rows.ts'
import { programPath } from '#testing/program.ts'
import { listRuns, openBackup } from './backup.ts'
import { backUp, type EmptyPlace, emptyPlace } from './test-backup.ts'

let shop: TestShop
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  ;[shop, folder] = await Promise.all([openTestShop(), temporaryFolder()])
  await addProduct(shop.database.pool, { stock: 5, price: 10 })
  await mkdir(join(shop.dataDir, 'images'), { recursive: true })
  await writeFile(join(shop.dataDir, 'images/a.webp'), 'picture')
})
afterAll(async () => {
  await shop.close()
  await folder.remove()
})

type Place = { database: { url: string }; dataDir: string }
type Outcome = { code: number | null; signal: string | null; output: string; errors: string }

/** Runs a command in a process that dies at the failpoint. */
function toptan({ database, dataDir }: Place, args: string[], failpoint = 'none'): Promise<Outcome> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    FAILPOINT: failpoint,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    BACKUP_DIR: folder.path,
    SESSION_SECRET: testSecret,
  }
  return new Promise((done) => {
    execFile(process.execPath, [programPath('cli/toptan.ts'), ...args], { env }, (error, output, errors) =>
      done({ code: error === null ? 0 : Number(error.code), signal: error?.signal ?? null, output, errors }),
    )
  })
}

const backupsIn = async () => (await readdir(folder.path)).filter((name) => name.startsWith('toptan-2'))

test.each(['backup.after_tables', 'backup.after_files', 'backup.before_rename'])(
  'a kill -9 at %s leaves no backup, and the next one removes the rest',
  async (failpoint) => {
    expect((await toptan(shop, ['backup'], failpoint)).signal).toBe('SIGKILL')
    const [left, ...others] = await backupsIn()
    expect(others).toEqual([])
    expect(left).toMatch(/\.part$/)
    await expect(openBackup(join(folder.path, (left ?? '').replace('.part', '')), [])).rejects.toThrow(
      'not a complete backup',
    )
    const { folder: next } = await backUp(shop, { folder: folder.path, at: new Date('2026-11-01T00:00:00Z') })
    expect((await backupsIn()).map((name) => join(folder.path, name))).toEqual([next])
    const runs = await listRuns(shop.database.pool, 10)
    expect(runs.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
    await shop.database.pool.execute('DELETE FROM backups')
    await rm(next, { recursive: true })
  },
)

describe('a kill -9 during a restore', () => {
  let made: string
  let name: string
  let place: EmptyPlace

  beforeAll(async () => {
    const backup = await backUp(shop, { folder: folder.path, at: new Date('2026-11-02T00:00:00Z') })
    made = backup.folder
    name = backup.manifest.name
    place = await emptyPlace()
  })
  afterAll(() => place.remove())

  test.each(['restore.marked', 'restore.loaded', 'restore.committed', 'restore.files'])(
    'at %s leaves a shop that does not start',
    async (failpoint) => {
      expect((await toptan(place, ['restore', name], failpoint)).signal).toBe('SIGKILL')
      const refused = await toptan(place, ['settings'])
      expect(refused.code).toBe(1)
      expect(refused.errors).toContain(`The restore of ${made} was interrupted`)
      expect(refused.errors).toContain(`Run "toptan restore ${made}" again`)
    },
  )

  test('is repaired by the same command, which then refuses to replace data', async () => {
    expect(await toptan(place, ['restore', name])).toMatchObject({ code: 0 })
    expect(await readdir(join(place.dataDir, 'images'))).toEqual(['a.webp'])
    expect(await place.database.pool.query('SELECT code FROM products')).toHaveLength(1)
    expect((await toptan(place, ['settings'])).code).toBe(0)
    expect((await toptan(place, ['restore', name])).errors).toContain('the database has tables')
  })

  test('and a repeated restore leave an unbroken audit log, and no emails that wait', async () => {
    expect((await toptan(place, ['audit', 'verify'])).output).toContain('seals are right')
    expect((await toptan(place, ['outbox'])).output).toMatch(/^No emails wait yet; new ones are held\.$/m)
    expect((await toptan(place, ['outbox', 'release'])).output).toBe('Emails leave again.\n')
    expect((await toptan(place, ['outbox'])).output).toBe('No emails are held.\n')
  })
})
