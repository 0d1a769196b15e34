import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type CartOwner, ownerColumn } from './cart-owner.ts'
import { keptPriceSql } from './unit-price-sql.ts'

/** Locks the owner's cart (made where there is none) until the transaction ends: its changes go one after the other. */
export async function lockCart(db: Db, owner: CartOwner): Promise<number> {
  const column = ownerColumn(owner)
  const row = await db.one<{ id: number }>(
    `INSERT INTO carts (${column}) VALUES ($1)
     ON CONFLICT (${column}) DO UPDATE SET updated_at = now() RETURNING id`,
    [owner],
    `cart_lock_${column}`,
  )
  if (row === undefined) throw new Error('The cart could not be locked.')
  return row.id
}

export type LineRow = {
  id: number
  product_id: number
  unit_id: number
  quantity: number
  seen_value: string | null
  seen_currency: string | null
  is_active: boolean
}

/** Only the first lines, or those of some products. */
export type LineChoice = { most?: number; productIds?: readonly number[] }

export async function loadLines(db: Db, owner: CartOwner, { most, productIds }: LineChoice = {}): Promise<LineRow[]> {
  const column = ownerColumn(owner)
  return db.query<LineRow>(
    `SELECT l.id, l.product_id, l.unit_id, l.quantity, l.seen_value, l.seen_currency,
            ${isOnSale('p')} AS is_active
       FROM carts c JOIN cart_lines l ON l.cart_id = c.id JOIN products p ON p.id = l.product_id
      WHERE c.${column} = $1 AND ($3::integer[] IS NULL OR l.product_id = ANY ($3)) ORDER BY l.created_at, l.id LIMIT $2`,
    [owner, most ?? null, productIds ?? null],
    `cart_lines_${column}`,
  )
}

/** Units and quantities of all lines. */
export async function loadMarked(db: Db, owner: CartOwner): Promise<{ unitId: number; quantity: number }[]> {
  const column = ownerColumn(owner)
  return db.query(
    `SELECT l.unit_id AS "unitId", l.quantity FROM carts c JOIN cart_lines l ON l.cart_id = c.id WHERE c.${column} = $1`,
    [owner],
    `cart_marked_${column}`,
  )
}

type KeptUnit = {
  id: number
  multiplier: string
  sale_value: string | null
  sale_currency: string | null
  is_own: boolean | null
}

export type ChangedProductRow = {
  id: number
  is_active: boolean
  default_unit_id: number | null
  needs_variant: boolean
  stock: string
  /** Percent that a running campaign takes off. */
  campaign: string | null
  units: KeptUnit[]
  lines: { id: number; unit_id: number; quantity: number; multiplier: string }[]
}

export type PriceLists = { priceListId: number; defaultPriceListId: number }

/** All that a change of one product in a cart is decided by, in one statement. */
export async function loadChangedProduct(
  db: Db,
  { productId, ...place }: PriceLists & { cartId: number; productId: number },
): Promise<ChangedProductRow | undefined> {
  return (await loadChangedProducts(db, { ...place, productIds: [productId] }))[0]
}

/** The same for many products: one statement, however many. */
export async function loadChangedProducts(
  db: Db,
  { cartId, productIds, priceListId, defaultPriceListId }: PriceLists & { cartId: number; productIds: number[] },
): Promise<ChangedProductRow[]> {
  return db.query<ChangedProductRow>(
    `SELECT p.id, ${isOnSale('p')} AS is_active, p.default_unit_id,
            p.variant_names IS NOT NULL OR EXISTS (SELECT FROM products c WHERE c.parent_id = p.id) AS needs_variant,
            (SELECT coalesce(sum(quantity), 0) FROM inventory WHERE product_id = p.id) AS stock,
            (SELECT percent FROM campaign_discounts WHERE product_id = p.id) AS campaign,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'multiplier', u.multiplier::text,
                      'sale_value', price.sale_value::text, 'sale_currency', price.sale_currency,
                      'is_own', price.is_own)), '[]')
               FROM product_units u ${keptPriceSql('u', 'p')} WHERE u.product_id = p.id) AS units,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'unit_id', l.unit_id, 'quantity', l.quantity,
                      'multiplier', u.multiplier::text)), '[]')
               FROM cart_lines l JOIN product_units u ON u.id = l.unit_id
              WHERE l.cart_id = $3 AND l.product_id = p.id) AS lines
       FROM products p WHERE p.id = ANY ($4::integer[])`,
    [priceListId, defaultPriceListId, cartId, productIds],
    'cart_changed_products',
  )
}

