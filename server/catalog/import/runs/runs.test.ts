import { setTimeout as sleep } from 'node:timers/promises'
import { startWaitingPreview } from '#server/catalog/import/import.ts'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'
import { addAdmin, addStaff } from '#testing/store-rows.ts'
import { purgeImports, runImport } from '#server/catalog/import/import.ts'
import { feed, record, url, TestImports } from './test-imports.ts'

let imports: TestImports
beforeAll(async () => {
  imports = await TestImports.open()
})
beforeEach(() => imports.reset())
afterAll(() => imports.close())

describe('uploaded files', () => {
  test('are sent in pieces and stored under a random name; a piece that is not the next one changes nothing', async () => {
    const { body } = await imports.post('/yonetim/imports', { files: [{ name: '../../a.php', bytes: 6 }] })
    const { id } = body as { id: number }
    const send = async (at: number, text: string) =>
      (await imports.post(url(id, `/files/0?at=${at}`), Buffer.from(text))).body
    expect(await send(3, 'def')).toEqual({ received: 0 })
    expect(await send(0, 'abc')).toEqual({ received: 3 })
    expect(await send(0, 'abc')).toEqual({ received: 3 })
    expect(codeOf(await imports.post(url(id, '/preview'), defaultImportOptions))).toBe('import_moved')
    expect(codeOf(await imports.post(url(id, '/files/0?at=3'), Buffer.from('toolong')))).toBe('too_large')
    expect(await send(3, 'def')).toEqual({ received: 6 })
    expect((await readdir(imports.files().place)).every((name) => /^[0-9a-f]{32}(\.3)?$/.test(name))).toBe(true)
  })

  test.each([
    ['too large', [{ name: 'a', bytes: 101 * 1024 * 1024 }]],
    ['too many', Array.from({ length: 6 }, () => ({ name: 'a', bytes: 1 }))],
    ['empty', [{ name: 'a', bytes: 0 }]],
  ])('are refused when %s', async (_, files) => {
    expect((await imports.post('/yonetim/imports', { files })).status).toBe(422)
  })
})

