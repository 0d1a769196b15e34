import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultPhotoBytesMax, type FaultPhoto } from '#contract/shop/fault-reports.ts'
import { faultPhotoPath } from '#contract/core/record-paths.ts'
import { addAdmin, addColleague, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { photosFolder, purgeFaultPhotos } from './fault-reports.ts'
import { blankPhoto, bombPhoto, photoWithPlace, secretPlace } from './test-photos.ts'

const url = '/api/catalog/fault-report-photos'
let shop: TestShop
let people: Record<'dealer' | 'colleague' | 'other' | 'admin', Actor>
let visitors: Record<keyof typeof people, TestVisitor>
let product: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  const dealer = await addDealer(pool)
  if (dealer.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
  const colleague = await addColleague(pool, dealer.dealer, {})
  people = { dealer, colleague, other: await addDealer(pool), admin: await addAdmin(pool) }
  product = await addProduct(pool)
  visitors = {
    dealer: await shop.signedIn(people.dealer),
    colleague: await shop.signedIn(people.colleague),
    other: await shop.signedIn(people.other),
    admin: await shop.signedIn(people.admin),
  }
})
beforeEach(() => shop.database.pool.execute('DELETE FROM fault_report_photos'))
afterAll(() => shop.close())

const folder = () => photosFolder(shop.app.files).place
const files = () => readdir(folder()).catch(() => [])
const send = (body: Buffer | string, visitor = visitors.dealer) => visitor.send('POST', url, { body })

async function sent(body: Buffer, visitor = visitors.dealer): Promise<FaultPhoto> {
  const answer = await send(body, visitor)
  expect(answer.status).toBe(200)
  return answer.body as FaultPhoto
}

