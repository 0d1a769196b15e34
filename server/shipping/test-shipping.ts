import type { AdminShipment } from '#contract/admin/shipments.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { Placed } from '#server/orders/test-orders.ts'
import type { TestVisitor } from '#testing/shop.ts'

export const form = {
  carrier: 'yurtici',
  trackingNo: '123456789',
  trackingUrl: '',
  deliveryNoteNo: 'IRS2026000000042',
  recipient: 'Ada Hırdavat',
  address: 'Sanayi Mah. 5. Cad. No 3',
  district: 'Kadıköy',
  city: 'İstanbul',
  phone: '0216 000 00 00',
  note: '',
  weights: ['12,5', '3'],
}

export type Sent = { orderId: number; lineNo: number; quantity: number; shipped: number }

let lastKey = 0
/** A line of an order of which nothing was shipped yet. */
export const sent = ({ id }: Placed, quantity: number, { lineNo = 1, shipped = 0 } = {}): Sent => {
  return { orderId: id, lineNo, quantity, shipped }
}

/** Ships lines by a request of its own, or one with the given key. */
export function shipLines(staff: TestVisitor, lines: readonly Sent[], body: object = {}) {
  lastKey += 1
  return staff.send('POST', '/yonetim/shipments', { body: { key: `request-${lastKey}`, ...form, lines, ...body } })
}

export async function shipped(staff: TestVisitor, lines: readonly Sent[], body: object = {}): Promise<AdminShipment> {
  const reply = await shipLines(staff, lines, body)
  if (reply.status !== 200) throw new Error(`The shipment was refused: ${JSON.stringify(reply.body)}`)
  return reply.body as AdminShipment
}

export async function moveTo(staff: TestVisitor, { id }: Placed, from: OrderState, to: OrderState): Promise<void> {
  const { body } = await staff.send('POST', '/yonetim/orders/state', { body: { orders: [{ id, from }], to } })
  const { refused } = body as { refused: unknown[] }
  if (refused.length > 0) throw new Error(`The move was refused: ${JSON.stringify(refused)}`)
}
