import type { ListedPriceList } from '#contract/admin/price-lists.ts'
import type { Db } from '#server/platform/db/pool.ts'

type ListRow = Omit<ListedPriceList, 'changedAt'> & { changed_at: Date }

/** All lists, or the one with this id, with their figures; the default list first. */
export async function loadPriceLists(db: Db, id: number | null = null): Promise<ListedPriceList[]> {
  const rows = await db.query<ListRow>(
    `SELECT l.id, l.code, l.name, l.is_default AS "isDefault", l.changed_at, coalesce(figures.units, 0) AS units,
            coalesce(figures.products, 0) AS products, coalesce(figures.currencies, '{}') AS currencies,
            (SELECT count(*) FROM price_proposals w WHERE w.price_list_id = l.id AND w.state = 'waiting') AS waiting,
            (SELECT count(*) FROM dealers d
              WHERE d.price_list_id = l.id OR (l.is_default AND d.price_list_id IS NULL)) AS dealers
       FROM price_lists l
       LEFT JOIN (
         SELECT up.price_list_id, count(*) AS units, count(DISTINCT u.product_id) AS products,
                array_agg(DISTINCT up.sale_currency ORDER BY up.sale_currency) AS currencies
           FROM unit_prices up JOIN product_units u ON u.id = up.unit_id
          WHERE $1::integer IS NULL OR up.price_list_id = $1
          GROUP BY up.price_list_id
       ) figures ON figures.price_list_id = l.id
      WHERE $1::integer IS NULL OR l.id = $1
      ORDER BY l.is_default DESC, l.name, l.id`,
    [id],
  )
  return rows.map(({ changed_at, ...row }) => ({ ...row, changedAt: changed_at.toISOString() }))
}

export type PriceListRow = { id: number; code: string; name: string; is_default: boolean; stamp: string }

/** `lock` holds the row until the transaction ends. `stamp` changes with every change of the list's prices. */
export async function findPriceList(
  db: Db,
  id: number,
  lock: 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR KEY SHARE' | '' = '',
): Promise<PriceListRow | undefined> {
  return db.one<PriceListRow>(
    `SELECT id, code, name, is_default, (extract(epoch FROM changed_at) * 1000000)::bigint::text AS stamp
       FROM price_lists WHERE id = $1 ${lock}`,
    [id],
  )
}
