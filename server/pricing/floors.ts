import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { decimal, exchange, isConvertible, type Rates } from '#domain/money/money.ts'
import { priceDecimals, formatsOf } from '#domain/text/format.ts'
import { floorPrice } from '#domain/pricing/price-steps.ts'
import type { DealerRules } from '#domain/pricing/rule-book.ts'
import type { Permission } from '#domain/people/permissions.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { AuditNoun } from '#contract/admin/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { RuleTerms } from './resolve-rule.ts'
import { costOf, type UnitCost, unitCostSql } from './unit-cost.ts'

type Price = { value: string; currency: string }

/** What floors go by: the rules of a dealer, or (null) those of everyone, and the rates. */
export type FloorFacts = { rulesOf(dealerId: number | null): DealerRules; rates: Rates }

/** A price that somebody sets for one unit, before tax. */
export type SetPrice = { unitId: number; price: Price }

/** A price below a floor; `lowest` is what the floor allows, in the same currency. */
export type BelowFloor = { code: string; unit: string; price: Price; lowest: Price }

/** Who sets a price. */
export type PriceSetter = { author: Author; permissions: ReadonlySet<Permission>; locale: Locale }

type GoodsRow = {
  id: number
  unit: string
  multiplier: string
  default_multiplier: string
  code: string
  product_id: number
  parent_id: number | null
  brand_id: number | null
  category_id: number | null
  cost: UnitCost | null
}

const unitsAtOnce = 10_000

/**
 * The prices that are below the fixed floors and floors from cost under these rules. Floors in percent follow
 * the list price and are not checked.
 */
export async function findBelowFloors(
  db: Db,
  prices: readonly SetPrice[],
  { rules, rates }: { rules: DealerRules; rates: Rates },
): Promise<BelowFloor[]> {
  if (rules.key === '') return []
  const below: BelowFloor[] = []
  for (let at = 0; at < prices.length; at += unitsAtOnce) {
    const some = Map.groupBy(prices.slice(at, at + unitsAtOnce), ({ unitId }) => unitId)
    for (const row of await loadGoods(db, [...some.keys()])) {
      const floor = floorOf(row, rules)
      for (const { price } of floor === null ? [] : (some.get(row.id) ?? [])) {
        const lowest = floor && inCurrency(floor, price.currency, rates)
        if (lowest === null || !(Number(price.value) > 0) || !decimal(lowest.value).greaterThan(price.value)) continue
        below.push({ code: row.code, unit: row.unit, price, lowest })
      }
    }
  }
  return below
}

/** Null without a rate. */
function inCurrency(floor: Price, currency: string, rates: Rates): Price | null {
  if (!isConvertible(floor.currency, currency, rates)) return null
  const value = exchange(decimal(floor.value), floor.currency, currency, rates)
  return { value: value.toDecimalPlaces(4).toFixed(), currency }
}

function floorOf(row: GoodsRow, rules: DealerRules): Price | null {
  const { multiplier, default_multiplier: defaultMultiplier } = row
  const goods = { id: row.product_id, parentId: row.parent_id, brandId: row.brand_id, categoryId: row.category_id }
  const defaultUnits = decimal(multiplier).dividedBy(defaultMultiplier).toString()
  const { floor } = rules.choose(goods, { unit: row.unit, quantity: 1, defaultUnits })
  return floor === undefined ? null : floorPrice(floor, costOf(row.cost), { multiplier, defaultMultiplier })
}

function loadGoods(db: Db, unitIds: readonly number[]): Promise<GoodsRow[]> {
  return db.query<GoodsRow>(
    `SELECT u.id, u.name AS unit, u.multiplier, base.multiplier AS default_multiplier, p.code, p.id AS product_id, p.parent_id,
            coalesce(p.brand_id, parent.brand_id) AS brand_id, coalesce(p.category_id, parent.category_id) AS category_id,
            ${unitCostSql('p')} AS cost
       FROM product_units u JOIN products p ON p.id = u.product_id JOIN product_units base ON base.id = p.default_unit_id
       LEFT JOIN products parent ON parent.id = p.parent_id
      WHERE u.id = ANY ($1) ORDER BY p.code, u.id`,
    [unitIds],
  )
}

