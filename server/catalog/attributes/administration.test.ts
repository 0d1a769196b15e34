import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SavedAttribute } from '#contract/admin/attributes.ts'
import type { ProductForm } from '#contract/admin/products.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { importCatalog } from '#server/catalog/import/import-catalog.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addProduct } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let folder: string
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(db()))
  folder = await mkdtemp(join(tmpdir(), 'toptan-attributes-'))
})
beforeEach(async () => {
  await db().execute('DELETE FROM products')
  await db().execute('DELETE FROM attributes')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const form = {
  key: '',
  nameTr: 'Güç',
  nameEn: 'Power',
  aliases: ['Motor gücü'],
  type: 'number',
  unit: 'W',
  groupTr: '',
  groupEn: '',
  position: 10,
  isFilter: true,
  categoryId: null as number | null,
  choices: [] as { nameTr: string; nameEn: string }[],
}
const create = (parts: object = {}) => staff.send('POST', '/yonetim/attributes', { body: { ...form, ...parts } })
const change = (id: number, revision: number, parts: object = {}) =>
  staff.send('PATCH', `/yonetim/attributes/${id}`, { body: { revision, values: { ...form, ...parts } } })
const saved = ({ body }: { body: unknown }) => body as SavedAttribute
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: Record<string, string> } }).error.fields

async function product(code: string, pairs: [string, string][]): Promise<number> {
  const { id } = await addProduct(db(), { code })
  await db().execute('UPDATE products SET attributes = $2 WHERE id = $1', [id, JSON.stringify(pairs)])
  return id
}
const numbers = () =>
  db().query(
    `SELECT p.code, v.number::float8 AS number, v.name FROM product_attributes o JOIN products p ON p.id = o.product_id
       JOIN attribute_values v ON v.id = o.value_id ORDER BY p.code`,
  )

