import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { endAbandoned, startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { withDatabase } from './other-database.ts'
import { type Connection, createPool } from './pool.ts'
import { makeTestFolder, testFolderName, testFolders } from './test-folder.ts'
import { isAlive } from '#server/platform/db/embedded/postmaster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { server: Connection; template: string }
  }
}

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** Starts one PostgreSQL for the whole run, with the migrated template that every test file clones. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const { server, stop } = outside ? { server: { connectionString: outside }, stop: async () => {} } : await startOwn()
  const template = `toptan_template_${process.pid}_${Date.now()}`
  const pool = createPool(server, { role: 'command', max: 1 })
  try {
    await pool.execute(`CREATE DATABASE ${template}`)
    await migrateTemplate(withDatabase(server, template))
  } catch (error) {
    await pool.close()
    await stop()
    throw error
  }
  project.provide('testServer', { server, template })
  return async () => {
    await pool.execute(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await pool.close()
    await stop()
  }
}

async function migrateTemplate(connection: Connection): Promise<void> {
  const pool = createPool(connection, { role: 'command', max: 1 })
  await migrate(pool, MIGRATIONS).finally(() => pool.close())
}

async function startOwn(): Promise<{ server: Connection; stop: () => Promise<void> }> {
  await endKilledRuns()
  const dataDir = await makeTestFolder()
  const embedded = await startEmbedded({ dataDir, fast: true })
  return {
    server: embedded.connection,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Removes the PostgreSQL servers of test runs that were killed. */
async function endKilledRuns(): Promise<void> {
  for (const folder of testFolders) await endKilledRunsIn(folder)
}

async function endKilledRunsIn(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(testFolderName.exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const dataDir = join(folder, name)
    await endAbandoned(dataDir).catch(() => {})
    // Another run may be removing it too; the next run removes what remains.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}
