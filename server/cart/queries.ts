import { quantityMax } from '#domain/cart/quantity.ts'
import { removeChoiceSql } from '#server/account/account.ts'
import type { DealerPromotions } from '#domain/promotions/promotion-book.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type WritePart, writeTogether } from '#server/platform/db/together.ts'
import {
  cartFactsSql,
  factsOf,
  type PromotionFacts,
  type PromotionFactsCell,
  withQuotas,
} from '#server/promotions/promotions.ts'
import { cartIdSql, type CartOwner, ownerColumn } from './cart-owner.ts'
import type { PricedRow } from './line-price.ts'
import { type GoodsCell, goodsSql, storedPriceSql } from './unit-price-sql.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'

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

type StoredUnit = {
  id: number
  name: string
  multiplier: string
  sale_value: string | null
  sale_currency: string | null
  is_own: boolean | null
}

export type ChangedProductRow = {
  id: number
  goods: GoodsCell
  is_active: boolean
  default_unit_id: number | null
  needs_variant: boolean
  stock: string
  /** Percent that a running campaign takes off. */
  campaign: string | null
  units: StoredUnit[]
  lines: { id: number; unit_id: number; quantity: number; multiplier: string }[]
}

export type PriceLists = { priceListId: number; defaultPriceListId: number }

/** Everything that decides about a change of one product in a cart, in one statement. */
export async function loadChangedProduct(
  db: Db,
  { productId, ...place }: PriceLists & { cartId: number; productId: number },
): Promise<ChangedProductRow | undefined> {
  return (await loadChangedProducts(db, { ...place, productIds: [productId] }))[0]
}

/** Like `loadChangedProduct` for many products, in one statement. */
export async function loadChangedProducts(
  db: Db,
  { cartId, productIds, priceListId, defaultPriceListId }: PriceLists & { cartId: number; productIds: number[] },
): Promise<ChangedProductRow[]> {
  return db.query<ChangedProductRow>(
    `SELECT ${changedColumns('$3')} WHERE p.id = ANY ($4::integer[])`,
    [priceListId, defaultPriceListId, cartId, productIds],
    'cart_changed_products',
  )
}

/** `version` of the cart: another one after each change of it; null without a cart. */
export type UnlockedProductRow = ChangedProductRow & { version: string | null }

/** Like `loadChangedProduct`, without a lock on the user's cart; for `addIfUnchanged`. */
export async function loadUnlockedProduct(
  db: Db,
  { userId, productId, priceListId, defaultPriceListId }: PriceLists & { userId: number; productId: number },
): Promise<UnlockedProductRow | undefined> {
  return db.one<UnlockedProductRow>(
    `SELECT (SELECT c.xmin::text FROM carts c WHERE c.user_id = $3) AS version,
            ${changedColumns('(SELECT id FROM carts WHERE user_id = $3)')} WHERE p.id = $4`,
    [priceListId, defaultPriceListId, userId, productId],
    'cart_unlocked_product',
  )
}

/** What decides about a change of a product `p` in a cart; `cart` is an SQL expression of its id. */
const changedColumns = (cart: string) => `p.id, ${goodsSql} AS goods, ${isOnSale('p')} AS is_active, p.default_unit_id,
            p.variant_names IS NOT NULL OR EXISTS (SELECT FROM products c WHERE c.parent_id = p.id) AS needs_variant,
            (SELECT coalesce(sum(quantity), 0) FROM inventory WHERE product_id = p.id) AS stock,
            (SELECT percent FROM campaign_discounts WHERE product_id = p.id) AS campaign,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'multiplier', u.multiplier::text,
                      'sale_value', price.sale_value::text, 'sale_currency', price.sale_currency,
                      'is_own', price.is_own)), '[]')
               FROM product_units u ${storedPriceSql('u', 'p')} WHERE u.product_id = p.id) AS units,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'unit_id', l.unit_id, 'quantity', l.quantity,
                      'multiplier', u.multiplier::text)), '[]')
               FROM cart_lines l JOIN product_units u ON u.id = l.unit_id
              WHERE l.cart_id = ${cart} AND l.product_id = p.id) AS lines
       FROM products p LEFT JOIN products parent ON parent.id = p.parent_id`

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

/** A cart line with everything that an order copies and checks. */
export type OrderLineRow = PricedRow & {
  line_id: number
  product_id: number
  unit_id: number
  code: string
  name: string
  brand: string | null
  model: string | null
  image: string | null
  is_active: boolean
  needs_variant: boolean
  tax_rate: string | null
  /** Base units, read without a lock, to detect shortages early. */
  stock: string
}

