import type { Input, Reply } from '#contract/core/endpoint.ts'
import type { assignPriceList, DealerOfList, listPriceListDealers } from '#contract/admin/price-lists.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { fold } from '#domain/text/text.ts'
import { assignList } from '#server/account/account.ts'
import type { Author } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { findPriceList } from './list-rows.ts'

type DealerRow = Omit<DealerOfList, 'list'> & { list_id: number | null; list_name: string | null; total: number }

/** A page of the dealers that buy from a list, or of all others. */
export async function listDealersOf(
  db: Db,
  id: number,
  query: Input<typeof listPriceListDealers>['query'],
): Promise<Reply<typeof listPriceListDealers> | Refusal> {
  const { page, limit } = parsePaging(query)
  if ((await findPriceList(db, id)) === undefined) return refuse('price_list_not_found')
  const words = fold(cleanText(query.q)).split(/\s+/).slice(0, 10)
  const rows = await db.query<DealerRow>(
    `SELECT d.id, d.code, d.name, coalesce(d.city, '') AS city, d.disabled_at IS NOT NULL AS "isDisabled",
            d.price_list_id AS list_id, l.name AS list_name, count(*) OVER () AS total
       FROM dealers d
       LEFT JOIN price_lists l ON l.id = d.price_list_id
       CROSS JOIN (SELECT id FROM price_lists WHERE is_default) base
      WHERE (coalesce(d.price_list_id, base.id) = $1) = $2
        AND NOT EXISTS (SELECT FROM unnest($3::text[]) word WHERE strpos(d.search_text, word) = 0)
      ORDER BY d.name, d.id LIMIT $4 OFFSET $5`,
    [id, query.show !== 'others', words, limit, (page - 1) * limit],
  )
  const total = rows[0]?.total ?? 0
  const items = rows.map(({ list_id, list_name, total: _total, ...dealer }) => ({
    ...dealer,
    list: list_id === null || list_name === null ? null : { id: list_id, name: list_name },
  }))
  return { items, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
}

/** The default list is assigned as none: such dealers follow the store's default. */
export function assignToDealers(
  pool: Pool,
  by: Author,
  id: number,
  { dealers }: Input<typeof assignPriceList>['body'],
): Promise<{ ok: true; dealers: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const list = await findPriceList(db, id, 'FOR KEY SHARE')
    if (list === undefined) return abortTransaction('price_list_not_found')
    const changed = await assignList(db, by, { list: list.is_default ? null : id, dealers })
    return typeof changed === 'string' ? abortTransaction(changed) : { ok: true as const, dealers: changed }
  })
}
