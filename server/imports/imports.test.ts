import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportChange, type ImportDetail, importPieceBytes, usualImportOptions } from '#contract/imports.ts'
import { addAdmin, addDealer, fillCart } from '#db/test-store.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#server/test-shop.ts'
import { type ImportOrder, importsFolder, purgeImports, runImport } from './imports.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: Actor
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  dealer = await addDealer(shop.database.pool)
})
beforeEach(async () => {
  const { pool } = shop.database
  await pool.execute('TRUNCATE products, brands, categories, catalog_changes, outbox RESTART IDENTITY CASCADE')
  await pool.execute('DELETE FROM imports')
})
afterAll(() => shop.close())

const folder = () => importsFolder(shop.dataDir)
const url = (id: number, rest = '') => `/yonetim/imports/${id}${rest}`
const post = (path: string, body?: unknown) => staff.send('POST', path, body === undefined ? {} : { body })
const state = async (id: number) => (await staff.send('GET', url(id))).body as ImportDetail

/** What the job queue would do. */
async function work(): Promise<void> {
  const { pool } = shop.database
  const rows = await pool.query<{ data: ImportOrder }>("DELETE FROM outbox WHERE name = 'import' RETURNING data")
  const failures: Error[] = []
  for (const { data } of rows) await runImport({ pool, folder: folder(), warn: (error) => failures.push(error) }, data)
  expect(failures).toEqual([])
}

async function upload(content: string | Buffer, name = 'urunler.xml'): Promise<number> {
  return uploadAll({ [name]: content })
}

async function uploadAll(contents: Record<string, string | Buffer>): Promise<number> {
  const files = Object.entries(contents).map(([name, content]) => ({ name, content: Buffer.from(content) }))
  const named = files.map(({ name, content }) => ({ name, bytes: content.length }))
  const { id } = (await post('/yonetim/imports', { files: named })).body as { id: number }
  for (const [number, { content }] of files.entries()) {
    for (let at = 0; at < content.length; at += importPieceBytes) {
      await post(url(id, `/files/${number}?at=${at}`), content.subarray(at, at + importPieceBytes))
    }
  }
  return id
}

async function preview(id: number, options: object = {}): Promise<ImportDetail> {
  expect(await post(url(id, '/preview'), { ...usualImportOptions, ...options })).toMatchObject({ status: 200 })
  await work()
  return state(id)
}

async function apply(id: number): Promise<ImportDetail> {
  expect(await post(url(id, '/apply'))).toMatchObject({ status: 200, body: { state: 'applying' } })
  await work()
  return state(id)
}

async function undo(id: number): Promise<ImportDetail> {
  expect(await post(url(id, '/undo'))).toMatchObject({ status: 200, body: { state: 'undoing' } })
  await work()
  return state(id)
}

const changes = async (id: number, kind: string) =>
  ((await staff.send('GET', url(id, `/changes?kind=${kind}`))).body as { items: ImportChange[] }).items

/** All that an import can change, without dates and movements. */
async function catalog(): Promise<unknown> {
  return shop.database.pool.query(
    `SELECT s.product_id, s.state FROM product_states(array(SELECT id FROM products)) s ORDER BY s.product_id`,
  )
}
const movementsDiffer = `SELECT product_id, warehouse_id FROM (
    SELECT product_id, warehouse_id, quantity FROM inventory
    UNION ALL SELECT product_id, warehouse_id, -quantity FROM stock_movements WHERE product_id IN (SELECT id FROM products)) t
  GROUP BY 1, 2 HAVING sum(quantity) <> 0`

const record = (code: string, price: string, more = '') =>
  `<urun><StokKodu>${code}</StokKodu><StokAdi>Ürün ${code}</StokAdi><SatisFiyati1>${price}</SatisFiyati1><Envanter>5</Envanter>${more}</urun>`
const feed = (...records: string[]) => `<?xml version="1.0" encoding="UTF-8"?><urunler>${records.join('')}</urunler>`