/** Columns of what a line's price comes from, for rows `l` with product_id, unit_id and quantity; `plan` is an SQL expression. */
const pricedColumnsOf = (
  plan: string,
) => `l.quantity, ${goodsSql} AS goods, u.name AS unit, u.multiplier, d.multiplier AS default_multiplier, d.name AS default_unit,
            coalesce(p.tax_rate, parent.tax_rate) AS tax_rate, price.price_list_id, price.sale_value, price.sale_currency, price.is_own,
            (SELECT percent FROM campaign_discounts WHERE product_id = p.id) AS campaign,
            CASE ${plan} WHEN 'advencePrice1' THEN price.plan1_value WHEN 'advencePrice2' THEN price.plan2_value
                    WHEN 'advencePrice3' THEN price.plan3_value WHEN 'advencePrice4' THEN price.plan4_value
                    WHEN 'advencePrice5' THEN price.plan5_value END AS plan_value,
            CASE ${plan} WHEN 'advencePrice1' THEN price.plan1_currency WHEN 'advencePrice2' THEN price.plan2_currency
                    WHEN 'advencePrice3' THEN price.plan3_currency WHEN 'advencePrice4' THEN price.plan4_currency
                    WHEN 'advencePrice5' THEN price.plan5_currency END AS plan_currency`
const pricedColumns = pricedColumnsOf('$4')
const pricedJoinsOf = (list: string) => `JOIN products p ON p.id = l.product_id
       JOIN product_units u ON u.id = l.unit_id
       LEFT JOIN product_units d ON d.id = p.default_unit_id
       LEFT JOIN products parent ON parent.id = p.parent_id
       ${storedPriceSql('u', 'p', list)}`
const pricedJoins = pricedJoinsOf('$1')

/** Columns and joins of ordered lines. */
const orderLineColumns = `l.product_id, l.unit_id, ${pricedColumns},
            p.code, p.name, b.name AS brand, m.name AS model, coalesce(p.images[1], parent.images[1]) AS image,
            ${isOnSale('p')} AS is_active,
            p.variant_names IS NOT NULL OR EXISTS (SELECT FROM products c WHERE c.parent_id = p.id) AS needs_variant,
            (SELECT coalesce(sum(quantity), 0) FROM inventory WHERE product_id = p.id) AS stock`
const orderLineJoins = `${pricedJoins}
       LEFT JOIN brands b ON b.id = coalesce(p.brand_id, parent.brand_id)
       LEFT JOIN models m ON m.id = coalesce(p.model_id, parent.model_id)`

export type SummedRow = PricedRow & { tax_rate: string | null }

/** The lines of an owner's cart, as its sums need them. */
export async function loadSummedLines(
  db: Db,
  { owner, planKey, priceListId, defaultPriceListId }: OrderLinesPlace & { owner: CartOwner },
): Promise<SummedRow[]> {
  return db.query<SummedRow>(
    `SELECT ${pricedColumns} FROM cart_lines l ${pricedJoins} WHERE l.cart_id = (${cartIdSql(owner, '$3')})`,
    [priceListId, defaultPriceListId, owner, planKey],
    `cart_summed_${ownerColumn(owner)}`,
  )
}

/** The same for several carts, each at the prices of its own list and plan. */
export async function loadSummedLinesOfCarts(
  db: Db,
  carts: readonly { cartId: number; priceListId: number; planKey: string | null }[],
  defaultPriceListId: number,
): Promise<(SummedRow & { cart_id: number })[]> {
  if (carts.length === 0) return []
  return db.query<SummedRow & { cart_id: number }>(
    `SELECT cart.id AS cart_id, ${pricedColumnsOf('cart.plan')}
       FROM unnest($1::integer[], $3::integer[], $4::text[]) AS cart (id, list_id, plan)
       JOIN cart_lines l ON l.cart_id = cart.id ${pricedJoinsOf('cart.list_id')}`,
    [
      carts.map(({ cartId }) => cartId),
      defaultPriceListId,
      carts.map(({ priceListId }) => priceListId),
      carts.map(({ planKey }) => planKey),
    ],
    'cart_summed_carts',
  )
}

type OrderLinesPlace = PriceLists & { planKey: string | null }

