import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import { hostname } from 'node:os'
import type { Db } from '#server/platform/db/pool.ts'
import { traced } from '#server/platform/tracing/trace.ts'

/** Names this process among those that share a database. */
export const processName = `${hostname().slice(0, 200)}:${process.pid}`

const shortRun = 1_000 // milliseconds

type Run = { name: string; id: string }

/** Runs a job. While it takes longer than a second, `job_runs` names this process. */
export async function runRecorded(db: Db, run: Run, work: () => Promise<void>): Promise<void> {
  const records: Promise<void>[] = []
  const timer = setTimeout(() => void records.push(recordRun(db, run).catch(() => {})), shortRun)
  try {
    await traced('job', `job ${run.name}`, {}, work)
  } finally {
    clearTimeout(timer)
    if (records.length > 0) {
      await Promise.all(records)
      await db.execute('DELETE FROM job_runs WHERE job_id = $1', [run.id], 'job_run_end').catch(() => {})
    }
  }
}

/** Runs scheduled work. `job_runs` names the process of its latest run. */
export async function runScheduled(db: Db, run: Run, work: () => Promise<void>): Promise<void> {
  await recordRun(db, run, { replaces: true }).catch(() => {})
  await traced('job', `job ${run.name}`, {}, work)
}

async function recordRun(db: Db, { id, name }: Run, { replaces } = { replaces: false }): Promise<void> {
  await db.execute(
    `WITH earlier AS (DELETE FROM job_runs WHERE $4 AND name = $2 AND job_id <> $1)
     INSERT INTO job_runs (job_id, name, process) VALUES ($1, $2, $3)
     ON CONFLICT (job_id) DO UPDATE SET process = excluded.process, started_at = excluded.started_at`,
    [id, name, processName, replaces],
    'job_run_start',
  )
}

/** Removes the records of processes that died while they ran a job. */
export async function purgeJobRuns(db: Db): Promise<void> {
  await deleteBatches(db, 'job_runs', "started_at < now() - interval '30 days'")
}
