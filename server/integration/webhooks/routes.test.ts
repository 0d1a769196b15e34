import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countUnreadable } from '#server/platform/http/encrypted.ts'
import { addBuyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { codeOf, openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { sendDue } from './deliver.ts'
import { makeDeliveries } from './make-deliveries.ts'
import { resealWebhookSecrets, sealedWebhookSecrets } from './manage-webhooks.ts'
import { openWebhookCall } from './receivers.ts'
import { newWebhookSecret, signedHeaders } from './signature.ts'
import { purgeDeliveries } from './webhook-rows.ts'

let shop: TestShop
let admin: TestVisitor
let receiver: Server
let status: number
let received: { headers: IncomingHttpHeaders; body: string }[]

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn(await addAdmin(shop.database.pool))
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end('thanks')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  status = 200
  received = []
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await shop.close()
})

const here = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const form = (parts: object = {}) => ({ name: 'ERP', url: here(), types: ['order.created'], ...parts })

type Made = { secret: string; items: { id: number; name: string; waiting: number; dead: number; isActive: boolean }[] }
async function add(name: string, parts: object = {}): Promise<{ id: number; secret: string }> {
  const { body } = await admin.send('POST', '/yonetim/webhooks', { body: form({ name, ...parts }) })
  const { secret, items } = body as Made
  return { id: items.find((each) => each.name === name)?.id ?? 0, secret }
}
const listed = async (id: number) => {
  const { body } = await admin.send('GET', '/yonetim/webhooks')
  return (body as Made).items.find((each) => each.id === id)
}
const isSignedWith = (secret: string) => {
  const { headers, body } = received.at(-1) ?? { headers: {}, body: '' }
  const id = String(headers['webhook-id'])
  const own = signedHeaders({ id, body }, [secret], new Date(Number(headers['webhook-timestamp']) * 1000))
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(own['webhook-signature'] ?? '')
}
const send = async (id: number) => {
  await makeDeliveries(shop.database.pool)
  return sendDue({ pool: shop.database.pool, secret: testSecret, call: openWebhookCall(false) }, id)
}
const order = async () => {
  const drill = await product(shop)
  return placeOrder(shop, await addBuyer(shop), { [drill.unitId]: 1 })
}

test('a new webhook receives the next order, not earlier ones, signed with the secret that was shown once', async () => {
  await order()
  const { id, secret } = await add('Yeni')
  const { orderNo } = await order()
  expect(await send(id)).toBe(1)
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'order.created',
    data: { orderNo, lines: [{ quantity: 1 }] },
  })
  expect(isSignedWith(secret)).toBe(true)
  expect((await admin.send('GET', '/yonetim/webhooks')).text).not.toContain(secret)
  expect(await listed(id)).toMatchObject({ waiting: 0, dead: 0, lastDeliveredAt: expect.any(String) })
})

