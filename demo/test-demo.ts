import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { type DemoOptions, loadDemo } from './load-demo.ts'

export const small = {
  size: 'small',
  today: new Date('2026-11-20T09:00:00Z'),
  secret: 'a secret of at least thirty-two letters',
} as const satisfies DemoOptions

/** The small demo store in a database and a folder of its own. */
export type TestDemo = {
  pool: TestDatabase['pool']
  /** The folder with its pictures. */
  folder: string
  /** Counts the rows of `FROM …`. */
  numberOf(sql: string): Promise<number>
  close(): Promise<void>
}

export async function openTestDemo(options: Partial<DemoOptions> = {}): Promise<TestDemo> {
  const files = await temporaryFolder()
  const database = await createTestDatabase()
  const { pool } = database
  await loadDemo(pool, { ...small, files: folderStore(files.path, files.path), ...options })
  return {
    pool,
    folder: files.path,
    async numberOf(sql) {
      const row = await pool.one<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)
      return row?.n ?? 0
    },
    async close() {
      await database.drop()
      await files.remove()
    },
  }
}
