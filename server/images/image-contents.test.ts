import { truncate } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  blank,
  get,
  encoded,
  encodedSize,
  testPath,
  put,
  script,
  sized,
  statusesOf,
  useTestImages,
} from './test-images.ts'

useTestImages()

const drawing = (inside: string, size = 'width="60" height="60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`

describe('file contents', () => {
  test('treats broken, empty, truncated and non-image files as missing', async () => {
    const photo = await blank(900, 900).jpeg().toBuffer()
    await put('cut.jpg', photo.subarray(0, photo.length / 2))
    await put('empty.png', '')
    await put('text.jpg', 'not a picture')
    await put('page.png', `<html>${script}</html>`)
    await put('list.svg', '<svg')
    await put('scan.jpg', await blank(9, 9).tiff().toBuffer())
    const names = ['cut.jpg', 'empty.png', 'text.jpg', 'page.png', 'list.svg', 'scan.jpg']
    // The second time the result comes from memory.
    for (let i = 0; i < 2; i++) {
      expect(await statusesOf(names.map((name) => `/images/${name}?fit=48x48`))).toEqual(names.map(() => 404))
    }
    expect((await get('/images/page.png')).headers).toMatchObject({ 'content-type': 'image/png' })
  })

  test('checks a repaired file again', async () => {
    await put('a.png', 'broken')
    expect((await sized('a.png')).statusCode).toBe(404)
    await put('a.png', await blank(9, 9).png().toBuffer())
    expect((await sized('a.png')).statusCode).toBe(200)
  })

  test('does not decode small files that expand to very many pixels', async () => {
    await put('bomb.png', await blank(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer())
    await put('bomb.svg', drawing('<rect width="9" height="9"/>', 'width="100000" height="100000"'))
    await put('heavy.png', '')
    await truncate(testPath('shop', 'heavy.png'), 41 * 1024 * 1024)
    for (const name of ['bomb.png', 'bomb.svg', 'heavy.png']) expect((await sized(name)).statusCode).toBe(404)
  })

  test('ignores a wrong extension, converts CMYK to RGB, and shows the first frame of an animation', async () => {
    await put('really-a-png.jpg', await blank(600, 600).png().toBuffer())
    await put('print.jpg', await blank(600, 300).toColourspace('cmyk').jpeg().toBuffer())
    const frames = await Promise.all(['#f00', '#0f0'].map((color) => blank(40, 40, color).png().toBuffer()))
    await put(
      'moves.gif',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    expect(await encodedSize('really-a-png.jpg')).toBe('webp 229x229')
    expect((await (await encoded('print.jpg')).metadata()).space).toBe('srgb')
    const moving = await (await encoded('moves.gif')).metadata()
    expect([moving.pages ?? 1, moving.height]).toEqual([1, 40])
  })

  test('rotates a photo upright and removes its location', async () => {
    const exif = { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '41/1 0/1 0/1' } }
    await put('phone.jpg', await blank(400, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect((await sharp(testPath('shop', 'phone.jpg')).metadata()).orientation).toBe(6)
    const { width, height, ...metadata } = await (await encoded('phone.jpg')).metadata()
    expect([width, height]).toEqual([115, 229])
    for (const part of ['exif', 'orientation', 'xmp', 'iptc']) expect(metadata).not.toHaveProperty(part)
  })

  test('rasterizes an SVG with a script in pages, and serves the file itself with a policy that blocks scripts', async () => {
    await put('a.svg', drawing(`${script}<rect width="60" height="60" onload="alert(2)" fill="#00f"/>`))
    const { headers } = await get('/images/a.svg')
    expect(headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    )
    expect(await encodedSize('a.svg')).toBe('webp 229x229')
    expect((await sized('a.svg')).payload).not.toContain('alert')
  })

  test('does not let an SVG load other files', async () => {
    await put('inner.png', await blank(60, 60, '#ff0000').png().toBuffer())
    const include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'
    const images = ['inner.png', `file://${testPath('shop', 'inner.png')}`, 'http://127.0.0.1:1/a.png']
      .map((href) => `<image width="60" height="60" xlink:href="${href}"/>`)
      .join('')
    await put('outer.svg', drawing(`${images}<text>${include}</text>`))
    const { channels } = await (await encoded('outer.svg')).ensureAlpha().stats()
    // Fully transparent.
    expect(channels[3]?.max).toBe(0)
  })

  test('rejects an SVG with exponentially growing entities', async () => {
    const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "aaaaaaaaaa">${entities}]>`
    await put('a.svg', `${bomb}${drawing('<text>&e9;</text>')}`)
    expect([200, 404]).toContain((await sized('a.svg')).statusCode)
  })
})