/** A shop with A at 10 and B at 20, five of each, that came by a file. */
async function stocked(): Promise<void> {
  const id = await upload(feed(record('A', '10,00'), record('B', '20,00')))
  await preview(id)
  expect(await apply(id)).toMatchObject({ state: 'applied' })
  await shop.database.pool.execute('DELETE FROM imports')
}

describe('files', () => {
  test('come in pieces, under a name of our own; a piece that is not the next changes nothing', async () => {
    const { body } = await post('/yonetim/imports', { files: [{ name: '../../a.php', bytes: 6 }] })
    const { id } = body as { id: number }
    const send = async (at: number, text: string) => (await post(url(id, `/files/0?at=${at}`), Buffer.from(text))).body
    expect(await send(3, 'def')).toEqual({ received: 0 })
    expect(await send(0, 'abc')).toEqual({ received: 3 })
    expect(await send(0, 'abc')).toEqual({ received: 3 })
    expect(codeOf(await post(url(id, '/preview'), usualImportOptions))).toBe('import_moved')
    expect(codeOf(await post(url(id, '/files/0?at=3'), Buffer.from('toolong')))).toBe('too_large')
    expect(await send(3, 'def')).toEqual({ received: 6 })
    const names = await readdir(folder())
    expect(names.every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true)
  })

  test.each([
    ['too large', [{ name: 'a', bytes: 101 * 1024 * 1024 }]],
    ['too many', Array.from({ length: 6 }, () => ({ name: 'a', bytes: 1 }))],
    ['empty', [{ name: 'a', bytes: 0 }]],
  ])('%s: refused', async (_, files) => {
    expect((await post('/yonetim/imports', { files })).status).toBe(422)
  })
})