async function statusesOf(file: string) {
  const entries = Object.entries(visitors).map(
    async ([who, visitor]) => [who, (await visitor.send('GET', faultPhotoPath(file))).status] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

describe('an uploaded photo', () => {
  test('is re-encoded: upright, at most 1600 pixels, without its location', async () => {
    const photo = await sent(await photoWithPlace())
    expect(photo).toEqual({ file: expect.stringMatching(/^[0-9a-f]{32}$/), width: 40, height: 60 })
    const answer = await shop.app.inject({ url: faultPhotoPath(photo.file), cookies: visitors.dealer.cookies })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, max-age=3600',
    })
    expect(answer.rawPayload.includes(secretPlace)).toBe(false)
    expect((await sharp(answer.rawPayload).metadata()).exif).toBeUndefined()
    expect(await sent(await blankPhoto(4000, 3000).png().toBuffer())).toMatchObject({ width: 1600, height: 1200 })
  })

  test('loses all other data in its file', async () => {
    const script = '<script>alert(document.cookie)</script><?php echo 1 ?>'
    const photo = await sent(Buffer.concat([await blankPhoto(20, 20).jpeg().toBuffer(), Buffer.from(script)]))
    const { body } = await shop.app.inject({ url: faultPhotoPath(photo.file), cookies: visitors.dealer.cookies })
    expect(body).not.toContain('script')
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const refused: [string, () => Buffer | Promise<Buffer>, number, string][] = [
    ['an SVG', () => Buffer.from(svg), 422, 'photo_invalid'],
    ['an SVG with a byte order mark', () => Buffer.from(`\ufeff${svg}`), 422, 'photo_invalid'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 422, 'photo_invalid'],
    ['text that starts like a photo', () => Buffer.from('\xff\xd8\xff<script>', 'latin1'), 422, 'photo_invalid'],
    ['nothing', () => Buffer.alloc(0), 422, 'photo_invalid'],
    ['half a photo', async () => (await blankPhoto(900, 900).png().toBuffer()).subarray(0, 900), 422, 'photo_invalid'],
    ['an animation', () => blankPhoto(9, 9).gif().toBuffer(), 422, 'photo_invalid'],
    ['3,600 million points in 97 bytes', bombPhoto, 422, 'photo_invalid'],
    ['one byte too many', () => Buffer.alloc(faultPhotoBytesMax + 1, 0xff), 413, 'too_large'],
    ['100 MB', () => Buffer.alloc(100 * 1024 * 1024, 0xff), 413, 'too_large'],
  ]
  test.each(refused)('that is %3$s %4$s: %s', async (_, make, status, code) => {
    const before = await files()
    const answer = await send(await make())
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status, code })
    expect(await files()).toEqual(before)
    expect(await shop.database.pool.query('SELECT FROM fault_report_photos')).toEqual([])
  })

  test('is accepted only as a file', async () => {
    const content = (await blankPhoto(9, 9).png().toBuffer()).toString('base64')
    const answer = await visitors.dealer.send('POST', url, { body: { photo: content } })
    expect(answer.status).toBe(422)
    const form = await visitors.dealer.send('POST', url, {
      body: `--x\r\ncontent-disposition: form-data; name="a"; filename="../../a.php"\r\n\r\n<?php\r\n--x--`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(form.status).toBeGreaterThanOrEqual(400)
    expect(form.status).toBeLessThan(500)
  })

  test('is rejected by endpoints that take no files', async () => {
    const answer = await visitors.dealer.send('POST', '/api/catalog/fault-reports', { body: Buffer.from('{}') })
    expect(answer.status).toBe(415)
  })

  test('of a guest is rejected without being read', async () => {
    const guest = await shop.guest()
    const before = await files()
    expect((await send(await blankPhoto(9, 9).png().toBuffer(), guest)).status).toBe(401)
    expect(await files()).toEqual(before)
  })
})

describe('access to a photo', () => {
  test('is limited to its uploader until it belongs to a report', async () => {
    const { file } = await sent(await blankPhoto(9, 9).png().toBuffer())
    expect(await statusesOf(file)).toEqual({ dealer: 200, colleague: 404, other: 404, admin: 404 })
    const guest = await shop.guest()
    expect((await guest.send('GET', faultPhotoPath(file))).status).toBe(401)
  })

  test('is then granted to the report’s dealer and administrators', async () => {
    const { file } = await sent(await blankPhoto(9, 9).png().toBuffer())
    const answer = await visitors.dealer.send('POST', '/api/catalog/fault-reports', {
      body: {
        productCode: product.code,
        description: 'Motor çalışmıyor',
        photos: [file],
        contactName: 'Ayşe Yılmaz',
        contactPhone: '0532 000 00 00',
        contactEmail: '',
      },
    })
    expect(answer.status).toBe(200)
    expect(await statusesOf(file)).toEqual({ dealer: 200, colleague: 200, other: 404, admin: 200 })
    expect((await visitors.dealer.send('DELETE', `${url}/${file}`)).status).toBe(404)
    expect(await files()).toContain(`${file}.jpg`)
  })

  test.each(['..%2f..%2fetc%2fpasswd', '..%5c..%5cetc', '%00', 'a.jpg', 'A'.repeat(32), '0'.repeat(31)])(
    'returns 404 for anything that is not a photo: %s',
    async (name) => {
      expect((await visitors.admin.send('GET', `/ariza-bildirimi/foto/${name}`)).status).toBe(404)
    },
  )
})

test('removing a photo deletes it, and only its uploader can remove it', async () => {
  const { file } = await sent(await blankPhoto(9, 9).png().toBuffer())
  expect((await visitors.other.send('DELETE', `${url}/${file}`)).status).toBe(404)
  expect(await files()).toContain(`${file}.jpg`)
  expect((await visitors.dealer.send('DELETE', `${url}/${file}`)).status).toBe(200)
  expect(await files()).not.toContain(`${file}.jpg`)
})

test('uploading many photos without a report is limited', async () => {
  await shop.database.pool.execute(
    `INSERT INTO fault_report_photos (file, user_id, width, height)
     SELECT md5(n::text), $1, 1, 1 FROM generate_series(1, 40) n`,
    [people.other.userId],
  )
  const answer = await send(await blankPhoto(9, 9).png().toBuffer(), visitors.other)
  expect({ status: answer.status, retry: answer.headers['retry-after'] }).toEqual({ status: 429, retry: '600' })
  expect(sentenceOf(answer)).not.toBe('')
})

test('photos without a report are removed after a day, with files left by crashes; everything else remains', async () => {
  const { pool } = shop.database
  const [old, fresh] = [
    await sent(await blankPhoto(9, 9).png().toBuffer()),
    await sent(await blankPhoto(9, 9).png().toBuffer()),
  ]
  await pool.execute("UPDATE fault_report_photos SET created_at = now() - interval '25 hours' WHERE file = $1", [
    old.file,
  ])
  const left = 'f'.repeat(32)
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
  for (const name of [`${left}.part`, `${left}.jpg`]) {
    await writeFile(join(folder(), name), 'x')
    await utimes(join(folder(), name), yesterday, yesterday)
  }
  await writeFile(join(folder(), `${'e'.repeat(32)}.part`), 'x')
  await purgeFaultPhotos(pool, photosFolder(shop.app.files))
  const names = await files()
  expect(names).toContain(`${fresh.file}.jpg`)
  expect(names).toContain(`${'e'.repeat(32)}.part`)
  for (const gone of [`${old.file}.jpg`, `${left}.part`, `${left}.jpg`]) expect(names).not.toContain(gone)
})
