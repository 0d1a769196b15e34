import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'

type Assignment = { list: number | null; dealers: readonly { id: number; list: number | null }[] }
type DealerTerms = { id: number; code: string; price_list_id: number | null; before: string; after: string }

/**
 * Assigns a price list (null: the store's default) to dealers; `dealers[].list` is the one on screen. Returns the number
 * of changed dealers, or why nothing is assigned. The caller's transaction holds the list.
 */
export async function assignList(
  db: Db,
  by: Author,
  { list, dealers }: Assignment,
): Promise<number | 'dealer_not_found' | 'dealer_changed'> {
  const expected = new Map(dealers.map((dealer) => [dealer.id, dealer.list]))
  const rows = await db.query<DealerTerms>(
    `SELECT d.id, d.code, d.price_list_id, coalesce((SELECT code FROM price_lists WHERE id = d.price_list_id), '') AS before,
            coalesce((SELECT code FROM price_lists WHERE id = $2), '') AS after
       FROM dealers d WHERE d.id = ANY ($1) ORDER BY d.id FOR NO KEY UPDATE`,
    [[...expected.keys()], list],
  )
  if (rows.length < expected.size) return 'dealer_not_found'
  if (rows.some(({ id, price_list_id }) => price_list_id !== expected.get(id))) return 'dealer_changed'
  const changed = rows.filter(({ price_list_id }) => price_list_id !== list)
  await db.execute('UPDATE dealers SET price_list_id = $2 WHERE id = ANY ($1)', [changed.map(({ id }) => id), list])
  for (const { code, before, after } of changed) {
    await writeAudit(db, by, {
      action: 'change',
      noun: 'dealer',
      id: code,
      before: { priceList: before },
      after: { priceList: after },
    })
  }
  return changed.length
}
