import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ProductDetail } from '#contract/admin/products.ts'
import { bombPhoto, photoWithPlace, secretPlace } from '#server/fault-reports/test-photos.ts'
import { codeOf } from '#testing/shop.ts'
import { imagesIn } from '#server/images/images.ts'
import { purgePictures } from './product-pictures.ts'
import { change, create, created, detailOf, fieldsOf, useProductForm } from './test-product-form.ts'

const form = useProductForm()

/** 8,000 × 7,000 black pixels at one bit each: a complete picture in a few bytes. */
function hugePicture(): Buffer {
  const [width, height] = [8000, 7000]
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height))
  const chunks = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

describe('product pictures', () => {
  const folder = () => join(form.shop.dataDir, 'images', 'uploads')
  const send = (body: Buffer | string) => form.staff.send('POST', '/yonetim/product-pictures', { body })

  test('are re-encoded without metadata, stay pending after upload, and are kept once a product has them', async () => {
    const { file } = (await send(await photoWithPlace())).body as { file: string }
    expect(file).toMatch(/^uploads\/waiting\/[0-9a-f]{32}\.webp$/)
    const product = await created({ images: [file] })
    const [saved] = product.values.images
    expect(saved).toBe(file.replace('waiting/', ''))
    const shown = await form.shop.app.inject({ url: `/images/${saved}` })
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.includes(secretPlace)]).toEqual([
      200,
      'image/webp',
      false,
    ])
    await utimes(join(folder(), 'waiting', file.slice(-37)), 0, 0)
    await purgePictures(imagesIn(form.shop.app.files))
    expect(await readdir(join(folder(), 'waiting'))).toEqual([])
    expect((await form.shop.app.inject({ url: `/images/${saved}` })).statusCode).toBe(200)
    // The pending name no longer works for another product.
    expect(Object.keys(fieldsOf(await create({ images: [file] })))).toEqual(['images'])
    const imported = await created()
    await form.shop.database.pool.execute("UPDATE products SET images = '{eski/a.jpg,eski/b.jpg}' WHERE id = $1", [
      imported.id,
    ])
    const turned = await change(await detailOf(imported.id), { images: ['eski/b.jpg', saved!] })
    expect((turned.body as ProductDetail).values.images).toEqual(['eski/b.jpg', saved])
  })

  test.each([
    ['a file that is not an image', () => Buffer.from('MZ not a picture'), 422, 'picture_invalid'],
    [
      'an SVG drawing',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      422,
      'picture_invalid',
    ],
    ['a decompression bomb', bombPhoto, 422, 'picture_invalid'],
    ['an image with too many pixels', hugePicture, 422, 'picture_too_many_points'],
    ['a file that is too large', () => Buffer.alloc(15 * 1024 * 1024 + 1), 413, 'too_large'],
  ])('rejects %s and leaves no file', async (_name, createContent, status, code) => {
    const before = await readdir(join(folder(), 'waiting')).catch(() => [])
    const response = await send(createContent())
    expect([response.status, codeOf(response)]).toEqual([status, code])
    expect(await readdir(join(folder(), 'waiting'))).toEqual(before)
  })
})