/** The lines of a locked cart, in the order in which the cart shows them. */
export async function loadOrderLines(
  db: Db,
  { cartId, planKey, priceListId, defaultPriceListId }: OrderLinesPlace & { cartId: number },
): Promise<OrderLineRow[]> {
  return db.query<OrderLineRow>(
    `SELECT l.id AS line_id, ${orderLineColumns}
       FROM cart_lines l ${orderLineJoins}
      WHERE l.cart_id = $3
      ORDER BY l.created_at, l.id`,
    [priceListId, defaultPriceListId, cartId, planKey],
    'cart_order_lines',
  )
}

/** The lines of a cart, and what promotions depend on besides them. */
export type PromotedCartRows = { rows: OrderLineRow[]; facts: PromotionFacts }

/** The lines of a cart, in the order in which it shows them, and what promotions depend on, in one statement. */
export async function loadPromotedCart(
  db: Db,
  cart: { owner: CartOwner } | { cartId: number },
  { planKey, priceListId, defaultPriceListId, promotions }: OrderLinesPlace & { promotions: DealerPromotions },
): Promise<PromotedCartRows> {
  const [id, name] = 'cartId' in cart ? ['$3', 'id'] : [`(${cartIdSql(cart.owner, '$3')})`, ownerColumn(cart.owner)]
  const facts = cartFactsSql({ cart: 'l.cart_id', dealer: '$5', ids: '$6' })
  const rows = await db.query<OrderLineRow & { facts: PromotionFactsCell | null }>(
    `SELECT l.id AS line_id, ${orderLineColumns},
            CASE WHEN row_number() OVER (ORDER BY l.created_at, l.id) = 1 THEN ${facts} END AS facts
       FROM cart_lines l ${orderLineJoins}
      WHERE l.cart_id = ${id}
      ORDER BY l.created_at, l.id`,
    [
      priceListId,
      defaultPriceListId,
      'cartId' in cart ? cart.cartId : cart.owner,
      planKey,
      promotions.dealerId,
      withQuotas(promotions),
    ],
    `cart_promoted_${name}`,
  )
  return { rows, facts: factsOf(rows[0]?.facts ?? { coupons: [], remaining: [] }) }
}

export type NamedLine = { productId: number; unitId: number; quantity: number }

/** Lines as if they were in a cart, with their place (from 1) as `line_id`. Removed products and units are left out. */
export async function loadNamedLines(
  db: Db,
  lines: readonly NamedLine[],
  { planKey, priceListId, defaultPriceListId }: OrderLinesPlace,
): Promise<OrderLineRow[]> {
  return db.query<OrderLineRow>(
    `SELECT l.place::integer AS line_id, ${orderLineColumns}
       FROM unnest($3::integer[], $5::integer[], $6::integer[]) WITH ORDINALITY AS l (product_id, unit_id, quantity, place)
       ${orderLineJoins}
      WHERE u.product_id = p.id
      ORDER BY l.place`,
    [
      priceListId,
      defaultPriceListId,
      lines.map(({ productId }) => productId),
      planKey,
      lines.map(({ unitId }) => unitId),
      lines.map(({ quantity }) => quantity),
    ],
    'cart_named_lines',
  )
}

/** One default unit of each of these products, as a line. Products without one are left out. */
export async function loadDefaultUnits(
  db: Db,
  productIds: readonly number[],
  { planKey, priceListId, defaultPriceListId }: OrderLinesPlace,
): Promise<OrderLineRow[]> {
  return db.query<OrderLineRow>(
    `SELECT l.product_id AS line_id, ${orderLineColumns}
       FROM (SELECT id AS product_id, default_unit_id AS unit_id, 1 AS quantity FROM products
              WHERE id = ANY (${unseenArray('$3', 'integer')}) AND default_unit_id IS NOT NULL) AS l
       ${orderLineJoins}`,
    [priceListId, defaultPriceListId, productIds, planKey],
    'cart_default_units',
  )
}

/** The id of the owner's cart with its lines, in the order in which the cart shows them; null without a cart. */
export async function loadOwnLines(
  db: Db,
  owner: CartOwner,
  place: OrderLinesPlace,
): Promise<{ cartId: number; rows: OrderLineRow[] } | null> {
  const column = ownerColumn(owner)
  const cart = await db.one<{ id: number | null }>(
    `SELECT (${cartIdSql(owner)}) AS id`,
    [owner],
    `cart_id_of_${column}`,
  )
  if (cart?.id == null) return null
  return { cartId: cart.id, rows: await loadOrderLines(db, { ...place, cartId: cart.id }) }
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
