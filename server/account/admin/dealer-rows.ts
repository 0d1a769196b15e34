import type { CarrierAgreement } from '#domain/orders/carrier-payer.ts'
import type { DealerSort, dealerShows, ListedDealer } from '#contract/admin/dealers.ts'
import type { RiskMode } from '#domain/orders/risk-limit.ts'
import { endedRatesSql } from '#server/exchange-rates/exchange-rates.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { patternsOf, type PageQuery } from './page-query.ts'
import { fixedRatesText, type RatePolicy } from '#domain/money/rate-policy.ts'
import type { Day } from '#domain/text/calendar-day.ts'

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

export type DealerFilter = PageQuery & { show: (typeof dealerShows)[number] | null; sort: DealerSort }

export type DealerAccount = Pick<
  ListedDealer,
  'balance' | 'overdueBalance' | 'foreignBalances' | 'foreignOverdue' | 'isOverLimit'
>

/** Debts of dealers and whether they exceed their limits, provided by the features of limits and statements. */
export type DealerAccounts = {
  load(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, DealerAccount>>
  /** Ids of all dealers that exceed their limits. */
  findOverLimit(db: Db): Promise<number[]>
  /** Ids of all dealers with overdue debts. */
  findOverdue(db: Db): Promise<number[]>
}

const settled: DealerAccount = {
  balance: 0,
  overdueBalance: 0,
  foreignBalances: [],
  foreignOverdue: [],
  isOverLimit: false,
}

/** The account of every dealer, including dealers without movements. */
export async function loadAccounts(
  db: Db,
  accounts: DealerAccounts,
  ids: readonly number[],
): Promise<(id: number) => DealerAccount> {
  const found = await accounts.load(db, ids)
  return (id) => found.get(id) ?? settled
}

type Condition = { sql: string; params: [patterns: string[], ids: readonly number[]] }

/** The condition of a filter, shared by counting and listing. */
export async function conditionOf(
  db: Db,
  { show, words }: Pick<DealerFilter, 'show' | 'words'>,
  accounts: DealerAccounts,
): Promise<Condition> {
  const shown = {
    active: 'd.disabled_at IS NULL',
    disabled: 'd.disabled_at IS NOT NULL',
    over: 'd.id = ANY ($2)',
    overdue: 'd.id = ANY ($2)',
    rates_ended: endedRatesSql,
  }
  return {
    sql: `d.search_text LIKE ALL ($1::text[]) AND $2::integer[] IS NOT NULL${show === null ? '' : ` AND ${shown[show]}`}`,
    params: [patternsOf(words), await idsOf(db, show, accounts)],
  }
}

function idsOf(db: Db, show: DealerFilter['show'], accounts: DealerAccounts): Promise<number[]> | [] {
  if (show === 'over') return accounts.findOverLimit(db)
  return show === 'overdue' ? accounts.findOverdue(db) : []
}

/** The ids of one page, or of all dealers that the filter matches without a page. */
export async function findDealerIds(
  db: Db,
  { sql, params }: Condition,
  { sort, page = 1, limit = null }: { sort: DealerSort; page?: number; limit?: number | null },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT d.id FROM dealers d WHERE ${sql} ORDER BY ${orderOf(sort)} LIMIT $3 OFFSET $4`,
    [...params, limit, (page - 1) * (limit ?? 0)],
  )
  return rows.map(({ id }) => id)
}

/** Loads these dealers, in this order. */
export async function loadDealers(db: Db, ids: readonly number[], accounts: DealerAccounts): Promise<ListedDealer[]> {
  const accountOf = await loadAccounts(db, accounts, ids)
  const rows = await db.query<
    Omit<ListedDealer, 'discount' | 'riskLimit' | 'fixedRates' | keyof DealerAccount> & ListedTerms
  >(
    `SELECT d.id, d.code, d.name, coalesce(d.city, '') AS city, l.name AS "priceList", d.discount, d.risk_limit,
            d.disabled_at IS NOT NULL AS "isDisabled", d.rate_policy AS "ratePolicy", d.fixed_rates,
            d.rates_until::text AS "ratesUntil", d.carrier_payer AS "carrierPayer",
            (SELECT count(*)::int FROM users u WHERE u.dealer_id = d.id AND u.representative_id IS NULL) AS users
       FROM unnest($1::integer[]) WITH ORDINALITY page (id, place)
            JOIN dealers d ON d.id = page.id LEFT JOIN price_lists l ON l.id = d.price_list_id
      ORDER BY page.place`,
    [ids],
  )
  return rows.map(({ discount, risk_limit, fixed_rates, ...row }) => ({
    ...row,
    fixedRates: fixedRatesText(fixed_rates),
    discount: Number(discount),
    riskLimit: Number(risk_limit),
    ...accountOf(row.id),
  }))
}

type Terms = { discount: string; risk_limit: string }
type ListedTerms = Terms & { fixed_rates: Record<string, string> }

export async function countDealers(db: Db, { sql, params }: Condition): Promise<number> {
  const row = await db.one<{ total: number }>(`SELECT count(*)::int AS total FROM dealers d WHERE ${sql}`, params)
  return row?.total ?? 0
}

export type DealerRow = Terms & {
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
  region: string
  representative: string
  price_list: string
  group_code: string
  risk_mode: RiskMode
  rate_policy: RatePolicy
  fixed_rates: Record<string, string>
  rates_until: Day | null
  carrier_payer: CarrierAgreement
  is_disabled: boolean
  created_at: Date
  branches: { id: number; name: string }[]
}

const selectDealers = `
  SELECT d.id, d.code, d.name, d.contact_name, d.email, coalesce(d.phone, '') AS phone,
         coalesce(d.address, '') AS address, coalesce(d.district, '') AS district, coalesce(d.city, '') AS city,
         coalesce(d.tax_office, '') AS tax_office, coalesce(d.tax_number, '') AS tax_number, d.region, d.representative,
         coalesce(l.code, '') AS price_list, coalesce(g.code, '') AS group_code, d.discount, d.risk_limit, d.risk_mode, d.rate_policy, d.fixed_rates,
         d.rates_until::text, d.carrier_payer, d.disabled_at IS NOT NULL AS is_disabled, d.created_at,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) ORDER BY b.position, b.name, b.id),
                          '[]') FROM branches b WHERE b.dealer_id = d.id) AS branches
    FROM dealers d LEFT JOIN price_lists l ON l.id = d.price_list_id LEFT JOIN dealer_groups g ON g.id = d.group_id`

/** A dealer with its branches. `isLocked` locks it until the transaction ends. */
export async function findDealer(
  db: Db,
  id: number,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<DealerRow | undefined> {
  if (isLocked) await db.execute('SELECT FROM dealers WHERE id = $1 FOR NO KEY UPDATE', [id])
  return db.one<DealerRow>(`${selectDealers} WHERE d.id = $1`, [id])
}

/** The dealers with these codes, locked in id order until the transaction ends. */
export async function lockDealersByCode(db: Db, codes: readonly string[]): Promise<DealerRow[]> {
  await db.execute('SELECT FROM dealers WHERE code = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [codes])
  return db.query<DealerRow>(`${selectDealers} WHERE d.code = ANY ($1)`, [codes])
}

export type PriceListName = { code: string; name: string; isDefault: boolean }

export async function listPriceLists(db: Db): Promise<PriceListName[]> {
  return db.query<PriceListName>(
    'SELECT code, name, is_default AS "isDefault" FROM price_lists ORDER BY is_default DESC, name, id',
  )
}

export type GroupName = { code: string; name: string }

export async function listGroupNames(db: Db): Promise<GroupName[]> {
  return db.query<GroupName>('SELECT code, name FROM dealer_groups ORDER BY name, id')
}

/** What a dealer's form offers. */
export type DealerChoices = {
  priceLists: PriceListName[]
  groups: GroupName[]
  /** Codes of the currencies that rates can be agreed for. */
  currencies: string[]
}

export async function loadDealerChoices(db: Db): Promise<DealerChoices> {
  // One after another: within a transaction they share a connection.
  const priceLists = await listPriceLists(db)
  const groups = await listGroupNames(db)
  const currencies = await db.query<{ code: string }>(
    "SELECT code FROM currencies WHERE code <> 'TRY' ORDER BY position, id",
  )
  return { priceLists, groups, currencies: currencies.map(({ code }) => code) }
}