describe('a preview', () => {
  test('tells what would be new, changed and wrong, and changes nothing', async () => {
    await stocked()
    const before = await catalog()
    const id = await upload(
      feed(record('A', '12,50'), record('B', '20,00'), record('C', '1,00'), record('D', 'pahalı')),
    )
    expect(await preview(id)).toMatchObject({
      state: 'ready',
      summary: { rows: 4, created: 1, updated: 1, unchanged: 1, rejected: 1 },
      changes: { changed: 1, new: 1 },
      columns: [
        { file: 'urunler.xml', columns: [{ name: 'StokKodu', use: 'code' }, {}, { use: 'price' }, { use: 'stock' }] },
      ],
    })
    expect(await catalog()).toEqual(before)
    expect(await changes(id, 'changed')).toMatchObject([
      { code: 'A', differences: [{ field: expect.stringContaining('Satış fiyatı'), old: '₺10,00', new: '₺12,50' }] },
    ])
    expect(await changes(id, 'new')).toEqual([
      {
        ...{ productId: expect.any(Number), code: 'C', name: 'Ürün C', isNew: true, differences: [] },
        added: { brand: null, unit: 'ADET', price: '₺1,00', stock: '5' },
      },
    ])
    const { body } = await staff.send('GET', url(id, '/problems'))
    expect(body).toMatchObject({
      items: [{ line: 4, key: 'D', reason: 'SatisFiyati1 bir sayı değil: pahalı', row: 'D | Ürün D | pahalı | 5' }],
    })
  })

  test('says prices as the shop does, and a missing key by its field', async () => {
    const id = await upload('kod,ad,fiyat\nE,Vida,2575\nF,Somun,0.1234\n,Pul,1\n', 'a.csv')
    await preview(id)
    const prices = (await changes(id, 'new')).map(({ added }) => added?.price)
    expect(new Set(prices)).toEqual(new Set(['₺0,1234', '₺2.575,00']))
    expect((await staff.send('GET', url(id, '/problems'))).body).toMatchObject({
      items: [{ reason: 'Stok kodu boş.' }],
    })
    const { body } = await staff.send('GET', url(id, '/problems'), { headers: { 'accept-language': 'en' } })
    expect(body).toMatchObject({ items: [{ reason: 'Stock code is empty.' }] })
  })

  test('as CSV, in which nothing is a formula', async () => {
    const id = await upload(`code,name,price\n=1+1,=HYPERLINK(1),5\n-X,ad,yok\n`, 'a.csv')
    await preview(id)
    const csv = await staff.send('GET', url(id, '/changes.csv'))
    expect(csv.text).toContain(`"'=1+1";"'=HYPERLINK(1)";"yeni"`)
    expect((await staff.send('GET', url(id, '/problems.csv'))).text).toContain(`"'-X | ad | yok"`)
    for (const part of ['changes', 'problems']) {
      const asDealer = await (await shop.signedIn(dealer)).send('GET', url(id, `/${part}.csv`))
      const asGuest = await (await shop.guest()).send('GET', url(id, `/${part}.csv`))
      expect([asDealer.status, asGuest.status]).toEqual([403, 401])
    }
  })

  test('that cannot be made says why, and is made anew with other choices', async () => {
    const id = await upload('K,Yazı,Tutar\n1,x,5\n', 'a.csv')
    expect(await preview(id)).toMatchObject({
      state: 'failed',
      refusal: expect.stringContaining('code'),
      isReadable: true,
    })
    expect((await state(id)).columns[0]?.columns.map(({ use }) => use)).toEqual([null, null, null])
    const mapping = { K: 'code', Yazı: 'name', Tutar: 'price' }
    expect(await preview(id, { mapping })).toMatchObject({ state: 'ready', refusal: null, summary: { created: 1 } })
    const ignoring = await preview(id, { mapping: { ...mapping, Tutar: 'ignore' }, key: 'K' })
    expect(ignoring.columns[0]?.columns.map(({ use }) => use)).toEqual(['code', 'name', null])
  })

  test.each([
    ['a definition of entities', '<!DOCTYPE a [<!ENTITY x "y">]><a><b><c>&x;</c></b></a>', /DOCTYPE/],
    ['a line without end', `a,b\n"${'x'.repeat(1_100_000)}`, /.+/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /.+/],
  ])('of %s fails with a sentence', async (_, content, sentence) => {
    const { state: now, refusal, isReadable } = await preview(await upload(content))
    expect({ now, isReadable }).toEqual({ now: 'failed', isReadable: false })
    expect(refusal).toMatch(sentence)
  })

  test('addresses of pictures are not fetched and not taken', async () => {
    const id = await upload(feed(record('A', '1', '<Resim>http://127.0.0.1:1/a.jpg</Resim>')))
    expect(await preview(id)).toMatchObject({ problems: { warning: 1 } })
    await apply(id)
    expect(await shop.database.pool.query('SELECT images FROM products')).toEqual([{ images: [] }])
  })
})

describe('one at a time', () => {
  test('a second one is told so, while the first is under way here or on the command line', async () => {
    const [first, second] = [await upload(feed(record('A', '1'))), await upload(feed(record('B', '1')))]
    await post(url(first, '/preview'), usualImportOptions)
    const refused = await post(url(second, '/preview'), usualImportOptions)
    expect(refused.status).toBe(409)
    expect(sentenceOf(refused)).toBe('Şu anda başka bir aktarım çalışıyor. O bitince yeniden deneyin.')
    await work()
    await shop.database.pool.withClient(async (client) => {
      await client.query('SELECT pg_advisory_lock(7205310411)')
      expect(codeOf(await post(url(second, '/preview'), usualImportOptions))).toBe('import_running')
      await client.query('SELECT pg_advisory_unlock(7205310411)')
    })
    expect(await preview(second)).toMatchObject({ state: 'ready' })
  })

  test('stopped before it is done, the catalog is as it was; what is not under way cannot be stopped', async () => {
    await stocked()
    const before = await catalog()
    const id = await upload(feed(...Array.from({ length: 3000 }, (_, i) => record(`X${i}`, '1'))))
    await preview(id)
    await post(url(id, '/apply'))
    expect((await post(url(id, '/cancel'))).status).toBe(200)
    await work()
    const after = await state(id)
    // Where the job was faster than the look at the wish, all of it is there.
    if (after.state === 'cancelled') expect(await catalog()).toEqual(before)
    else expect(after).toMatchObject({ state: 'applied', summary: { created: 3000 } })
    expect(codeOf(await post(url(id, '/cancel')))).toBe('import_moved')
  })

  test('a run that a dying process left is begun anew', async () => {
    const id = await upload(feed(record('A', '1')))
    await preview(id)
    await post(url(id, '/apply'))
    await shop.database.pool.execute("UPDATE imports SET step = 'save', done = 3")
    await work()
    expect(await state(id)).toMatchObject({ state: 'applied', summary: { created: 1 } })
    await runImport({ pool: shop.database.pool, folder: folder(), warn: () => {} }, { id })
    expect(await state(id)).toMatchObject({ state: 'applied' })
  })
})

