import { mkdir, readdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { imageBoxes, sizedImage } from '#contract/image-sizes.ts'
import { temporaryFolder } from '#server/platform/db/test-process.ts'
import { serveImages } from './images.ts'

let app: FastifyInstance
let folder: { path: string; remove(): Promise<void> }

beforeEach(async () => {
  folder = await temporaryFolder()
  await mkdir(own('shop'))
  await mkdir(own('program'))
  app = Fastify()
  await serveImages(app, { folders: [own('shop'), own('program')], cacheFolder: own('cache') })
})
afterEach(async () => {
  await app.close()
  await folder.remove()
})

const own = (...parts: string[]) => join(folder.path, ...parts)
const put = (name: string, content: Buffer | string) => writeFile(own('shop', name), content)
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const sized = (name: string) => get(`/images/${name}?fit=280x229`)

async function statusesOf(urls: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(urls.map((url) => get(url)))
  return answers.map(({ statusCode }) => statusCode)
}

const blank = (width: number, height: number, background = '#c00') =>
  sharp({ create: { width, height, channels: 3, background } })

/** What the shop made of a file. */
async function made(name: string) {
  const answer = await sized(name)
  expect({ name, status: answer.statusCode, type: answer.headers['content-type'] }).toEqual({
    name,
    status: 200,
    type: 'image/webp',
  })
  return sharp(answer.rawPayload)
}

async function made280(name: string): Promise<string> {
  const { format, width, height } = await (await made(name)).metadata()
  return `${format} ${width}x${height}`
}

const script = '<script>alert(1)</script>'
const drawing = (inside: string, size = 'width="60" height="60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`

describe('a picture', () => {
  test('keeps its address and comes as it is, from the shop’s folder before the program’s', async () => {
    const content = await blank(30, 20).png().toBuffer()
    await writeFile(own('program', 'a.png'), 'the other')
    await writeFile(own('program', 'b.png'), content)
    await put('a.png', content)
    for (const name of ['a.png', 'b.png']) {
      const answer = await get(`/images/${name}`)
      expect(answer.rawPayload.equals(content)).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400, stale-while-revalidate=86400',
      })
    }
  })

  test('is made to fit each listed size, without being enlarged', async () => {
    await put('wide.jpg', await blank(2000, 1000).jpeg().toBuffer())
    await put('tall.png', await blank(300, 900).png().toBuffer())
    await put('small.webp', await blank(50, 40).webp().toBuffer())
    expect([await made280('wide.jpg'), await made280('tall.png'), await made280('small.webp')]).toEqual([
      'webp 280x140',
      'webp 76x229',
      'webp 50x40',
    ])
    for (const box of imageBoxes) {
      const answer = await get(sizedImage('/images/wide.jpg', box))
      const { width, height } = await sharp(answer.rawPayload).metadata()
      expect({ box, fits: width <= box[0] && height <= box[1] }).toEqual({ box, fits: true })
      expect(width === box[0] || height === box[1]).toBe(true)
    }
  })

  test('comes in the listed sizes only, and asking for others makes nothing', async () => {
    await put('a.png', await blank(30, 20).png().toBuffer())
    const fits = ['281x229', '0x0', '280X229', '280', '280x229x1', '-1', '99999x99999', '']
    const urls = [...fits.map((fit) => `/images/a.png?fit=${fit}`), '/images/a.png?fit=48x48&fit=80x80']
    expect(new Set(await statusesOf(urls))).toEqual(new Set([404]))
    expect(await readdir(folder.path)).not.toContain('cache')
  })

  test('is made once for all who ask at the same time, and kept', async () => {
    await put('a.jpg', await blank(800, 800).jpeg().toBuffer())
    const answers = await Promise.all(Array.from({ length: 20 }, () => sized('a.jpg')))
    expect(new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${String(headers['etag'])}`)).size).toBe(1)
    const kept = async () => (await readdir(own('cache'), { recursive: true })).filter((name) => name.includes('.'))
    expect(await kept()).toEqual([expect.stringMatching(/[0-9a-f]{40}\.webp$/)])
    await rm(own('cache'), { recursive: true })
    expect((await sized('a.jpg')).statusCode).toBe(200)
  })

  test('that was replaced is made anew; one that was not need not be sent again', async () => {
    await put('a.png', await blank(300, 300, '#ff0000').png().toBuffer())
    const first = await sized('a.png')
    const etag = String(first.headers['etag'])
    const again = await get('/images/a.png?fit=280x229', { 'if-none-match': etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    await put('a.png', await blank(300, 300, '#00ff00').png().toBuffer())
    await utimes(own('shop', 'a.png'), new Date(), new Date(Date.now() + 5000))
    const second = await get('/images/a.png?fit=280x229', { 'if-none-match': etag })
    expect(second.statusCode).toBe(200)
    const { dominant } = await sharp(second.rawPayload).stats()
    expect(dominant.g).toBeGreaterThan(200)
  })

  test('is found whatever letters its name has', async () => {
    const content = await blank(9, 9).png().toBuffer()
    const names = ['Çekiç Şeridi (2).png', '%50 indirim.png', "100% + a&b='c'.png", 'İğne.PNG']
    for (const name of names) await put(name, content)
    // As a Mac writes it.
    await put('üçgen.png'.normalize('NFD'), content)
    await mkdir(own('shop', 'alt klasör'))
    await put('alt klasör/a.png', content)
    const urls = [...names, 'üçgen.png'].map((name) => `/images/${encodeURIComponent(name)}`)
    expect(await statusesOf([...urls, '/images/alt%20klas%C3%B6r/a.png'])).toEqual(urls.concat('').map(() => 200))
    expect((await sized(encodeURIComponent('%50 indirim.png'))).statusCode).toBe(200)
  })
})

describe('the way to a picture', () => {
  test('never leads out of the folders, to a hidden file, or to what is no picture', async () => {
    const content = await blank(9, 9).png().toBuffer()
    await writeFile(own('secret.png'), content)
    await put('.hidden.png', content)
    await put('page.html', script)
    await put('shell.php', '<?php')
    await put('no-ending', content)
    await mkdir(own('shop', '.git'))
    await put('.git/a.png', content)
    await mkdir(own('shop', 'folder.png'))
    await symlink(own('secret.png'), own('shop', 'link.png'))
    await symlink(folder.path, own('shop', 'up'))
    const paths = [
      ...['..%2fsecret.png', '%2e%2e/secret.png', '%2e%2e%5csecret.png', 'a/..%2f..%2fsecret.png', '/secret.png'],
      ...[
        '.hidden.png',
        '.git/a.png',
        'page.html',
        'shell.php',
        'no-ending',
        'folder.png',
        'link.png',
        'up/secret.png',
      ],
      ...['', '%00.png', 'a%00.png', 'nothing.png', `${'a'.repeat(5000)}.png`, 'a.png/b.png', '*.png', '..png'],
    ]
    const urls = paths.flatMap((path) => [`/images/${path}`, `/images/${path}?fit=48x48`])
    expect(new Set(await statusesOf(urls))).toEqual(new Set([404]))
    expect((await get('/images/a.png')).headers['cache-control']).toBe('public, max-age=60')
  })

  test('may begin with a link to where the pictures really are', async () => {
    await mkdir(own('share'))
    await writeFile(own('share', 'a.png'), await blank(9, 9).png().toBuffer())
    await rm(own('shop'), { recursive: true })
    await symlink(own('share'), own('shop'))
    expect((await get('/images/a.png')).statusCode).toBe(200)
  })
})

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
