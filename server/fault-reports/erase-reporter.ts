import type { Db } from '#server/platform/db/pool.ts'

/** A contact needs a phone number or an email address: a dash stands for it. */
const noPhone = '-'

/** Replaces the contact in the reports of a user whose personal data is erased, and removes photos without a report. */
export async function eraseReporter(db: Db, userId: number, name: string): Promise<void> {
  await db.execute(
    "UPDATE fault_reports SET contact_name = $2, contact_phone = $3, contact_email = '' WHERE user_id = $1",
    [userId, name, noPhone],
  )
  await db.execute('DELETE FROM fault_report_photos WHERE user_id = $1 AND report_id IS NULL AND return_id IS NULL', [
    userId,
  ])
}