/** Of the products that a rule's fixed price is for, the one whose floor is furthest above it; null if none is. */
export async function findFloorOfRule(
  db: Db,
  terms: Pick<
    RuleTerms,
    'kind' | 'dealer_id' | 'product_id' | 'brand_id' | 'category_id' | 'fixed_value' | 'fixed_currency' | 'unit'
  >,
  { rulesOf, rates }: FloorFacts,
): Promise<BelowFloor | null> {
  const { fixed_value: value, fixed_currency: currency } = terms
  if ((terms.kind !== 'agreement' && terms.kind !== 'tier') || value === null || currency === null) return null
  const units = await db.query<{ id: number }>(
    `WITH RECURSIVE below AS (
       SELECT id FROM categories WHERE id = $3
       UNION ALL
       SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id)
     SELECT u.id FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
       JOIN product_units u ON u.product_id = p.id AND CASE WHEN $4::text IS NULL THEN u.id = p.default_unit_id ELSE u.name = $4 END
      WHERE p.variant_names IS NULL AND p.is_active AND ($1::integer IS NULL OR $1 IN (p.id, p.parent_id))
        AND ($2::integer IS NULL OR $2 = coalesce(p.brand_id, parent.brand_id))
        AND ($3::integer IS NULL OR coalesce(p.category_id, parent.category_id) IN (SELECT id FROM below))`,
    [terms.product_id, terms.brand_id, terms.category_id, terms.unit],
  )
  const price = { value, currency }
  const prices = units.map(({ id: unitId }) => ({ unitId, price }))
  const found = await findBelowFloors(db, prices, { rules: rulesOf(terms.dealer_id), rates })
  return found.toSorted((a, b) => decimal(b.lowest.value).comparedTo(a.lowest.value))[0] ?? null
}

/**
 * Ends the transaction if somebody without the right sets prices below floors; with the right, an entry of the audit log says
 * who went below which floor by how much.
 */
export async function allowBelowFloors(
  db: Db,
  setter: PriceSetter,
  about: { noun: AuditNoun; id: string },
  found: readonly BelowFloor[],
): Promise<void> {
  const refusal = refuseBelowFloors(setter, found)
  if (refusal !== null) abortTransaction(refusal)
  if (found.length === 0) return
  await writeAudit(db, setter.author, { action: 'pass_floor', ...about, after: passedFloors(found) })
}

/** The refusal of prices below floors that somebody without the right sets; null with the right, and where none is below. */
export function refuseBelowFloors(
  { permissions, locale }: Omit<PriceSetter, 'author'>,
  [first]: readonly BelowFloor[],
): Refusal | null {
  return first === undefined || permissions.has('prices:belowFloor') ? null : floorRefusal(first, permissions, locale)
}

/** Only who sees the store's prices learns what the floor is: it may go by the cost. */
function floorRefusal({ code, lowest }: BelowFloor, permissions: PriceSetter['permissions'], locale: Locale): Refusal {
  if (!permissions.has('prices:read')) return refuse('price_below_floor_hidden', { code })
  return refuse('price_below_floor', { code, price: moneyText(lowest, locale) })
}

function moneyText({ value, currency }: Price, locale: Locale): string {
  return formatsOf(locale).formatMoney(Number(value), currency, priceDecimals(Number(value)))
}

/** At most this many prices are listed in an entry of the audit log. */
const maxListed = 50

function passedFloors(found: readonly BelowFloor[]) {
  const entries = found.slice(0, maxListed).map(({ code, unit, price, lowest }) => {
    const below = decimal(lowest.value).minus(price.value).toFixed()
    const text = (value: string) => moneyText({ value, currency: price.currency }, 'tr')
    return [
      `${code} · ${unit}`,
      { price: text(price.value), floor: text(lowest.value), belowFloor: text(below) },
    ] as const
  })
  return { prices: Object.fromEntries(entries), ...(found.length > maxListed && { units: found.length }) }
}
