import type { Db } from '#server/platform/db/pool.ts'

/** A dealer as banks and payment providers identify the buyer. */
export type Buyer = {
  /** The dealer's code. */
  id: string
  name: string
  email: string
  phone: string
  taxNumber: string
  address: string
  city: string
}

/** The dealer as the buyer, with the email address of one of its users. */
export async function loadBuyer(db: Db, dealerId: number, userId: number): Promise<Buyer> {
  const row = await db.one<Buyer>(
    `SELECT d.code AS id, d.name, u.email, coalesce(d.phone, '') AS phone, coalesce(d.tax_number, '') AS "taxNumber",
            concat_ws(' ', d.address, d.district) AS address, coalesce(d.city, '') AS city
       FROM dealers d JOIN users u ON u.id = $2 WHERE d.id = $1`,
    [dealerId, userId],
    'account_buyer',
  )
  if (row === undefined) throw new Error(`Dealer ${dealerId} with user ${userId} does not exist.`)
  return row
}
