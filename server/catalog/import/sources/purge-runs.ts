import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** How long runs are listed. */
const retentionDays = 365

/** Ends runs that the queue has given up on, so that the next one can start. */
export async function endLostRuns(db: Db): Promise<void> {
  await db.execute(
    `UPDATE import_source_runs SET ended_at = now(), outcome = 'failed', reason = 'interrupted'
      WHERE ended_at IS NULL AND started_at < now() - interval '2 days'`,
  )
}

/** Removes old runs, except the last one of each source. */
export async function purgeSourceRuns(db: Db): Promise<void> {
  await deleteBatches(
    db,
    'import_source_runs',
    `ended_at < now() - make_interval(days => $1)
       AND id < (SELECT max(later.id) FROM import_source_runs later WHERE later.source_id = import_source_runs.source_id)`,
    { params: [retentionDays], by: 'id' },
  )
}
