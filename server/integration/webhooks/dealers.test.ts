import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/shop/orders.ts'
import { dealerEventTypes, eventTypes } from '#contract/integration/event-types.ts'
import { acknowledgeIn } from '#server/integration/events/acknowledge.ts'
import { addBuyer, type Buyer, placeOrder, type Placed, product } from '#server/orders/test-orders.ts'
import { addCardPayment } from '#testing/payments.ts'
import { codeOf, openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, type TestProduct } from '#testing/store-rows.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { sendWebhookMail } from './alerts.ts'
import { sendDue } from './deliver.ts'
import { makeDeliveries } from './make-deliveries.ts'
import { openWebhookCall } from './receivers.ts'

type Received = {
  path: string
  headers: IncomingHttpHeaders
  type: string
  data: Record<string, unknown>
  text: string
}

let shop: TestShop
let admin: TestVisitor
let receiver: Server
let received: Received[]
let own: Buyer
let other: Buyer
let drill: TestProduct
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn(await addAdmin(db()))
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      const { type, data } = JSON.parse(text) as Pick<Received, 'type' | 'data'>
      received.push({ path: request.url ?? '', headers: request.headers, type, data, text })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  own = await addBuyer(shop)
  other = await addBuyer(shop)
  drill = await product(shop, { stock: 1000 })
  await db().execute("UPDATE products SET external_key = 'ERP-ANAHTARI' WHERE id = $1", [drill.id])
})
beforeEach(async () => {
  received = []
  await db().execute('DELETE FROM webhook_targets')
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await shop.close()
})

