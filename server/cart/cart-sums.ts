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
 * decimals, then the discount to 4 decimals. Currencies with a rate are $5: a price of another one is none. What a line does
 * not need is looked for by no key at all, which costs nothing.
 */
const sums = (plan: string | null) => `
  WITH priced AS MATERIALIZED (
    SELECT l.quantity, coalesce(p.tax_rate, parent.tax_rate) AS tax_rate, u.multiplier,
           coalesce(d.multiplier, 1) AS default_multiplier,
           coalesce(own.unit_id, own_base.unit_id) IS NOT NULL AS is_own,
           ${kept('sale_value')} AS sale_value, ${kept('sale_currency')} AS sale_currency,
           ${plan === null ? 'NULL::numeric' : kept(`${plan}_value`)} AS plan_value,
           ${plan === null ? 'NULL::text' : kept(`${plan}_currency`)} AS plan_currency
      FROM carts c
      JOIN cart_lines l ON l.cart_id = c.id
      JOIN products p ON p.id = l.product_id
      LEFT JOIN products parent ON parent.id = p.parent_id
      LEFT JOIN unit_prices own ON own.unit_id = l.unit_id AND own.price_list_id = $2
      LEFT JOIN unit_prices own_base ON own_base.price_list_id = $3
            AND own_base.unit_id = CASE WHEN own.unit_id IS NULL THEN l.unit_id END
      LEFT JOIN unit_prices def ON def.price_list_id = $2
            AND def.unit_id = CASE WHEN own.unit_id IS NULL AND own_base.unit_id IS NULL THEN p.default_unit_id END
      LEFT JOIN unit_prices def_base ON def_base.price_list_id = $3
            AND def_base.unit_id = CASE WHEN own.unit_id IS NULL AND own_base.unit_id IS NULL AND def.unit_id IS NULL
                                        THEN p.default_unit_id END
      LEFT JOIN product_units u ON u.id = CASE WHEN own.unit_id IS NULL AND own_base.unit_id IS NULL THEN l.unit_id END
      LEFT JOIN product_units d ON d.id = CASE WHEN u.id IS NOT NULL THEN p.default_unit_id END
     WHERE c.user_id = $1
  ), chosen AS (
    SELECT quantity, tax_rate, is_own, multiplier, default_multiplier,
           CASE WHEN has_plan THEN plan_value ELSE sale_value END AS value,
           CASE WHEN has_plan THEN plan_currency ELSE sale_currency END AS currency
      FROM (SELECT *, coalesce(plan_value > 0 AND plan_currency = ANY ($5::text[]), false) AS has_plan FROM priced) p
  )
  SELECT currency, tax_rate, count(*)::integer AS line_count,
         sum(quantity * round(CASE WHEN is_own THEN value
               ELSE round((value * multiplier)::numeric(60, 30) / default_multiplier, 4) END * (100 - $4::numeric) * 0.01, 4)
         ) AS amount
    FROM chosen GROUP BY currency, tax_rate`

/** Only the row that counts was joined. */
const kept = (column: string) => `coalesce(own.${column}, own_base.${column}, def.${column}, def_base.${column})`

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
