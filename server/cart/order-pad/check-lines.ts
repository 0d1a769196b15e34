import type { PlanKey } from '#contract/core/money.ts'
import type { CheckedRow } from '#contract/shop/order-pad.ts'
import { type DraftLine, requestedLine } from '#domain/cart/draft-line.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { tryLines } from '#server/cart/add-lines.ts'
import { addedLine, loadVariantChoices, presentRow, type ResolvedRow, resolveRows } from '#server/cart/add-rows.ts'
import { findRuleNotes } from '#server/cart/rule-notes.ts'

/**
 * What lines of the order pad would add to an empty cart, with prices for their quantities and the stock that the visitor may
 * see. The number of statements does not depend on the number of lines.
 */
export async function checkLines(
  pool: Pool,
  lines: readonly DraftLine[],
  view: View & { plan: PlanKey | null },
): Promise<CheckedRow[]> {
  const rows = await resolveRows(pool, lines.map(requestedLine), view)
  const open = rows.filter(({ refusal }) => refusal === null)
  const wanted = open.map(({ requested, product, unit }) => {
    return { productId: product?.id ?? null, unitId: unit?.id ?? null, quantity: requested.quantity ?? 0 }
  })
  const outcomes = wanted.length === 0 ? [] : await tryLines(pool, wanted, view)
  for (const [i, row] of open.entries()) row.refusal = outcomes[i] ?? null
  const variants = await loadVariantChoices(pool, rows)
  const notes = await findRuleNotes(pool, null, rows.map(addedLine), view.locale)
  return rows.map((row, at) => {
    const note = notes[at] ?? null
    const shown = presentRow(row, view, variants)
    const price = tierPrice(row) ?? shown.price
    return {
      ...shown,
      ...(price !== undefined && { price }),
      ...(note !== null && { note: note.text, fits: note.fits }),
      ...stockOf(row),
    }
  })
}

/** The price of the quantity's tier, where it has one. */
function tierPrice({ unit, requested: { quantity } }: ResolvedRow) {
  return unit?.tiers?.findLast((tier) => tier.quantity <= (quantity ?? 1))?.price
}

function stockOf({ product }: ResolvedRow): Pick<CheckedRow, 'stock'> {
  if (product === undefined || product.varyantx === 0) return {}
  const { isOutOfStock, quantity, moreThan } = product
  return {
    stock: {
      isOutOfStock,
      ...(quantity !== undefined && { quantity }),
      ...(moreThan !== undefined && { moreThan }),
    },
  }
}
