import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { addLinesToCart } from '#server/cart/add-lines.ts'
import { cartIdSql, guestHash } from '#server/cart/cart-owner.ts'
import type { UnmergedLine } from './unmerged-lines.ts'

/** The number of lines in the cart of a guest's token; null without a cart. */
export async function countGuestLines(db: Db, token: string): Promise<number | null> {
  const row = await db.one<{ lines: number }>(
    `SELECT (SELECT count(*) FROM cart_lines WHERE cart_id = c.id)::integer AS lines FROM carts c WHERE guest_hash = $1`,
    [guestHash(token)],
    'cart_guest',
  )
  return row?.lines ?? null
}

export async function removeGuestCart(db: Db, hash: Buffer): Promise<void> {
  await db.execute('DELETE FROM carts WHERE guest_hash = $1', [hash], 'cart_guest_remove')
}

/** Removes guests' carts that have not changed for this many days. */
export async function purgeGuestCarts(db: Db, days: number): Promise<void> {
  // A cart takes up to a hundred lines with it.
  await deleteBatches(db, 'carts', 'guest_hash IS NOT NULL AND updated_at < now() - make_interval(days => $1)', {
    params: [days],
    by: 'updated_at',
    batch: 200,
  })
}

type GuestLine = Omit<UnmergedLine, 'refusal'> & { productId: number; unitId: number }

/**
 * Moves a guest's cart into the cart of the dealer's user who signs in, within the sign-in's transaction: by the rules
 * of adding, at the user's prices. A line that exceeds the stock is moved as far as stock covers it. A second sign-in
 * with the same token finds no cart. Unmerged lines are stored, to be shown to the user once. Returns their number.
 */
export async function moveGuestCart(db: Db, visitor: CallContext, guest: CallContext, store: Store): Promise<number> {
  const { actor } = visitor
  if (guest.guestCart?.isStored !== true || actor?.role !== 'dealer') return 0
  const hash = guestHash(guest.guestCart.token)
  const lines = await lockGuestLines(db, hash)
  if (lines.length === 0) return 0
  const view = viewOf(visitor, store.facts())
  const refusals = await addLinesToCart(db, actor.userId, lines, view)
  const short = lines.flatMap((line, i) => {
    const fits = Number(refusals[i]?.facts?.['fits'] ?? 0)
    return fits > 0 ? [{ i, line, fits }] : []
  })
  const wanted = short.map(({ line, fits }) => ({ ...line, quantity: fits }))
  const retried = short.length === 0 ? [] : await addLinesToCart(db, actor.userId, wanted, view)
  const fitted = new Map(short.flatMap(({ i, fits }, at) => (retried[at] === null ? [[i, fits] as const] : [])))
  const unmerged = lines.flatMap(({ code, name, unit, quantity }, i): UnmergedLine[] => {
    const refusal = refusals[i] ?? null
    return refusal === null ? [] : [{ code, name, unit, quantity: quantity - (fitted.get(i) ?? 0), refusal }]
  })
  await removeGuestCart(db, hash)
  if (unmerged.length > 0) await saveUnmergedLines(db, actor.userId, unmerged)
  return unmerged.length
}

async function lockGuestLines(db: Db, hash: Buffer): Promise<GuestLine[]> {
  await db.execute('SELECT FROM carts WHERE guest_hash = $1 FOR UPDATE', [hash])
  return db.query<GuestLine>(
    `SELECT l.product_id AS "productId", l.unit_id AS "unitId", l.quantity, p.code, p.name, u.name AS unit
       FROM cart_lines l JOIN products p ON p.id = l.product_id JOIN product_units u ON u.id = l.unit_id
      WHERE l.cart_id = (${cartIdSql(hash)}) ORDER BY l.created_at, l.id`,
    [hash],
    'cart_guest_lines',
  )
}

async function saveUnmergedLines(db: Db, userId: number, lines: readonly UnmergedLine[]): Promise<void> {
  await db.execute(
    "UPDATE carts SET left_lines = coalesce(left_lines, '[]') || $2::jsonb WHERE user_id = $1",
    [userId, JSON.stringify(lines)],
    'cart_keep_left',
  )
}
