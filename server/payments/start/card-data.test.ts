import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, fillCart } from '#testing/store-rows.ts'
import { findCardNumbers, holdsSecurityCode, namesSecurityCode, type TestCard, uniqueCard } from './test-cards.ts'
import { databaseFiles, dumpDatabase, readFiles, walPosition } from './test-card-places.ts'
import { cardConsentVersion } from '#contract/shop/stored-cards.ts'
import { insertDialectPos } from '#demo/trade/pos.ts'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import { codeOf, sentenceOf, testSecret } from '#testing/shop.ts'
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

/** Lets a provider store a card, and pays with it. */
async function payWithStoredCard() {
  await insertDialectPos(shop.database.pool, testSecret)
  const made = uniqueCard({ bin: 'cuzdan' })
  used.push(made)
  const payBy = async (means: object) => {
    shop.wait(2 * 86_400)
    const body = { type: 'pay', plan: null, installment: 1, amount: '10.00', ...means }
    const answer = await shop.payer.send('POST', '/api/payment/start', { body })
    const { reference, step } = answer.body as { reference: string; step: Parameters<typeof payAtBank>[1] }
    await returnToShop(shop.app, await payAtBank(shop.app, step))
    expect(await shop.paymentOf(reference)).toMatchObject({ state: 'captured' })
  }
  await payBy({ ...made, storeCard: cardConsentVersion })
  const cards = await shop.payer.send('GET', '/api/account/cards')
  const [stored] = (cards.body as { items: { id: number; last4: string }[] }).items
  expect(stored?.last4).toBe(made.ccno.slice(-4))
  await payBy({ storedCard: stored?.id, ccv: made.ccv })
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

/** Types a card into the free texts of a dealer and an administrator; each is stored with the number masked. */
async function typeIntoTexts() {
  const { payer, staff, database } = shop
  const secret = () => {
    const { ccno, ccv } = card()
    return `kart ${ccno.replace(/(\d{4})(?=\d)/g, '$1 ')} cvc ${ccv} not: ${ccno} 12/39 ${ccv}`
  }
  const product = await addProduct(database.pool, { stock: 100, price: 100 })
  const refill = () => fillCart(database.pool, shop.dealer, [{ unitId: product.unitId, quantity: 1 }])
  const send = async (method: 'POST' | 'PATCH', url: string, body: object) => {
    const answer = await (url.startsWith('/yonetim') ? staff : payer).send(method, url, { body })
    expect({ url, status: answer.status }).toEqual({ url, status: 200 })
    return answer.body as { id: number; orderNo: string }
  }
  await refill()
  const order = await send('POST', '/api/catalog/cart', { description: secret() })
  await send('POST', `/yonetim/orders/${order.id}/cancel`, { reason: secret() })
  await refill()
  const offer = await send('POST', '/api/catalog/cart/offer', { description: secret() })
  const customer = { name: secret(), companyName: secret(), email: '', phone: '' }
  await send('PATCH', '/api/catalog/offer/update/customer', { [offer.orderNo]: customer })
  const letterhead = { name: secret(), address: secret(), town: secret().slice(0, 80), city: '', number: '' }
  await send('PATCH', '/api/catalog/account/letterhead', letterhead)
  await send('POST', '/api/catalog/fault-reports', {
    productCode: product.code,
    description: secret(),
    contactName: secret(),
    contactPhone: '0532 000 00 00',
    contactEmail: '',
    photos: [],
  })
  await send('POST', '/yonetim/branches', { values: { name: secret().slice(0, 24), warehouses: [] } })
  const paid = await shop.pay(card(), { description: secret() })
  const { id } = await shop.paymentOf(paid.reference)
  await send('POST', `/yonetim/payments/${id}/refund`, { key: randomUUID(), amount: '1.00', cause: secret() })
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
  await payWithStoredCard()
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
    const hasValues =
      /^(payment|stored_card|card_consent|sandbox|order|outbox|idempotency|account_movements|log|files)/.test(place)
    const search = hasValues ? holdsSecurityCode : namesSecurityCode
    const codes = used.filter(({ ccv }) => search(text, ccv))
    expect({ place, codes: codes.map(({ ccv }) => ccv) }).toEqual({ place, codes: [] })
  }
})

test('a card typed into a note, a name or a reason is masked before it is stored, emailed or logged', async () => {
  const start = await walPosition(shop.database.pool)
  await typeIntoTexts()
  const places = await dumpDatabase(shop.database.pool)
  for (const table of ['orders', 'offers', 'fault_reports', 'branches', 'payments', 'payment_refunds'])
    expect({ table, text: places.get(table) }).toEqual({ table, text: expect.stringMatching(/kart 499990\*{6}\d{4}/) })
  places.set('log', shop.logs.join('\n'))
  places.set('files', await readFiles(shop.dataDir))
  const files: string[] = []
  for await (const { content } of databaseFiles(shop.database.pool, start)) files.push(content)
  places.set('database files', files.join('\n'))
  expect(places.get('database files')).toContain('cvc ***')
  for (const [place, text] of places) {
    expect({ place, numbers: findCardNumbers(text) }).toEqual({ place, numbers: [] })
    const codes = text.match(/(?:cvc|12\/39) \d{3}/g)
    expect({ place, codes }).toEqual({ place, codes: null })
  }
})

test('a card number or security code in the name on the card is refused, and nothing is stored', async () => {
  const made = card()
  const spaced = made.ccno.replace(/(\d{4})(?=\d)/g, '$1 ')
  for (const holder of [made.ccno, `AYŞE ${spaced}`, `AYŞE ${made.ccv}`, 'cvc 123', '12345678']) {
    const answer = await shop.start({ ...made, holder })
    expect([holder, codeOf(answer)]).toEqual([holder, 'card_holder_number'])
    expect(sentenceOf(answer)).toMatch(/yalnızca kart üzerindeki ismi/)
  }
  expect(await shop.database.pool.query("SELECT FROM payments WHERE card_holder ~ '\\d'")).toEqual([])
})
