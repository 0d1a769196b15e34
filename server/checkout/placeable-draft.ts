import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { draftOrder, exceedsColumnLimits, findEarlyShortage, type OrderDraft, type OrderTerms } from './order-draft.ts'
import { findQuantityRefusal } from './quantity-rules.ts'

/**
 * The draft of a locked cart that nothing but a limit stops from being ordered, or why it cannot be ordered: prices and texts,
 * rules of quantity, and stock, which is read without its locks. Orders and the advice about them use the same checks.
 */
export async function draftPlaceable(db: Db, cartId: number, terms: OrderTerms): Promise<OrderDraft | Refusal> {
  const draft = await draftOrder(db, cartId, terms)
  if (!draft.ok) return draft
  const broken = await findQuantityRefusal(db, { ...terms, cartId, rows: draft.rows, subtotal: draft.head.subtotal })
  if (broken !== null) return broken
  const shortage = findEarlyShortage(draft, terms.view)
  if (shortage !== null) return shortage
  return exceedsColumnLimits(draft) ? refuse('quantity_invalid') : draft
}
