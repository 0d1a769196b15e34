import { columnList, quoted } from '#server/backup/make/copy-tables.ts'
import { copyOut } from '#server/platform/db/copy.ts'
import type { SnapshotClient } from '#server/backup/make/snapshot.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { rowSum } from '#server/backup/parts/row-sum.ts'

/** Reads every row of a restored database again. Returns a line for each table that differs from the backup. */
export async function compareDatabase({ client }: SnapshotClient, { tables, jobs }: Manifest): Promise<string[]> {
  const problems: string[] = []
  for (const { name, columns, rows, sum } of tables) {
    // Jobs of the queue are in the outbox now.
    if (name === 'outbox' && jobs.rows > 0) continue
    const found = rowSum()
    await copyOut(client, `COPY ${quoted(name)} (${columnList(columns)}) TO STDOUT`, found.add)
      .resume()
      .toArray()
    const result = found.result()
    if (result.rows !== rows) problems.push(`${name} has ${result.rows} rows, the backup ${rows}`)
    else if (result.sum !== sum) problems.push(`${name} has other values than the backup`)
  }
  return problems
}
