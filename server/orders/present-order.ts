import type { Order } from '#contract/orders.ts'
import { productPath } from '#contract/pages.ts'
import type { OrderLineRow, OrderRow } from './queries.ts'

/** An order as the wire has it. */
export function presentOrder(row: OrderRow): Order {
  return {
    id: row.id,
    orderNo: row.order_no,
    date: row.created_at.toISOString(),
    creator: row.creator,
    dealer: row.dealer,
    isCancel: row.is_cancel,
    description: row.description,
    branch: row.branch,
    plan: row.plan,
    currency: row.currency,
    rates: Object.fromEntries(Object.entries(row.rates).map(([code, rate]) => [code, Number(rate)])),
    subtotal: Number(row.subtotal),
    tax: Number(row.tax),
    total: Number(row.total),
    totalTry: Number(row.total_try),
    orderItems: row.lines.map(presentLine),
  }
}

function presentLine(line: OrderLineRow): Order['orderItems'][number] {
  const { product_id: id, seo, ozelkod2, image } = line
  return {
    productId: id,
    url: id === null || seo === null ? null : productPath({ id, seo, ozelkod2 }),
    code: line.code,
    name: line.name,
    brand: line.brand,
    model: line.model,
    image: image === null ? null : `/images/${image.split('/').map(encodeURIComponent).join('/')}`,
    unit: line.unit,
    multiplier: Number(line.multiplier),
    quantity: line.quantity,
    backOrder: Number(line.back_order),
    price: { value: Number(line.price_value), currency: line.price_currency },
    taxRate: Number(line.tax_rate),
    amount: Number(line.amount),
  }
}
