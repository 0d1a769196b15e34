import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, fillCart } from '#testing/store-rows.ts'
import { findCardNumbers, holdsSecurityCode, namesSecurityCode, type TestCard, uniqueCard } from './test-cards.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { openPayingShop, type PayingShop } from '#testing/paying-shop.ts'

let shop: PayingShop
const used: TestCard[] = []
/** Creates a card that the search at the end covers. */
const card = (last4?: string) => {
  const made = uniqueCard(last4 === undefined ? {} : { last4 })
  used.push(made)
  return made
}

beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

async function pay(made: TestCard, request: Parameters<PayingShop['pay']>[1] = {}) {
  shop.wait(2 * 86_400)
  const done = await shop.pay(made, request)
  for (const seconds of [6, 16, 61, 301, 901, 3601]) {
    shop.wait(seconds)
    await shop.runJobs()
  }
  return done
}

/** Makes payments of every outcome, and requests that are wrong in every way that code might log. */
async function payAllWays() {
  const endings = [
    '0000',
    '0051',
    '0014',
    '1000',
    '1105',
    '1202',
    '1204',
    '1206',
    '1209',
    '1302',
    '1304',
    '1306',
    '1310',
  ]
  for (const last4 of [...endings, '1317', '1401', '1403', '1404']) await pay(card(last4))
  await pay(card(), { installment: 6, description: `kart no ${card().ccno}` })
  await pay(card(), { at: { code: '000000' } })
  await pay(card(), { at: { givesUp: true } })
  const product = await addProduct(shop.database.pool, { stock: 10, price: 100 })
  await fillCart(shop.database.pool, shop.dealer, [{ unitId: product.unitId, quantity: 1 }])
  const ordered = await pay(card(), { type: 'order', amount: '120.00' })
  expect((await shop.paymentOf(ordered.reference)).orderId).not.toBeNull()
}

async function sendWrongRequests() {
  const { payer } = shop
  const start = { type: 'pay', plan: null, installment: 1, amount: '10.00' }
  const wrong = [
    { ...card(), description: 'x', type: 'other' },
    { ...start, ...card(), plan: 999_999 },
    { ...start, ...card(), installment: 13 },
    { ...start, ...card(), amount: '-5' },
    { ...start, ...card(), expiry: '01/20' },
    { ...start, ...card(), unknown: card().ccno },
  ]
  for (const body of wrong) await payer.send('POST', '/api/payment/start', { body })
  const made = card()
  await payer.send('POST', '/api/payment/start', { body: `{"ccno":"${made.ccno}","ccv":"${made.ccv}"` })
  await payer.send('POST', '/api/catalog/bin-control', { body: { binNumber: card().ccno } })
  // A number pasted into an address is part of the logged request line.
  await shop.app.inject(`/search?q=${card().ccno}`)
  await payer.send('POST', '/api/catalog/searches', { body: { q: card().ccno } })
  await shop.app.inject({ method: 'POST', url: `/payment/callback/AAAAAAAAAAAAAAAAAAAA`, payload: `pan=${made.ccno}` })
  shop.app.log.error({ err: new Error(`card ${made.ccno}`), pan: made.ccno }, 'a bug')
}

/** Every row of every table but the sandbox bank's, as text. */
async function dumpDatabase(pool: Pool): Promise<Map<string, string>> {
  const tables = await pool.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const dumps = new Map<string, string>()
  for (const { schema, name } of tables) {
    const rows = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM "${schema}"."${name}" t`)
    dumps.set(name, rows.map(({ text }) => text).join('\n'))
  }
  return dumps
}

async function readFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
  return texts.join('\n')
}

test('the search finds card numbers and security codes where they are', () => {
  const made = uniqueCard({ bin: 'amex' })
  expect(findCardNumbers(`x${made.ccno}y`)).toEqual([made.ccno])
  const visa = uniqueCard().ccno
  expect(findCardNumbers(`"${visa.replace(/(\d{4})(?=\d)/g, '$1 ')}"`)).toEqual([visa])
  expect(findCardNumbers('499990******0000 and 4999900000000001')).toEqual([])
  for (const text of ['{"ccv":"737"}', 'cv2=737&', 'cvc: 737', '<cv2>737<'])
    expect(namesSecurityCode(text, '737')).toBe(true)
  for (const text of ['{"x":"737"}', 'x=737&', '<x>737<']) expect(holdsSecurityCode(text, '737')).toBe(true)
  for (const text of ['{"id":7370}', 'amount 737.00', 'REF737A']) expect(holdsSecurityCode(text, '737')).toBe(false)
  const cards = Array.from({ length: 5000 }, () => uniqueCard().ccno)
  expect(new Set(cards).size).toBe(cards.length)
})

test('after payments of every outcome no card number or security code is stored or logged anywhere', async () => {
  await payAllWays()
  await sendWrongRequests()
  const states = await shop.database.pool.query<{ state: string }>('SELECT DISTINCT state FROM payments ORDER BY 1')
  expect(states.map(({ state }) => state)).toEqual(['captured', 'declined', 'expired'])

  const places = await dumpDatabase(shop.database.pool)
  expect(places.get('payments')).toContain('"card_last4": "0000"')
  places.set('log', shop.logs.join('\n'))
  expect(places.get('log')).toContain('/payment/callback/')
  expect(places.get('log')).toMatch(/499990\*{6}\d{4}/)
  places.set('metrics', (await shop.app.inject('/metrics')).body)
  places.set('files', await readFiles(shop.dataDir))
  for (const [place, text] of places) {
    expect({ place, numbers: findCardNumbers(text) }).toEqual({ place, numbers: [] })
    // Row versions of other tables are quoted numbers too.
    const hasValues = /^(payment|sandbox|order|outbox|idempotency|account_movements|log|files)/.test(place)
    const search = hasValues ? holdsSecurityCode : namesSecurityCode
    const codes = used.filter(({ ccv }) => search(text, ccv))
    expect({ place, codes: codes.map(({ ccv }) => ccv) }).toEqual({ place, codes: [] })
  }
})
