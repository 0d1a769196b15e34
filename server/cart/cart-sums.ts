import type { CartSums } from '#contract/shop/cart.ts'
import type { PlanKey } from '#contract/core/money.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { currencyCode, decimal, isConvertible, lira } from '#domain/money/money.ts'
import { priceOf, type PriceStep } from '#domain/pricing/price-steps.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { cartIdSql, type CartOwner, ownerColumn } from './cart-owner.ts'
import { lineSteps } from './line-price.ts'
import { presentPromotions } from './present-promotions.ts'
import { hasPromotions, promoteLines } from './promoted-cart.ts'
import {
  loadPromotedCart,
  loadSummedLines,
  loadSummedLinesOfCarts,
  type PromotedCartRows,
  type SummedRow,
} from './order-line-rows.ts'
import { unitPriceSql } from './unit-price-sql.ts'

type SumRow = { currency: string | null; tax_rate: string | null; amount: string | null; line_count: number }

/** Whose prices a cart has. */
export type PricedCart = { cartId: number; view: View; plan: PlanKey | null }

/**
 * The totals of a whole cart at today's prices, or at those of the chosen plan. The database adds the lines up by currency
 * and tax rate, so that a long cart is as fast as a short one; `cartTotals` does the rest.
 */
export async function cartSumsOf(db: Db, owner: CartOwner, view: View, plan: PlanKey | null): Promise<CartSums> {
  if (hasPromotions(view))
    return promotedSums(db, await loadPromotedCart(db, { owner }, { ...view, planKey: plan }), view, plan)
  if (hasRules(view)) return ruledSums(await loadSummedLines(db, { ...view, planKey: plan, owner }), view, plan)
  return sumsFrom(await loadSums(db, owner, view, plan), view, plan)
}

/**
 * The totals of these carts, by cart, as `cartSumsOf` has them: one statement for each plan that they use, and one for all
 * carts that price rules apply to.
 */
export async function sumsOfCarts(db: Db, carts: readonly PricedCart[]): Promise<Map<number, CartSums>> {
  const sums = await ruledSumsOfCarts(
    db,
    carts.filter(({ view }) => hasRules(view) && !hasPromotions(view)),
  )
  for (const { cartId, view, plan } of carts.filter((cart) => hasPromotions(cart.view))) {
    const cart = await loadPromotedCart(db, { cartId }, { ...view, planKey: plan })
    sums.set(cartId, await promotedSums(db, cart, view, plan))
  }
  const plain = carts.filter(({ view }) => !hasRules(view) && !hasPromotions(view))
  const groups = Map.groupBy(plain, ({ view, plan }) => `${plan} ${usableCodes(view).join()}`)
  for (const group of groups.values()) {
    const rows = Map.groupBy(await loadSumsOfCarts(db, group), ({ cart_id: cartId }) => cartId)
    for (const { cartId, view, plan } of group) sums.set(cartId, sumsFrom(rows.get(cartId) ?? [], view, plan))
  }
  return sums
}

async function ruledSumsOfCarts(db: Db, carts: readonly PricedCart[]): Promise<Map<number, CartSums>> {
  const [first] = carts
  if (first === undefined) return new Map()
  const wanted = carts.map(({ cartId, view, plan }) => ({ cartId, priceListId: view.priceListId, planKey: plan }))
  const lines = await loadSummedLinesOfCarts(db, wanted, first.view.defaultPriceListId)
  const byCart = Map.groupBy(lines, ({ cart_id: cartId }) => cartId)
  return new Map(carts.map(({ cartId, view, plan }) => [cartId, ruledSums(byCart.get(cartId) ?? [], view, plan)]))
}

const hasRules = ({ rules }: View): boolean => rules.key !== ''

/** Promotions depend on the whole cart: it is priced as an order prices it. */
async function promotedSums(
  db: Db,
  { rows, facts }: PromotedCartRows,
  view: View,
  plan: PlanKey | null,
): Promise<CartSums> {
  if (rows.length === 0) return sumsFrom([], view, plan)
  const promoted = await promoteLines(db, rows, facts, { view, planKey: plan })
  const sums = sumsFrom(
    promoted.lines.map(({ row, steps }) => sumRow(row, steps)),
    view,
    plan,
  )
  const subtotal = sums.totals && decimal(sums.totals.subtotal)
  const promotions = await presentPromotions(db, promoted, rows, { view, subtotal })
  return { ...sums, lineCount: rows.length, promotions }
}

