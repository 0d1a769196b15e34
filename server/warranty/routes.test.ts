import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inquireWarranty } from '#contract/warranty.ts'
import type { Reply } from '#contract/endpoint.ts'
import { addAdmin, addDealer, addProduct } from '#db/test-store.ts'
import { serialKey } from '#domain/serial-number.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { outsideCall } from '#server/platform/http/outside-call.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { type Answer, codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#server/test-shop.ts'

let shop: TestShop
let standIn: Server
let dealer: Actor
let [mine, theirs, staff]: TestVisitor[] = []
let product: { id: number; code: string }
let now = new Date('2026-06-30T09:00:00Z')
let answerOutside: RequestListener
let heard: { form: FormData; key: string | undefined } | undefined

const serviceUrl = 'https://garanti.example/sorgu'
const technical = 'Teknik bir hata yaşandı. Lütfen daha sonra tekrar deneyin.'

beforeAll(async () => {
  standIn = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      const form = await new Response(Buffer.concat(pieces), { headers }).formData()
      heard = { form, key: request.headers.authorization }
      answerOutside(request, response)
    })
  })
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/sorgu`
  const call = outsideCall({ allowsLoopback: true })
  shop = await openTestShop({
    now: () => now,
    outside: (request) => call({ ...request, url: request.url.replace(serviceUrl, url), timeout: 400 }),
  })
  const { pool } = shop.database
  dealer = await addDealer(pool)
  const other = await addDealer(pool)
  mine = await shop.signedIn(dealer)
  theirs = await shop.signedIn(other)
  staff = await shop.signedIn(await addAdmin(pool))
  product = await addProduct(pool, { code: 'MATKAP-1' })
  await sell('MK-2041 7781', dealer, '2025-06-30', 'F-1', '2026-07-10')
  await sell('ESKI1', dealer, '2020-01-01', 'F-2', '2022-01-01')
  await sell('BUGUN', dealer, '2024-06-30', 'F-3', '2026-06-30')
  await sell('SURESIZ', dealer, '2024-06-30', 'F-4', null)
  await sell('DEVIR', dealer, '2024-01-01', 'F-5', '2026-01-01')
  await move('DEVIR', dealer, '2024-02-01', 'İADE', 'F-6', null)
  await sell('DEVIR', other, '2024-03-01', 'F-7', '2026-12-31')
  await move('SERVIS', dealer, '2026-01-01', 'SERVİS', 'S-1', null)
  await sell('PERAKENDE', null, '2026-01-01', 'P-1', '2028-01-01')
})
afterAll(async () => {
  await shop.close()
  standIn.closeAllConnections()
  standIn.close()
})
beforeEach(() => {
  // The limit counts within ten minutes.
  now = new Date(now.getTime() + 1_000)
})

const sell = (serial: string, buyer: Actor | null, day: string, document: string, until: string | null) =>
  move(serial, buyer, day, 'SATIŞ', document, until)

async function move(
  serial: string,
  buyer: Actor | null,
  day: string,
  status: string,
  document: string,
  until: string | null,
): Promise<void> {
  await shop.database.pool.execute(
    `INSERT INTO serial_movements (serial_no, serial_key, product_id, product_code, product_name, dealer_id, moved_on, status,
                                   document_no, warranty_until, reference)
     VALUES ($1, $2, $3, 'MATKAP-1', 'Eski ad', $4, $5, $6, $7, $8, $7)`,
    [serial, serialKey(serial), product.id, buyer?.dealer?.id ?? null, day, status, document, until],
  )
}

const ask = (visitor: TestVisitor | undefined, serialNumber: unknown): Promise<Answer> =>
  (visitor ?? expect.fail('a visitor')).send('POST', '/api/catalog/WarrantyInquiry', { body: { serialNumber } })

async function dataOf(visitor: TestVisitor | undefined, serial: string) {
  const answer = await ask(visitor, serial)
  expect(answer.status).toBe(200)
  return (answer.body as Reply<typeof inquireWarranty>).data
}

describe('the shop’s own serial numbers', () => {
  test('the buyer sees warranty, movements and product', async () => {
    expect(await dataOf(mine, 'mk2041–7781 ')).toEqual({
      garantiSuresi: 10,
      hareket: [{ tarih: '2025-06-30', durum: 'SATIŞ', belgeNo: 'F-1' }],
      product: { code: 'MATKAP-1', name: 'MATKAP-1', url: `/matkap-1-p-${product.id}` },
    })
  })

  test.each([
    ['ESKI1', -1641],
    ['BUGUN', 0],
    ['SURESIZ', null],
  ])('%s: %j days', async (serial, days) => {
    expect((await dataOf(mine, serial))?.garantiSuresi).toBe(days)
  })

  test('the days are counted in Turkey: an hour after midnight there it is the next day', async () => {
    const before = now
    now = new Date('2026-06-30T21:30:00Z')
    expect((await dataOf(mine, 'BUGUN'))?.garantiSuresi).toBe(-1)
    now = before
  })

  test('it comes as a form of parts too', async () => {
    const boundary = 'x-boundary'
    const body = `--${boundary}\r\ncontent-disposition: form-data; name="serialNumber"\r\n\r\nMK-2041 7781\r\n--${boundary}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await mine?.send('POST', '/api/catalog/WarrantyInquiry', { body, headers })
    expect(answer?.body).toMatchObject({ success: true, data: { garantiSuresi: 10 } })
  })

  test('one without a sale has its movements, none of which is a sale', async () => {
    expect((await dataOf(mine, 'SERVIS'))?.hareket).toEqual([{ tarih: '2026-01-01', durum: 'SERVİS', belgeNo: 'S-1' }])
  })

  test('one of another dealer is answered as one that is not there', async () => {
    const unknown = await ask(theirs, 'HICYOK')
    for (const serial of ['MK-2041 7781', 'SERVIS', 'PERAKENDE']) {
      expect((await ask(theirs, serial)).text).toBe(unknown.text)
    }
    expect(unknown.text).toBe('{"success":true,"data":null}')
  })

  test('who gave it back sees it no more; who bought it then sees nothing of before', async () => {
    expect(await dataOf(mine, 'DEVIR')).toBeNull()
    const data = await dataOf(theirs, 'DEVIR')
    expect([data?.garantiSuresi, data?.hareket.map(({ belgeNo }) => belgeNo)]).toEqual([184, ['F-7']])
  })

  test('an administrator sees all movements, newest first', async () => {
    const data = await dataOf(staff, 'DEVIR')
    expect(data?.hareket.map(({ belgeNo }) => belgeNo)).toEqual(['F-7', 'F-6', 'F-5'])
    expect((await dataOf(staff, 'PERAKENDE'))?.garantiSuresi).toBeGreaterThan(500)
  })

  test('a product that is no longer listed has no page, and keeps its name', async () => {
    const { pool } = shop.database
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [product.id])
    expect((await dataOf(mine, 'ESKI1'))?.product).toEqual({ code: 'MATKAP-1', name: 'MATKAP-1', url: null })
    await pool.execute('UPDATE products SET is_active = true WHERE id = $1', [product.id])
  })
})

