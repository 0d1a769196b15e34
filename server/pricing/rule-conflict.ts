import type { PriceRuleDetail } from '#contract/admin/price-rules.ts'
import { allowedQuantities, type UnitRatio, unitTermsOf } from '#domain/pricing/order-quantity.ts'
import { isQuantityKind, type PriceRule, type QuantityKind, type RuleKind } from '#domain/pricing/price-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { alike, sameScopeSql } from './overlaps.ts'

type Row = {
  id: number
  name: string
  kind: RuleKind
  quantity: string
  unit: string | null
  period_days: number | null
  priority: number
  product_id: number | null
  starts_on: string | null
}

/**
 * What a rule of quantity and those of other kinds for the same dealers, goods and unit leave: nothing (`least` is null), or
 * more than the minimum says, because it is no multiple. Null: they agree.
 */
export async function findConflict(db: Db, id: number): Promise<PriceRuleDetail['conflict']> {
  const columns = (rule: string) =>
    `${rule}.id, ${rule}.name, ${rule}.kind, trim_scale(${rule}.quantity)::text AS quantity, ${rule}.unit, ${rule}.period_days,
     ${rule}.priority, ${rule}.product_id, ${rule}.starts_on::text AS starts_on`
  const rows = await db.query<Row>(
    `SELECT ${columns('r')} FROM price_rules r WHERE r.id = $1 AND r.is_active AND r.quantity IS NOT NULL
     UNION ALL
     SELECT ${columns('o')} FROM price_rules r JOIN price_rules o ON ${sameScopeSql}
      WHERE r.id = $1 AND r.quantity IS NOT NULL AND o.quantity IS NOT NULL AND o.kind <> r.kind
      ORDER BY priority DESC, starts_on DESC NULLS LAST, id DESC`,
    [id],
  )
  const own = rows.find((row) => row.id === id)
  if (own === undefined || rows.length === 1) return null
  const chosen: Partial<Record<QuantityKind, Row>> = {}
  for (const row of rows) if (isQuantityKind(row.kind)) chosen[row.kind] ??= row
  const terms = unitTermsOf(Object.fromEntries(Object.entries(chosen).map(([kind, row]) => [kind, ruleOf(row)]))) ?? {}
  const ratios = await loadRatios(db, own)
  const allowed = ratios.map((ratio) => allowedQuantities(terms, ratio)).filter((each) => each !== null)
  const others = Object.values(chosen)
    .filter((row) => row.id !== id)
    .map((row) => ({ id: row.id, name: row.name }))
  if (allowed.length === 0) return { least: null, others }
  const whole = allowedQuantities(terms, { multiplier: 1, defaultMultiplier: 1 })
  const isMore = terms.minimum !== undefined && terms.multiple !== undefined && whole !== null
  return isMore && whole.least > Math.ceil(terms.minimum!.quantity) ? { least: whole.least, others } : null
}

const ruleOf = (row: Row): PriceRule => ({
  ...alike,
  id: row.id,
  startsOn: null,
  kind: row.kind,
  quantity: row.quantity,
  unit: row.unit,
  periodDays: row.period_days,
})

/** The units of the rule's product and its variants; whole default units where it names none. */
async function loadRatios(db: Db, { product_id: productId }: Row): Promise<UnitRatio[]> {
  const rows = await db.query<{ multiplier: string; default_multiplier: string }>(
    `SELECT DISTINCT u.multiplier, coalesce(d.multiplier, 1) AS default_multiplier
       FROM products p JOIN product_units u ON u.product_id = p.id LEFT JOIN product_units d ON d.id = p.default_unit_id
      WHERE p.id = $1 OR p.parent_id = $1`,
    [productId],
  )
  if (rows.length === 0) return [{ multiplier: 1, defaultMultiplier: 1 }]
  return rows.map((row) => ({ multiplier: row.multiplier, defaultMultiplier: row.default_multiplier }))
}
