import { execFile } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importCatalog } from '#server/catalog/import/import-catalog.ts'
import { feed, record } from '#server/catalog/import/runs/test-imports.ts'
import { claimAddresses, findDueHosts } from './claim-addresses.ts'
import { fetchDue } from './fetch-pictures.ts'
import { saveFailure, savePicture } from './save-attempt.ts'
import { settleDue } from './settle-pictures.ts'
import { startPictures } from './picture-loop.ts'
import { purgePictureAddresses } from './purge-addresses.ts'
import { picture, TestPictures } from './test-pictures.ts'
import { programPath } from '#testing/program.ts'

let shop: TestPictures
beforeAll(async () => {
  shop = await TestPictures.open()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** A port on which nothing answers. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const host = () => new URL(shop.url('/')).host

describe('an import with addresses of pictures', () => {
  test('gives products the pictures in the order of the file, whatever the order of the answers', async () => {
    let isSent = () => {}
    const afterSecond = new Promise<void>((resolve) => {
      isSent = resolve
    })
    shop.answers.set('/a.jpg', (_, response) => {
      void afterSecond.then(() => picture(1)).then((content) => response.end(content))
    })
    shop.answers.set('/b.jpg', (_, response) => {
      void picture(2).then((content) => response.end(content, isSent))
    })
    await shop.import({ A: `${shop.url('/a.jpg')}|own.jpg|${shop.url('/b.jpg')}` })
    expect(await shop.images()).toEqual({ A: ['own.jpg'] })
    await shop.fetch()
    expect(await shop.images()).toEqual({ A: ['own.jpg', await shop.file('/a.jpg'), await shop.file('/b.jpg')] })
  })

  test('fetches each address once for a thousand products, and stores the same content of two addresses once', async () => {
    const before = (await shop.files()).length
    shop.answers.set('/same.jpg', (_, response) => void picture(99).then((content) => response.end(content)))
    shop.answers.set('/also.jpg', (_, response) => void picture(99).then((content) => response.end(content)))
    const products = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`P${i}`, shop.url('/same.jpg')]))
    await shop.import({ ...products, Q: `${shop.url('/same.jpg')}|${shop.url('/also.jpg')}` })
    await shop.fetch()
    expect(shop.paths().sort()).toEqual(['/also.jpg', '/same.jpg'])
    const file = await shop.file('/same.jpg')
    const images = Object.values(await shop.images())
    expect(images).toHaveLength(1001)
    expect(images.every((names) => names.length === 1 && names[0] === file)).toBe(true)
    expect(await shop.files()).toHaveLength(before + 1)
  })

  test('fetches nothing again on the same day, and checks after a day what a file names again', async () => {
    const cell = `${shop.url('/a.jpg')}|${shop.url('/b.jpg')}`
    await shop.import({ A: cell })
    await shop.fetch()
    const images = await shop.images()
    await shop.import({ A: cell, B: shop.url('/a.jpg#top') })
    await shop.fetch()
    expect(shop.paths()).toHaveLength(2)
    expect(await shop.images()).toEqual({ ...images, B: [await shop.file('/a.jpg')] })
    await shop.letDayPass()
    shop.answers.set('/a.jpg', (_, response) => response.writeHead(304).end())
    shop.answers.set('/b.jpg', (_, response) => void picture(200).then((content) => response.end(content)))
    await shop.import({ A: cell })
    await shop.fetch()
    expect(
      shop.requests
        .slice(2)
        .map(({ headers }) => headers['if-none-match'] ?? '')
        .sort(),
    ).toEqual(['"/a.jpg"', '"/b.jpg"'])
    expect((await shop.images()).A).toEqual([images.A?.[0], await shop.file('/b.jpg')])
    expect((await shop.images()).A?.[1]).not.toBe(images.A?.[1])
  })

  test('keeps the pictures of an administrator in front, and does not bring back what one removed', async () => {
    await shop.import({ A: `${shop.url('/a.jpg')}|${shop.url('/b.jpg')}` })
    await shop.fetch()
    const [a, b] = [await shop.file('/a.jpg'), await shop.file('/b.jpg')]
    await shop.pool.execute('UPDATE products SET images = $1', [['own.webp', b]])
    await shop.import({ A: `${shop.url('/a.jpg')}|${shop.url('/b.jpg')}|${shop.url('/c.jpg')}` })
    await shop.fetch()
    expect((await shop.images()).A).toEqual(['own.webp', b, await shop.file('/c.jpg')])
    expect((await shop.images()).A).not.toContain(a)
  })

  test('replaces pictures that the file names no longer once a new one is there, and keeps them for an empty cell', async () => {
    await shop.import({ A: shop.url('/old.jpg'), B: shop.url('/old.jpg'), C: shop.url('/old.jpg') })
    await shop.fetch()
    const old = await shop.file('/old.jpg')
    shop.answers.set('/new.jpg', (_, response) => response.writeHead(500).end())
    await shop.import({ A: shop.url('/new.jpg'), B: '', C: 'own.jpg' })
    await shop.fetch()
    expect(await shop.images()).toEqual({ A: [old], B: [old], C: ['own.jpg'] })
    shop.answers.clear()
    await shop.makeDue()
    await shop.fetch()
    expect((await shop.images()).A).toEqual([await shop.file('/new.jpg')])
  })

  test('is undone with its pictures: new products go, others get back what they had', async () => {
    await shop.import({ A: shop.url('/old.jpg'), B: 'own.jpg' })
    await shop.fetch()
    const before = await shop.images()
    const id = await shop.import({ A: shop.url('/new.jpg'), B: `own.jpg|${shop.url('/b.jpg')}`, N: shop.url('/n.jpg') })
    await shop.fetch()
    expect(await shop.images()).toEqual({
      A: [await shop.file('/new.jpg')],
      B: ['own.jpg', await shop.file('/b.jpg')],
      N: [await shop.file('/n.jpg')],
    })
    expect(await shop.imports.undo(id)).toMatchObject({ state: 'undone', undo: { left: 0, removed: 1 } })
    expect(await shop.images()).toEqual(before)
    await shop.fetch()
    expect(await shop.images()).toEqual(before)
  })

  test('is undone while its pictures are still fetched: they reach no product', async () => {
    const id = await shop.import({ A: shop.url('/a.jpg') })
    let waiting: ServerResponse | undefined
    shop.answers.set('/a.jpg', (_, response) => {
      waiting = response
    })
    const fetching = shop.fetch()
    await expect.poll(() => waiting !== undefined).toBe(true)
    expect(await shop.imports.undo(id)).toMatchObject({ state: 'undone', undo: { left: 0 } })
    waiting?.end(await picture(3))
    await fetching
    expect(await shop.images()).toEqual({})
  })

  test('leaves what a later import names too when it is undone', async () => {
    const first = await shop.import({ A: `${shop.url('/a.jpg')}|${shop.url('/b.jpg')}` })
    await shop.fetch()
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    await shop.imports.undo(first)
    expect(await shop.images()).toEqual({ A: [await shop.file('/a.jpg')] })
  })

  test('gets a picture that is stored while its transaction runs', async () => {
    await shop.import({ A: shop.url('/a.jpg') })
    const [claimed] = await claimAddresses(shop.pool, host())
    if (claimed === undefined) return expect.fail('nothing is due')
    const path = join(shop.imports.shop.dataDir, 'ikinci.xml')
    await writeFile(path, feed(record('B', '10,00', `<Resim>${shop.url('/a.jpg')}</Resim>`)))
    let saving: Promise<void> | undefined
    const isWaiting = async () => (await shop.pool.query('SELECT FROM pg_locks WHERE NOT granted')).length > 0
    const result = await importCatalog(shop.pool, {
      files: [{ path, name: 'ikinci.xml' }],
      ...{ key: 'code', mapping: new Map(), defaults: {}, prices: 'net', dryRun: false, locale: 'tr' },
      tracker: {
        async save() {
          const picture = { file: 'uploads/a.webp', etag: null, lastModified: null }
          saving = savePicture(shop.pool, claimed, picture)
          const waits = async () => {
            await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
          }
          await Promise.race([saving, waits()])
        },
      },
    })
    expect(result).toMatchObject({ ok: true })
    await saving
    await settleDue(shop.pool)
    expect(await shop.images()).toEqual({ A: ['uploads/a.webp'], B: ['uploads/a.webp'] })
  })

  test('waits with pictures while another import changes products', async () => {
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock(71, 1)')
      await shop.fetch()
      expect(await shop.images()).toEqual({ A: [] })
      await client.query('COMMIT')
    })
    await shop.fetch()
    expect(await shop.images()).toEqual({ A: [await shop.file('/a.jpg')] })
  })
})