const form = (path: string, parts: object = {}) => ({
  name: path.slice(1),
  url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`,
  types: dealerEventTypes,
  ...parts,
})
function dealerOf({ actor: { dealer } }: Buyer) {
  if (dealer === null) throw new Error('The buyer has no dealer.')
  return dealer
}
type Listed = { id: number; name: string; url: string; user: string | null; isUserOff: boolean; waiting: number }
async function add(visitor: TestVisitor, path: string): Promise<number> {
  const { body } = await visitor.send('POST', '/api/account/webhooks', { body: form(path) })
  return (body as { items: Listed[] }).items.find(({ name }) => name === path.slice(1))?.id ?? 0
}
const list = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/account/webhooks')).body as { items: Listed[] }).items
async function deliver(): Promise<void> {
  await makeDeliveries(db())
  const targets = await db().query<{ id: number }>('SELECT id FROM webhook_targets ORDER BY id')
  for (const { id } of targets) {
    while ((await sendDue({ pool: db(), secret: testSecret, call: openWebhookCall(false) }, id)) > 0);
  }
}
const order = (buyer: Buyer) => placeOrder(shop, buyer, { [drill.unitId]: 1 })

/** Everything that a dealer may be told about: two orders and two payments with each of their events. */
async function happen(buyer: Buyer): Promise<{ orders: Placed[]; payments: string[] }> {
  const acknowledged = await order(buyer)
  await transaction(db(), (tx) =>
    acknowledgeIn(tx, 'order', acknowledged.id, { documentNo: `GIZLI-${acknowledged.id}`, keyId: null }),
  )
  const cancelled = await order(buyer)
  await buyer.send('PATCH', `/api/catalog/order/${cancelled.id}`, { body: { cancel: true } })
  const paid = await addCardPayment(db(), dealerOf(buyer).id)
  const unknown = await addCardPayment(db(), dealerOf(buyer).id)
  for (const state of ['unknown', 'cancelled']) {
    await db().execute('UPDATE payments SET state = $2 WHERE id = $1', [unknown.id, state])
  }
  await db().execute(
    "INSERT INTO payment_refunds (payment_id, request_key, kind, amount) VALUES ($1, 'iade', 'refund', 5)",
    [paid.id],
  )
  await db().execute("UPDATE payment_refunds SET state = 'done', ended_at = now() WHERE payment_id = $1", [paid.id])
  return { orders: [acknowledged, cancelled], payments: [paid.reference, unknown.reference] }
}

describe('the webhook of a dealer', () => {
  test('receives every event of its own orders and payments, and none of another dealer’s', async () => {
    await add(own, '/own')
    await add(other, '/other')
    const [mine, theirs] = [await happen(own), await happen(other)]
    await deliver()
    for (const [path, about, foreign, foreigner] of [
      ['/own', mine, theirs, other],
      ['/other', theirs, mine, own],
    ] as const) {
      const messages = received.filter((each) => each.path === path)
      expect(messages.map(({ type }) => type).toSorted()).toEqual(
        [
          ...['order.acknowledged', 'order.cancelled', 'order.changed', 'order.created', 'order.created'],
          ...['payment.captured', 'payment.captured', 'payment.refunded', 'payment.unknown'],
        ].toSorted(),
      )
      const text = messages.map((each) => each.text).join('\n')
      for (const { orderNo } of about.orders) expect(text).toContain(orderNo)
      for (const reference of about.payments) expect(text).toContain(reference)
      for (const { orderNo } of foreign.orders) expect(text).not.toContain(orderNo)
      for (const reference of foreign.payments) expect(text).not.toContain(reference)
      expect(text).not.toContain(foreigner.actor.email)
      expect(text).not.toContain(`"${dealerOf(foreigner).name}"`)
    }
  })

  test('does not say how prices came about where the store does not', async () => {
    await add(own, '/own')
    await saveSetting(db(), 'showPriceReasons', '0')
    await order(own)
    await deliver()
    await saveSetting(db(), 'showPriceReasons', '1')
    const [item] = (received[0]?.data['orderItems'] ?? []) as Order['orderItems']
    expect(item).toMatchObject({ amount: expect.any(Number) })
    expect(item).not.toHaveProperty('steps')
  })

  test('shows what the dealer’s screens show, and nothing of the store', async () => {
    await add(own, '/own')
    const { orders } = await happen(own)
    await deliver()
    const dataOf = (type: string) => received.find((each) => each.type === type)?.data ?? {}
    const screen = await own.send('GET', `/api/catalog/orders/summary?order=${orders[0]?.orderNo}`)
    const onScreenOnly = [
      'bankAccounts',
      'history',
      'approvalReasons',
      'objectionUntil',
      'shipments',
      'invoices',
      'request',
      'mayReturn',
      'transfer',
      'isTransferDue',
      'accountHolder',
    ]
    const shown = Object.fromEntries(
      Object.entries(screen.body as object).filter(([key]) => !onScreenOnly.includes(key)),
    )
    expect(dataOf('order.acknowledged')).toEqual(shown)
    expect(dataOf('order.acknowledged')).toMatchObject({ orderItems: [{ steps: [{ kind: 'list' }] }] })
    expect(dataOf('order.acknowledged')).toMatchObject({ isSent: true, isCancel: false })
    expect(dataOf('order.cancelled')).toMatchObject({ orderNo: orders[1]?.orderNo, isCancel: true })
    expect(Object.keys(dataOf('payment.captured')).toSorted()).toEqual(
      [
        ...['reference', 'kind', 'state', 'orderNo', 'capturedAt', 'amount', 'baseAmount', 'fee', 'refunded'],
        ...['currency', 'installment'],
      ].toSorted(),
    )
    expect(Object.keys(dataOf('payment.refunded')).toSorted()).toEqual(
      ['id', 'paymentReference', 'orderNo', 'kind', 'amount', 'currency', 'endedAt'].toSorted(),
    )
    const text = received.map((each) => each.text).join('\n')
    for (const hidden of ['GIZLI-', 'ERP-ANAHTARI', 'MERKEZ', '"pos"', 'authCode', 'movement', 'warehouse', '"erp"']) {
      expect(text).not.toContain(hidden)
    }
  })

  test('names no amounts of orders while the shop hides prices', async () => {
    await saveSetting(db(), 'showPriceStatus', '0')
    await add(own, '/own')
    await db().execute(
      "INSERT INTO events (type, subject_id) SELECT 'order.created', max(id) FROM orders WHERE dealer_id = $1",
      [dealerOf(own).id],
    )
    await deliver()
    await saveSetting(db(), 'showPriceStatus', '1')
    expect(received).toHaveLength(1)
    for (const amount of ['total', 'subtotal', 'price"', 'amount"'])
      expect(received[0]?.text).not.toContain(`"${amount}`)
  })

  test('names no amounts to a user whose role hides prices, and gets nothing once the role does not allow keys', async () => {
    const colleague = await addColleague(db(), dealerOf(own))
    await add(await shop.signedIn(colleague), '/own')
    await db().execute(
      `WITH made AS (INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($2, 'Anahtar', '{keys}') RETURNING id)
       UPDATE users SET user_role = NULL, own_role_id = made.id FROM made WHERE users.id = $1`,
      [colleague.userId, dealerOf(own).id],
    )
    await order(own)
    await deliver()
    expect(received).toHaveLength(1)
    expect(received[0]?.text).not.toContain('"total')
    await db().execute("UPDATE user_roles SET permissions = '{stock}' WHERE dealer_id = $1", [dealerOf(own).id])
    await order(own)
    await deliver()
    expect(received).toHaveLength(1)
  })

  test('is told that an administrator marked an order as sent to the ERP, once', async () => {
    await add(own, '/own')
    const { id } = await order(own)
    const mark = () => admin.send('POST', '/yonetim/orders/sent', { body: { ids: [id], isSent: true } })
    expect([(await mark()).status, (await mark()).status]).toEqual([200, 200])
    await deliver()
    expect(received.map(({ type }) => type)).toEqual(['order.created', 'order.acknowledged', 'order.changed'])
  })

  test('cannot be added for what happens to others', async () => {
    for (const type of eventTypes.filter((each) => !(dealerEventTypes as readonly string[]).includes(each))) {
      const answer = await own.send('POST', '/api/account/webhooks', { body: form('/own', { types: [type] }) })
      expect([type, codeOf(answer)]).toEqual([type, 'validation_failed'])
    }
  })

  test('is the dealer’s alone: other dealers and administrators do not find it', async () => {
    const id = await add(own, '/own')
    expect(await list(own)).toHaveLength(1)
    expect(await list(other)).toEqual([])
    const { body } = await admin.send('GET', '/yonetim/webhooks')
    expect((body as { items: unknown[] }).items).toEqual([])
    expect((await admin.send('DELETE', `/yonetim/webhooks/${id}`)).status).toBe(404)
    expect((await other.send('POST', `/api/account/webhooks/${id}/test`, { body: {} })).status).toBe(404)
    expect(received).toEqual([])
  })

  test('stops with its user, and goes on when a colleague saves it', async () => {
    const colleague = await addColleague(db(), dealerOf(own))
    const visitor = await shop.signedIn(colleague)
    const id = await add(visitor, '/own')
    await db().execute('UPDATE users SET disabled_at = now() WHERE id = $1', [colleague.userId])
    await order(own)
    await deliver()
    expect(received).toEqual([])
    expect(await list(own)).toMatchObject([{ user: colleague.name, isUserOff: true }])
    await own.send('PATCH', `/api/account/webhooks/${id}`, { body: form('/own') })
    await deliver()
    expect(received.map(({ type }) => type)).toEqual(['order.created'])
    expect(await list(own)).toMatchObject([{ user: own.actor.name, isUserOff: false }])
  })

  test('is listed without the path of its address for colleagues who may not order', async () => {
    await add(own, '/gizli-anahtar')
    const visitor = await shop.signedIn(await addColleague(db(), dealerOf(own), { canOrder: false }))
    const answer = await visitor.send('GET', '/api/account/webhooks')
    expect((answer.body as { items: Listed[] }).items[0]?.url).toBe(new URL(form('/').url).origin)
  })

  test('takes ten tests a minute', async () => {
    const id = await add(own, '/own')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await own.send('POST', `/api/account/webhooks/${id}/test`, { body: {} })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    expect(received).toHaveLength(10)
  })

  test('is one of ten at most', async () => {
    for (let n = 1; n <= 10; n++) await add(own, `/nr-${n}`)
    const answer = await own.send('POST', '/api/account/webhooks', { body: form('/nr-11') })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'webhooks_full'])
    expect(await add(other, '/nr-1')).toBeGreaterThan(0)
  })

  test('that gives up events is reported to its user by email, not to the store', async () => {
    const id = await add(own, '/own')
    await order(own)
    await makeDeliveries(db())
    await db().execute("UPDATE webhook_deliveries SET state = 'dead', ended_at = now() WHERE target_id = $1", [id])
    const sent: Parameters<Mailer['send']>[0][] = []
    const send: Mailer['send'] = (email) => {
      sent.push(email)
      return Promise.resolve()
    }
    const deps = { pool: db(), mailer: { send }, publicUrl: 'https://bayi.example.com' }
    await sendWebhookMail(deps, { id }, 'key')
    expect(sent.map(({ to }) => to)).toEqual([own.actor.email])
    expect(sent[0]?.text).toContain('https://bayi.example.com/account/webhooks')
    await db().execute('UPDATE users SET disabled_at = now() WHERE id = $1', [own.actor.userId])
    await sendWebhookMail(deps, { id }, 'key')
    await db().execute('UPDATE users SET disabled_at = NULL WHERE id = $1', [own.actor.userId])
    expect(sent).toHaveLength(1)
  })
})
