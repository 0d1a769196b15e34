import type { DealerPromotions } from '#domain/promotions/promotion-book.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'
import {
  cartFactsSql,
  factsOf,
  type PromotionFacts,
  type PromotionFactsCell,
  withQuotas,
} from '#server/promotions/promotions.ts'
import { cartIdSql, type CartOwner, ownerColumn } from './cart-owner.ts'
import type { PriceLists } from './changed-product-rows.ts'
import type { PricedRow } from './line-price.ts'
import { goodsSql, storedPriceSql } from './unit-price-sql.ts'

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
