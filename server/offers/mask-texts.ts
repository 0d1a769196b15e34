import type { Db } from '#server/platform/db/pool.ts'
import { maskStored } from '#server/visitor/visitor.ts'

/** The job of migration 0045. */
export const maskOffersJob = 'offers.mask-cards'

/** Masks card numbers in the notes, the terms and the customers of all offers. */
export function maskOfferTexts(db: Db): Promise<void> {
  return maskStored({
    read: (after) =>
      db.query<{ id: string; texts: string[] }>(
        `SELECT id::text AS id, ARRAY[description, terms, customer_name, customer_company] AS texts
           FROM offers WHERE id > $1::bigint ORDER BY id LIMIT 1000`,
        [after],
      ),
    write: (id, texts, masked) =>
      db.execute(
        `UPDATE offers SET description = $3, terms = $4, customer_name = $5, customer_company = $6
          WHERE id = $1 AND ARRAY[description, terms, customer_name, customer_company] = $2::text[]`,
        [id, texts, ...masked],
      ),
  })
}
