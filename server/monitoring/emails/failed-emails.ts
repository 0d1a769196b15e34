import type { FailedEmails, listFailedEmails, retryFailedEmails } from '#contract/admin/failed-emails.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { requeue } from '#server/platform/jobs/stored-jobs.ts'
import { countFailedEmails, loadFailedEmails, takeFailedEmails } from './failed-email-rows.ts'

/** Emails that one transaction enqueues again. */
const atOnce = 500

export async function listFailed(pool: Pool, query: Input<typeof listFailedEmails>['query']): Promise<FailedEmails> {
  const { page, limit } = parsePaging(query)
  const [total, rows] = await Promise.all([
    countFailedEmails(pool),
    loadFailedEmails(pool, { limit, offset: (page - 1) * limit }),
  ])
  return {
    items: rows.map(({ job_id: id, name: kind, recipient, error, failures, failed_at: at }) => {
      return { id, kind, recipient, error, failures, at: at.toISOString() }
    }),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
  }
}

/** Enqueues failed emails again. They leave the list, and return to it if they fail again. */
export async function retryFailed(
  pool: Pool,
  { id }: Input<typeof retryFailedEmails>['body'],
): Promise<{ count: number } | Refusal> {
  let count = 0
  for (let taken = atOnce; taken === atOnce; count += taken) {
    taken = await transaction(pool, async (db) => {
      const jobs = await takeFailedEmails(db, id, atOnce)
      for (const job of jobs) await requeue(db, job)
      return jobs.length
    })
  }
  return count === 0 && id !== null ? refuse('not_found') : { count }
}
