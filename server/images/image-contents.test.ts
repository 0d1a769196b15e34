import { truncate } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { blank, get, made, made280, own, put, script, sized, statusesOf, useTestImages } from './test-images.ts'

useTestImages()

const drawing = (inside: string, size = 'width="60" height="60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`

describe('whatever a file holds', () => {
  test('what is broken, empty, cut off or no picture counts as missing', async () => {
    const photo = await blank(900, 900).jpeg().toBuffer()
    await put('cut.jpg', photo.subarray(0, photo.length / 2))
    await put('empty.png', '')
    await put('text.jpg', 'not a picture')
    await put('page.png', `<html>${script}</html>`)
    await put('list.svg', '<svg')
    await put('scan.jpg', await blank(9, 9).tiff().toBuffer())
    const names = ['cut.jpg', 'empty.png', 'text.jpg', 'page.png', 'list.svg', 'scan.jpg']
    // The second time it is remembered.
    for (let i = 0; i < 2; i++) {
      expect(await statusesOf(names.map((name) => `/images/${name}?fit=48x48`))).toEqual(names.map(() => 404))
    }
    expect((await get('/images/page.png')).headers).toMatchObject({ 'content-type': 'image/png' })
  })

  test('a file that was mended is looked at again', async () => {
    await put('a.png', 'broken')
    expect((await sized('a.png')).statusCode).toBe(404)
    await put('a.png', await blank(9, 9).png().toBuffer())
    expect((await sized('a.png')).statusCode).toBe(200)
  })

  test('few bytes that unpack to very many pixels are not unpacked', async () => {
    await put('bomb.png', await blank(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer())
    await put('bomb.svg', drawing('<rect width="9" height="9"/>', 'width="100000" height="100000"'))
    await put('heavy.png', '')
    await truncate(own('shop', 'heavy.png'), 41 * 1024 * 1024)
    for (const name of ['bomb.png', 'bomb.svg', 'heavy.png']) expect((await sized(name)).statusCode).toBe(404)
  })

  test('a wrong ending does not matter, CMYK becomes RGB, and of what moves the first frame is shown', async () => {
    await put('really-a-png.jpg', await blank(600, 600).png().toBuffer())
    await put('print.jpg', await blank(600, 300).toColourspace('cmyk').jpeg().toBuffer())
    const frames = await Promise.all(['#f00', '#0f0'].map((color) => blank(40, 40, color).png().toBuffer()))
    await put(
      'moves.gif',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    expect(await made280('really-a-png.jpg')).toBe('webp 229x229')
    expect((await (await made('print.jpg')).metadata()).space).toBe('srgb')
    const moving = await (await made('moves.gif')).metadata()
    expect([moving.pages ?? 1, moving.height]).toEqual([1, 40])
  })

  test('a photo stands upright and says nothing of where it was taken', async () => {
    const exif = { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '41/1 0/1 0/1' } }
    await put('phone.jpg', await blank(400, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect((await sharp(own('shop', 'phone.jpg')).metadata()).orientation).toBe(6)
    const { width, height, ...metadata } = await (await made('phone.jpg')).metadata()
    expect([width, height]).toEqual([115, 229])
    for (const part of ['exif', 'orientation', 'xmp', 'iptc']) expect(metadata).not.toHaveProperty(part)
  })

  test('a drawing with a script is pixels in a page, and by its own address can do nothing', async () => {
    await put('a.svg', drawing(`${script}<rect width="60" height="60" onload="alert(2)" fill="#00f"/>`))
    const { headers } = await get('/images/a.svg')
    expect(headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    expect(await made280('a.svg')).toBe('webp 229x229')
    expect((await sized('a.svg')).payload).not.toContain('alert')
  })

  test('a drawing loads no other file', async () => {
    await put('inner.png', await blank(60, 60, '#ff0000').png().toBuffer())
    const include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'
    const images = ['inner.png', `file://${own('shop', 'inner.png')}`, 'http://127.0.0.1:1/a.png']
      .map((href) => `<image width="60" height="60" xlink:href="${href}"/>`)
      .join('')
    await put('outer.svg', drawing(`${images}<text>${include}</text>`))
    const { channels } = await (await made('outer.svg')).ensureAlpha().stats()
    // Nothing but what can be seen through.
    expect(channels[3]?.max).toBe(0)
  })

  test('names within names that grow without end end in nothing', async () => {
    const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "aaaaaaaaaa">${entities}]>`
    await put('a.svg', `${bomb}${drawing('<text>&e9;</text>')}`)
    expect([200, 404]).toContain((await sized('a.svg')).statusCode)
  })
})