describe('administration of technical attributes', () => {
  test('reads what products already have, under any of its names, and reports what it cannot read', async () => {
    await product('A', [['Güç', '750 W']])
    await product('B', [['motor gücü', '1,1 kW']])
    await product('C', [['Power', 'güçlü']])
    await product('D', [['Renk', 'Mavi']])
    const answer = await create()
    expect(saved(answer)).toMatchObject({ products: 2, unread: { count: 1, examples: [{ code: 'C', text: 'güçlü' }] } })
    expect(await numbers()).toEqual([
      { code: 'A', number: 750, name: null },
      { code: 'B', number: 1100, name: null },
    ])
    const { items } = (await staff.send('GET', '/yonetim/attributes?q=power')).body as { items: object[] }
    expect(items).toMatchObject([{ key: 'guc', nameTr: 'Güç', unit: 'W', products: 2, revision: 1 }])
    const [entry] = await db().query(
      "SELECT action, noun_id, after FROM audit_log WHERE noun = 'attribute' ORDER BY id DESC",
    )
    expect(entry).toMatchObject({ action: 'create', noun_id: 'Güç', after: { unit: 'W', kind: 'number' } })
  })

  test('follows a changed unit, type and name, and lists are filtered by what counts now', async () => {
    await product('A', [['Güç', '750 W']])
    await product('B', [['Güç', '1,5 kW']])
    const { id } = saved(await create())
    expect(saved(await change(id, 1, { unit: 'kW' }))).toMatchObject({ products: 2 })
    expect(await numbers()).toMatchObject([{ number: 0.75 }, { number: 1.5 }])
    await shop.settle()
    const guest = await shop.guest()
    const list = (await guest.send('GET', '/api/catalog/products?filters=a.guc:0.75')).body as ProductList
    expect(list.items.map(({ code }) => code)).toEqual(['A'])
    expect(saved(await change(id, 2, { type: 'text', unit: '' }))).toMatchObject({ products: 2 })
    expect(await numbers()).toMatchObject([{ name: '750 W' }, { name: '1,5 kW' }])
    expect(saved(await change(id, 3, { nameTr: 'Başka', nameEn: '', aliases: [], key: 'baska' }))).toMatchObject({
      products: 0,
    })
    expect(await db().query('SELECT FROM attribute_values')).toEqual([])
  })

  test('switching a filter on offers products that had their values before', async () => {
    await product('A', [['Güç', '750 W']])
    const { id } = saved(await create({ isFilter: false }))
    await shop.settle()
    const guest = await shop.guest()
    const total = async () =>
      ((await guest.send('GET', '/api/catalog/products?filters=a.guc:750')).body as ProductList).total
    await product('B', [['Güç', '1 kW']])
    await shop.settle()
    expect(await total()).toBe(2)
    await change(id, 1)
    await shop.settle()
    expect(await total()).toBe(1)
  })

  test('choices keep their id when they are renamed in case or moved, and the others go', async () => {
    await product('A', [['Renk', 'red']])
    await product('B', [['Renk', 'MAVİ']])
    await product('C', [['Renk', 'Mor']])
    const color = { nameTr: 'Renk', nameEn: '', aliases: [], type: 'list', unit: '' }
    const choices = [
      { nameTr: 'Kırmızı', nameEn: 'Red' },
      { nameTr: 'Mavi', nameEn: '' },
    ]
    const { id, unread } = saved(await create({ ...color, choices }))
    expect(unread.examples).toEqual([{ code: 'C', text: 'Mor' }])
    expect(await numbers()).toMatchObject([
      { code: 'A', name: 'Kırmızı' },
      { code: 'B', name: 'Mavi' },
    ])
    const ids = async () => db().query('SELECT id, name, position FROM attribute_values ORDER BY position')
    const [red, blue] = (await ids()) as { id: number }[]
    await change(id, 1, {
      ...color,
      choices: [
        { nameTr: 'mavi', nameEn: 'Blue' },
        { nameTr: 'Mor', nameEn: '' },
      ],
    })
    const [first, second] = (await ids()) as { id: number; name: string }[]
    expect([first, second?.name]).toEqual([{ ...blue, name: 'mavi', position: 1 }, 'Mor'])
    expect(await db().query('SELECT FROM attribute_values WHERE id = $1', [red?.id])).toEqual([])
    expect(await numbers()).toMatchObject([{ code: 'B' }, { code: 'C' }])
  })

  test('refuses names that another attribute has, also in other letters, and what makes no sense', async () => {
    const { id } = saved(await create())
    expect(Object.keys(fieldsOf(await create({ key: 'guc-2', nameTr: 'GÜÇ', nameEn: '', aliases: [] })))).toEqual([
      'nameTr',
    ])
    expect(fieldsOf(await create({ nameTr: 'Başka', nameEn: '', aliases: ['MOTOR GÜCÜ'] })).aliases).toContain('Güç')
    expect(Object.keys(fieldsOf(await create({ nameTr: '  ' })))).toContain('nameTr')
    expect(Object.keys(fieldsOf(await create({ nameTr: 'X', nameEn: '', aliases: [], key: 'A b' })))).toEqual(['key'])
    const list = { nameTr: 'Renk', nameEn: '', aliases: [], type: 'list', unit: '' }
    expect(Object.keys(fieldsOf(await create(list)))).toEqual(['choices'])
    const twice = ['Mavi', 'MAVİ'].map((nameTr) => ({ nameTr, nameEn: '' }))
    expect(Object.keys(fieldsOf(await create({ ...list, choices: twice })))).toEqual(['choices'])
    expect(Object.keys(fieldsOf(await create({ ...list, type: 'text', categoryId: 999_999 })))).toEqual(['categoryId'])
    expect((await change(id, 1)).status).toBe(200)
    expect(codeOf(await change(id, 1))).toBe('attribute_changed')
    expect(codeOf(await change(999_999, 1))).toBe('not_found')
  })

  test('deleting an attribute leaves what products have', async () => {
    const a = await product('A', [['Güç', '750 W']])
    const { id } = saved(await create())
    expect((await staff.send('DELETE', `/yonetim/attributes/${id}`)).status).toBe(200)
    expect(codeOf(await staff.send('DELETE', `/yonetim/attributes/${id}`))).toBe('not_found')
    const guest = await shop.guest()
    expect((await guest.send('GET', `/api/catalog/product/${a}`)).body).toMatchObject({
      attributes: [['Güç', '750 W', '']],
    })
  })

  test('of a product saved and an attribute defined at the same time, the product has its value', async () => {
    for (let round = 0; round < 5; round++) {
      await db().execute('DELETE FROM attributes')
      const { id } = await addProduct(db(), { code: `R${round}` })
      const pairs = JSON.stringify([['Güç', '750 W']])
      await Promise.all([create(), db().execute('UPDATE products SET attributes = $2 WHERE id = $1', [id, pairs])])
      expect(await db().query('SELECT FROM product_attributes WHERE product_id = $1', [id])).toHaveLength(1)
    }
  })
})

