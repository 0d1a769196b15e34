import type { RemovedRow } from './run-import.ts'
import { lockAccounts } from '#server/statement/recalculate-balances.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isPaymentReferenceSql } from '#server/statement/payment-reference.ts'

/**
 * Deletes movements that came from the ERP; those of payments that the shop has booked stay. Returns the lines with a movement, and the
 * dealers whose balances must be recalculated.
 */
export async function removeMovements(
  db: Db,
  removed: readonly RemovedRow[],
): Promise<{ lines: number[]; dealerIds: number[] }> {
  const dealers = await db.query<{ id: number; code: string }>('SELECT id, code FROM dealers WHERE code = ANY ($1)', [
    removed.map(({ dealer }) => dealer),
  ])
  await lockAccounts(
    db,
    dealers.map(({ id }) => id),
  )
  const idByCode = new Map(dealers.map(({ id, code }) => [code, id]))
  const given = removed.map(({ line, dealer, reference }) => ({ line, dealer_id: idByCode.get(dealer), reference }))
  const gone = await db.query<{ line: number; dealer_id: number }>(
    `DELETE FROM account_movements m USING json_to_recordset($1) AS g (line integer, dealer_id integer, reference text)
      WHERE (m.dealer_id, m.reference) = (g.dealer_id, g.reference) AND NOT ${isPaymentReferenceSql('m.reference')}
     RETURNING coalesce(g.line, 0) AS line, m.dealer_id`,
    [JSON.stringify(given)],
  )
  return { lines: gone.map(({ line }) => line), dealerIds: [...new Set(gone.map(({ dealer_id }) => dealer_id))] }
}
