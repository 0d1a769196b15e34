import { describe, expect, test } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'
import { inquire, clock, dataOf, mine, product, shop, staff, theirs, useTestWarranty } from './test-warranty.ts'

useTestWarranty()

describe('inquiring an imported serial number', () => {
  test('returns warranty, movements and product to the buyer', async () => {
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
  ])('%s: %j days remaining', async (serial, days) => {
    expect((await dataOf(mine, serial))?.garantiSuresi).toBe(days)
  })

  test('counts days in Turkey: an hour after midnight there is the next day', async () => {
    const before = clock.now
    clock.now = new Date('2026-06-30T21:30:00Z')
    expect((await dataOf(mine, 'BUGUN'))?.garantiSuresi).toBe(-1)
    clock.now = before
  })

  test('accepts a multipart form', async () => {
    const boundary = 'x-boundary'
    const body = `--${boundary}\r\ncontent-disposition: form-data; name="serialNumber"\r\n\r\nMK-2041 7781\r\n--${boundary}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await mine.send('POST', '/api/catalog/WarrantyInquiry', { body, headers })
    expect(answer.body).toMatchObject({ success: true, data: { garantiSuresi: 10 } })
  })

  test('returns the movements of a number that was never sold', async () => {
    expect((await dataOf(mine, 'SERVIS'))?.hareket).toEqual([{ tarih: '2026-01-01', durum: 'SERVİS', belgeNo: 'S-1' }])
  })

  test('treats a number of another dealer as unknown', async () => {
    const unknown = await inquire(theirs, 'HICYOK')
    for (const serial of ['MK-2041 7781', 'SERVIS', 'PERAKENDE']) {
      expect((await inquire(theirs, serial)).text).toBe(unknown.text)
    }
    expect(unknown.text).toBe('{"success":true,"data":null}')
  })

  test('returns nothing to a dealer who gave it back, and nothing older to the next buyer', async () => {
    expect(await dataOf(mine, 'DEVIR')).toBeNull()
    const data = await dataOf(theirs, 'DEVIR')
    expect([data?.garantiSuresi, data?.hareket.map(({ belgeNo }) => belgeNo)]).toEqual([184, ['F-7']])
  })

  test('returns all movements to an administrator, newest first', async () => {
    const data = await dataOf(staff, 'DEVIR')
    expect(data?.hareket.map(({ belgeNo }) => belgeNo)).toEqual(['F-7', 'F-6', 'F-5'])
    expect((await dataOf(staff, 'PERAKENDE'))?.garantiSuresi).toBeGreaterThan(500)
  })

  test('returns no link but the name for a product that is no longer listed', async () => {
    const { pool } = shop.database
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [product.id])
    expect((await dataOf(mine, 'ESKI1'))?.product).toEqual({ code: 'MATKAP-1', name: 'MATKAP-1', url: null })
    await pool.execute('UPDATE products SET is_active = true WHERE id = $1', [product.id])
  })
})

describe('inquiring an invalid serial number', () => {
  test.each(['', '  ', ' -- ', '\u0000', 'x'.repeat(61), 'x'.repeat(10_000)])('rejects %j', async (serial) => {
    const answer = await inquire(mine, serial)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'serial_invalid'])
    expect(sentenceOf(answer)).toBe('Geçerli bir seri numarası giriniz.')
  })

  test.each([undefined, 7, null, ['A'], {}])('rejects the malformed value %j', async (serial) => {
    expect((await inquire(mine, serial)).status).toBe(422)
  })

  test.each(["' OR 1=1 --", '%', 'A_B', '<script>alert(1)</script>', '\uD800', 'İŞÇİ'])(
    'finds nothing for %s',
    async (serial) => {
      expect(await dataOf(mine, serial)).toBeNull()
    },
  )
})

test('inquiring as a guest requires sign-in', async () => {
  expect((await inquire(await shop.guest(), 'MK-2041 7781')).status).toBe(401)
})

test('inquiring too many numbers is limited per user', async () => {
  const { pool } = shop.database
  const eager = await shop.signedIn(await addDealer(pool))
  // Later than in any other test: the limit's time never goes back.
  clock.now = new Date('2026-07-05T09:00:00Z')
  for (let i = 0; i < 100; i += 1) expect((await inquire(eager, `N${i}`)).status).toBe(200)
  const answer = await inquire(eager, 'N101')
  expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_requests'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await inquire(mine, 'HICYOK')).status).toBe(200)
  clock.now = new Date(clock.now.getTime() + 600_000)
  expect((await inquire(eager, 'N101')).status).toBe(200)
})
