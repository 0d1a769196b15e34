import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { noticeHash } from '#server/payments/gateways/paytr/paytr-token.ts'
import type { BankHttp } from '#server/payments/payments.ts'
import { addPosAccount } from '#server/payments/pos/test-pos.ts'
import { codeOf, openTestShop, type TestShop, testSecret, type TestVisitor } from '#testing/shop.ts'

const keys = { merchantKey: 'anahtar', merchantSalt: 'tuz' }
const secrets = { secret: testSecret, keys }
/** Opens PayTR's page for every payment. The outcome is reported from server to server. */
const bankHttp: BankHttp = () =>
  Promise.resolve({
    ok: true,
    status: 200,
    contentType: 'application/json',
    text: JSON.stringify({ status: 'success', token: 'sayfa' }),
  })

let shop: TestShop
let payer: TestVisitor
let staff: TestVisitor

beforeAll(async () => {
  shop = await openTestShop({ bankHttp })
  const { pool } = shop.database
  // This account comes first and lacks its keys.
  await addPosAccount(pool, { code: 'eski', adapter: 'paytr', mode: 'hosted', isActive: false })
  const settings = { merchantId: '123' }
  await addPosAccount(pool, { code: 'paytr', adapter: 'paytr', mode: 'hosted', settings, secrets, isDefault: true })
  payer = await shop.signedIn(await addDealer(pool))
  staff = await shop.signedIn(await addAdmin(pool))
})
afterAll(() => shop.close())

async function started(): Promise<string> {
  const body = { type: 'pay', plan: null, installment: 1, amount: '250.00' }
  const answer = await payer.send('POST', '/api/payment/start', { body })
  expect(answer.status).toBe(200)
  return (answer.body as { reference: string }).reference
}

type Notice = { reference: string; status?: string; amount?: string; hash?: string }

/** Posts a notice as the provider does, without a session or a CSRF token. */
function notify({ reference, status = 'success', amount = '25000', hash }: Notice, adapter = 'paytr') {
  const expected = noticeHash(keys, { merchantOid: reference, status, totalAmount: amount })
  const fields = { merchant_oid: reference, status, total_amount: amount, hash: hash ?? expected }
  const failure = { failed_reason_code: '6', failed_reason_msg: 'Müşteri ödemekten vazgeçti' }
  return shop.app.inject({
    method: 'POST',
    url: `/payment/notify/${adapter}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...fields, ...(status === 'failed' && failure) }).toString(),
  })
}

const stateOf = async (reference: string) =>
  shop.database.pool.one<{ state: string; movements: number }>(
    `SELECT state, (SELECT count(*) FROM account_movements m WHERE m.id = p.movement_id)::integer AS movements
       FROM payments p WHERE reference = $1`,
    [reference],
  )

test('a notice settles its payment once and gets the answer that the provider expects', async () => {
  const reference = await started()
  const answers = [await notify({ reference }), ...(await Promise.all([notify({ reference }), notify({ reference })]))]
  for (const { statusCode, body, headers } of answers) {
    expect({ statusCode, body, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      body: 'OK',
      type: 'text/plain; charset=utf-8',
    })
  }
  expect(await stateOf(reference)).toEqual({ state: 'captured', movements: 1 })
  const { items } = (await staff.send('GET', `/yonetim/payments?q=${reference}`)).body as { items: object[] }
  expect(items).toEqual([expect.objectContaining({ reference, state: 'captured', orderNo: null, orderId: null })])
})

test('a notice of more than the charge is accepted, and what the card was charged is stored', async () => {
  const reference = await started()
  expect((await notify({ reference, amount: '26250' })).body).toBe('OK')
  const payments = await staff.send('GET', `/yonetim/payments?q=${reference}`)
  const [{ id }] = (payments.body as { items: [{ id: number }] }).items
  const { body } = await staff.send('GET', `/yonetim/payments/${id}`)
  expect(body).toMatchObject({ state: 'captured', amount: 250, taken: 262.5, refundable: 250, attention: null })
})

test('a failure notice declines the payment', async () => {
  const reference = await started()
  expect((await notify({ reference, status: 'failed', amount: '0' })).body).toBe('OK')
  expect(await stateOf(reference)).toEqual({ state: 'declined', movements: 0 })
})

test.each([
  ['a wrong hash', { hash: 'AAAA' }],
  ['another amount', { amount: '100' }],
])('a notice with %s is refused and changes nothing, and the genuine one still pays', async (_what, wrong) => {
  const reference = await started()
  const answer = await notify({ reference, ...wrong })
  expect({ status: answer.statusCode, body: answer.body }).not.toMatchObject({ body: 'OK' })
  expect(answer.statusCode).toBe(400)
  expect(await stateOf(reference)).toMatchObject({ state: 'redirected' })
  expect((await notify({ reference })).body).toBe('OK')
  expect(await stateOf(reference)).toEqual({ state: 'captured', movements: 1 })
})

test.each([
  ['an unknown payment', 'paytr', 'AAAAAAAAAAAAAAAAAAAA'],
  ['an invalid reference', 'paytr', 'x'],
  ['a protocol without an account', 'iyzico', 'AAAAAAAAAAAAAAAAAAAA'],
  ['an unknown protocol', 'none', 'AAAAAAAAAAAAAAAAAAAA'],
])('a notice for %s gets 404', async (_what, adapter, reference) => {
  const answer = await notify({ reference }, adapter)
  expect(answer.statusCode).toBe(404)
  expect(codeOf({ body: answer.json<unknown>() } as never)).toBe('not_found')
})

test('a notice without a readable message gets 404', async () => {
  const send = (payload: string, type: string) =>
    shop.app.inject({ method: 'POST', url: '/payment/notify/paytr', headers: { 'content-type': type }, payload })
  expect((await send('', 'application/x-www-form-urlencoded')).statusCode).toBe(404)
  expect((await send('{', 'application/json')).statusCode).toBe(404)
  expect((await send('x'.repeat(70_000), 'text/plain')).statusCode).toBe(413)
})
