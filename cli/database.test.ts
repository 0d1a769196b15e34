import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { prepareDatabase, withDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())
afterEach(() => vi.unstubAllEnvs())

test('a command makes no shop where there is none, and leaves the place as it is', async () => {
  const folder = await temporaryFolder()
  vi.stubEnv('DATA_DIR', folder.path)
  vi.stubEnv('DATABASE_URL', '')
  const open = () => withDatabase(async () => 'opened')
  try {
    await expect(open()).rejects.toThrow(
      `There is no shop in ${folder.path}. Set DATA_DIR (or DATABASE_URL) to that of the shop; "toptan start" makes a new one.`,
    )
    vi.stubEnv('DATABASE_URL', database.url)
    await expect(open()).rejects.toThrow('The database of DATABASE_URL has no shop.')
    expect(await readdir(folder.path)).toEqual([])
    expect(await database.pool.one("SELECT to_regclass('schema_migrations') AS made")).toEqual({ made: null })
  } finally {
    await folder.remove()
  }
})

test('the second of two first starts on an empty database waits until the first one has filled it', async () => {
  const events: string[] = []
  const start = () =>
    prepareDatabase(database.pool, {
      async fill() {
        events.push('begins')
        await sleep(50)
        events.push('ends')
      },
    })
  const [first, second] = await Promise.all([start(), start()])
  expect(events).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect([first, second].filter(({ applied }) => applied.length > 0)).toHaveLength(1)
})