describe('what is no serial number', () => {
  test.each(['', '  ', ' -- ', '\u0000', 'x'.repeat(61), 'x'.repeat(10_000)])('%j', async (serial) => {
    const answer = await ask(mine, serial)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'serial_invalid'])
    expect(sentenceOf(answer)).toBe('Geçerli bir seri numarası giriniz.')
  })

  test.each([undefined, 7, null, ['A'], {}])('%j', async (serial) => {
    expect((await ask(mine, serial)).status).toBe(422)
  })

  test.each(["' OR 1=1 --", '%', 'A_B', '<script>alert(1)</script>', '\uD800', 'İŞÇİ'])(
    '%s is unknown',
    async (serial) => {
      expect(await dataOf(mine, serial)).toBeNull()
    },
  )
})

test('a guest is told to sign in', async () => {
  expect((await ask(await shop.guest(), 'MK-2041 7781')).status).toBe(401)
})

test('who tries out one number after the other is told to wait; others are not', async () => {
  const { pool } = shop.database
  const eager = await shop.signedIn(await addDealer(pool))
  // Later than any other test's moment: the limit's time never goes back.
  now = new Date('2026-07-05T09:00:00Z')
  for (let i = 0; i < 100; i += 1) expect((await ask(eager, `N${i}`)).status).toBe(200)
  const answer = await ask(eager, 'N101')
  expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_requests'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(mine, 'HICYOK')).status).toBe(200)
  now = new Date(now.getTime() + 600_000)
  expect((await ask(eager, 'N101')).status).toBe(200)
})

