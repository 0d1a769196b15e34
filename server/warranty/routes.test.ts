import { describe, expect, test } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'
import { ask, clock, dataOf, mine, product, shop, staff, theirs, useTestWarranty } from './test-warranty.ts'

useTestWarranty()

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
    const before = clock.now
    clock.now = new Date('2026-06-30T21:30:00Z')
    expect((await dataOf(mine, 'BUGUN'))?.garantiSuresi).toBe(-1)
    clock.now = before
  })

  test('it comes as a form of parts too', async () => {
    const boundary = 'x-boundary'
    const body = `--${boundary}\r\ncontent-disposition: form-data; name="serialNumber"\r\n\r\nMK-2041 7781\r\n--${boundary}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await mine.send('POST', '/api/catalog/WarrantyInquiry', { body, headers })
    expect(answer.body).toMatchObject({ success: true, data: { garantiSuresi: 10 } })
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
  clock.now = new Date('2026-07-05T09:00:00Z')
  for (let i = 0; i < 100; i += 1) expect((await ask(eager, `N${i}`)).status).toBe(200)
  const answer = await ask(eager, 'N101')
  expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_requests'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(mine, 'HICYOK')).status).toBe(200)
  clock.now = new Date(clock.now.getTime() + 600_000)
  expect((await ask(eager, 'N101')).status).toBe(200)
})
