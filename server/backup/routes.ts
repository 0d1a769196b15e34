import { acknowledgeRestore, getBackups } from '#contract/admin/backups.ts'
import { heldEmailKinds } from '#contract/admin/failed-emails.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { areOutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { acknowledge, countHeldEmails, findOpenRestore } from '#server/platform/jobs/held-emails.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { pointInTime } from '#server/backup/restore/database-mark.ts'
import { loadBackupState } from './backup-state.ts'

export function registerBackups(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, getBackups, () => loadBackups(pool, new Date()))

  handle(calls, acknowledgeRestore, ({ params: { id } }, context) =>
    transaction(pool, async (db) => {
      const backup = /^\d{1,9}$/.test(id) ? await acknowledge(db, Number(id)) : null
      if (backup === null) return refuse('not_found')
      await writeAudit(db, context, { action: 'acknowledge', noun: 'backup', id: backup })
      return { success: true as const }
    }),
  )
}

async function loadBackups(db: Db, now: Date): Promise<Reply<typeof getBackups>> {
  const [{ lastGood, problems, error }, restore] = await Promise.all([loadBackupState(db, now), findOpenRestore(db)])
  return {
    lastGood: lastGood?.toISOString() ?? null,
    problems,
    error: problems.includes('failed') ? error : null,
    outsideCallsOff: areOutsideCallsOff(),
    restore:
      restore === null
        ? null
        : {
            id: restore.id,
            isBackup: restore.backup !== pointInTime,
            backupAt: restore.backup_at.toISOString(),
            restoredAt: restore.restored_at.toISOString(),
            heldEmails: restore.emails_released_at === null ? await countAll(db) : null,
          },
  }
}

async function countAll(db: Db): Promise<number> {
  const counts = await countHeldEmails(db, heldEmailKinds)
  return counts.reduce((sum, { before, since }) => sum + before + since, 0)
}
