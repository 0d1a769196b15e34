import type { CartSums } from '#contract/shop/cart.ts'
import type { PlanKey } from '#contract/core/money.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { currencyCode, isConvertible, lira } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { type CartOwner, ownerColumn } from './cart-owner.ts'

type SumRow = { currency: string | null; tax_rate: string | null; amount: string | null; line_count: number }

/**
 * The figures of a whole cart at today's prices, at those of a plan where one is chosen. The database adds the lines up by
 * currency and tax rate, so that a long cart is as quick as a short one; the rules of `cartTotals` do the rest.
 */
export async function cartSumsOf(db: Db, owner: CartOwner, view: View, plan: PlanKey | null): Promise<CartSums> {
  const { currency, rates, settings } = view
  const rows = await loadSums(db, owner, view, plan)
  const lineCount = rows.reduce((count, row) => count + row.line_count, 0)
  if (!view.seesPrices) return { lineCount, plan }
  const lines = rows.map((row) => ({
    price: { value: row.amount ?? '0', currency: currencyCode(row.currency ?? lira) },
    quantity: 1,
    taxRate: row.tax_rate ?? String(settings.defaultTaxRate),
  }))
  const { subtotal, tax, total, totalTry } = cartTotals(lines, currency, rates)
  const figures = { subtotal: Number(subtotal), tax: Number(tax), total: Number(total), totalTry: Number(totalTry) }
  return { lineCount, plan, totals: { currency, ...figures } }
}

/**
 * `unitPrice` and `priceUnderPlan` of the domain in SQL: the kept price of the unit, or of the default unit × multiplier to 4
 * decimals, then the dealer's discount to 4 decimals, then a campaign's. Currencies with a rate are $5: a price of another one is none.
 *
 * Products and prices are each read in one pass along their index. What they are joined to has all of their rows, so FULL JOIN
 * joins as LEFT JOIN would; but it cannot be done row by row, which the planner, who expects a short cart, would choose.
 * `other` looks for the price of the default unit only where the unit has none, as OFFSET 0 makes the planner do.
 */
const sums = (plan: string | null, column: string) => `
  WITH mine AS MATERIALIZED (
    SELECT l.product_id, l.unit_id, l.quantity FROM carts c JOIN cart_lines l ON l.cart_id = c.id
     WHERE c.${column} = $1
  ), sold AS (
    SELECT id, parent_id, tax_rate, default_unit_id FROM products WHERE id = ANY (ARRAY(SELECT product_id FROM mine))
  ), own_prices AS (
    SELECT DISTINCT ON (unit_id) unit_id, ${priceColumns(plan).join(', ')} FROM unit_prices
     WHERE unit_id = ANY (ARRAY(SELECT unit_id FROM mine)) AND price_list_id IN ($2, $3)
     ORDER BY unit_id, price_list_id = $2 DESC
  ), priced AS (
    SELECT l.quantity, coalesce(p.tax_rate, parent.tax_rate) AS tax_rate, other.multiplier,
           coalesce(other.default_multiplier, 1) AS default_multiplier,
           own.unit_id IS NOT NULL OR other.is_own AS is_own, campaign.percent AS campaign, ${firstOf(plan, ['own', 'other'])}
      FROM mine l
      FULL JOIN sold p ON p.id = l.product_id
      LEFT JOIN products parent ON parent.id = CASE WHEN p.tax_rate IS NULL THEN p.parent_id END
      LEFT JOIN campaign_discounts campaign ON campaign.product_id = l.product_id
      FULL JOIN own_prices own ON own.unit_id = l.unit_id
      LEFT JOIN LATERAL (
        SELECT false AS is_own, u.multiplier, d.multiplier AS default_multiplier, ${firstOf(plan, ['def', 'def_base'])}
          FROM product_units u
          LEFT JOIN product_units d ON d.id = p.default_unit_id
          LEFT JOIN unit_prices def ON def.unit_id = d.id AND def.price_list_id = $2
          LEFT JOIN unit_prices def_base ON def_base.unit_id = d.id AND def_base.price_list_id = $3 AND def.unit_id IS NULL
         WHERE u.id = l.unit_id AND own.unit_id IS NULL OFFSET 0
      ) other ON true
  ), chosen AS (
    SELECT quantity, tax_rate, is_own, multiplier, default_multiplier, campaign, ${plan === null ? saleChosen : planChosen(plan)}
      FROM priced
  )
  SELECT currency, tax_rate, count(*)::integer AS line_count,
         sum(quantity * round(round(CASE WHEN is_own THEN value
               ELSE round((value * multiplier)::numeric(60, 30) / default_multiplier, 4) END * ((100 - $4::numeric) * 0.01), 4)
               * ((100 - coalesce(campaign, 0)) * 0.01), 4)) AS amount
    FROM chosen GROUP BY currency, tax_rate`

/** The columns of a price, from the first of these rows that is there. */
function firstOf(plan: string | null, rows: readonly string[]): string {
  return priceColumns(plan)
    .map((column) => `coalesce(${rows.map((row) => `${row}.${column}`).join(', ')}) AS ${column}`)
    .join(', ')
}

const priceColumns = (plan: string | null): string[] =>
  ['sale', ...(plan === null ? [] : [plan])].flatMap((price) => [`${price}_value`, `${price}_currency`])

// $5 has to be somewhere in the statement.
const saleChosen = 'sale_value AS value, CASE WHEN $5::text[] IS NOT NULL THEN sale_currency END AS currency'
const planChosen = (plan: string) =>
  ['value', 'currency']
    .map((part) => {
      const counts = `${plan}_value > 0 AND ${plan}_currency = ANY ($5::text[])`
      return `CASE WHEN ${counts} THEN ${plan}_${part} ELSE sale_${part} END AS ${part}`
    })
    .join(', ')

async function loadSums(db: Db, owner: CartOwner, view: View, plan: PlanKey | null): Promise<SumRow[]> {
  const column = ownerColumn(owner)
  return db.query<SumRow>(
    sums(plan === null ? null : `plan${plan.at(-1)}`, column),
    [owner, view.priceListId, view.defaultPriceListId, view.discount, usableCodes(view)],
    `cart_sums_${plan ?? 'sale'}_${column}`,
  )
}

/** Codes of currencies whose prices are prices, as they may be stored. */
function usableCodes({ currency, rates }: View): string[] {
  const known = [lira, 'TL', ...Object.keys(rates)]
  return known.filter((code) => isConvertible(code, currency, rates) && isConvertible(code, lira, rates))
}