describe('an address that does not give a picture', () => {
  const send =
    (content: string | Buffer, type = 'image/jpeg') =>
    (_: unknown, response: ServerResponse) =>
      void response.setHeader('content-type', type).end(content)

  test.each<[string, () => void, object]>([
    ['is not found', () => answer((_, r) => r.writeHead(404).end()), { reason: 'status', status: 404 }],
    ['is gone', () => answer((_, r) => r.writeHead(410).end()), { reason: 'status', status: 410 }],
    ['answers a page', () => answer(send('<!doctype html><title>x</title>', 'text/html')), { reason: 'not_a_picture' }],
    ['answers a page as a picture', () => answer(send('<html><body>x')), { reason: 'not_a_picture' }],
    [
      'answers a drawing',
      () => answer(send('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')),
      { reason: 'not_a_picture' },
    ],
    ['answers nothing', () => answer(send('')), { reason: 'not_a_picture' }],
    [
      'leads to this network',
      () => answer((_, r) => r.writeHead(302, { location: 'http://10.0.0.1/a.jpg' }).end()),
      { reason: 'address' },
    ],
    [
      'leads to itself',
      () => answer((_, r) => r.writeHead(302, { location: '/a.jpg' }).end()),
      { reason: 'redirects' },
    ],
  ])('fails at once when it %s, with the reason', async (_, prepare, expected) => {
    prepare()
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    expect(await shop.addresses()).toMatchObject([{ state: 'failed', status: null, ...expected, wait: null }])
    expect(await shop.images()).toEqual({ A: [] })
    expect(await readdir(shop.imports.shop.app.files.workFolder)).toEqual([])
  })

  test('stops reading an answer of 10 GB at the limit', async () => {
    let sent = 0
    answer((_, response) => {
      response.setHeader('content-length', 10 * 2 ** 30)
      const piece = Buffer.alloc(64 * 1024, 1)
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length
      }
      response.on('drain', more)
      more()
    })
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    expect(await shop.addresses()).toMatchObject([{ state: 'failed', reason: 'too_large', wait: null }])
    expect(sent).toBeLessThan(100_000_000)
  })

  test('never calls this machine or its network', async () => {
    const cells = [
      'http://127.0.0.1:1/a.jpg',
      'http://192.168.1.5/a.jpg',
      'http://[::1]/a.jpg',
      'http://169.254.169.254/a.jpg',
    ]
    await shop.import({ A: cells.join('|') })
    await shop.fetch({ allowsLoopback: false })
    const addresses = await shop.addresses()
    expect(addresses.map(({ state, reason }) => `${state} ${reason}`)).toEqual(cells.map(() => 'failed address'))
    expect(shop.requests).toEqual([])
  })

  test('is tried again after growing pauses, six times at most', async () => {
    answer((_, response) => response.writeHead(500).end())
    await shop.import({ A: shop.url('/a.jpg') })
    const waits: (number | null)[] = []
    for (let i = 0; i < 6; i += 1) {
      await shop.fetch()
      const [address] = await shop.addresses()
      expect(address).toMatchObject({ reason: 'status', status: 500, attempts: i + 1 })
      waits.push(address?.wait ?? null)
      await shop.makeDue()
    }
    expect(waits).toEqual([60, 300, 1800, 7200, 21_600, null])
    expect(await shop.addresses()).toMatchObject([{ state: 'failed' }])
    await shop.fetch()
    expect(shop.requests).toHaveLength(6)
  })

  test('keeps the picture that the shop has when it fails later', async () => {
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    const images = await shop.images()
    await shop.letDayPass()
    answer((_, response) => response.writeHead(404).end())
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    expect(shop.requests).toHaveLength(2)
    expect(await shop.addresses()).toMatchObject([{ state: 'stored', reason: 'status', status: 404 }])
    expect(await shop.images()).toEqual(images)
  })

  test('is tried again when an import names it a day later', async () => {
    answer((_, response) => response.writeHead(404).end())
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    shop.answers.clear()
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    expect(shop.requests).toHaveLength(1)
    await shop.letDayPass()
    await shop.import({ A: shop.url('/a.jpg') })
    await shop.fetch()
    expect((await shop.images()).A).toHaveLength(1)
  })

  function answer(listener: (_: unknown, response: ServerResponse) => void) {
    shop.answers.set('/a.jpg', listener)
  }
})