describe('a preview', () => {
  test('lists new, changed and rejected products and changes nothing', async () => {
    await imports.stock()
    const before = await imports.catalog()
    const id = await imports.upload(
      feed(record('A', '12,50'), record('B', '20,00'), record('C', '1,00'), record('D', 'pahalı')),
    )
    expect(await imports.preview(id)).toMatchObject({
      state: 'ready',
      summary: { rows: 4, created: 1, updated: 1, unchanged: 1, rejected: 1 },
      changes: { changed: 1, new: 1 },
      columns: [
        { file: 'urunler.xml', columns: [{ name: 'StokKodu', use: 'code' }, {}, { use: 'price' }, { use: 'stock' }] },
      ],
    })
    expect(await imports.catalog()).toEqual(before)
    expect(await imports.changes(id, 'changed')).toMatchObject([
      { code: 'A', differences: [{ field: expect.stringContaining('Satış fiyatı'), old: '₺10,00', new: '₺12,50' }] },
    ])
    expect(await imports.changes(id, 'new')).toEqual([
      {
        productId: expect.any(Number),
        code: 'C',
        name: 'Ürün C',
        isNew: true,
        differences: [],
        added: { isOnSale: true, brand: null, unit: 'ADET', price: '₺1,00', stock: '5' },
      },
    ])
    const { body } = await imports.staff.send('GET', url(id, '/problems'))
    expect(body).toMatchObject({
      items: [{ line: 4, key: 'D', reason: 'SatisFiyati1 bir sayı değil: pahalı', row: 'D | Ürün D | pahalı | 5' }],
    })
  })

  test('asks whether prices include VAT if the file does not say so; until it is answered nothing is applied', async () => {
    await imports.stock()
    const before = await imports.catalog()
    const id = await imports.upload(feed(record('A', '12,00')))
    const asked = await imports.preview(id, { prices: null })
    expect(asked).toMatchObject({
      state: 'ready',
      questions: [{ kind: 'prices', file: 'urunler.xml', columns: ['SatisFiyati1'], examples: ['12,00'] }],
    })
    expect(codeOf(await imports.post(url(id, '/apply')))).toBe('import_questions')
    const answered = await imports.preview(id, { prices: 'gross' })
    expect(answered).toMatchObject({
      questions: [],
      summary: { samples: [{ key: 'A', isGross: true, net: '10.0000' }] },
    })
    expect(answered.changes).toEqual({ changed: 0, new: 0 })
    expect(await imports.catalog()).toEqual(before)
  })

  test('formats prices like the shop, and names a missing key by its field', async () => {
    const id = await imports.upload('kod,ad,fiyat\nE,Vida,2575\nF,Somun,0.1234\n,Pul,1\n', 'a.csv')
    await imports.preview(id)
    const prices = (await imports.changes(id, 'new')).map(({ added }) => added?.price)
    expect(new Set(prices)).toEqual(new Set(['₺0,1234', '₺2.575,00']))
    expect((await imports.staff.send('GET', url(id, '/problems'))).body).toMatchObject({
      items: [{ reason: 'Stok kodu boş.' }],
    })
    const { body } = await imports.staff.send('GET', url(id, '/problems'), { headers: { 'accept-language': 'en' } })
    expect(body).toMatchObject({ items: [{ reason: 'Stock code is empty.' }] })
  })

  test('shows a new product with a price of 0 without a price', async () => {
    const id = await imports.upload('kod,ad,fiyat\nE,Vida,0\n', 'a.csv')
    await imports.preview(id)
    expect((await imports.changes(id, 'new')).map(({ added }) => added?.price)).toEqual([null])
  })

  test('asks whether rows with one code and different brands are different products, until it is answered either way', async () => {
    const id = await imports.upload('kod,ad,marka,fiyat\n1208,Rulman,FAG,10\n1208,Rulman,SKF,10\n', 'a.csv')
    expect(await imports.preview(id)).toMatchObject({ questions: [{ kind: 'brands' }], changes: { new: 1 } })
    expect(codeOf(await imports.post(url(id, '/apply')))).toBe('import_questions')
    expect(await imports.preview(id, { key: 'brand+code' })).toMatchObject({ questions: [], changes: { new: 2 } })
    const one = await imports.preview(id, { key: 'code', repeatedCodes: 'one' })
    expect(one).toMatchObject({ questions: [], changes: { new: 1 }, options: { repeatedCodes: 'one' } })
  })

  test('can be downloaded as CSV without formulas', async () => {
    const id = await imports.upload(`code,name,price\n=1+1,=HYPERLINK(1),5\n-X,ad,yok\n`, 'a.csv')
    await imports.preview(id)
    const csv = await imports.staff.send('GET', url(id, '/changes.csv'))
    expect(csv.text).toContain(`"'=1+1";"'=HYPERLINK(1)";"yeni"`)
    expect((await imports.staff.send('GET', url(id, '/problems.csv'))).text).toContain(`"'-X | ad | yok"`)
    for (const part of ['changes', 'problems']) {
      const asDealer = await (await imports.shop.signedIn(imports.dealer)).send('GET', url(id, `/${part}.csv`))
      const asGuest = await (await imports.shop.guest()).send('GET', url(id, `/${part}.csv`))
      expect([asDealer.status, asGuest.status]).toEqual([403, 401])
    }
  })

  test('that fails reports the reason, and can be repeated with other options', async () => {
    const id = await imports.upload('K,Yazı,Tutar\n1,x,5\n', 'a.csv')
    expect(await imports.preview(id)).toMatchObject({
      state: 'failed',
      refusal: expect.stringContaining('code'),
      isReadable: true,
    })
    expect((await imports.state(id)).columns[0]?.columns.map(({ use }) => use)).toEqual([null, null, null])
    const mapping = { K: 'code', Yazı: 'name', Tutar: 'price' }
    expect(await imports.preview(id, { mapping })).toMatchObject({
      state: 'ready',
      refusal: null,
      summary: { created: 1 },
    })
    const ignoring = await imports.preview(id, { mapping: { ...mapping, Tutar: 'ignore' }, key: 'K' })
    expect(ignoring.columns[0]?.columns.map(({ use }) => use)).toEqual(['code', 'name', null])
  })

  test.each([
    ['a definition of entities', '<!DOCTYPE a [<!ENTITY x "y">]><a><b><c>&x;</c></b></a>', /DOCTYPE/],
    ['a line without end', `a,b\n"${'x'.repeat(1_100_000)}`, /.+/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /.+/],
  ])('of %s fails with an explanation', async (_, content, sentence) => {
    const { state: now, refusal, isReadable } = await imports.preview(await imports.upload(content))
    expect({ now, isReadable }).toEqual({ now: 'failed', isReadable: false })
    expect(refusal).toMatch(sentence)
  })

  test('tells how many pictures have an address, and fetches and records none', async () => {
    const id = await imports.upload(feed(record('A', '1', '<Resim>http://127.0.0.1:1/a.jpg</Resim>')))
    expect(await imports.preview(id)).toMatchObject({
      problems: { warning: 0 },
      summary: { pictures: { addresses: 1, waiting: 1, products: 1 } },
    })
    expect(await imports.pool.query('SELECT url FROM picture_addresses')).toEqual([])
  })
})

