import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { type DemoOptions, loadDemo } from './load-demo.ts'

export const small = {
  size: 'small',
  today: new Date('2026-11-20T09:00:00Z'),
  secret: 'a secret of at least thirty-two letters',
} as const satisfies DemoOptions

export let pool: TestDatabase['pool']
/** The folder with its pictures. */
export let folder: string

/** Loads the small demo store for the tests of a file. */
export function useDemo(options: Partial<DemoOptions> = {}): void {
  let database: TestDatabase
  let files: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    files = await temporaryFolder()
    folder = files.path
    database = await createTestDatabase({ role: 'command' })
    pool = database.pool
    await loadDemo(pool, { ...small, dataDir: folder, ...options })
  })
  afterAll(async () => {
    await database.drop()
    await files.remove()
  })
}

export async function numberOf(sql: string): Promise<number> {
  const row = await pool.one<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)
  return row?.n ?? 0
}
