import { endAllSessions } from '#server/account/account.ts'
import { commandLine, writeAudit } from '#server/audit/audit.ts'
import { distrustDocuments } from '#server/erp/erp.ts'
import { distrustOutcomes } from '#server/payments/payments.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { holdEmails } from '#server/platform/jobs/held-emails.ts'
import { returnJobs } from '#server/platform/jobs/stored-jobs.ts'
import { readSequences } from '#server/backup/make/copy-tables.ts'
import { type Gaps, setSequences } from './load-database.ts'

/**
 * What is true of a database that has gone back to the state of `at`: the world has moved on since. Sessions end. Emails wait
 * until the operator releases them. What a bank or an ERP may have done since is inquired before anything is sent to it again, and
 * the bank's books of all days since are compared. Numbers that were given since are not given again.
 */
export async function settleRestored(
  db: Transaction,
  { backup, at }: { backup: string; at: Date },
  { now, gaps }: { now: Date; gaps: Gaps },
): Promise<void> {
  await setSequences(db, await readSequences(db), gaps)
  await endAllSessions(db)
  await returnJobs(db)
  await holdEmails(db, { backup, at })
  await distrustOutcomes(db, { since: at, now })
  await distrustDocuments(db)
  await writeAudit(db, commandLine, { action: 'restore', noun: 'backup', id: backup, after: { at: at.toISOString() } })
}
