import {
  listPriceRules,
  type PriceRuleList,
  type PriceRuleSort,
  priceRuleSorts,
  type PriceRuleState,
  priceRuleStates,
} from '#contract/admin/price-rules.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type RuleKind, ruleKinds } from '#domain/pricing/price-rule.ts'
import { fold } from '#domain/text/text.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadRules, presentRule, stateSql } from './rule-rows.ts'

export type RulesQuery = {
  q: string
  kind: RuleKind | null
  state: PriceRuleState | null
  /** Codes; '' for all. */
  dealer: string
  group: string
  product: string
  /** Ids. */
  brand: number | null
  category: number | null
  sort: PriceRuleSort
}

/** Parses the filters of a list; invalid values are ignored. */
export function parseRulesQuery(query: Input<typeof listPriceRules>['query']): RulesQuery {
  const [dealer, product] = [cleanText(query.dealer), cleanText(query.product)]
  const isAbout = dealer !== '' || product !== ''
  return {
    q: cleanText(query.q).slice(0, 100),
    kind: ruleKinds.find((kind) => kind === query.kind) ?? null,
    state: priceRuleStates.find((state) => state === query.state) ?? null,
    dealer,
    group: cleanText(query.group),
    product,
    brand: parseId(query.brand),
    category: parseId(query.category),
    sort: priceRuleSorts.find((sort) => sort === query.sort) ?? (isAbout ? 'applies' : 'name'),
  }
}

const parseId = (text: string | undefined): number | null => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null)

const orders: Record<string, string> = {
  name: 'r.name',
  kind: `array_position(ARRAY['${ruleKinds.join("', '")}'], r.kind)`,
  start: 'r.starts_on',
  end: 'r.ends_on',
  priority: 'r.priority',
  changed: 'r.updated_at',
}

function orderOf(sort: PriceRuleSort): string {
  if (sort === 'applies') {
    return `r.dealer_id IS NULL, r.group_id IS NULL, r.region IS NULL, r.product_id IS NULL, r.brand_id IS NULL,
      r.category_id IS NULL, r.name, r.id`
  }
  const isDown = sort.startsWith('-')
  return `${orders[isDown ? sort.slice(1) : sort]} ${isDown ? 'DESC' : 'ASC'} NULLS LAST, r.name, r.id`
}

const filterSql = `
      NOT EXISTS (SELECT FROM unnest($1::text[]) word WHERE strpos(fold(r.name || ' ' || coalesce(r.code, '')), word) = 0)
  AND ($2::text IS NULL OR r.kind = $2)
  AND ($3::text IS NULL OR ${stateSql} = $3)
  AND ($4::integer IS NULL OR r.dealer_id = $4 OR r.group_id = $5::integer OR r.region = $6::text
       OR num_nonnulls(r.dealer_id, r.group_id, r.region) = 0)
  AND ($7::integer[] IS NULL OR r.product_id = ANY ($7) OR r.brand_id = $8::integer OR r.category_id = ANY ($9::integer[])
       OR num_nonnulls(r.product_id, r.brand_id, r.category_id) = 0)
  AND ($10::text = '' OR r.group_id = (SELECT g.id FROM dealer_groups g WHERE g.code = $10))
  AND ($11::integer IS NULL OR r.brand_id = $11)
  AND ($12::integer IS NULL OR r.category_id = $12)`

type DealerScope = { id: number; group_id: number | null; region: string }
type GoodsScope = { ids: number[]; brand_id: number | null; categories: number[] }

/** Null: the filter names a dealer or a product that does not exist. */
async function paramsOf(db: Db, query: RulesQuery): Promise<unknown[] | null> {
  const { dealer: dealerCode, product: productCode } = query
  const dealer = dealerCode === '' ? null : await findDealerScope(db, dealerCode)
  const goods = productCode === '' ? null : await findGoodsScope(db, productCode)
  if (dealer === undefined || goods === undefined) return null
  const words = fold(query.q)
    .split(/\s+/)
    .filter((word) => word !== '')
  return [
    words.slice(0, 10),
    query.kind,
    query.state,
    dealer?.id ?? null,
    dealer?.group_id ?? null,
    dealer?.region ?? null,
    goods?.ids ?? null,
    goods?.brand_id ?? null,
    goods?.categories ?? null,
    query.group,
    query.brand,
    query.category,
  ]
}

function findDealerScope(db: Db, code: string): Promise<DealerScope | undefined> {
  return db.one<DealerScope>('SELECT id, group_id, fold(region) AS region FROM dealers WHERE code = $1', [code])
}

/** The product with its parent, variants, brand and all categories above it. */
function findGoodsScope(db: Db, code: string): Promise<GoodsScope | undefined> {
  return db.one<GoodsScope>(
    `SELECT array(SELECT f.id FROM products f WHERE p.id IN (f.id, f.parent_id) OR f.id = p.parent_id) AS ids,
            coalesce(p.brand_id, parent.brand_id) AS brand_id,
            array(WITH RECURSIVE above AS (
                SELECT id, parent_id FROM categories WHERE id = coalesce(p.category_id, parent.category_id)
                UNION ALL
                SELECT c.id, c.parent_id FROM categories c JOIN above ON c.id = above.parent_id)
              SELECT id FROM above) AS categories
       FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
      WHERE p.code = $1 ORDER BY p.is_active DESC, p.id LIMIT 1`,
    [code],
  )
}

/** The ids of one page, or without a page of all rules that the filter matches; and their number. */
export async function findRuleIds(
  db: Db,
  query: RulesQuery,
  { limit, offset }: { limit: number | null; offset: number } = { limit: null, offset: 0 },
): Promise<{ ids: number[]; total: number }> {
  const params = await paramsOf(db, query)
  if (params === null) return { ids: [], total: 0 }
  const [rows, count] = await Promise.all([
    db.query<{ id: number }>(
      `SELECT r.id FROM price_rules r WHERE ${filterSql} ORDER BY ${orderOf(query.sort)} LIMIT $13 OFFSET $14`,
      [...params, limit, offset],
    ),
    db.one<{ total: number }>(`SELECT count(*) AS total FROM price_rules r WHERE ${filterSql}`, params),
  ])
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 }
}

export async function listRules(db: Db, query: Input<typeof listPriceRules>['query']): Promise<PriceRuleList> {
  const rulesQuery = parseRulesQuery(query)
  const { page, limit } = parsePaging(query)
  const { ids, total } = await findRuleIds(db, rulesQuery, { limit, offset: (page - 1) * limit })
  const items = (await loadRules(db, ids)).map(presentRule)
  return { items, total, page, limit, pages: Math.max(1, Math.ceil(total / limit)), ...rulesQuery }
}
