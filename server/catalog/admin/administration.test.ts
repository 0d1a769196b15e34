import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAdmin, addProduct } from '#testing/store-rows.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
})
afterAll(() => shop.close())

const post = async (url: string, body: object) => staff.send('POST', url, { body })
const patch = async (url: string, body: object) => staff.send('PATCH', url, { body })
const category = (name: string, parts: object = {}) =>
  post('/yonetim/categories', { name, slug: '', code: '', parentId: null, position: 0, ...parts })
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: Record<string, string> } }).error.fields
const itemsOf = async (url: string) =>
  ((await staff.send('GET', url)).body as { items: Record<string, unknown>[] }).items

describe('administration of categories', () => {
  test('adds, moves and renames categories, lists them in tree order and audits each change', async () => {
    const tools = idOf(await category('El Aletleri', { position: 2 }))
    const cables = idOf(await category('Kablo', { position: 1 }))
    const hammers = idOf(await category('Çekiç', { parentId: cables }))
    expect(await itemsOf('/yonetim/categories?q=cekic')).toMatchObject([{ slug: 'cekic', above: ['Kablo'], depth: 1 }])
    const moved = { name: 'Çekiçler', slug: 'cekicler', code: '01.02', parentId: tools, position: 0 }
    expect((await patch(`/yonetim/categories/${hammers}`, moved)).status).toBe(200)
    const names = (await itemsOf('/yonetim/categories')).map(({ name }) => name)
    expect(names).toEqual(['Kablo', 'El Aletleri', 'Çekiçler'])
    const [entry] = await shop.database.pool.query("SELECT * FROM audit_log WHERE noun = 'category' ORDER BY id DESC")
    expect(entry).toMatchObject({
      action: 'change',
      noun_id: 'Çekiçler',
      before: { name: 'Çekiç', slug: 'cekic', code: '', parent: 'Kablo' },
      after: { name: 'Çekiçler', slug: 'cekicler', code: '01.02', parent: 'El Aletleri' },
    })
  })

  test.each(['sepet', 'yonetim', 'tr', 'a-p-1', 'büyük', 'a b', '-a', 'a/b'])('rejects the slug %j', async (slug) => {
    const response = await category('Deneme', { slug })
    expect([response.status, Object.keys(fieldsOf(response))]).toEqual([422, ['slug']])
  })

  test('rejects a slug that a brand uses, a name that a sibling has, and a descendant as parent', async () => {
    await post('/yonetim/brands', { name: 'Pirasan', slug: '', code: '' })
    expect(fieldsOf(await category('Pirasan')).slug).toContain('Pirasan')
    const top = idOf(await category('Boya'))
    const below = idOf(await category('Fırça', { parentId: top }))
    expect(Object.keys(fieldsOf(await category('Boya', { slug: 'boya-2' })))).toEqual(['name'])
    const swapped = { name: 'Boya', slug: 'boya', code: '', parentId: below, position: 0 }
    expect(Object.keys(fieldsOf(await patch(`/yonetim/categories/${top}`, swapped)))).toEqual(['parentId'])
    expect(Object.keys(fieldsOf(await category('X', { parentId: 999_999 })))).toEqual(['parentId'])
    expect(codeOf(await patch('/yonetim/categories/999999', { ...swapped, parentId: null }))).toBe('not_found')
  })

  test('shows, finds and changes the code of the ERP, which only one category has', async () => {
    const pipes = idOf(await category('Boru', { code: ' 07.1 ' }))
    const listed = await itemsOf('/yonetim/categories?q=07.1')
    expect(listed).toMatchObject([{ id: pipes, name: 'Boru', code: '07.1' }])
    expect(fieldsOf(await category('Vana', { code: '07.1' })).code).toBe('Bu kod başka bir kategoride kullanılıyor.')
    const values = { name: 'Boru', slug: 'boru', code: '', parentId: null, position: 0 }
    expect((await patch(`/yonetim/categories/${pipes}`, values)).status).toBe(200)
    expect(await itemsOf('/yonetim/categories?q=boru')).toMatchObject([{ code: '' }])
    expect((await category('Vana', { code: '07.1' })).status).toBe(200)
    const { text } = await staff.send('GET', '/yonetim/kategoriler.csv?q=vana')
    expect(text).toContain('"Kod";"Ad"')
    expect(text).toContain('07.1')
  })

  test('rejects one of two concurrent changes that would make two categories each other’s parent', async () => {
    const [a, b] = [idOf(await category('Bir')), idOf(await category('İki'))]
    const responses = await Promise.all([
      patch(`/yonetim/categories/${a}`, { name: 'Bir', slug: 'bir', code: '', parentId: b, position: 0 }),
      patch(`/yonetim/categories/${b}`, { name: 'İki', slug: 'iki', code: '', parentId: a, position: 0 }),
    ])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('administration of brands', () => {
  test('derives a code and a slug from the name and rejects duplicates', async () => {
    const id = idOf(await post('/yonetim/brands', { name: 'Işıldar Çelik', slug: '', code: '' }))
    expect(await itemsOf('/yonetim/brands?q=isildar')).toMatchObject([
      { id, code: 'ISILDAR-CELIK', slug: 'isildar-celik', products: 0 },
    ])
    const duplicate = await post('/yonetim/brands', { name: 'Işıldar', slug: 'isildar-celik', code: 'ISILDAR-CELIK' })
    expect(Object.keys(fieldsOf(duplicate)).toSorted()).toEqual(['code', 'slug'])
    expect(sentenceOf(await post('/yonetim/brands', { name: ' ', slug: '', code: 'X' }))).toBe(
      'Girilen bilgiler geçerli değil.',
    )
    const unchanged = { name: 'Işıldar Çelik', slug: 'isildar-celik', code: 'ISC' }
    expect((await patch(`/yonetim/brands/${id}`, unchanged)).status).toBe(200)
  })
})

test('lists and exports products by text, brand, category, stock and state, counting variants with their parents', async () => {
  const { pool } = shop.database
  const top = idOf(await category('Priz'))
  const below = idOf(await category('Topraklı', { parentId: top }))
  const brand = idOf(await post('/yonetim/brands', { name: 'Kesmera', slug: '', code: '' }))
  const drill = await addProduct(pool, { code: 'MAT-1', price: 12.5, stock: 3 })
  const saw = await addProduct(pool, { code: 'TES-1', price: null })
  const old = await addProduct(pool, { code: 'ESKI-1' })
  await addProduct(pool, { code: 'MAT-1-K', parentId: drill.id, variantValues: ['K'], stock: 4 })
  await pool.execute('UPDATE products SET category_id = $2, brand_id = $3 WHERE id = $1', [drill.id, below, brand])
  await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [old.id])
  await shop.settle()
  const codes = async (query: string) => (await itemsOf(`/yonetim/products?${query}`)).map(({ code }) => code)
  expect(await codes('')).toEqual(['MAT-1', 'TES-1'])
  expect(await codes('sort=-name')).toEqual(['TES-1', 'MAT-1'])
  expect(await codes('q=tes')).toEqual(['TES-1'])
  expect(await codes(`category=${top}`)).toEqual(['MAT-1'])
  expect(await codes(`brand=${brand}`)).toEqual(['MAT-1'])
  expect(await codes('brand=999999')).toEqual([])
  expect(await codes('state=stocked')).toEqual(['MAT-1'])
  expect(await codes('state=inactive')).toEqual(['ESKI-1'])
  expect(await codes('state=inactive&q=yok')).toEqual([])
  const pageOf = async (query: string) => (await staff.send('GET', `/yonetim/products?${query}`)).body
  expect(await pageOf('q=eski')).toMatchObject({ items: [], total: 0, inactive: 1 })
  expect(await codes('state=all&q=eski')).toEqual(['ESKI-1'])
  const shown = await codes('sort=name')
  expect(await codes('state=all&sort=name')).toEqual([...shown, 'ESKI-1'])
  const last = `state=all&sort=name&limit=1&page=${shown.length + 1}`
  expect(await pageOf(last)).toMatchObject({ items: [{ code: 'ESKI-1' }], total: shown.length + 1, inactive: 0 })
  expect((await itemsOf('/yonetim/products?q=mat-1'))[0]).toMatchObject({
    id: drill.id,
    brand: 'Kesmera',
    category: 'Topraklı',
    stock: 7,
    variantCount: 1,
    price: { value: 12.5, currency: 'TRY' },
  })
  expect((await itemsOf('/yonetim/products?q=tes-1'))[0]).toMatchObject({ id: saw.id, price: null, stock: 0 })
  const { text } = await staff.send('GET', '/yonetim/urunler.csv?q=mat-1')
  expect(text).toContain('"MAT-1";"MAT-1";"Kesmera";;"Topraklı";;"ADET";;12,5;"TRY";7;')
  // A parent costs as much as its cheapest variant; its own old price appears in no list and no file.
  await pool.execute("UPDATE products SET variant_names = '{Renk}' WHERE id = $1", [drill.id])
  const family = async () => (await itemsOf('/yonetim/products?q=mat-1'))[0]
  expect(await family()).toMatchObject({ price: { value: 100, currency: 'TRY' }, stock: 4, variantCount: 1 })
  expect((await staff.send('GET', '/yonetim/urunler.csv?q=mat-1')).text).not.toContain('12,5')
  expect((await staff.send('GET', '/yonetim/kategoriler.csv?q=toprakli')).text).toContain('"Priz > Topraklı"')
  expect((await staff.send('GET', '/yonetim/markalar.csv?q=kesmera')).text).toContain('"KESMERA";"Kesmera"')
})