describe('a file of units', () => {
  const products = 'code,name,price\nA,Ürün A,2\nB,Ürün B,3\nE,Eksik,beş'
  const units = 'code,unit,multiplier,barcode,price\nA,KOLİ,12,8690000000005,20\nB,KOLİ,,,\nYOK,KOLİ,6,,\nA,PALET,,,\n'

  test('is previewed, taken over after the products, and put back, with its own lines among the errors', async () => {
    await stocked()
    const before = await catalog()
    const id = await uploadAll({ 'birimler.csv': units, 'urunler.csv': products })
    const shown = await preview(id, { units: 0 })
    expect(shown).toMatchObject({ state: 'ready', summary: { rows: 3, unitRows: 4, rejected: 4 } })
    expect(await catalog()).toEqual(before)
    const { body } = await staff.send('GET', url(id, '/problems'))
    const told = (body as { items: { file: string; line: number }[] }).items.map(({ file, line }) => [file, line])
    expect(told).toEqual([
      ['urunler.csv', 4],
      ['birimler.csv', 3],
      ['birimler.csv', 4],
      ['birimler.csv', 5],
    ])
    expect((await staff.send('GET', url(id, '/problems.csv'))).text).toContain('birimler.csv')
    expect(await apply(id)).toMatchObject({ state: 'applied' })
    expect(await boxes()).toEqual([{ code: 'A', multiplier: 12, barcode: '8690000000005', price: 20 }])
    const log = await shop.database.pool.one("SELECT after FROM audit_log WHERE action = 'apply' AND noun_id = $1", [
      String(id),
    ])
    expect(log).toMatchObject({ after: { files: ['urunler.csv', 'birimler.csv'], rows: 3, unitRows: 4 } })
    expect(await undo(id)).toMatchObject({ state: 'undone', undo: { left: 0 } })
    expect(await catalog()).toEqual(before)
  })

  test('may come alone; a file of products in its place is refused with the reason', async () => {
    await stocked()
    const alone = await uploadAll({ 'birimler.csv': units })
    expect(await preview(alone, { units: 0 })).toMatchObject({ summary: { rows: 0, unitRows: 4, updated: 1 } })
    expect((await changes(alone, 'changed')).map(({ code }) => code)).toEqual(['A'])
    await apply(alone)
    expect(await boxes()).toHaveLength(1)
    const other = await uploadAll({ 'urunler.csv': products })
    const refused = await preview(other, { units: 0 })
    expect(refused).toMatchObject({ state: 'failed', isReadable: true })
    expect(refused.refusal).toContain('urunler.csv')
    expect((await post(url(other, '/preview'), { ...usualImportOptions, units: 5 })).status).toBe(422)
  })
})

const boxes = () =>
  shop.database.pool.query(
    `SELECT p.code, u.multiplier::float, u.barcode, up.sale_value::float AS price FROM product_units u
       JOIN products p ON p.id = u.product_id LEFT JOIN unit_prices up ON up.unit_id = u.id WHERE u.name = 'KOLİ'`,
  )