export type SavedLine = {
  cartId: number
  productId: number
  unitId: number
  quantity: number
  seen: { value: string; currency: string } | null
}

export async function insertLine(db: Db, line: SavedLine): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity, seen_value, seen_currency)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [line.cartId, line.productId, line.unitId, line.quantity, line.seen?.value ?? null, line.seen?.currency ?? null],
    'cart_insert',
  )
  if (row === undefined) throw new Error('The cart line was not written.')
  return row.id
}

/** Writes lines with their quantities as they are now, all in one statement; in the order in which they are given. */
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
      lines.map(({ seen }) => seen?.value ?? null),
      lines.map(({ seen }) => seen?.currency ?? null),
    ],
    'cart_add_lines',
  )
}

/** The price that the answer shows counts as seen. */
export async function updateLine(db: Db, lineId: number, line: SavedLine): Promise<void> {
  await db.execute(
    `UPDATE cart_lines SET unit_id = $3, quantity = $4, seen_value = $5, seen_currency = $6
      WHERE id = $1 AND cart_id = $2`,
    [lineId, line.cartId, line.unitId, line.quantity, line.seen?.value ?? null, line.seen?.currency ?? null],
    'cart_update',
  )
}

export async function deleteLine(db: Db, cartId: number, lineId: number): Promise<void> {
  await db.execute('DELETE FROM cart_lines WHERE id = $1 AND cart_id = $2', [lineId, cartId], 'cart_delete_line')
}

/** Removes a product's lines, or the one of a unit; answers how many there were. */
export async function deleteProductLines(
  db: Db,
  cartId: number,
  productId: number,
  unitId: number | undefined,
): Promise<number> {
  return db.execute(
    'DELETE FROM cart_lines WHERE cart_id = $1 AND product_id = $2 AND ($3::integer IS NULL OR unit_id = $3)',
    [cartId, productId, unitId ?? null],
    'cart_delete_product',
  )
}

/** The plan that was chosen for this cart goes with it. */
export async function deleteAllLines(db: Db, cartId: number): Promise<void> {
  await db.execute(
    `WITH gone AS (DELETE FROM cart_lines WHERE cart_id = $1)
     UPDATE users u SET choices = u.choices - 'cartPlan'
       FROM carts c WHERE c.id = $1 AND u.id = c.user_id AND u.choices ? 'cartPlan'`,
    [cartId],
    'cart_clear',
  )
}

export async function saveCartPlan(db: Db, userId: number, plan: string | null): Promise<void> {
  await db.execute(
    `UPDATE users SET choices = (choices - 'cartPlan') || CASE WHEN $2::text IS NULL THEN '{}'
       ELSE jsonb_build_object('cartPlan', $2::text) END WHERE id = $1`,
    [userId, plan],
    'cart_plan',
  )
}

export type SeenPrice = { lineId: number; value: string; currency: string }

/** Remembers the prices just shown, all in one statement. */
export async function saveSeenPrices(db: Db, prices: readonly SeenPrice[]): Promise<void> {
  await db.execute(
    `UPDATE cart_lines l SET seen_value = s.value, seen_currency = s.currency
       FROM unnest($1::bigint[], $2::numeric[], $3::text[]) AS s (id, value, currency) WHERE l.id = s.id`,
    [prices.map(({ lineId }) => lineId), prices.map(({ value }) => value), prices.map(({ currency }) => currency)],
    'cart_seen',
  )
}
