import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { enqueueTransferMail } from '#server/bank-transfers/transfer-email.ts'
import { settleNotice } from './notice-rows.ts'
import { loadNotice } from './present-notice.ts'

/** Rejects a waiting notice and emails its dealer. */
export function rejectNotice(pool: Pool, by: UserContext, id: number, reason: string): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const notice = await loadNotice(db, id)
    if (isRefusal(notice)) return abortTransaction(notice)
    const to = { state: 'rejected', dealerId: null, userId: by.actor.userId, reason } as const
    if (!(await settleNotice(db, id, to))) return abortTransaction('transfer_settled')
    const after = { dealer: notice.dealer_code, amount: notice.amount, reason }
    await writeAudit(db, by, { action: 'decline', noun: 'transfer_notice', id: String(id), after })
    await enqueueTransferMail(db, { kind: 'rejected', noticeId: id })
    return { ok: true as const }
  })
}
