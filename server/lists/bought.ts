import type { Input, Reply } from '#contract/core/endpoint.ts'
import {
  type BoughtProduct,
  boughtPerPage,
  type BoughtSort,
  boughtSorts,
  type listBought,
} from '#contract/shop/bought.ts'
import type { Product } from '#contract/shop/product.ts'
import { inScopeSql } from '#server/account/account.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { View } from '#server/settings/settings.ts'
import { unitOfLine } from './line-units.ts'
import type { DealerActor } from './list-rows.ts'

/**
 * SQL: the lines `l` of orders `o` that a dealer ($1) bought, of those that a user bound to addresses ($2) sees: what was
 * neither cancelled nor returned, without free goods.
 */
export const isBoughtSql = `o.dealer_id = $1 AND ${inScopeSql('$2')} AND NOT o.is_cancel AND NOT l.is_free
  AND l.quantity > l.cancelled + l.returned`

type BoughtRow = {
  product_id: number | null
  unit_id: number | null
  code: string
  name: string
  unit: string
  quantity: number
  price_value: string
  price_currency: string
  order_no: string
  created_at: Date
  order_count: number
}

/** A product that is gone is known by its code. */
const product = "coalesce(l.product_id::text, 'code ' || l.code)"

/** The last line of each product; the rank of its order is the number of orders. $3: part of a code or name, or ''. */
const found = `WITH bought AS (
    SELECT DISTINCT ON (${product}) l.product_id, l.unit_id, l.code, coalesce(p.name, l.name) AS name, l.unit,
           l.quantity - l.cancelled - l.returned AS quantity, l.price_value, l.price_currency, o.order_no, o.created_at,
           o.id AS order_id, dense_rank() OVER (PARTITION BY ${product} ORDER BY o.id) AS order_count
      FROM orders o JOIN order_lines l ON l.order_id = o.id LEFT JOIN products p ON p.id = l.product_id
     WHERE ${isBoughtSql}
     ORDER BY ${product}, o.id DESC, l.line_no),
  found AS (SELECT * FROM bought
     WHERE $3 = '' OR strpos(upper(code), upper($3)) > 0 OR strpos(fold(name), fold($3)) > 0)`

const orderOf: Record<BoughtSort, string> = {
  '-date': 'created_at DESC, order_id DESC, code',
  '-count': 'order_count DESC, created_at DESC, code',
  name: 'name COLLATE "tr-x-icu", code',
}

/** The products that the dealer has ordered, each with its last order and today's price. */
export async function loadBought(
  db: Db,
  query: NonNullable<Input<typeof listBought>['query']>,
  { actor, view }: { actor: DealerActor; view: View },
): Promise<Reply<typeof listBought>> {
  const { page } = parsePaging(query)
  const sort = boughtSorts.find((each) => each === query.sort) ?? '-date'
  const q = cleanText(query.q).slice(0, 100)
  const params = [actor.dealer.id, actor.addresses, q]
  const [counted, rows] = await Promise.all([
    db.one<{ count: number }>(`${found} SELECT count(*) AS count FROM found`, params, 'bought_count'),
    db.query<BoughtRow>(
      `${found} SELECT product_id, unit_id, code, name, unit, quantity, price_value, price_currency, order_no, created_at,
                       order_count
                  FROM found ORDER BY ${orderOf[sort]} LIMIT $4 OFFSET $5`,
      [...params, boughtPerPage, (page - 1) * boughtPerPage],
      `bought_page_${sort}`,
    ),
  ])
  const total = counted?.count ?? 0
  const quantities = new Map(rows.flatMap(({ unit_id, quantity }) => (unit_id === null ? [] : [[unit_id, quantity]])))
  const ids = rows.flatMap(({ product_id }) => product_id ?? [])
  const products = await loadProducts(db, ids, view, { quantities })
  return {
    items: rows.map((row) => presentBought(row, products.get(row.product_id ?? 0), view)),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / boughtPerPage)),
    limit: boughtPerPage,
    sort,
    q,
  }
}

function presentBought(row: BoughtRow, product: Product | undefined, { seesPrices }: View): BoughtProduct {
  const unit = unitOfLine(row, product)
  return {
    ...goodsOf(product, unit, row),
    orderNo: row.order_no,
    date: row.created_at.toISOString(),
    quantity: row.quantity,
    ...(seesPrices && { priceThen: { value: Number(row.price_value), currency: row.price_currency } }),
    orderCount: row.order_count,
  }
}

/** A product as it can be ordered again; `row` is shown where the product is gone. */
export function goodsOf(
  product: Product | undefined,
  unit: Product['units'][number] | undefined,
  row: { code: string; name: string; unit: string },
) {
  const price = unit?.cartPrice ?? unit?.defaultPrice
  return {
    productId: product?.id ?? null,
    code: product?.code ?? row.code,
    name: product?.name ?? row.name,
    url: product?.url ?? null,
    image: product?.image ?? null,
    unit: unit?.value ?? row.unit,
    unitId: unit?.id ?? null,
    ...(price !== undefined && price.value > 0 && { price }),
    isOutOfStock: product?.isOutOfStock ?? true,
    ...(product?.quantity !== undefined && { stock: product.quantity }),
    ...(product?.moreThan !== undefined && { moreThan: product.moreThan }),
  }
}
