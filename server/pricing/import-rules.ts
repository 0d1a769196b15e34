import type { RuleDraft, RuleProblem } from '#domain/pricing/check-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { lockRules } from './change-rules.ts'
import { decides, overlapSql } from './overlaps.ts'
import { resolveRule, ruleColumns } from './resolve-rule.ts'
import { loadLookup } from './rule-lookup.ts'
import { draftOf, loadRules } from './rule-rows.ts'
import { isUnreachable, unreachableFacts } from './unreachable-multiples.ts'

/** A rule of a file before its row is read. */
export const emptyRule: Omit<RuleDraft, 'kind'> = {
  code: '',
  name: '',
  dealer: '',
  group: '',
  region: '',
  product: '',
  brand: '',
  category: '',
  priceList: '',
  price: '',
  currency: '',
  chain: '',
  aboveCost: '',
  minQuantity: '',
  quantity: '',
  periodDays: '',
  unit: '',
  startsOn: '',
  endsOn: '',
  priority: '0',
  stops: false,
  keepsDiscount: false,
  isActive: true,
}

export type RuleImport = {
  /** The stored rule with this code. */
  stored(code: string): RuleDraft | undefined
  resolve(draft: RuleDraft): ReturnType<typeof resolveRule>
}

/** What rows are checked against. Other changes of rules wait until the transaction ends. */
export async function openRuleImport(db: Db): Promise<RuleImport> {
  await lockRules(db)
  const ids = await db.query<{ id: number }>('SELECT id FROM price_rules WHERE code IS NOT NULL')
  const rows = await loadRules(
    db,
    ids.map(({ id }) => id),
  )
  const drafts = new Map(rows.map((row) => [row.code ?? '', draftOf(row)]))
  const lookup = await loadLookup(db, null)
  return { stored: (code) => drafts.get(code), resolve: (draft) => resolveRule(draft, lookup) }
}

/** Columns of the staging table of an import. */
export const ruleStaging = `code text, name text, kind text, dealer_id integer, group_id integer, region text,
  product_id integer, brand_id integer, category_id integer, price_list_id integer, fixed_value numeric,
  fixed_currency text, chain text, above_cost numeric, min_quantity numeric, quantity numeric, period_days integer, unit text, starts_on date, ends_on date, priority integer,
  stops boolean, keeps_discount boolean, is_active boolean`

type Found = {
  line: number
  code: RuleProblem | 'rule_overlap_this' | 'rule_overlap_other'
  facts: Record<string, string | number>
}

const storedValues = `r.code, r.name, r.kind, r.dealer_id, r.group_id, r.region, r.product_id, r.brand_id, r.category_id,
  r.price_list_id, r.fixed_value, r.fixed_currency, r.chain, r.above_cost, r.min_quantity, r.quantity, r.period_days, r.unit, r.starts_on, r.ends_on,
  r.priority, r.stops, r.keeps_discount, r.is_active`
const stagedValues = `s.code, s.name, s.kind, s.dealer_id, s.group_id, s.region, s.product_id, s.brand_id, s.category_id,
  s.price_list_id, s.fixed_value, s.fixed_currency, s.chain, s.above_cost, s.min_quantity, s.quantity, s.period_days, s.unit, s.starts_on, s.ends_on,
  s.priority, s.stops, s.keeps_discount, s.is_active`
const newValues = `excluded.code, excluded.name, excluded.kind, excluded.dealer_id, excluded.group_id, excluded.region,
  excluded.product_id, excluded.brand_id, excluded.category_id, excluded.price_list_id, excluded.fixed_value,
  excluded.fixed_currency, excluded.chain, excluded.above_cost, excluded.min_quantity, excluded.quantity, excluded.period_days, excluded.unit, excluded.starts_on,
  excluded.ends_on, excluded.priority, excluded.stops, excluded.keeps_discount, excluded.is_active`

/** What a price below the floor was allowed for. */
const pricedBy = (rule: string) =>
  [
    'kind',
    'dealer_id',
    'group_id',
    'region',
    'product_id',
    'brand_id',
    'category_id',
    'fixed_value',
    'fixed_currency',
    'unit',
  ]
    .map((column) => `${rule}.${column}`)
    .join(', ')

/**
 * Writes the staged rows of `account_rows` by their codes, and the lines that changed something to `account_outcomes`. A tier
 * that equals another one and a multiple that cannot be reached are rejected, and the changed rules that compete with others are warnings.
 */
