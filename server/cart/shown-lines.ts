import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { cartIdSql, type CartOwner, ownerColumn } from './cart-owner.ts'

export type LineRow = {
  id: number
  product_id: number
  unit_id: number
  quantity: number
  seen_value: string | null
  seen_currency: string | null
  is_active: boolean
}

/** Limits lines to the first `maxLines`, or to those of some products. */
export type LineChoice = { maxLines?: number; productIds?: readonly number[] }

export async function loadLines(
  db: Db,
  owner: CartOwner,
  { maxLines, productIds }: LineChoice = {},
): Promise<LineRow[]> {
  const column = ownerColumn(owner)
  return db.query<LineRow>(
    `SELECT l.id, l.product_id, l.unit_id, l.quantity, l.seen_value, l.seen_currency,
            ${isOnSale('p')} AS is_active
       FROM cart_lines l JOIN products p ON p.id = l.product_id
      WHERE l.cart_id = (${cartIdSql(owner)}) AND ($3::integer[] IS NULL OR l.product_id = ANY ($3)) ORDER BY l.created_at, l.id LIMIT $2`,
    [owner, maxLines ?? null, productIds ?? null],
    `cart_lines_${column}`,
  )
}

/** Unit and quantity of every line, for the fingerprint. */
export async function loadFingerprintLines(db: Db, owner: CartOwner): Promise<{ unitId: number; quantity: number }[]> {
  const column = ownerColumn(owner)
  return db.query(
    `SELECT l.unit_id AS "unitId", l.quantity FROM cart_lines l WHERE l.cart_id = (${cartIdSql(owner)})`,
    [owner],
    `cart_fingerprint_${column}`,
  )
}

export type ShownPrice = { lineId: number; value: string; currency: string }

/** Saves the prices just shown, in one statement. */
export async function saveShownPrices(db: Db, prices: readonly ShownPrice[]): Promise<void> {
  await db.execute(
    `UPDATE cart_lines l SET seen_value = s.value, seen_currency = s.currency
       FROM unnest($1::bigint[], $2::numeric[], $3::text[]) AS s (id, value, currency) WHERE l.id = s.id`,
    [prices.map(({ lineId }) => lineId), prices.map(({ value }) => value), prices.map(({ currency }) => currency)],
    'cart_seen',
  )
}
