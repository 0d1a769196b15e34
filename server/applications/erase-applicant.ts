import type { Db } from '#server/platform/db/pool.ts'

/** Replaces the contact of the application from which the dealer of an erased user came, if that was the user. */
export async function eraseApplicant(
  db: Db,
  { dealerId, email, name }: { dealerId: number; email: string; name: string },
) {
  await db.execute(
    `UPDATE applications SET contact_name = $3, email = '', phone = '', network = '' WHERE dealer_id = $1 AND email = $2`,
    [dealerId, email, name],
  )
}
