import { cartTotals } from '#domain/cart/cart.ts'
import { carrierPayerOf, carrierTerms } from '#domain/orders/carrier-payer.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import { emptyNote, orderNumber } from '#domain/orders/order.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { continueIdentity, insertRows } from '#demo/catalog/bulk.ts'
import { addHabits } from './habits.ts'
import { addPairs } from './pairs.ts'
import { drawLine, type OrderedProduct, type OrderLine, returnStock } from './order-lines.ts'
import { createRandom, type Random } from '#demo/random.ts'
import { demoRates } from '#demo/rates.ts'
import { demoApprovalLimit, demoCarrier } from '#demo/settings.ts'
import { workingMoment } from './working-hours.ts'

export type Buyer = { dealerId: number; userId: number; discount: number }
export type OrderPlan = {
  count: number
  seed: number
  today: Date
  buyers: readonly Buyer[]
  products: readonly OrderedProduct[]
  branches: readonly number[]
}

type Order = {
  id: number
  buyer: Buyer
  at: Date
  lines: OrderLine[]
  isCancelled: boolean
  isSent: boolean
  state: OrderState
  note: string
  branch: number | null
}

const spanInDays = 150
const notes = [
  'Sevkiyat öncesi arayınız.',
  'Fatura ile birlikte irsaliye de gönderilsin.',
  'Şantiyeye teslim edilecek.',
  'Acil',
]

/** Inserts past orders, oldest first, and takes their stock as an order does. */
export async function loadOrders(db: Db, plan: OrderPlan): Promise<number> {
  const random = createRandom(plan.seed + 2)
  const drawn = Array.from({ length: plan.count }, (_, i) => drawOrder(plan, i, random))
  addHabits(drawn, plan)
  addPairs(drawn, plan)
  const orders = drawn.filter(({ lines }) => lines.length > 0)
  await insertRows(db, 'orders', orderColumns, orders.map(orderRow))
  await insertRows(db, 'order_lines', lineColumns, orders.flatMap(lineRows))
  await insertRows(db, 'order_history', historyColumns, orders.flatMap(historyRows))
  await insertRows(db, 'stock_movements', movementColumns, orders.flatMap(movementRows))
  await db.execute(
    `UPDATE inventory SET quantity = inventory.quantity + moved.quantity
       FROM (SELECT product_id, warehouse_id, sum(quantity) AS quantity FROM stock_movements
              WHERE order_id IS NOT NULL GROUP BY 1, 2) AS moved
      WHERE inventory.product_id = moved.product_id AND inventory.warehouse_id = moved.warehouse_id`,
  )
  await continueIdentity(db, 'orders')
  await db.query(`SELECT setval('order_number', $1)`, [Math.max(plan.count, 1)])
  return orders.length
}

function drawOrder(plan: OrderPlan, i: number, random: Random): Order {
  const buyer = random.chance(0.4) ? plan.buyers[0] : random.pick(plan.buyers)
  if (!buyer) throw new RangeError('Nobody is there to order.')
  const lines: OrderLine[] = []
  for (let n = random.whole(2, 6); n > 0; n -= 1) {
    const product = random.pick(plan.products)
    const isNew = lines.every((line) => line.product.id !== product.id)
    const line = isNew ? drawLine(product, buyer.discount, random) : undefined
    if (line) lines.push(line)
  }
  const isCancelled = random.chance(0.1)
  if (isCancelled) for (const line of lines) returnStock(line)
  const daysAgo = spanInDays * (1 - i / plan.count)
  const isSent = !isCancelled && daysAgo > 4
  const isAwaiting = cartTotals(lines, 'TRY', demoRates).totalTry.greaterThan(demoApprovalLimit)
  const open = isAwaiting ? 'awaiting_approval' : 'received'
  return {
    id: i + 1,
    buyer,
    lines,
    isCancelled,
    at: workingMoment(plan.today, daysAgo, random.whole(0, 60)),
    isSent,
    state: isCancelled ? 'cancelled' : isSent ? 'confirmed' : open,
    note: random.chance(0.3) ? random.pick(notes) : emptyNote,
    branch: random.chance(0.5) ? random.pick(plan.branches) : null,
  }
}