describe('undoing', () => {
  test('puts back what was changed and removes what was new; who did what stands in the audit log', async () => {
    await stocked()
    const before = await catalog()
    const id = await upload(
      'code,name,price,stock,unit,barcode,brand,category,active\nA,Yeni ad,99,50,KUTU,8690000000005,Usta,El aletleri,0\nC,Yeni,5,7,,,,,\n',
      'a.csv',
    )
    expect(await preview(id)).toMatchObject({ summary: { created: 1, updated: 1 } })
    expect(await apply(id)).toMatchObject({ state: 'applied', summary: { created: 1, updated: 1 } })
    expect(await catalog()).not.toEqual(before)
    expect(await undo(id)).toMatchObject({ state: 'undone', undo: { restored: 1, removed: 1, left: 0 } })
    expect(await catalog()).toEqual(before)
    expect(await shop.database.pool.query(movementsDiffer)).toEqual([])
    expect(codeOf(await post(url(id, '/undo')))).toBe('import_moved')
    const log = await shop.database.pool.query(
      "SELECT action FROM audit_log WHERE noun = 'import' AND noun_id = $1 ORDER BY id",
      [String(id)],
    )
    expect(log.map((row) => (row as { action: string }).action)).toEqual(['create', 'apply', 'undo'])
  })

  test('leaves alone and lists what changed since; stock goes back by what was sold less', async () => {
    await stocked()
    const { pool } = shop.database
    const id = await upload('code,name,price,stock\nA,Yeni A,11,8\nB,Yeni B,22,50\n', 'a.csv')
    await preview(id)
    await apply(id)
    await pool.execute("UPDATE products SET name = 'Elle yazıldı' WHERE code = 'A'")
    await pool.execute(
      `UPDATE unit_prices SET sale_value = 23 WHERE unit_id = (SELECT default_unit_id FROM products WHERE code = 'B')`,
    )
    // Two of A are sold, and B is counted anew.
    for (const [code, quantity, reason] of [
      ['A', -2, 'order'],
      ['B', 1, 'correction'],
    ] as const) {
      await pool.execute(
        `WITH moved AS (INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
           SELECT v.product_id, v.warehouse_id, $2, $3 FROM inventory v JOIN products p ON p.id = v.product_id WHERE p.code = $1)
         UPDATE inventory SET quantity = quantity + $2 WHERE product_id = (SELECT id FROM products WHERE code = $1)`,
        [code, quantity, reason],
      )
    }
    expect(await undo(id)).toMatchObject({ state: 'undone', undo: { restored: 2, removed: 0, left: 2 } })
    const rows = await pool.query(
      `SELECT p.code, p.name, up.sale_value::float AS price, v.quantity::float AS stock FROM products p
         JOIN unit_prices up ON up.unit_id = p.default_unit_id JOIN inventory v ON v.product_id = p.id ORDER BY p.code`,
    )
    expect(rows).toEqual([
      { code: 'A', name: 'Elle yazıldı', price: 10, stock: 3 },
      { code: 'B', name: 'Ürün B', price: 23, stock: 51 },
    ])
    expect(await pool.query(movementsDiffer)).toEqual([])
    const { body } = await staff.send('GET', url(id, '/problems?level=left'))
    expect((body as { items: { key: string; reason: string }[] }).items).toMatchObject([
      { key: 'A', reason: 'Aktarımdan sonra değişti, olduğu gibi bırakıldı: Ad' },
      { key: 'B', reason: 'Aktarımdan sonra değişti, olduğu gibi bırakıldı: Fiyat' },
      { key: 'B', reason: expect.stringContaining('Stok aktarımdan sonra yeniden girildi') },
    ])
  })

  test('takes away brands, models and categories that came with it, but none that something else uses by then', async () => {
    const { pool } = shop.database
    const names = async () =>
      (
        await pool.query<{ name: string }>(
          'SELECT name FROM brands UNION ALL SELECT name FROM models UNION ALL SELECT name FROM categories ORDER BY name',
        )
      ).map(({ name }) => name)
    await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('ESKI', 'Eski', 'eski')")
    const file =
      'code,name,brand,model,category\nA,Bir,Yeni,X1,Kök > Orta > Yaprak\nB,İki,Kalan,K1,Kök > Kullanılan\nC,Üç,Eski,E1,Adı değişen\n'
    const id = await upload(file, 'a.csv')
    await preview(id)
    await apply(id)
    expect((await names()).length).toBe(11)
    // Somebody else’s product, and somebody who meant the category.
    await pool.execute(
      `INSERT INTO products (code, name, seo, brand_id, category_id)
       SELECT 'Z', 'Elle', 'elle', b.id, c.id FROM brands b, categories c WHERE b.name = 'Kalan' AND c.name = 'Kullanılan'`,
    )
    await pool.execute("UPDATE categories SET name = 'Elle yazıldı' WHERE name = 'Adı değişen'")
    expect(await undo(id)).toMatchObject({ undo: { removed: 3, left: 0, labels: 6 } })
    expect((await names()).toSorted()).toEqual(['Eski', 'Elle yazıldı', 'Kalan', 'Kullanılan', 'Kök'].toSorted())
  })

  test('takes a new product that somebody has in the cart out of the shop, and keeps one that was edited', async () => {
    const { pool } = shop.database
    const id = await upload(feed(record('A', '1'), record('B', '1'), record('C', '1')))
    await preview(id)
    await apply(id)
    const a = await pool.one<{ unitId: number }>(`SELECT default_unit_id AS "unitId" FROM products WHERE code = 'A'`)
    await fillCart(pool, dealer, [{ unitId: a?.unitId ?? 0, quantity: 1 }])
    await pool.execute("UPDATE products SET name = 'Elle' WHERE code = 'B'")
    expect(await undo(id)).toMatchObject({ undo: { removed: 1, left: 2 } })
    expect(await pool.query('SELECT code, is_active FROM products ORDER BY code')).toEqual([
      { code: 'A', is_active: false },
      { code: 'B', is_active: true },
    ])
  })

  test('variants that swapped their values get them back, and new families go as a whole', async () => {
    const head = 'code,name,price,parent_code,size\n'
    const first = await upload(`${head}P,Ana,,,\nP1,Bir,1,P,S\nP2,İki,1,P,M\n`, 'a.csv')
    await preview(first)
    await apply(first)
    const before = await catalog()
    const id = await upload(`${head}P,Ana,,,\nP1,Bir,1,P,M\nP2,İki,1,P,S\nQ,Yeni,,,\nQ1,Yeni bir,1,Q,S\n`, 'b.csv')
    await preview(id)
    await apply(id)
    expect(await undo(id)).toMatchObject({ undo: { restored: 2, removed: 2, left: 0 } })
    expect(await catalog()).toEqual(before)
    expect(await undo(first)).toMatchObject({ undo: { removed: 3 } })
    expect(await shop.database.pool.query('SELECT FROM products')).toEqual([])
  })
})

test('what is past its age goes, with its files; what nobody finished goes after a day', async () => {
  const { pool } = shop.database
  const [old, begun, fresh] = [await upload('a'), await upload('b'), await upload(feed(record('A', '1')))]
  await preview(old)
  await preview(fresh)
  await pool.execute("UPDATE imports SET created_at = now() - interval '31 days' WHERE id = $1", [old])
  await pool.execute("UPDATE imports SET created_at = now() - interval '2 days' WHERE id <> $1", [old])
  const yesterday = new Date(Date.now() - 2 * 24 * 3600 * 1000)
  for (const name of await readdir(folder())) await utimes(join(folder(), name), yesterday, yesterday)
  await purgeImports(pool, folder())
  expect((await pool.query<{ id: number }>('SELECT id FROM imports')).map(({ id }) => id)).toEqual([fresh])
  expect(await readdir(folder())).toHaveLength(1)
  expect((await staff.send('GET', url(begun))).status).toBe(404)
  expect((await staff.send('GET', '/yonetim/imports')).body).toMatchObject({
    total: 1,
    items: [{ id: fresh, state: 'ready' }],
  })
})
