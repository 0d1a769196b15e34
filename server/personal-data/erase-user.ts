import type { Refusal } from '#contract/core/errors.ts'
import { maskAddress } from '#domain/text/mask-address.ts'
import { eraseAccount, erasedName, lockErasable } from '#server/account/account.ts'
import { forgetReader } from '#server/announcements/announcements.ts'
import { eraseApplicant } from '#server/applications/applications.ts'
import { eraseFromAudit, writeAudit } from '#server/audit/audit.ts'
import { forgetWatcher } from '#server/back-orders/back-orders.ts'
import { removeCartOfUser } from '#server/cart/cart.ts'
import { eraseReporter } from '#server/fault-reports/fault-reports.ts'
import { revokeKeysOfUser } from '#server/integration/integration.ts'
import { forgetLists } from '#server/lists/lists.ts'
import { forgetRecipient } from '#server/monitoring/monitoring.ts'
import { forgetStoredCards } from '#server/payments/payments.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { forgetPurchaser } from '#server/purchasing/purchasing.ts'
import { forgetRepresentative } from '#server/representatives/representatives.ts'
import { removeJobsWith } from '#server/platform/jobs/stored-jobs.ts'
import { forgetReportViews } from '#server/reports/reports.ts'
import { forgetSearcher } from '#server/search-log/search-log.ts'
import type { UserContext } from '#server/visitor/visitor.ts'

/**
 * Erases the personal data of a user in one transaction: who it was, and what is its own. Orders, offers, payments and what
 * else the company has to keep stay with its number. Erasing again changes nothing.
 */
export function eraseUserData(pool: Pool, by: UserContext, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const user = await lockErasable(db, by, id)
    if (user.isErased) return { ok: true as const }
    const { email, name, dealerId } = user
    const replacement = erasedName(id)
    await removeCartOfUser(db, id)
    await forgetSearcher(db, id)
    await forgetWatcher(db, id)
    await forgetLists(db, id)
    await forgetReader(db, id)
    await forgetReportViews(db, id)
    await forgetStoredCards(db, id)
    await forgetPurchaser(db, id)
    await forgetRepresentative(db, id)
    await revokeKeysOfUser(db, id, by.actor.userId)
    await eraseReporter(db, id, replacement)
    if (dealerId !== null) await eraseApplicant(db, { dealerId, email, name: replacement })
    await forgetRecipient(db, email, maskAddress(email))
    await removeJobsWith(db, email)
    await db.execute('DELETE FROM personal_data_downloads WHERE user_id = $1', [id])
    await db.execute(
      `UPDATE erasure_requests SET state = 'done', ended_at = now(), ended_by = $2 WHERE user_id = $1 AND state = 'open'`,
      [id, by.actor.userId],
    )
    await eraseAccount(db, user)
    await eraseFromAudit(db, { email, name }, replacement)
    await writeAudit(db, by, { action: 'erase', noun: 'user', id: replacement })
    return { ok: true as const }
  })
}