describe('a service outside', () => {
  beforeAll(async () => {
    const { pool } = shop.database
    await saveSetting(pool, 'warrantyServiceKey', 'gizli-anahtar')
    await saveSetting(pool, 'warrantyServiceUrl', serviceUrl)
    await shop.setSetting('storeHours', 'dış servis')
  })

  const say = (content: unknown, status = 200) => {
    answerOutside = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof content === 'string' ? content : JSON.stringify(content))
    }
  }
  const sale = { tarih: '04.03.2025', durum: 'Satış', belgeNo: 'D-1' }

  test('is asked with the serial number, the dealer’s code and the key', async () => {
    say({ success: true, data: null })
    expect(await dataOf(mine, ' dış-1 ')).toBeNull()
    expect(Object.fromEntries(heard?.form ?? [])).toEqual({ serialNumber: 'dış-1', dealerCode: dealer.dealer?.code })
    expect(heard?.key).toBe('Bearer gizli-anahtar')
    await ask(staff, 'dış-1')
    expect(heard?.form.get('dealerCode')).toBe('')
  })

  test.each([[[sale]], [sale]])('movements as %j', async (hareket) => {
    say({ success: true, data: { garantiSuresi: '-35', hareket, product: { code: 'X', name: 'Y', url: '/sepet' } } })
    expect(await dataOf(mine, 'A1')).toEqual({
      garantiSuresi: -35,
      hareket: [{ tarih: '2025-03-04', durum: 'SATIŞ', belgeNo: 'D-1' }],
      product: { code: 'X', name: 'Y', url: null },
    })
  })

  test.each([200, 400, 500])('its refusal is told in its words, with the status %i', async (status) => {
    say({ success: false, error: { messages: { type: 'Servis <b>bakımda</b>.' } } }, status)
    const answer = await ask(mine, 'A1')
    expect([answer.status, codeOf(answer), sentenceOf(answer)]).toEqual([
      ...[422, 'warranty_refused', 'Servis <b>bakımda</b>.'],
    ])
  })

  test.each<[string, unknown, number]>([
    ['a page', '<html>', 200],
    ['nothing', '', 200],
    ['half', '{"success": true, "data": {', 200],
    ['a list', [], 200],
    ['other words', { ok: 1 }, 200],
    ['a movement without a day', { success: true, data: { garantiSuresi: 1, hareket: { durum: 'SATIŞ' } } }, 200],
    ['days that are none', { success: true, data: { garantiSuresi: 'çok', hareket: [] } }, 200],
    ['a success with an error’s status', { success: true, data: null }, 500],
    ['a redirect', '', 302],
    ['too much', { success: true, data: null, more: 'x'.repeat(300_000) }, 200],
    ['a deep heap', '['.repeat(100_000), 200],
  ])('%s is a technical error', async (_name, content, status) => {
    say(content, status)
    const answer = await ask(mine, 'A1')
    expect([answer.status, codeOf(answer), sentenceOf(answer)]).toEqual([503, 'warranty_unavailable', technical])
  })

  test('so are silence and an end in between', async () => {
    answerOutside = () => {}
    expect(codeOf(await ask(mine, 'A1'))).toBe('warranty_unavailable')
    answerOutside = (_request, response) => void response.destroy()
    expect(sentenceOf(await ask(mine, 'A1'))).toBe(technical)
  })

  test('neither its address nor its key is told to anybody', async () => {
    for (const visitor of [mine, staff, await shop.guest()]) {
      const { text } = (await visitor?.send('GET', '/api/visitor')) ?? { text: 'garanti.example' }
      expect(text).not.toMatch(/garanti\.example|gizli-anahtar|warrantyService/)
    }
  })
})