describe('a host', () => {
  const many = (count: number, name = '127.0.0.1') =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, shop.url(`/${i}.jpg`, name)]))

  test('gets four requests at a time, from all processes together', async () => {
    let [open, most] = [0, 0]
    for (let i = 0; i < 12; i += 1)
      shop.answers.set(`/${i}.jpg`, (_, response) => {
        open += 1
        most = Math.max(most, open)
        void picture(i).then((content) => {
          open -= 1
          response.end(content)
        })
      })
    await shop.import(many(12))
    await Promise.all([shop.fetch(), shop.fetch(), shop.fetch()])
    expect(most).toBeLessThanOrEqual(4)
    expect(shop.paths().sort()).toEqual(Array.from({ length: 12 }, (_, i) => `/${i}.jpg`).sort())
    expect((await shop.addresses()).every(({ state }) => state === 'stored')).toBe(true)
  })

  test('that asks for fewer requests gets none until then', async () => {
    for (let i = 0; i < 12; i += 1)
      shop.answers.set(`/${i}.jpg`, (_, response) => response.writeHead(429, { 'retry-after': '900' }).end())
    await shop.import(many(12))
    await shop.fetch()
    expect(shop.requests).toHaveLength(4)
    const row = await shop.pool.one<{ wait: number }>(
      'SELECT round(extract(epoch FROM next_at - now()))::integer AS wait FROM picture_hosts',
    )
    expect(row?.wait).toBeGreaterThan(800)
    expect((await shop.addresses()).filter(({ attempts }) => attempts > 0).map(({ wait }) => wait)).toEqual([
      900, 900, 900, 900,
    ])
    expect(await findDueHosts(shop.pool)).toEqual([])
  })

  test('that is slow delays only its own pictures, and ends after its time', async () => {
    shop.answers.set('/slow.jpg', () => {})
    await shop.import({ S: shop.url('/slow.jpg', 'localhost'), ...many(8) })
    const warnings: Error[] = []
    const loop = startPictures({ ...shop.deps({ timeout: 3000 }), warn: (error) => void warnings.push(error) })
    const stored = async () => (await shop.addresses()).filter(({ state }) => state === 'stored').length
    await expect.poll(stored, { timeout: 10_000 }).toBe(8)
    expect(shop.paths()).toContain('/slow.jpg')
    await expect
      .poll(async () => (await shop.addresses()).filter(({ reason }) => reason === 'timeout'), { timeout: 10_000 })
      .toMatchObject([{ state: 'waiting', wait: 60 }])
    await loop.close()
    expect(warnings).toEqual([])
  })

  test('that does not answer at all is not asked for each of its pictures', async () => {
    const port = await closedPort()
    const cells = Array.from({ length: 30 }, (_, i) => [`P${i}`, `http://127.0.0.1:${port}/${i}.jpg`])
    await shop.import(Object.fromEntries(cells) as Record<string, string>)
    for (let i = 0; i < 6; i += 1) {
      await shop.fetch()
      await shop.makeDue()
    }
    const addresses = await shop.addresses()
    expect(addresses).toHaveLength(30)
    expect(new Set(addresses.map(({ state, reason }) => `${state} ${reason}`))).toEqual(new Set(['failed connection']))
  })

  test('whose attempt was not saved is asked again after the lease, and a late result changes nothing', async () => {
    await shop.import({ A: shop.url('/a.jpg') })
    const [late] = await claimAddresses(shop.pool, host())
    expect(late).toMatchObject({ attempts: 1 })
    await shop.makeDue()
    expect(await fetchDue(shop.deps(), host())).toBe(0)
    await shop.pool.execute("UPDATE picture_addresses SET taken_until = now() - interval '1 second'")
    expect(await fetchDue(shop.deps(), host())).toBe(1)
    if (late !== undefined) await saveFailure(shop.pool, late, { reason: 'timeout' })
    expect(await shop.addresses()).toMatchObject([{ state: 'stored', reason: null, wait: null }])
  })
})