function sumRow(line: SummedRow, steps: readonly PriceStep[]): SumRow {
  const price = priceOf(steps)
  const amount = price && decimal(price.value).times(line.quantity).toString()
  return { currency: price?.currency ?? null, tax_rate: line.tax_rate, amount: amount ?? null, line_count: 1 }
}

/** Price rules are not in SQL: the lines are priced here, as an order prices them. */
function ruledSums(lines: readonly SummedRow[], view: View, plan: PlanKey | null): CartSums {
  return sumsFrom(
    lines.map((line) => sumRow(line, lineSteps(line, view))),
    view,
    plan,
  )
}

function sumsFrom(rows: readonly SumRow[], view: View, plan: PlanKey | null): CartSums {
  const { currency, rates, settings } = view
  const lineCount = rows.reduce((count, row) => count + row.line_count, 0)
  if (!view.seesPrices) return { lineCount, plan }
  const lines = rows.map((row) => ({
    price: { value: row.amount ?? '0', currency: currencyCode(row.currency ?? lira) },
    quantity: 1,
    taxRate: row.tax_rate ?? String(settings.defaultTaxRate),
  }))
  const { subtotal, tax, total, totalTry } = cartTotals(lines, currency, rates)
  return {
    lineCount,
    plan,
    totals: {
      currency,
      subtotal: Number(subtotal),
      tax: Number(tax),
      total: Number(total),
      totalTry: Number(totalTry),
    },
  }
}

async function loadSums(db: Db, owner: CartOwner, view: View, plan: PlanKey | null): Promise<SumRow[]> {
  return db.query<SumRow>(
    sumsSql(columnOf(plan), { cart: `(${cartIdSql(owner)})`, list: '$2', discount: '$4' }),
    [owner, view.priceListId, view.defaultPriceListId, view.discount, usableCodes(view)],
    `cart_sums_${plan ?? 'sale'}_${ownerColumn(owner)}`,
  )
}

/** Carts of one plan, with the same usable currencies. */
async function loadSumsOfCarts(db: Db, carts: readonly PricedCart[]): Promise<(SumRow & { cart_id: number })[]> {
  const [first] = carts
  if (first === undefined) return []
  const { view, plan } = first
  return db.query<SumRow & { cart_id: number }>(
    `SELECT each.cart_id, sums.currency, sums.tax_rate, sums.line_count, sums.amount
       FROM unnest($1::integer[], $2::integer[], $4::numeric[]) AS each (cart_id, list_id, discount)
       CROSS JOIN LATERAL (${sumsSql(columnOf(plan), { cart: 'each.cart_id', list: 'each.list_id', discount: 'each.discount' })}) sums`,
    [
      carts.map(({ cartId }) => cartId),
      carts.map((cart) => cart.view.priceListId),
      view.defaultPriceListId,
      carts.map((cart) => cart.view.discount),
      usableCodes(view),
    ],
    `cart_sums_${plan ?? 'sale'}_of_carts`,
  )
}

const columnOf = (plan: PlanKey | null): string | null => (plan === null ? null : `plan${plan.at(-1)}`)

/** Codes, as stored, of the currencies whose prices can be converted. */
function usableCodes({ currency, rates }: View): string[] {
  const codes = [lira, 'TL', ...Object.keys(rates)]
  return codes.filter((code) => isConvertible(code, currency, rates) && isConvertible(code, lira, rates))
}

/** SQL expressions of the cart's id and of its dealer's price list and discount. */
type SumTerms = { cart: string; list: string; discount: string }

/**
 * `unitPrice` and `priceUnderPlan` of the domain in SQL. $3 is the default price list. $5 holds the currencies that have a rate: a plan price in another
 * currency does not count.
 *
 * Products and prices are each read in one pass along their index. Every line has a row in the tables that FULL JOIN
 * attaches, so it joins like LEFT JOIN; but it rules out the row-by-row join that the planner, expecting a short cart,
 * would choose. OFFSET 0 keeps `derived` a subquery of its own: it reads the default unit's price only where the unit has
 * no price.
 */
