import type { Db } from '#server/platform/db/pool.ts'

export type PartLine = { unitId: number; quantity: number }

/** What stays in the cart while a part of it is ordered, with the ids and positions of the lines. */
export type CartRest = {
  id: number
  product_id: number
  unit_id: number
  quantity: number
  seen_value: string | null
  seen_currency: string | null
  created_at: string
}[]

/**
 * Leaves only this part in a locked cart, so that whatever reads the cart sees the part alone, and returns the rest. Null,
 * and nothing changes, if the cart does not contain the part.
 */
export async function narrowCart(db: Db, cartId: number, part: readonly PartLine[]): Promise<CartRest | null> {
  const units = part.map(({ unitId }) => unitId)
  const quantities = part.map(({ quantity }) => quantity)
  const row = await db.one<{ found: number }>(
    `SELECT count(*)::int AS found FROM cart_lines l
       JOIN unnest($2::integer[], $3::integer[]) AS k (unit_id, quantity) USING (unit_id)
      WHERE l.cart_id = $1 AND k.quantity BETWEEN 1 AND l.quantity`,
    [cartId, units, quantities],
    'cart_part_found',
  )
  if (row?.found !== part.length || new Set(units).size !== part.length) return null
  return db.query(
    `WITH rest AS (
       SELECT l.id, l.quantity, l.quantity - coalesce(k.quantity, 0) AS left
         FROM cart_lines l LEFT JOIN unnest($2::integer[], $3::integer[]) AS k (unit_id, quantity) USING (unit_id)
        WHERE l.cart_id = $1
     ), gone AS (
       DELETE FROM cart_lines l USING rest r WHERE l.id = r.id AND r.left = r.quantity
     ), cut AS (
       UPDATE cart_lines l SET quantity = r.quantity - r.left FROM rest r WHERE l.id = r.id AND r.left BETWEEN 1 AND r.quantity - 1
     )
     SELECT l.id, l.product_id, l.unit_id, r.left AS quantity, l.seen_value, l.seen_currency, l.created_at::text
       FROM rest r JOIN cart_lines l ON l.id = r.id WHERE r.left > 0 ORDER BY l.created_at, l.id`,
    [cartId, units, quantities],
    'cart_narrow',
  )
}

/** The part is ordered: the cart holds the rest again, each line in its place. */
export async function replaceByRest(db: Db, cartId: number, rest: CartRest): Promise<void> {
  await db.execute('DELETE FROM cart_lines WHERE cart_id = $1', [cartId], 'cart_part_ordered')
  await db.execute(
    `INSERT INTO cart_lines (id, cart_id, product_id, unit_id, quantity, seen_value, seen_currency, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT r.id, $1, r.product_id, r.unit_id, r.quantity, r.seen_value, r.seen_currency, r.created_at
       FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, product_id integer, unit_id integer, quantity integer,
         seen_value numeric, seen_currency text, created_at timestamptz)`,
    [cartId, JSON.stringify(rest)],
    'cart_put_rest',
  )
}
