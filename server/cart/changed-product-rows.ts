import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type GoodsCell, goodsSql, storedPriceSql } from './unit-price-sql.ts'

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