const sumsSql = (plan: string | null, { cart, list, discount }: SumTerms) => `
  WITH cart AS MATERIALIZED (
    SELECT l.product_id, l.unit_id, l.quantity FROM cart_lines l WHERE l.cart_id = ${cart}
  ), sold AS (
    SELECT id, parent_id, tax_rate, default_unit_id FROM products WHERE id = ANY (ARRAY(SELECT product_id FROM cart))
  ), own_prices AS (
    SELECT DISTINCT ON (unit_id) unit_id, ${priceColumns(plan).join(', ')} FROM unit_prices
     WHERE unit_id = ANY (ARRAY(SELECT unit_id FROM cart)) AND price_list_id IN (${list}, $3)
     ORDER BY unit_id, price_list_id = ${list} DESC
  ), priced AS (
    SELECT l.quantity, coalesce(p.tax_rate, parent.tax_rate) AS tax_rate, derived.multiplier,
           coalesce(derived.default_multiplier, 1) AS default_multiplier,
           own.unit_id IS NOT NULL OR derived.is_own AS is_own, campaign.percent AS campaign,
           ${firstPriceOf(plan, ['own', 'derived'])}
      FROM cart l
      FULL JOIN sold p ON p.id = l.product_id
      LEFT JOIN products parent ON parent.id = CASE WHEN p.tax_rate IS NULL THEN p.parent_id END
      LEFT JOIN campaign_discounts campaign ON campaign.product_id = l.product_id
      FULL JOIN own_prices own ON own.unit_id = l.unit_id
      LEFT JOIN LATERAL (
        SELECT false AS is_own, u.multiplier, d.multiplier AS default_multiplier, ${firstPriceOf(plan, ['def', 'def_base'])}
          FROM product_units u
          LEFT JOIN product_units d ON d.id = p.default_unit_id
          LEFT JOIN unit_prices def ON def.unit_id = d.id AND def.price_list_id = ${list}
          LEFT JOIN unit_prices def_base ON def_base.unit_id = d.id AND def_base.price_list_id = $3 AND def.unit_id IS NULL
         WHERE u.id = l.unit_id AND own.unit_id IS NULL OFFSET 0
      ) derived ON true
  ), chosen AS (
    SELECT quantity, tax_rate, is_own, multiplier, default_multiplier, campaign, ${plan === null ? salePriceSql : planPriceSql(plan)}
      FROM priced
  )
  SELECT currency, tax_rate, count(*)::integer AS line_count, sum(quantity * ${chosenPriceSql(discount)}) AS amount
    FROM chosen GROUP BY currency, tax_rate`

const chosenPriceSql = (discount: string) =>
  unitPriceSql({
    value: 'value',
    isOwn: 'is_own',
    multiplier: 'multiplier',
    defaultMultiplier: 'default_multiplier',
    discount,
    campaign: 'campaign',
  })

/** Each price column from the first of these rows that exists. */
function firstPriceOf(plan: string | null, rows: readonly string[]): string {
  return priceColumns(plan)
    .map((column) => `coalesce(${rows.map((row) => `${row}.${column}`).join(', ')}) AS ${column}`)
    .join(', ')
}

function priceColumns(plan: string | null): string[] {
  const sale = ['sale_value', 'sale_currency']
  return plan === null ? sale : [...sale, `${plan}_value`, `${plan}_currency`]
}

// Every parameter must occur in the statement, $5 too.
const salePriceSql = 'sale_value AS value, CASE WHEN $5::text[] IS NOT NULL THEN sale_currency END AS currency'

function planPriceSql(plan: string): string {
  const isPrice = `sale_value > 0 AND ${plan}_value > 0 AND ${plan}_currency = ANY ($5::text[])`
  return `CASE WHEN ${isPrice} THEN ${plan}_value ELSE sale_value END AS value,
           CASE WHEN ${isPrice} THEN ${plan}_currency ELSE sale_currency END AS currency`
}
