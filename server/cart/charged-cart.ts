import { removeChoiceSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * A hash of a locked cart's lines. It changes with any line, unit or quantity, also when a line is removed and added
 * again.
 */
export async function cartHash(db: Db, cartId: number): Promise<string> {
  const row = await db.one<{ hash: string }>(
    `SELECT encode(sha256(convert_to(coalesce(string_agg(concat_ws(':', id, unit_id, quantity), ' ' ORDER BY id), ''),
              'UTF8')), 'hex') AS hash
       FROM cart_lines WHERE cart_id = $1`,
    [cartId],
    'cart_hash',
  )
  if (row === undefined) throw new Error('Could not read the hash of the cart.')
  return row.hash
}

export type ChargedLine = { id: number; unitId: number; quantity: number }

/** Removes paid lines from a locked cart. What was added to it since then remains. */
export async function removePaidLines(db: Db, cartId: number, lines: readonly ChargedLine[]): Promise<void> {
  await db.execute(
    `WITH paid AS (
       SELECT * FROM unnest($2::bigint[], $3::integer[], $4::integer[]) AS t (id, unit_id, quantity)
     ), gone AS (
       DELETE FROM cart_lines l USING paid
        WHERE l.cart_id = $1 AND l.id = paid.id AND l.unit_id = paid.unit_id AND l.quantity <= paid.quantity
     )
     UPDATE cart_lines l SET quantity = l.quantity - paid.quantity FROM paid
      WHERE l.cart_id = $1 AND l.id = paid.id AND l.unit_id = paid.unit_id AND l.quantity > paid.quantity`,
    [cartId, lines.map(({ id }) => id), lines.map(({ unitId }) => unitId), lines.map(({ quantity }) => quantity)],
    'cart_take_out',
  )
  // The plan chosen for this cart is removed with its last line.
  await db.execute(
    removeChoiceSql(
      'cartPlan',
      'SELECT user_id FROM carts WHERE id = $1 AND NOT EXISTS (SELECT FROM cart_lines WHERE cart_id = $1)',
    ),
    [cartId],
    'cart_plan_gone',
  )
}
