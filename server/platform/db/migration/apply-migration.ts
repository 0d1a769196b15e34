import type pg from 'pg'
import { makeIndexes } from './make-indexes.ts'
import type { Migration } from './migration-files.ts'
import { moveRows } from './move-rows.ts'
import { oldestTransaction, type Patience, patientTransaction } from './patience.ts'
import { recordMigration } from './record-migration.ts'

export type ApplyOptions = { patience: Patience; log: (line: string) => void }

/** Runs one migration and records it. If it fails, nothing of it remains but finished batches, which are not repeated. */
export async function applyMigration(client: pg.Client, migration: Migration, options: ApplyOptions): Promise<void> {
  const { name, kind } = migration
  try {
    if (kind === 'index') await makeIndexes(client, migration, options.log)
    else if (kind === 'batch') await moveRows(client, migration, options)
    else await runAtOnce(client, migration, options)
  } catch (error) {
    const undone = kind === 'batch' ? 'failed; finished batches remain' : 'failed and was undone'
    throw new Error(`Migration ${name} ${undone}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

async function runAtOnce(client: pg.Client, migration: Migration, { patience, log }: ApplyOptions): Promise<void> {
  const work = async () => {
    await client.query(migration.sql)
    await recordMigration(client, migration)
  }
  await patientTransaction(client, patience, work, async () =>
    log(`${migration.name} waits for ${await oldestTransaction(client)}, and tries again.`),
  )
}
