import { quantityMax } from '#domain/cart/quantity.ts'
import { removeChoiceSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type WritePart, writeTogether } from '#server/platform/db/together.ts'
import { type CartOwner, ownerColumn } from './cart-owner.ts'
import type { NamedLine } from './order-line-rows.ts'

/**
 * Locks the owner's cart, and creates it if necessary, until the transaction ends: changes of a cart run one after the
 * other.
 */
export async function lockCart(db: Db, owner: CartOwner): Promise<number> {
  const column = ownerColumn(owner)
  const row = await db.one<{ id: number }>(
    `INSERT INTO carts (${column}) VALUES ($1)
     ON CONFLICT (${column}) DO UPDATE SET updated_at = now() RETURNING id`,
    [owner],
    `cart_lock_${column}`,
  )
  if (row === undefined) throw new Error('Could not lock the cart.')
  return row.id
}

export type SavedLine = {
  cartId: number
  productId: number
  unitId: number
  quantity: number
  shownPrice: { value: string; currency: string } | null
}

export async function insertLine(db: Db, line: SavedLine): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity, seen_value, seen_currency)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [
      line.cartId,
      line.productId,
      line.unitId,
      line.quantity,
      line.shownPrice?.value ?? null,
      line.shownPrice?.currency ?? null,
    ],
    'cart_insert',
  )
  if (row === undefined) throw new Error('Could not insert the cart line.')
  return row.id
}

/**
 * Writes a line of a user's cart in one statement, with the lock of `lockCart`, if no other transaction has changed the cart
 * since `version` was read. Returns the id of the line; undefined if one has.
 */
export async function addIfUnchanged(
  db: Db,
  userId: number,
  version: string | null,
  { productId, unitId, quantity, shownPrice }: Omit<SavedLine, 'cartId'>,
): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `WITH cart AS (INSERT INTO carts AS c (user_id) VALUES ($1)
       ON CONFLICT (user_id) DO UPDATE SET updated_at = now() WHERE c.xmin = $2::text::xid RETURNING id)
     INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity, seen_value, seen_currency)
     SELECT cart.id, $3, $4, $5, $6, $7 FROM cart
     ON CONFLICT (cart_id, unit_id) DO UPDATE SET quantity = excluded.quantity, seen_value = excluded.seen_value,
       seen_currency = excluded.seen_currency
     RETURNING id`,
    [userId, version, productId, unitId, quantity, shownPrice?.value ?? null, shownPrice?.currency ?? null],
    'cart_add_unchanged',
  )
  return row?.id
}

/** Writes lines with their new quantities in one statement, in the given order. */
export async function saveAddedLines(db: Db, cartId: number, lines: readonly SavedLine[]): Promise<void> {
  await db.execute(
    `INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity, seen_value, seen_currency)
     SELECT $1, r.* FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::numeric[], $6::text[]) AS r
     ON CONFLICT (cart_id, unit_id) DO UPDATE SET quantity = excluded.quantity, seen_value = excluded.seen_value,
       seen_currency = excluded.seen_currency`,
    [
      cartId,
      lines.map(({ productId }) => productId),
      lines.map(({ unitId }) => unitId),
      lines.map(({ quantity }) => quantity),
      lines.map(({ shownPrice }) => shownPrice?.value ?? null),
      lines.map(({ shownPrice }) => shownPrice?.currency ?? null),
    ],
    'cart_add_lines',
  )
}

/** The price in the response counts as shown. */
export async function updateLine(db: Db, lineId: number, line: SavedLine): Promise<void> {
  await db.execute(
    `UPDATE cart_lines SET unit_id = $3, quantity = $4, seen_value = $5, seen_currency = $6
      WHERE id = $1 AND cart_id = $2`,
    [
      lineId,
      line.cartId,
      line.unitId,
      line.quantity,
      line.shownPrice?.value ?? null,
      line.shownPrice?.currency ?? null,
    ],
    'cart_update',
  )
}

export async function deleteLine(db: Db, cartId: number, lineId: number): Promise<void> {
  await db.execute('DELETE FROM cart_lines WHERE id = $1 AND cart_id = $2', [lineId, cartId], 'cart_delete_line')
}

/** Removes all lines, and the plan chosen for this cart. */
export async function emptyCart(db: Db, cartId: number): Promise<void> {
  await writeTogether(db, [emptyCartPart(cartId)])
}

/** The same with other changes. */
export function emptyCartPart(cartId: number): WritePart {
  return {
    name: 'cart_clear',
    ctes: {
      lines_removed: 'DELETE FROM cart_lines WHERE cart_id = $1',
      plan_removed: removeChoiceSql('cartPlan', 'SELECT user_id FROM carts WHERE id = $1'),
    },
    params: [cartId],
  }
}

/** Puts lines into a user's cart. A unit that it contains grows by the quantity; removed units are left out. */
export async function returnLinesToCart(db: Db, userId: number, lines: readonly NamedLine[]): Promise<void> {
  const cartId = await lockCart(db, userId)
  await db.execute(
    `INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
     SELECT $1, r.product_id, r.unit_id, r.quantity
       FROM unnest($2::integer[], $3::integer[], $4::integer[]) WITH ORDINALITY AS r (product_id, unit_id, quantity, place)
       JOIN product_units u ON u.id = r.unit_id AND u.product_id = r.product_id
      ORDER BY r.place
     ON CONFLICT (cart_id, unit_id) DO UPDATE SET quantity = least(cart_lines.quantity + excluded.quantity, $5)`,
    [
      cartId,
      lines.map(({ productId }) => productId),
      lines.map(({ unitId }) => unitId),
      lines.map(({ quantity }) => quantity),
      quantityMax,
    ],
    'cart_return_lines',
  )
}