describe('technical attributes in the product form', () => {
  const emptyForm = async () => (await staff.send('GET', '/yonetim/product-form')).body as ProductForm
  const post = async (code: string, attributes: { name: string; value: string }[]) => {
    const { values } = await emptyForm()
    const units = values.units.length > 0 ? values.units : []
    return staff.send('POST', '/yonetim/products', {
      body: { values: { ...values, code, name: code, attributes, units }, parent: null, stock: [] },
    })
  }

  test('are offered with their type, unit and choices', async () => {
    await create()
    expect((await emptyForm()).options.attributes).toEqual([
      { name: 'Güç', labels: ['guc', 'motor gucu', 'power'], type: 'number', unit: 'W', choices: [], categories: null },
    ])
  })

  test('refuse values that they cannot read, at their field, and a second value', async () => {
    await create()
    await create({
      nameTr: 'Renk',
      nameEn: '',
      aliases: [],
      type: 'list',
      unit: '',
      choices: [{ nameTr: 'Mavi', nameEn: '' }],
    })
    await create({ nameTr: 'Akülü', nameEn: '', aliases: [], type: 'yes_no', unit: '' })
    const answer = await post('X', [
      { name: 'Güç', value: 'çok' },
      { name: 'Renk', value: 'Mor' },
      { name: 'Akülü', value: 'belki' },
      { name: 'Power', value: '5' },
      { name: 'Serbest', value: 'her şey' },
    ])
    expect(Object.keys(fieldsOf(answer)).toSorted()).toEqual([
      'attributes.0.value',
      'attributes.1.value',
      'attributes.2.value',
      'attributes.3.name',
    ])
    expect(fieldsOf(answer)['attributes.0.value']).toContain('0,75 W')
    const created = await post('X', [
      { name: 'Güç', value: '1.100' },
      { name: 'Renk', value: 'MAVİ' },
      { name: 'Akülü', value: '' },
    ])
    expect(created.status).toBe(200)
    expect(await numbers()).toEqual([
      { code: 'X', number: 1100, name: null },
      { code: 'X', number: null, name: 'Mavi' },
    ])
  })
})

describe('files', () => {
  async function run(content: string, dryRun = false) {
    const path = join(folder, 'urunler.csv')
    await writeFile(path, content)
    const options = { key: 'code', mapping: new Map(), defaults: {}, locale: 'tr' } as const
    const result = await importCatalog(db(), { ...options, files: [{ path, name: 'urunler.csv' }], dryRun })
    if (!result.ok) throw new Error(result.code)
    return result.summary
  }
  const attributesOf = async (code: string) =>
    (await db().one<{ attributes: unknown }>('SELECT attributes FROM products WHERE code = $1', [code]))?.attributes

  test('import columns named by an attribute, whatever its name in the file', async () => {
    await create()
    const summary = await run(
      'Stok Kodu;Stok Adı;GÜÇ;Motor Gücü;Bilinmeyen\nA;Matkap;0,75 kW;9;x\nB;Testere;1.100;;y\n',
    )
    expect(summary.created).toBe(2)
    expect(await attributesOf('A')).toEqual([['Güç', '0,75 kW']])
    expect(await numbers()).toMatchObject([
      { code: 'A', number: 750 },
      { code: 'B', number: 1100 },
    ])
  })

  test('replace the value of an attribute that the product has under another name', async () => {
    await product('A', [
      ['Power', '500 W'],
      ['Renk', 'Mavi'],
    ])
    await create()
    expect(await run('kod,attribute:Güç\nA,750 W\n')).toMatchObject({ updated: 1 })
    expect(await attributesOf('A')).toEqual([
      ['Güç', '750 W'],
      ['Renk', 'Mavi'],
    ])
    expect(await run('kod,attribute:Güç\nA,750 W\n')).toMatchObject({ changed: false })
  })

  test('warn about values that their attribute cannot read, and keep them as they are', async () => {
    await create()
    const { issues } = await run('kod;ad;Güç\nA;Matkap;çok güçlü\n')
    expect(issues).toMatchObject([{ code: 'attribute_unread', level: 'warning', n: 1, line: 2 }])
    expect(issues[0]?.example).toContain('çok güçlü')
    expect(await attributesOf('A')).toEqual([['Güç', 'çok güçlü']])
  })

  test('a preview changes neither products nor values', async () => {
    await create()
    await run('kod;ad;Güç\nA;Matkap;77\n', true)
    expect(await db().query('SELECT FROM attribute_values')).toEqual([])
  })

  test('export a column for each attribute, which an import reads back', async () => {
    await product('A', [['Power', '0,75 kW']])
    await create()
    await shop.settle()
    const { text } = await staff.send('GET', '/yonetim/urunler.csv')
    expect(text.split('\r\n')[0]).toContain('"Özellik: Güç"')
    expect(text).toContain('0,75 kW')
    await db().execute("UPDATE products SET attributes = '[]'")
    expect(await run(text.replace(/^\uFEFF/, ''))).toMatchObject({ updated: 1 })
    expect(await attributesOf('A')).toEqual([['Güç', '0,75 kW']])
  })
})
