import type { AdminReturn } from '#contract/admin/returns.ts'
import type { Placed } from '#server/orders/test-orders.ts'
import type { TestVisitor } from '#testing/shop.ts'

export type Wanted = { lineNo: number; quantity: number }
export const line = (quantity: number, lineNo = 1): Wanted => ({ lineNo, quantity })

let lastKey = 0
/** Requests a return with a key of its own, or the given one. */
export function request(visitor: TestVisitor, { orderNo }: Placed, lines: readonly Wanted[], body: object = {}) {
  lastKey += 1
  const form = { key: `return-${lastKey}-key`, orderNo, reason: 'damaged', description: 'Kutusu ezik', photos: [] }
  return visitor.send('POST', '/api/catalog/returns', { body: { ...form, faultReportNo: null, lines, ...body } })
}

export async function requested(
  visitor: TestVisitor,
  order: Placed,
  lines: readonly Wanted[],
  body: object = {},
): Promise<string> {
  const reply = await request(visitor, order, lines, body)
  if (reply.status !== 200) throw new Error(`The return was refused: ${JSON.stringify(reply.body)}`)
  return (reply.body as { returnNo: string }).returnNo
}

/** A return as staff see it, by its number. */
export async function find(staff: TestVisitor, returnNo: string): Promise<AdminReturn> {
  const { body } = await staff.send('GET', `/yonetim/returns?q=${returnNo}`)
  const [item] = (body as { items: { id: number }[] }).items
  return (await staff.send('GET', `/yonetim/returns/${item?.id}`)).body as AdminReturn
}

export const decide = (staff: TestVisitor, id: number, accepted: readonly number[], note = '') =>
  staff.send('POST', `/yonetim/returns/${id}/decide`, {
    body: { lines: accepted.map((each, at) => ({ lineNo: at + 1, accepted: each })), note },
  })

type Place = { quantity: number; warehouseId: number | null }
export const receive = (staff: TestVisitor, id: number, places: readonly Place[], invoiceNo = '') =>
  staff.send('POST', `/yonetim/returns/${id}/receive`, {
    body: { lines: places.map((place, at) => ({ lineNo: at + 1, ...place })), invoiceNo, note: '' },
  })
