import type { DealerSort, ListedDealer } from '#contract/dealer-administration.ts'
import type { Money } from '#contract/money.ts'
import type { RiskMode } from '#domain/risk-limit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { patternsOf, type PageQuery } from './page-query.ts'

const orders: Record<string, string> = {
  name: 'd.name',
  code: 'd.code',
  city: `nullif(d.city, '') COLLATE "tr-x-icu"`,
  balance: 'd.balance',
  limit: 'd.risk_limit',
}

function orderOf(sort: DealerSort): string {
  const isDown = sort.startsWith('-')
  return `${orders[isDown ? sort.slice(1) : sort]} ${isDown ? 'DESC' : 'ASC'} NULLS LAST, d.id`
}

export type DealerFilter = PageQuery & { show: 'active' | 'disabled' | 'over' | null; sort: DealerSort }

/** `overLimit`: SQL of the risk limit, whether the dealer `d` has used more than its own. */
function conditionOf(
  { show, words }: Pick<DealerFilter, 'show' | 'words'>,
  overLimit: string,
): { sql: string; params: unknown[] } {
  const shown = { active: 'd.disabled_at IS NULL', disabled: 'd.disabled_at IS NOT NULL', over: overLimit }
  return {
    sql: `d.search_text LIKE ALL ($1::text[])${show === null ? '' : ` AND ${shown[show]}`}`,
    params: [patternsOf(words)],
  }
}

/** One page of dealers; what costs a look at other tables is asked for these alone. */
export async function findDealers(db: Db, filter: DealerFilter, overLimit: string): Promise<ListedDealer[]> {
  return loadDealers(db, await findDealerIds(db, filter, overLimit), overLimit)
}

/** Of one page; of all that the filter leaves where there is none. */
export async function findDealerIds(
  db: Db,
  filter: Omit<DealerFilter, 'page' | 'limit'> & { page?: number; limit?: number },
  overLimit: string,
): Promise<number[]> {
  const { sql, params } = conditionOf(filter, overLimit)
  const { page = 1, limit = null } = filter
  const rows = await db.query<{ id: number }>(
    `SELECT d.id FROM dealers d WHERE ${sql} ORDER BY ${orderOf(filter.sort)} LIMIT $2 OFFSET $3`,
    [...params, limit, (page - 1) * (limit ?? 0)],
  )
  return rows.map(({ id }) => id)
}

/** What is not even of the accounts of the dealer `d` that the columns of `dealers` leave out. */
const foreignBalances = `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('value', a.balance, 'currency', a.currency) ORDER BY a.currency), '[]')
    FROM dealer_balances a WHERE a.dealer_id = d.id AND a.currency <> 'TRY' AND a.balance <> 0)`

/** These dealers, in this order. */
export async function loadDealers(db: Db, ids: readonly number[], overLimit: string): Promise<ListedDealer[]> {
  const rows = await db.query<Omit<ListedDealer, 'discount' | 'riskLimit' | 'balance' | 'overdueBalance'> & Figures>(
    `SELECT d.id, d.code, d.name, coalesce(d.city, '') AS city, l.name AS "priceList", d.discount, d.risk_limit,
            d.balance, d.overdue_balance, ${foreignBalances} AS "foreignBalances", ${overLimit} AS "isOverLimit", d.disabled_at IS NOT NULL AS "isDisabled",
            (SELECT count(*)::int FROM users u WHERE u.dealer_id = d.id) AS users
       FROM unnest($1::integer[]) WITH ORDINALITY page (id, place)
            JOIN dealers d ON d.id = page.id LEFT JOIN price_lists l ON l.id = d.price_list_id
      ORDER BY page.place`,
    [ids],
  )
  return rows.map(({ discount, risk_limit, balance, overdue_balance, ...row }) => ({
    ...row,
    ...{ discount: Number(discount), riskLimit: Number(risk_limit) },
    ...{ balance: Number(balance), overdueBalance: Number(overdue_balance) },
  }))
}

type Figures = { discount: string; risk_limit: string; balance: string; overdue_balance: string }

export async function countDealers(db: Db, filter: DealerFilter, overLimit: string): Promise<number> {
  const { sql, params } = conditionOf(filter, overLimit)
  const row = await db.one<{ total: number }>(`SELECT count(*)::int AS total FROM dealers d WHERE ${sql}`, params)
  return row?.total ?? 0
}

export type DealerRow = Figures & {
  id: number
  code: string
  name: string
  contact_name: string
  email: string
  phone: string
  address: string
  district: string
  city: string
  tax_office: string
  tax_number: string
  price_list: string
  risk_mode: RiskMode
  is_disabled: boolean
  is_over: boolean
  foreign_balances: Money[]
  created_at: Date
  branches: { id: number; name: string }[]
}

/** A dealer with its own branches. `isLocked`: it stays as it is until the transaction ends. */
export async function findDealer(
  db: Db,
  id: number,
  { overLimit, isLocked = false }: { overLimit: string; isLocked?: boolean },
): Promise<DealerRow | undefined> {
  if (isLocked) await db.execute('SELECT FROM dealers WHERE id = $1 FOR NO KEY UPDATE', [id])
  return db.one<DealerRow>(
    `SELECT d.id, d.code, d.name, d.contact_name, d.email, coalesce(d.phone, '') AS phone,
            coalesce(d.address, '') AS address, coalesce(d.district, '') AS district, coalesce(d.city, '') AS city,
            coalesce(d.tax_office, '') AS tax_office, coalesce(d.tax_number, '') AS tax_number,
            coalesce(l.code, '') AS price_list, d.discount, d.risk_limit, d.risk_mode, d.balance, d.overdue_balance,
            ${foreignBalances} AS foreign_balances, d.disabled_at IS NOT NULL AS is_disabled, ${overLimit} AS is_over, d.created_at,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) ORDER BY b.position, b.name, b.id),
                             '[]') FROM branches b WHERE b.dealer_id = d.id) AS branches
       FROM dealers d LEFT JOIN price_lists l ON l.id = d.price_list_id WHERE d.id = $1`,
    [id],
  )
}

export type PriceListName = { code: string; name: string; isDefault: boolean }

export async function listPriceLists(db: Db): Promise<PriceListName[]> {
  return db.query<PriceListName>(
    'SELECT code, name, is_default AS "isDefault" FROM price_lists ORDER BY is_default DESC, name, id',
  )
}