describe('without the right to change prices', () => {
  test('an import that changes prices is neither applied nor undone; one without them is', async () => {
    await imports.stock()
    const editor = await imports.shop.signedIn(await addStaff(imports.pool, 'catalog'))
    const id = await imports.upload(feed(record('A', '12,50')))
    await imports.preview(id)
    const refused = await editor.send('POST', url(id, '/apply'))
    expect([refused.status, codeOf(refused)]).toEqual([403, 'import_prices_not_allowed'])
    expect((await imports.state(id)).state).toBe('ready')
    await imports.apply(id)
    expect(codeOf(await editor.send('POST', url(id, '/undo')))).toBe('import_prices_not_allowed')
    const named = await imports.upload('StokKodu;StokAdi\nA;Yeni ad\n')
    await imports.preview(named)
    expect((await editor.send('POST', url(named, '/apply'))).status).toBe(200)
    await imports.work()
    expect((await imports.state(named)).state).toBe('applied')
  })
})

test('an import that moves a price further than one person may change it is applied by somebody else', async () => {
  await imports.stock()
  await imports.shop.setSetting('pricesNeedTwoOver', 20)
  const small = await imports.upload(feed(record('A', '12,00')))
  await imports.preview(small)
  expect((await imports.state(small)).secondPerson).toBeNull()
  expect(await imports.apply(small)).toMatchObject({ state: 'applied' })
  const large = await imports.upload(feed(record('A', '14,41')))
  await imports.preview(large)
  // The page announces it before anybody tries.
  expect((await imports.state(large)).secondPerson).toEqual({ percent: 20, mayApply: false })
  expect(codeOf(await imports.post(url(large, '/apply')))).toBe('import_needs_second')
  const second = await imports.shop.signedIn(await addAdmin(imports.pool))
  const seen = (await second.send('GET', url(large))).body as ImportDetail
  expect(seen.secondPerson).toEqual({ percent: 20, mayApply: true })
  expect((await second.send('POST', url(large, '/apply'))).status).toBe(200)
  await imports.work()
  expect(await imports.state(large)).toMatchObject({ state: 'applied', secondPerson: null })
  await imports.shop.setSetting('pricesNeedTwoOver', 0)
})

