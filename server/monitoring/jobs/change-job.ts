import { jobLock, type retryJob } from '#contract/admin/jobs.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { removeWaiting, runFailedNow } from '#server/platform/jobs/stored-jobs.ts'

type Job = Input<typeof retryJob>['body']

/** Runs a failed job now. Steps at banks are refused: the shop asks the bank before it repeats one. */
export async function runAgain(pool: Pool, author: Author, job: Job): Promise<{ success: true } | Refusal> {
  if (jobLock(job.name) === 'bank') return refuse('job_locked')
  return change(pool, author, { job, action: 'retry', work: runFailedNow })
}

/** Removes a job that waits or has failed; none that the shop has to do. */
export async function remove(pool: Pool, author: Author, job: Job): Promise<{ success: true } | Refusal> {
  if (jobLock(job.name) !== null) return refuse('job_locked')
  return change(pool, author, { job, action: 'remove', work: removeWaiting })
}

type Change = { job: Job; action: 'retry' | 'remove'; work: typeof removeWaiting }

function change(pool: Pool, author: Author, { job, action, work }: Change): Promise<{ success: true } | Refusal> {
  return transaction(pool, async (db) => {
    if (!(await work(db, job))) return refuse('not_found')
    await writeAudit(db, author, { action, noun: 'job', id: job.name, after: { job: job.id } })
    return { success: true as const }
  })
}