test('the example of the documentation accepts genuine messages, and no others', async () => {
  const { id, secret } = await add('Belge')
  await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
  const documentation = readFileSync(new URL('../../../docs/integration.md', import.meta.url), 'utf8')
  const code =
    [...documentation.matchAll(/```js\n([\s\S]*?)```/g)]
      .map(([, text = '']) => text)
      .find((text) => text.includes('isGenuine')) ?? ''
  const example = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine(secret: string, headers: IncomingHttpHeaders, body: string): boolean
  }
  const { headers = {}, body = '' } = received[0] ?? {}
  expect(example.isGenuine(secret, headers, body)).toBe(true)
  expect(example.isGenuine(secret, headers, `${body} `)).toBe(false)
  expect(example.isGenuine(newWebhookSecret(), headers, body)).toBe(false)
  expect(example.isGenuine(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toBe(false)
})

test('a new secret signs beside the former one for a day', async () => {
  const { id, secret } = await add('Anahtar')
  const { body } = await admin.send('POST', `/yonetim/webhooks/${id}/secret`, { body: {} })
  const { secret: fresh } = body as Made
  await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
  expect([isSignedWith(secret), isSignedWith(fresh)]).toEqual([true, true])
  await shop.database.pool.execute('UPDATE webhook_targets SET former_until = now() WHERE id = $1', [id])
  await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
  expect([isSignedWith(secret), isSignedWith(fresh)]).toEqual([false, true])
})

test('secrets stay readable when the session secret is replaced', async () => {
  const { id, secret } = await add('Taşınan')
  const next = 'another secret of at least thirty-two letters'
  await resealWebhookSecrets(shop.database.pool, [next, testSecret])
  expect(await countUnreadable(next, await sealedWebhookSecrets(shop.database.pool))).toBe(0)
  expect(await countUnreadable(testSecret, await sealedWebhookSecrets(shop.database.pool))).toBeGreaterThan(0)
  await order()
  await makeDeliveries(shop.database.pool)
  await sendDue({ pool: shop.database.pool, secret: next, call: openWebhookCall(false) }, id)
  expect(isSignedWith(secret)).toBe(true)
  await resealWebhookSecrets(shop.database.pool, [testSecret, next])
})

describe('a test event', () => {
  test('is sent at once, and its outcome is shown', async () => {
    const { id } = await add('Deneme')
    const good = await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
    expect(good.body).toMatchObject({ delivery: { type: 'test', state: 'delivered', status: 200, answer: 'thanks' } })
    status = 500
    const bad = await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
    expect(bad.body).toMatchObject({ delivery: { state: 'dead', status: 500 } })
  })

  test('to an address that does not answer says why', async () => {
    const { id } = await add('Kapalı', { url: 'http://127.0.0.1:9/' })
    const answer = await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
    expect(answer.body).toMatchObject({ delivery: { state: 'dead', status: null, failure: 'Adrese bağlanılamadı.' } })
  })
})

test('undelivered ones are listed with request and answer, and sent again one by one or all at once', async () => {
  status = 500
  const { id } = await add('Yeniden')
  for (let n = 0; n < 3; n++) await order()
  await send(id)
  await shop.database.pool.execute(
    `UPDATE webhook_deliveries SET state = 'dead', ended_at = now() WHERE target_id = $1`,
    [id],
  )
  expect(await listed(id)).toMatchObject({ dead: 3 })
  const { body } = await admin.send('GET', `/yonetim/webhooks/${id}/deliveries?state=dead`)
  const { items } = body as { items: { id: number; messageId: string; body: string }[] }
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({
    type: 'order.created',
    status: 500,
    answer: 'thanks',
    body: expect.stringContaining('orderNo'),
  })
  status = 200
  const one = await admin.send('POST', `/yonetim/webhook-deliveries/${items[0]?.id}/replay`, { body: {} })
  expect(one.body).toMatchObject({ count: 1 })
  const all = await admin.send('POST', `/yonetim/webhooks/${id}/replay`, { body: {} })
  expect(all.body).toMatchObject({ count: 2 })
  received = []
  await send(id)
  expect(received.map(({ headers }) => String(headers['webhook-id'])).toSorted()).toEqual(
    items.map(({ messageId }) => messageId).toSorted(),
  )
  expect(await listed(id)).toMatchObject({ dead: 0, waiting: 0 })
})

test('a webhook is changed, paused, resumed and removed; each is in the audit log without its address', async () => {
  const { id } = await add('Değişen', { url: `${here()}?token=gizli` })
  await admin.send('PATCH', `/yonetim/webhooks/${id}`, {
    body: form({ name: 'Değişti', types: ['dealer.changed', 'order.created'] }),
  })
  await admin.send('POST', `/yonetim/webhooks/${id}/state`, { body: { isActive: false } })
  expect(await listed(id)).toMatchObject({
    name: 'Değişti',
    isActive: false,
    types: ['order.created', 'dealer.changed'],
  })
  await admin.send('POST', `/yonetim/webhooks/${id}/state`, { body: { isActive: true } })
  await admin.send('DELETE', `/yonetim/webhooks/${id}`)
  expect(await listed(id)).toBeUndefined()
  const { body, text } = await admin.send('GET', '/yonetim/audit?noun=webhook')
  const actions = (body as { items: { action: string }[] }).items.slice(0, 5).map(({ action }) => action)
  expect(actions).toEqual(['remove', 'activate', 'deactivate', 'change', 'create'])
  expect(text).not.toContain('gizli')
})

test.each([
  [{ name: '' }, 'name'],
  [{ url: '' }, 'url'],
  [{ url: 'erp' }, 'url'],
  [{ url: 'ftp://erp.example/' }, 'url'],
  [{ url: 'https://user:pass@erp.example/' }, 'url'],
  [{ url: 'http://10.0.0.1/' }, 'url'],
  [{ url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
  [{ types: [] }, 'types'],
])('%j is refused', async (parts, field) => {
  const answer = await admin.send('POST', '/yonetim/webhooks', { body: form(parts) })
  expect([answer.status, Object.keys((answer.body as { error: { fields: object } }).error.fields)]).toEqual([
    422,
    [field],
  ])
})

test('an http address that is not on this machine is refused with what is allowed', async () => {
  const answer = await admin.send('POST', '/yonetim/webhooks', { body: form({ url: 'http://bayi.example/' }) })
  expect(answer.body).toMatchObject({
    error: { fields: { url: expect.stringMatching(/^Adres https:\/\/ ile başlamalı\. http:\/\/ yalnızca/) as string } },
  })
})

test('in production only https addresses on the internet are accepted', async () => {
  const live = await openTestShop({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://toptan.example' } })
  const someone = await live.signedIn(await addAdmin(live.database.pool))
  for (const url of [here(), 'http://erp.example/', 'https://127.0.0.1/']) {
    const answer = await someone.send('POST', '/yonetim/webhooks', { body: form({ url }) })
    expect(codeOf(answer)).toBe('validation_failed')
  }
  expect(
    (await someone.send('POST', '/yonetim/webhooks', { body: form({ url: 'https://erp.example/' }) })).status,
  ).toBe(200)
  await live.close()
})

test('deliveries that ended are kept for 30 days', async () => {
  const { pool } = shop.database
  const { id } = await add('Eski')
  await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
  await admin.send('POST', `/yonetim/webhooks/${id}/test`, { body: {} })
  await pool.execute(
    `UPDATE webhook_deliveries SET ended_at = now() - interval '31 days' WHERE id = (SELECT min(id) FROM webhook_deliveries WHERE target_id = $1)`,
    [id],
  )
  await purgeDeliveries(pool)
  const kept = await pool.query('SELECT FROM webhook_deliveries WHERE target_id = $1', [id])
  expect(kept).toHaveLength(1)
})