describe('parallel imports', () => {
  test('wait with their preview while one runs, and start in the order of their requests', async () => {
    const ids = [await imports.upload(feed(record('A', '1'))), await imports.upload(feed(record('B', '1')))]
    ids.push(await imports.upload(feed(record('C', '1'))))
    const [first = 0, second = 0, third = 0] = ids
    await imports.post(url(first, '/preview'), defaultImportOptions)
    for (const id of [second, third]) {
      const queued = await imports.post(url(id, '/preview'), { ...defaultImportOptions, decimal: ',' })
      expect(queued).toMatchObject({ status: 200, body: { state: 'waiting', options: { decimal: ',' } } })
    }
    const states = () => Promise.all(ids.map(async (id) => (await imports.state(id)).state))
    await imports.work()
    await startWaitingPreview(imports.pool)
    expect(await states()).toEqual(['ready', 'previewing', 'waiting'])
    await startWaitingPreview(imports.pool)
    expect(await states()).toEqual(['ready', 'previewing', 'waiting'])
    await imports.work()
    await startWaitingPreview(imports.pool)
    await imports.work()
    expect(await states()).toEqual(['ready', 'ready', 'ready'])
  })

  test('wait with their preview while one of the command line runs; changes of the catalog are refused', async () => {
    const [first, second] = [await imports.upload(feed(record('A', '1'))), await imports.upload(feed(record('B', '1')))]
    await imports.preview(first)
    await imports.pool.withClient(async (client) => {
      await client.query('SELECT pg_advisory_lock(7205310411)')
      expect(await imports.post(url(second, '/preview'), defaultImportOptions)).toMatchObject({
        status: 200,
        body: { state: 'waiting' },
      })
      const refused = await imports.post(url(first, '/apply'))
      expect([refused.status, sentenceOf(refused)]).toEqual([
        409,
        'Şu anda başka bir aktarım çalışıyor. O bitince yeniden deneyin.',
      ])
      await startWaitingPreview(imports.pool)
      expect(await imports.state(second)).toMatchObject({ state: 'waiting' })
      await client.query('SELECT pg_advisory_unlock(7205310411)')
    })
    await startWaitingPreview(imports.pool)
    await imports.work()
    expect(await imports.state(second)).toMatchObject({ state: 'ready' })
  })

  test('a file that is uploaded while a preview runs waits in line and leaves no unfinished upload behind', async () => {
    const first = await imports.upload(feed(record('A', '1')))
    await imports.post(url(first, '/preview'), defaultImportOptions)
    const second = await imports.upload(feed(record('B', '1')))
    expect(await imports.post(url(second, '/preview'), defaultImportOptions)).toMatchObject({
      status: 200,
      body: { state: 'waiting' },
    })
    expect(await imports.pool.query('SELECT state FROM imports ORDER BY id')).toEqual([
      { state: 'previewing' },
      { state: 'waiting' },
    ])
    await imports.work()
    await startWaitingPreview(imports.pool)
    await imports.work()
    expect(await imports.state(second)).toMatchObject({ state: 'ready', summary: { created: 1 } })
  })

  test('started at the same moment as another: a preview waits, a change of the catalog is refused', async () => {
    const [first, second] = [await imports.upload(feed(record('A', '1'))), await imports.upload(feed(record('B', '1')))]
    await imports.preview(second)
    const isBlocked = async () =>
      (
        await imports.pool.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE imports%'",
        )
      ).length > 0
    const startBeside = (step: string, body?: object) =>
      imports.pool.withClient(async (client) => {
        await client.query('BEGIN')
        await client.query("UPDATE imports SET state = 'previewing' WHERE id = $1", [first])
        const reply = imports.post(url(second, step), body)
        while (!(await isBlocked())) await sleep(10)
        await client.query('COMMIT')
        return reply
      })
    expect(codeOf(await startBeside('/apply'))).toBe('import_running')
    await imports.pool.execute("UPDATE imports SET state = 'uploading' WHERE id = $1", [first])
    expect(await startBeside('/preview', defaultImportOptions)).toMatchObject({ body: { state: 'waiting' } })
    expect(await imports.pool.query("SELECT FROM outbox WHERE name = 'import'")).toEqual([])
  })

  test('a preview that waits can be cancelled, and requested again', async () => {
    const [first, second] = [await imports.upload(feed(record('A', '1'))), await imports.upload(feed(record('B', '1')))]
    await imports.post(url(first, '/preview'), defaultImportOptions)
    await imports.post(url(second, '/preview'), defaultImportOptions)
    expect(await imports.post(url(second, '/cancel'))).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    await imports.work()
    await startWaitingPreview(imports.pool)
    expect(await imports.state(second)).toMatchObject({ state: 'cancelled' })
    expect(await imports.preview(second)).toMatchObject({ state: 'ready' })
  })

  test('a cancelled run leaves the catalog unchanged; an import that does not run cannot be cancelled', async () => {
    await imports.stock()
    const before = await imports.catalog()
    const id = await imports.upload(feed(...Array.from({ length: 3000 }, (_, i) => record(`X${i}`, '1'))))
    await imports.preview(id)
    await imports.post(url(id, '/apply'))
    expect((await imports.post(url(id, '/cancel'))).status).toBe(200)
    await imports.work()
    const after = await imports.state(id)
    // If the job finished before it saw the cancellation, all of its changes are there.
    if (after.state === 'cancelled') expect(await imports.catalog()).toEqual(before)
    else expect(after).toMatchObject({ state: 'applied', summary: { created: 3000 } })
    expect(codeOf(await imports.post(url(id, '/cancel')))).toBe('import_moved')
  })

  test('a run that a dying process left behind starts again', async () => {
    const id = await imports.upload(feed(record('A', '1')))
    await imports.preview(id)
    await imports.post(url(id, '/apply'))
    await imports.pool.execute("UPDATE imports SET step = 'save', done = 3")
    await imports.work()
    expect(await imports.state(id)).toMatchObject({ state: 'applied', summary: { created: 1 } })
    await runImport({ pool: imports.pool, folder: imports.files(), warn: () => {} }, { id })
    expect(await imports.state(id)).toMatchObject({ state: 'applied' })
  })
})

test('expired imports are removed with their files, unfinished uploads after a day', async () => {
  const [old, begun, fresh] = [
    await imports.upload('a'),
    await imports.upload('b'),
    await imports.upload(feed(record('A', '1'))),
  ]
  await imports.preview(old)
  await imports.preview(fresh)
  await imports.pool.execute("UPDATE imports SET created_at = now() - interval '31 days' WHERE id = $1", [old])
  await imports.pool.execute("UPDATE imports SET created_at = now() - interval '2 days' WHERE id <> $1", [old])
  const yesterday = new Date(Date.now() - 2 * 24 * 3600 * 1000)
  for (const name of await readdir(imports.files().place))
    await utimes(join(imports.files().place, name), yesterday, yesterday)
  await purgeImports(imports.pool, imports.files())
  expect((await imports.pool.query<{ id: number }>('SELECT id FROM imports')).map(({ id }) => id)).toEqual([fresh])
  expect(await readdir(imports.files().place)).toHaveLength(1)
  expect((await imports.staff.send('GET', url(begun))).status).toBe(404)
  expect((await imports.staff.send('GET', '/yonetim/imports')).body).toMatchObject({
    total: 1,
    items: [{ id: fresh, state: 'ready' }],
  })
})
