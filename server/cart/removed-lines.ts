import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import { guestLinesMax, undoMinutes } from '#contract/shop/cart.ts'
import { quantityMax } from '#domain/cart/quantity.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Which lines of a cart: those of a product, the one of a unit, or all. */
type LinesChoice = { productId?: number; unitId?: number | undefined }

/**
 * Removes lines of a locked cart. With `undoKey` they are stored, so that `restoreLines` can undo the removal. Returns
 * the number of removed lines.
 */
export async function removeLines(
  db: Db,
  cartId: number,
  { productId, unitId }: LinesChoice,
  undoKey: string | undefined,
): Promise<number> {
  if (undoKey !== undefined) await forgetOldRemovals(db, cartId)
  const row = await db.one<{ removed: number }>(
    `WITH removed AS (DELETE FROM cart_lines WHERE cart_id = $1
         AND ($2::integer IS NULL OR product_id = $2) AND ($3::integer IS NULL OR unit_id = $3) RETURNING *),
       stored AS (INSERT INTO removed_cart_lines
           (cart_id, undo_key, line_id, product_id, unit_id, quantity, seen_value, seen_currency, created_at)
         SELECT cart_id, $4, id, product_id, unit_id, quantity, seen_value, seen_currency, created_at
           FROM removed WHERE $4::text IS NOT NULL)
     SELECT count(*)::integer AS removed FROM removed`,
    [cartId, productId ?? null, unitId ?? null, undoKey ?? null],
    'cart_remove_lines',
  )
  return row?.removed ?? 0
}

/**
 * Undoes a removal in a locked cart: the lines come back with their ids, quantities and positions. A unit that was added
 * again in the meantime keeps its line, which grows by the removed quantity. Returns the products; none if the removal
 * is unknown, too old or undone already.
 */
export async function restoreLines(db: Db, cartId: number, undoKey: string): Promise<number[]> {
  const rows = await db.query<{ product_id: number }>(
    `WITH undone AS (DELETE FROM removed_cart_lines WHERE cart_id = $1 AND undo_key = $2
         AND removed_at > now() - make_interval(mins => $3) RETURNING *)
     INSERT INTO cart_lines (id, cart_id, product_id, unit_id, quantity, seen_value, seen_currency, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT r.line_id, r.cart_id, r.product_id, r.unit_id, r.quantity, r.seen_value, r.seen_currency, r.created_at
       FROM undone r JOIN product_units u ON u.id = r.unit_id AND u.product_id = r.product_id
     ON CONFLICT (cart_id, unit_id) DO UPDATE SET quantity = least(cart_lines.quantity + excluded.quantity, $4)
     RETURNING product_id`,
    [cartId, undoKey, undoMinutes, quantityMax],
    'cart_restore_lines',
  )
  return [...new Set(rows.map((row) => row.product_id))]
}

/** Removes what can no longer be undone; of a guest's cart also what exceeds two full carts. */
async function forgetOldRemovals(db: Db, cartId: number): Promise<void> {
  await db.execute(
    `DELETE FROM removed_cart_lines r USING carts c
      WHERE c.id = $1 AND r.cart_id = c.id AND (r.removed_at < now() - make_interval(mins => $2)
         OR c.user_id IS NULL AND r.undo_key IN (
              SELECT undo_key FROM removed_cart_lines WHERE cart_id = $1 ORDER BY removed_at DESC, undo_key OFFSET $3))`,
    [cartId, undoMinutes, 2 * guestLinesMax],
    'cart_forget_removals',
  )
}

/** Removes the stored removals of all carts that can no longer be undone. */
export async function purgeRemovedLines(db: Db): Promise<void> {
  await deleteBatches(db, 'removed_cart_lines', 'removed_at < now() - make_interval(mins => $1)', {
    params: [undoMinutes],
  })
}