const orderColumns = {
  id: 'bigint',
  order_no: 'text',
  dealer_id: 'integer',
  user_id: 'integer',
  created_at: 'timestamptz',
  state: 'text',
  approval_reasons: 'text[]',
  is_cancel: 'boolean',
  cancelled_at: 'timestamptz',
  sent_to_erp_at: 'timestamptz',
  description: 'text',
  plan_key: 'text',
  branch_id: 'integer',
  currency: 'text',
  rates: 'jsonb',
  subtotal: 'numeric',
  tax: 'numeric',
  total: 'numeric',
  total_try: 'numeric',
  carrier_payer: 'text',
}

function orderRow(order: Order): object {
  const totals = cartTotals(order.lines, 'TRY', demoRates)
  const used = new Set(order.lines.map(({ price }) => price.currency))
  const carried = { amount: totals.subtotal.toFixed(2), isFree: false, carrier: null }
  const later = new Date(order.at.getTime() + 3_600_000)
  return {
    id: order.id,
    order_no: orderNumber(order.at.getFullYear(), order.id),
    dealer_id: order.buyer.dealerId,
    user_id: order.buyer.userId,
    created_at: order.at,
    state: order.state,
    approval_reasons: order.state === 'awaiting_approval' ? ['amount'] : [],
    is_cancel: order.isCancelled,
    cancelled_at: order.isCancelled ? later : null,
    sent_to_erp_at: order.isSent ? later : null,
    description: order.note,
    plan_key: 'advencePrice1',
    branch_id: order.branch,
    currency: 'TRY',
    rates: Object.fromEntries(Object.entries(demoRates).filter(([code]) => used.has(code))),
    subtotal: totals.subtotal.toFixed(2),
    tax: totals.tax.toFixed(2),
    total: totals.total.toFixed(2),
    total_try: totals.totalTry.toFixed(2),
    carrier_payer: carrierPayerOf(carrierTerms('store', demoCarrier), carried)?.payer,
  }
}

const lineColumns = {
  order_id: 'bigint',
  line_no: 'integer',
  product_id: 'integer',
  code: 'text',
  name: 'text',
  brand: 'text',
  model: 'text',
  image: 'text',
  unit_id: 'integer',
  unit: 'text',
  multiplier: 'numeric',
  quantity: 'integer',
  confirmed: 'integer',
  cancelled: 'integer',
  price_value: 'numeric',
  price_currency: 'text',
  tax_rate: 'numeric',
  amount: 'numeric',
  price_steps: 'jsonb',
}

function lineRows(order: Order): object[] {
  return order.lines.map(({ product, unit, quantity, price, steps, taxRate, amount }, i) => ({
    order_id: order.id,
    line_no: i + 1,
    product_id: product.id,
    code: product.code,
    name: product.name,
    brand: product.brand,
    model: product.model,
    image: product.image,
    unit_id: unit.id,
    unit: unit.name,
    multiplier: unit.multiplier,
    quantity,
    confirmed: order.state === 'confirmed' ? quantity : 0,
    cancelled: order.isCancelled ? quantity : 0,
    price_value: price.value,
    price_currency: price.currency,
    tax_rate: taxRate,
    amount,
    price_steps: steps,
  }))
}

const historyColumns = {
  order_id: 'bigint',
  at: 'timestamptz',
  step: 'text',
  from_state: 'text',
  to_state: 'text',
  actor: 'text',
  user_id: 'integer',
}

function historyRows({ id, at, state, buyer }: Order): object[] {
  if (state !== 'confirmed' && state !== 'cancelled') return []
  const by = state === 'confirmed' ? { actor: 'erp', user_id: null } : { actor: 'dealer', user_id: buyer.userId }
  const moved = { step: state, from_state: 'received', to_state: state, at: new Date(at.getTime() + 3_600_000) }
  return [{ order_id: id, ...moved, ...by }]
}

const movementColumns = {
  product_id: 'integer',
  warehouse_id: 'integer',
  quantity: 'numeric',
  reason: 'text',
  order_id: 'bigint',
  created_at: 'timestamptz',
}

function movementRows(order: Order): object[] {
  const taken = order.lines.flatMap(({ product, taken }) =>
    taken.map(({ warehouseId, quantity }) => ({
      product_id: product.id,
      warehouse_id: warehouseId,
      quantity: -quantity,
      reason: 'order',
      order_id: order.id,
      created_at: order.at,
    })),
  )
  const returned = taken.map((row) => ({ ...row, quantity: -row.quantity, reason: 'cancel' }))
  return order.isCancelled ? [...taken, ...returned] : taken
}
