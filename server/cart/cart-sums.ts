import type { CartSums } from '#contract/cart.ts'
import type { PlanKey } from '#contract/money.ts'
import { cartTotals } from '#domain/cart.ts'
import { currencyCode, isConvertible, lira } from '#domain/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'

type SumRow = { currency: string | null; tax_rate: string | null; amount: string | null; line_count: number }

/**
 * The figures of a whole cart at today's prices, at those of a plan where one is chosen. The database adds the lines up by
 * currency and tax rate, so that a long cart is as quick as a short one; the rules of `cartTotals` do the rest.
 */
export async function cartSumsOf(db: Db, userId: number, view: View, plan: PlanKey | null): Promise<CartSums> {
  const { currency, rates, settings } = view
  const rows = await loadSums(db, userId, view, plan)
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
 * decimals, then the discount to 4 decimals. Currencies with a rate are $5: a price of another one is none. Most units have
 * a price in the visitor's own list; `other` looks for the rest only where there is none, as OFFSET 0 makes the planner do.
 * Of all these rows only the one that counts is joined.
 */
const sums = (plan: string | null) => `
  WITH priced AS (
    SELECT l.quantity, coalesce(p.tax_rate, parent.tax_rate) AS tax_rate, other.multiplier,
           coalesce(other.default_multiplier, 1) AS default_multiplier,
           own.unit_id IS NOT NULL OR other.is_own AS is_own, ${firstOf(plan, ['own', 'other'])}
      FROM carts c
      JOIN cart_lines l ON l.cart_id = c.id
      JOIN products p ON p.id = l.product_id
      LEFT JOIN products parent ON parent.id = CASE WHEN p.tax_rate IS NULL THEN p.parent_id END
      LEFT JOIN unit_prices own ON own.unit_id = l.unit_id AND own.price_list_id = $2
      LEFT JOIN LATERAL (
        SELECT base.unit_id IS NOT NULL AS is_own, u.multiplier, d.multiplier AS default_multiplier,
               ${firstOf(plan, ['base', 'def', 'def_base'])}
          FROM product_units u
          LEFT JOIN unit_prices base ON base.unit_id = u.id AND base.price_list_id = $3
          LEFT JOIN product_units d ON d.id = p.default_unit_id AND base.unit_id IS NULL
          LEFT JOIN unit_prices def ON def.unit_id = d.id AND def.price_list_id = $2
          LEFT JOIN unit_prices def_base ON def_base.unit_id = d.id AND def_base.price_list_id = $3 AND def.unit_id IS NULL
         WHERE u.id = l.unit_id AND own.unit_id IS NULL OFFSET 0
      ) other ON true
     WHERE c.user_id = $1
  ), chosen AS (
    SELECT quantity, tax_rate, is_own, multiplier, default_multiplier, ${plan === null ? saleChosen : planChosen(plan)}
      FROM priced
  )
  SELECT currency, tax_rate, count(*)::integer AS line_count,
         sum(quantity * round(CASE WHEN is_own THEN value
               ELSE round((value * multiplier)::numeric(60, 30) / default_multiplier, 4) END * ((100 - $4::numeric) * 0.01), 4)
         ) AS amount
    FROM chosen GROUP BY currency, tax_rate`

/** The columns of a price, from the first of these rows that is there. */
function firstOf(plan: string | null, rows: readonly string[]): string {
  const columns = ['sale', ...(plan === null ? [] : [plan])].flatMap((price) => [`${price}_value`, `${price}_currency`])
  return columns
    .map((column) => `coalesce(${rows.map((row) => `${row}.${column}`).join(', ')}) AS ${column}`)
    .join(', ')
}

// $5 has to be somewhere in the statement.
const saleChosen = 'sale_value AS value, CASE WHEN $5::text[] IS NOT NULL THEN sale_currency END AS currency'
const planChosen = (plan: string) =>
  ['value', 'currency']
    .map((part) => {
      const counts = `${plan}_value > 0 AND ${plan}_currency = ANY ($5::text[])`
      return `CASE WHEN ${counts} THEN ${plan}_${part} ELSE sale_${part} END AS ${part}`
    })
    .join(', ')

async function loadSums(db: Db, userId: number, view: View, plan: PlanKey | null): Promise<SumRow[]> {
  return db.query<SumRow>(
    sums(plan === null ? null : `plan${plan.at(-1)}`),
    [userId, view.priceListId, view.defaultPriceListId, view.discount, usableCodes(view)],
    `cart_sums_${plan ?? 'sale'}`,
  )
}

/** Codes of currencies whose prices are prices, as they may be stored. */
function usableCodes({ currency, rates }: View): string[] {
  const known = [lira, 'TL', ...Object.keys(rates)]
  return known.filter((code) => isConvertible(code, currency, rates) && isConvertible(code, lira, rates))
}
