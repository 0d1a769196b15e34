import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StoreSettings } from '#contract/shop/settings.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { settingsOf } from '#server/settings/settings.ts'
import { serveInstall } from './install.ts'

let folder: string
let app: FastifyInstance
let settings: StoreSettings

async function open(): Promise<void> {
  app = Fastify()
  await serveInstall(app, {
    files: folder,
    scripts: { serviceWorker: '/assets/service-worker-AbC_123.js', offlinePage: '/assets/offline-page-x1.js' },
    styles: 'body{margin:0}',
    imageFolders: [folderStore(join(folder, 'images'), folder)],
    settings: () => settings,
  })
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-install-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'images'))
  settings = { ...settingsOf({}, () => {}), storeName: 'Ege <Elektrik> Toptan', brandColor: '#aa3311' }
  const names = ['inter-latin-BeE1uxba.woff2', 'zxing_reader-x1.wasm', 'other-x1.js']
  for (const name of names) await writeFile(join(folder, 'assets', name), name)
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const pixelOf = async (image: Buffer, left: number, top: number) => {
  const pixel = await sharp(image).extract({ left, top, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()
  return [...pixel]
}
const iconOf = async (path: string) => {
  const answer = await app.inject(path)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  return answer.rawPayload
}

describe('the manifest', () => {
  test.each([
    ['', 'tr', 'Ege <Elektrik> Toptan bayi mağazası', 'Hızlı sipariş'],
    ['?dil=en', 'en', 'Ege <Elektrik> Toptan dealer store', 'Order pad'],
    ['?dil=xx', 'tr', 'Ege <Elektrik> Toptan bayi mağazası', 'Hızlı sipariş'],
  ])('%s has name and shortcuts in its language, and what installing needs', async (query, lang, name, shortcut) => {
    await open()
    const answer = await app.inject(`/manifest.webmanifest${query}`)
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    const manifest = answer.json<
      Record<string, unknown> & { icons: { src: string; sizes: string; purpose: string }[] }
    >()
    expect(manifest).toMatchObject({
      id: '/',
      lang,
      name,
      short_name: 'Ege',
      start_url: '/',
      display: 'standalone',
      theme_color: '#aa3311',
      shortcuts: [{ name: shortcut, url: '/hizli-siparis' }, { url: '/sepet' }],
    })
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ])
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(await iconOf(src)).metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
    }
  })
})

describe('icons', () => {
  test('have the store’s colour; the maskable one and Apple’s fill the square', async () => {
    await open()
    expect(await pixelOf(await iconOf('/icons/512.png'), 256, 30)).toEqual([0xaa, 0x33, 0x11, 255])
    expect((await pixelOf(await iconOf('/icons/512.png'), 0, 0))[3]).toBe(0)
    for (const path of ['/icons/maskable.png', '/apple-touch-icon.png'])
      expect(await pixelOf(await iconOf(path), 0, 0)).toEqual([0xaa, 0x33, 0x11, 255])
  })

  test('show the store’s own logo on white, with a free margin, at a new address', async () => {
    await open()
    const before = (await app.inject('/manifest.webmanifest')).json<{ icons: { src: string }[] }>()
    const logo = sharp({ create: { width: 300, height: 300, channels: 3, background: '#0000ff' } })
    await logo.png().toFile(join(folder, 'images', 'logo.png'))
    settings = { ...settings, storeLogo: 'logo.png' }
    const after = (await app.inject('/manifest.webmanifest')).json<{ icons: { src: string }[] }>()
    expect(after.icons[0]?.src).not.toBe(before.icons[0]?.src)
    const icon = await iconOf('/icons/maskable.png')
    expect(await pixelOf(icon, 256, 256)).toEqual([0, 0, 255, 255])
    // The inner 80 % of the side are visible on every device.
    expect(await pixelOf(icon, 60, 256)).toEqual([255, 255, 255, 255])
  })

  test('are the built-in ones where the logo is missing or broken', async () => {
    await open()
    await writeFile(join(folder, 'images', 'bozuk.png'), 'no picture')
    for (const storeLogo of ['yok.png', 'bozuk.png']) {
      settings = { ...settings, storeLogo }
      expect(await pixelOf(await iconOf('/icons/maskable.png'), 0, 0)).toEqual([0xaa, 0x33, 0x11, 255])
    }
  })

  test.each(['/icons/999.png', '/icons/192', '/icons/constructor.png', '/icons/..%2f192.png'])(
    '%s does not exist',
    async (path) => {
      await open()
      expect((await app.inject(path)).statusCode).toBe(404)
    },
  )
})

describe('the service worker', () => {
  test('is requested again each time, names the files to store, and changes with store and build', async () => {
    await open()
    const script = await app.inject('/sw.js')
    expect(script.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    })
    expect(script.body).toContain('importScripts("/assets/service-worker-AbC_123.js")')
    const stored = JSON.parse(/toptanOffline=(\{.*?\});/.exec(script.body)?.[1] ?? '') as object
    expect(stored).toMatchObject({
      page: '/cevrimdisi',
      files: ['/assets/offline-page-x1.js', '/assets/inter-latin-BeE1uxba.woff2'],
      decoder: ['/assets/zxing_reader-x1.wasm'],
    })
    expect((await app.inject('/sw.js')).body).toBe(script.body)
    settings = { ...settings, storeName: 'Yeni ad' }
    expect((await app.inject('/sw.js')).body).not.toBe(script.body)
  })
})

test('the page without a connection is the same for everyone, escapes the store’s name, and allows no inline script', async () => {
  await open()
  const page = await app.inject('/cevrimdisi')
  const again = await app.inject({
    url: '/cevrimdisi',
    headers: { cookie: 'toptan_session=x', 'accept-language': 'en' },
  })
  expect(again.body).toBe(page.body)
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  expect(page.body).toContain('Ege &lt;Elektrik&gt; Toptan')
  expect(page.body).not.toContain('<Elektrik>')
  expect(page.body).toContain('<script src="/assets/offline-page-x1.js">')
  const words = JSON.parse(/id="words">(.*?)<\/script>/.exec(page.body)?.[1] ?? '') as Record<
    string,
    { offline: { title: string } }
  >
  expect([words['tr']?.offline.title, words['en']?.offline.title]).toEqual(['Bağlantı yok', 'No connection'])
})
