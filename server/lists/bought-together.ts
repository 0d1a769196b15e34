import { stripMax } from '#contract/shop/product-strips.ts'
import type { Product } from '#contract/shop/product.ts'
import { guestHash } from '#server/cart/cart.ts'
import { isOnSale, loadProducts } from '#server/catalog/catalog.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { View } from '#server/settings/settings.ts'
import type { BuyerContext } from '#server/visitor/visitor.ts'
import { oneOfEachFamily } from './seen-products.ts'

/** Dealers who have ordered both products of a pair together, at least: nobody learns what a single one buys. */
const dealersMin = 3
/** What dealers ordered before says little about today. */
const historyDays = 365
/** Orders that are compared, the latest first, and their lines: larger ones hold a bit of everything. */
const ordersMax = 50_000
const linesMax = 60
/** Others of a product that are kept. */
const keptMax = 12
/** Candidates for a strip: some cannot be ordered by the visitor. */
const candidatesMax = 40
const cartProductsMax = 500

/** Computes anew which products are bought together. Readers see the former rows until it is done. */
export function computeBoughtTogether(pool: Pool): Promise<void> {
  return transaction(pool, computeIn, { statementSeconds: 600 })
}

/** The same in an open transaction. */
export async function computeIn(db: Db): Promise<void> {
  // Another process waits, and then computes the same.
  await db.execute('LOCK TABLE bought_together IN SHARE ROW EXCLUSIVE MODE')
  await db.execute('DELETE FROM bought_together')
  await db.execute(
    `WITH recent AS MATERIALIZED (
       SELECT id, dealer_id FROM orders
        WHERE NOT is_cancel AND created_at >= now() - $1::integer * interval '1 day'
        ORDER BY created_at DESC LIMIT $2
     ), bought AS MATERIALIZED (
       SELECT DISTINCT r.id AS order_id, r.dealer_id, l.product_id, coalesce(p.parent_id, p.id) AS family
         FROM recent r JOIN order_lines l ON l.order_id = r.id JOIN products p ON p.id = l.product_id
        WHERE NOT l.is_free AND l.quantity > l.cancelled + l.returned
     ), baskets AS MATERIALIZED (
       SELECT b.* FROM bought b
         JOIN (SELECT order_id FROM bought GROUP BY order_id HAVING count(*) BETWEEN 2 AND $3) s USING (order_id)
     ), sold AS (
       SELECT product_id, count(*) AS orders FROM bought GROUP BY product_id
     ), pairs AS (
       SELECT a.product_id, b.product_id AS other_id, count(*) AS orders
         FROM baskets a JOIN baskets b ON b.order_id = a.order_id AND b.family <> a.family
        GROUP BY a.product_id, b.product_id HAVING count(DISTINCT a.dealer_id) >= $4
     ), scored AS (
       SELECT p.product_id, p.other_id, (p.orders / sqrt(own.orders::float8 * other.orders))::real AS score
         FROM pairs p JOIN sold own ON own.product_id = p.product_id JOIN sold other ON other.product_id = p.other_id
     )
     INSERT INTO bought_together (product_id, other_id, score)
     SELECT product_id, other_id, score
       FROM (SELECT s.*, row_number() OVER (PARTITION BY product_id ORDER BY score DESC, other_id) AS place FROM scored s) ranked
      WHERE place <= $5`,
    [historyDays, ordersMax, linesMax, dealersMin, keptMax],
    'together_compute',
  )
}

type OtherRow = { id: number; family: number }

/** What is bought together with a product, or with the variants of a parent, and can be ordered by the visitor. */
export async function loadTogether(db: Db, productId: number, view: View): Promise<Product[]> {
  const rows = await db.query<OtherRow>(
    `SELECT o.id, coalesce(o.parent_id, o.id) AS family
       FROM bought_together b JOIN products o ON o.id = b.other_id
      WHERE b.product_id = ANY (array(SELECT p.id FROM products p WHERE p.id = $1 OR p.parent_id = $1)) AND ${isOnSale('o')}
      GROUP BY o.id ORDER BY max(b.score) DESC, o.id LIMIT $2`,
    [productId, candidatesMax],
    'together_of_product',
  )
  return presentTogether(db, rows, view)
}

/** The same for all products of the visitor's cart, without what it has. */
export async function loadTogetherOfCart(db: Db, context: BuyerContext, view: View): Promise<Product[]> {
  const owner = context.actor === null ? [null, guestHash(context.guestCart.token)] : [context.actor.userId, null]
  const rows = await db.query<OtherRow>(
    `WITH held AS MATERIALIZED (
       SELECT l.product_id, coalesce(p.parent_id, p.id) AS family
         FROM carts c JOIN cart_lines l ON l.cart_id = c.id JOIN products p ON p.id = l.product_id
        WHERE c.user_id = $1 OR c.guest_hash = $2 ORDER BY l.id DESC LIMIT $3
     )
     SELECT o.id, coalesce(o.parent_id, o.id) AS family
       FROM bought_together b JOIN products o ON o.id = b.other_id
      WHERE b.product_id = ANY (array(SELECT DISTINCT product_id FROM held)) AND ${isOnSale('o')}
        AND coalesce(o.parent_id, o.id) <> ALL (array(SELECT family FROM held))
      GROUP BY o.id ORDER BY sum(b.score) DESC, o.id LIMIT $4`,
    [...owner, cartProductsMax, candidatesMax],
    'together_of_cart',
  )
  return presentTogether(db, rows, view)
}

async function presentTogether(db: Db, rows: readonly OtherRow[], view: View): Promise<Product[]> {
  const products = await loadProducts(
    db,
    rows.map(({ id }) => id),
    view,
  )
  const offered = rows.flatMap((row) => {
    const product = products.get(row.id)
    return product !== undefined && canBeAdded(product, view) ? [{ ...row, product }] : []
  })
  return oneOfEachFamily(offered)
    .slice(0, stripMax)
    .map(({ product }) => product)
}

/** Whether one press puts the product into the cart: it has a unit, stock where the store asks for it, and a price or a hidden one. */
function canBeAdded({ varyantx, defaultUnit, isOutOfStock, salePrice }: Product, { settings }: View): boolean {
  const hasStock = !isOutOfStock || settings.cartStockControl === '1'
  return varyantx === 1 && defaultUnit !== null && hasStock && (salePrice === undefined || salePrice.value > 0)
}
