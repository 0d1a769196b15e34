import { refuse, type Refusal } from '#contract/core/errors.ts'
import { hasPrice, priceUnderPlan } from '#domain/cart/cart.ts'
import { unitPrice } from '#domain/pricing/unit-price.ts'
import type { OrderLineRow } from '#server/cart/cart.ts'
import type { View } from '#server/settings/settings.ts'

/** A cart line at today's price for this visitor. */
export type PricedOrderLine = {
  row: OrderLineRow
  productId: number
  code: string
  name: string
  quantity: number
  multiplier: string
  price: { value: string; currency: string }
  taxRate: string
}

/** Prices the lines again; refused where one is no longer on sale or has no price. */
export function priceLines(
  rows: readonly OrderLineRow[],
  view: View,
): { ok: true; lines: PricedOrderLine[] } | Refusal {
  const lines: PricedOrderLine[] = []
  for (const row of rows) {
    const facts = { productId: row.product_id, code: row.code, name: row.name }
    if (!row.is_active) return refuse('cart_changed', facts)
    if (row.needs_variant) return refuse('variant_not_chosen', facts)
    const price = priceOf(row, view)
    if (!hasPrice(price, view.currency, view.rates)) return refuse('price_unknown', facts)
    const taxRate = row.tax_rate ?? String(view.settings.defaultTaxRate)
    const { code, name, quantity, multiplier } = row
    lines.push({ row, productId: row.product_id, code, name, quantity, multiplier, price, taxRate })
  }
  return { ok: true, lines }
}

/** The plan's price where one is asked for and the product has it, else the sale price. */
function priceOf(row: OrderLineRow, view: View): { value: string; currency: string } | undefined {
  const kept = priceUnderPlan(
    moneyOf(row.sale_value, row.sale_currency),
    moneyOf(row.plan_value, row.plan_currency),
    view.currency,
    view.rates,
  )
  if (kept === undefined) return undefined
  const { multiplier, default_multiplier, is_own } = row
  const terms = { isOwn: is_own === true, multiplier, defaultMultiplier: default_multiplier ?? '1' }
  return unitPrice(kept, { ...terms, discount: view.discount, campaign: row.campaign })
}

function moneyOf(value: string | null, currency: string | null): { value: string; currency: string } | undefined {
  return value === null || currency === null ? undefined : { value, currency }
}