describe('a process that dies', () => {
  /** Runs a process that fetches until it dies at the failpoint; returns the signal that ended it. */
  const die = (failpoint: string) =>
    new Promise<string | null>((resolve) => {
      const program = programPath('testing/picture-process.ts')
      const env = { ...process.env, NODE_ENV: 'test', FAILPOINT: failpoint }
      const args = [program, shop.imports.shop.database.url, shop.imagesFolder]
      execFile(process.execPath, args, { env }, (error) => resolve(error?.signal ?? null))
    })

  test.each(['pictures.after_fetch', 'pictures.after_store'])('at %s loses no picture', async (failpoint) => {
    await shop.import({ A: `${shop.url('/a.jpg')}|${shop.url('/b.jpg')}` })
    expect(await die(failpoint)).toBe('SIGKILL')
    expect(await shop.images()).toEqual({ A: [] })
    await shop.pool.execute("UPDATE picture_addresses SET taken_until = now() - interval '1 second'")
    await shop.fetch()
    expect(await shop.images()).toEqual({ A: [await shop.file('/a.jpg'), await shop.file('/b.jpg')] })
  })
})

test('forgets addresses that no product has, and dropped pictures that no undo brings back', async () => {
  const id = await shop.import({ A: shop.url('/a.jpg'), B: shop.url('/b.jpg') })
  await shop.fetch()
  const second = await shop.import({ A: shop.url('/c.jpg') })
  await shop.fetch()
  await shop.pool.execute("UPDATE picture_addresses SET created_at = now() - interval '2 days'")
  await purgePictureAddresses(shop.pool)
  expect(await shop.addresses()).toHaveLength(3)
  await shop.pool.execute('DELETE FROM imports WHERE id = ANY ($1)', [[id, second]])
  await purgePictureAddresses(shop.pool)
  await purgePictureAddresses(shop.pool)
  expect(await shop.addresses()).toHaveLength(2)
  await shop.pool.execute('DELETE FROM products')
  await purgePictureAddresses(shop.pool)
  expect(await shop.addresses()).toEqual([])
})
