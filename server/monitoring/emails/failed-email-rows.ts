import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type FailedEmail = { jobId: string; name: string; data: object; recipient: string; error: string }

/** Records that an email could not be delivered; a further failure of the same one replaces the reason. */
export async function saveFailedEmail(db: Db, { jobId, name, data, recipient, error }: FailedEmail): Promise<void> {
  await db.execute(
    `INSERT INTO failed_emails (job_id, name, data, recipient, error) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (job_id) DO UPDATE SET failures = failed_emails.failures + 1, failed_at = now(),
            recipient = coalesce(nullif(excluded.recipient, ''), failed_emails.recipient), error = excluded.error`,
    [jobId, name, JSON.stringify(data), recipient, error],
    'failed_email_save',
  )
}

/** The email was delivered. */
export async function removeFailedEmail(db: Db, jobId: string): Promise<void> {
  await db.execute('DELETE FROM failed_emails WHERE job_id = $1', [jobId], 'failed_email_remove')
}

export async function countFailedEmails(db: Db): Promise<number> {
  const row = await db.one<{ total: number }>('SELECT count(*) AS total FROM failed_emails', [], 'failed_emails_count')
  return row?.total ?? 0
}

export type FailedEmailRow = {
  job_id: string
  name: string
  recipient: string
  error: string
  failures: number
  failed_at: Date
}

/** The latest failures first. */
export async function loadFailedEmails(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailedEmailRow[]> {
  return db.query<FailedEmailRow>(
    `SELECT job_id, name, recipient, error, failures, failed_at FROM failed_emails
      ORDER BY failed_at DESC, job_id LIMIT $1 OFFSET $2`,
    [limit, offset],
    'failed_emails_listed',
  )
}

type TakenRow = { id: string; name: string; data: object }

/** Removes failed emails and returns their jobs: the named one, or the `limit` oldest. */
export async function takeFailedEmails(db: Db, jobId: string | null, limit: number): Promise<TakenRow[]> {
  return db.query<TakenRow>(
    `DELETE FROM failed_emails WHERE job_id IN
       (SELECT job_id FROM failed_emails WHERE $1::uuid IS NULL OR job_id = $1 ORDER BY failed_at, job_id LIMIT $2
           FOR UPDATE SKIP LOCKED)
     RETURNING job_id AS id, name, data`,
    [jobId, limit],
    'failed_emails_take',
  )
}

/** Removes failures of long ago: no one waits for those emails any more. */
export async function purgeFailedEmails(db: Db): Promise<void> {
  await deleteBatches(db, 'failed_emails', "failed_at < now() - interval '30 days'", { by: 'failed_at' })
}

/** Removes emails to an address that is erased. Recipients are masked: others at the domain may go with them. */
export async function forgetRecipient(db: Db, email: string, masked: string): Promise<void> {
  await db.execute(
    'DELETE FROM failed_emails WHERE recipient = $2 OR position(to_jsonb($1::text)::text in data::text) > 0',
    [email, masked],
  )
}