export async function mergeRules(
  db: Db,
): Promise<{ added: number; changed: number; rejected: Found[]; warnings: Found[] }> {
  const rejected = [...(await rejectMultiples(db)), ...(await rejectTiers(db))]
  await db.execute(
    `INSERT INTO account_outcomes
     SELECT s.line, r.id IS NULL FROM account_rows s LEFT JOIN price_rules r ON r.code = s.code
      WHERE r.id IS NULL OR (${storedValues}) IS DISTINCT FROM (${stagedValues})`,
  )
  // Rows that exchange their quantities would meet halfway in the index of equal tiers.
  await db.execute(
    `UPDATE price_rules r SET is_active = false
       FROM account_rows s JOIN account_outcomes o ON o.line = s.line
      WHERE r.code = s.code AND r.kind = 'tier' AND r.is_active`,
  )
  await db.execute(
    `INSERT INTO price_rules AS r (${ruleColumns})
     SELECT ${stagedValues} FROM account_rows s JOIN account_outcomes o ON o.line = s.line ORDER BY s.line
     ON CONFLICT (code) DO UPDATE SET (${ruleColumns}, updated_at) = ROW (${newValues}, now()),
       passes_floor = r.passes_floor AND (${pricedBy('r')}) IS NOT DISTINCT FROM (${pricedBy('excluded')})`,
  )
  const count = await db.one<{ added: number; changed: number }>(
    `SELECT count(*) FILTER (WHERE is_new) AS added, count(*) FILTER (WHERE NOT is_new) AS changed FROM account_outcomes`,
  )
  return { added: count?.added ?? 0, changed: count?.changed ?? 0, rejected, warnings: await findWarnings(db) }
}

/** Deletes the rules with these codes; returns those of them that existed. */
export async function removeRules(db: Db, codes: readonly string[]): Promise<string[]> {
  await lockRules(db)
  await db.execute('SELECT FROM price_rules WHERE code = ANY ($1) ORDER BY id FOR UPDATE', [codes])
  const gone = await db.query<{ code: string }>('DELETE FROM price_rules WHERE code = ANY ($1) RETURNING code', [codes])
  return gone.map(({ code }) => code)
}

const isSameTier = `coalesce(a.dealer_id, 0) = coalesce(b.dealer_id, 0) AND coalesce(a.group_id, 0) = coalesce(b.group_id, 0)
  AND coalesce(a.region, '') = coalesce(b.region, '') AND coalesce(a.product_id, 0) = coalesce(b.product_id, 0)
  AND coalesce(a.brand_id, 0) = coalesce(b.brand_id, 0) AND coalesce(a.category_id, 0) = coalesce(b.category_id, 0)
  AND coalesce(a.unit, '') = coalesce(b.unit, '') AND a.min_quantity = b.min_quantity AND a.priority = b.priority
  AND coalesce(a.starts_on, 'infinity') = coalesce(b.starts_on, 'infinity')
  AND coalesce(a.ends_on, 'infinity') = coalesce(b.ends_on, 'infinity')
  AND a.kind = 'tier' AND b.kind = 'tier' AND a.is_active AND b.is_active`

/** Removes staged multiples that their products' units cannot make. */
async function rejectMultiples(db: Db): Promise<Found[]> {
  const rows = await db.query<{ line: number; quantity: string | null }>(
    `DELETE FROM account_rows r WHERE ${isUnreachable} RETURNING line, trim_scale(quantity)::text AS quantity`,
  )
  return rows.map(({ line, quantity }): Found => {
    // A staged multiple has a quantity; the column allows none.
    return { line, code: 'rule_multiple_unreachable', facts: unreachableFacts(quantity ?? '1') }
  })
}

/** Removes staged tiers that equal an earlier row, or a rule that the file does not change. */
async function rejectTiers(db: Db): Promise<Found[]> {
  const rejected: Found[] = []
  for (;;) {
    const rows = await db.query<{ line: number; name: string }>(
      `SELECT DISTINCT ON (line) line, name FROM (
         SELECT a.line, b.name FROM account_rows a JOIN account_rows b ON b.line < a.line AND ${isSameTier}
         UNION ALL
         SELECT a.line, b.name FROM account_rows a JOIN price_rules b ON ${isSameTier}
          WHERE NOT EXISTS (SELECT FROM account_rows s WHERE s.code = b.code)) equal
        ORDER BY line`,
    )
    if (rows.length === 0) return rejected
    // What stays as it is may equal another row.
    await db.execute('DELETE FROM account_rows WHERE line = ANY ($1)', [rows.map(({ line }) => line)])
    rejected.push(...rows.map(({ line, name }): Found => ({ line, code: 'rule_tier_taken', facts: { name } })))
  }
}

type Competing = {
  line: number
  id: number
  start: string | null
  other: number
  other_start: string | null
  name: string
}

async function findWarnings(db: Db): Promise<Found[]> {
  const rows = await db.query<Competing>(
    `SELECT DISTINCT ON (s.line) s.line, r.id, r.starts_on::text AS start, o.id AS other,
            o.starts_on::text AS other_start, o.name
       FROM account_rows s JOIN account_outcomes c ON c.line = s.line
       JOIN price_rules r ON r.code = s.code JOIN price_rules o ON ${overlapSql}
      ORDER BY s.line, o.id DESC`,
  )
  return rows.map(({ line, id, start, other, other_start, name }): Found => {
    const decider = decides({ id, startsOn: start }, { id: other, startsOn: other_start })
    return { line, code: decider === 'this' ? 'rule_overlap_this' : 'rule_overlap_other', facts: { name } }
  })
}
