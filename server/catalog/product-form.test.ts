import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductDetail, ProductForm, ProductValues, TypedPrices } from '#contract/product-administration.ts'
import {
  addAdmin,
  addDealer,
  addProduct,
  addWarehouse,
  fillCart,
  setStock,
  stockMismatches,
  stockOf,
} from '#db/test-store.ts'
import { bombPhoto, photoWithPlace, secretPlace } from '#server/fault-reports/test-photos.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#server/test-shop.ts'
import { purgePictures } from './product-pictures.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: Actor
let buyer: TestVisitor
let standard: number
let special: number

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  special = (await pool.one<{ id: number }>(
    "INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel') RETURNING id",
  ))!.id
  standard = (await pool.one<{ id: number }>('SELECT id FROM price_lists WHERE is_default'))!.id
  dealer = await addDealer(pool)
  buyer = await shop.signedIn(dealer)
})
afterAll(() => shop.close())

const post = (url: string, body: object | Buffer) => staff.send('POST', url, { body })
const detailOf = async (id: number) => (await staff.send('GET', `/yonetim/products/${id}`)).body as ProductDetail
const empty = async (parent?: number) =>
  (await staff.send('GET', `/yonetim/product-form${parent === undefined ? '' : `?parent=${parent}`}`))
    .body as ProductForm
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: Record<string, string> } }).error.fields

const none = { value: '', currency: '' }
const prices = (list: number, sale: string, parts: Partial<TypedPrices> = {}): TypedPrices => ({
  ...{ list, sale: { value: sale, currency: 'TRY' }, listPrice: none, plans: [none, none, none, none, none] },
  ...parts,
})
type Unit = ProductValues['units'][number]
const unit = (name: string, multiplier: string, parts: Partial<Unit> = {}): Unit => ({
  ...{ id: null, name, multiplier, barcode: '', isDefault: false, prices: [] },
  ...parts,
})

let serial = 0
async function create(parts: Partial<ProductValues> = {}, more: { parent?: number; stock?: object[] } = {}) {
  serial += 1
  const { values } = await empty(more.parent)
  const body = {
    values: { ...values, code: `YENİ-${serial}`, name: `Ürün ${serial}`, ...parts },
    ...{ parent: more.parent ?? null, stock: more.stock ?? [] },
  }
  return post('/yonetim/products', body)
}
async function created(...args: Parameters<typeof create>): Promise<ProductDetail> {
  const answer = await create(...args)
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return detailOf((answer.body as { id: number }).id)
}
async function change({ id, values }: Pick<ProductDetail, 'id' | 'values'>, parts: Partial<ProductValues>) {
  const body = { before: values, values: { ...values, ...parts } }
  return staff.send('PATCH', `/yonetim/products/${id}`, { body })
}
const lastAudit = () =>
  shop.database.pool.one<{ action: string; noun_id: string; before: object; after: object }>(
    "SELECT action, noun_id, before, after FROM audit_log WHERE noun = 'product' ORDER BY id DESC LIMIT 1",
  )
const warehouse = async () =>
  (await shop.database.pool.one<{ id: number }>("SELECT id FROM warehouses WHERE code = 'MERKEZ'"))!.id

describe('a new product', () => {
  test('has its units, prices and stock, is bought by the box, and stands in the audit log', async () => {
    const place = await warehouse()
    const product = await created(
      {
        ...{
          code: 'VİDA-1',
          name: 'Vida  3,5x25',
          taxRate: '10',
          description: '<p onclick="x">İyi<script>1</script></p>',
        },
        units: [
          unit('adet', '1', { isDefault: true, barcode: '8690000000012', prices: [prices(standard, '1,2345')] }),
          unit('KOLİ', '12', { prices: [prices(special, '10.5', { listPrice: { value: '20', currency: 'USD' } })] }),
        ],
      },
      { stock: [{ place, quantity: '1.000' }] },
    )
    expect(product.values).toMatchObject({
      ...{ name: 'Vida 3,5x25', seo: 'vida-3-5x25', taxRate: '10', description: '<p>İyi</p>' },
      units: [
        { name: 'ADET', multiplier: '1', prices: [{ list: standard, sale: { value: '1,2345', currency: 'TRY' } }] },
        { name: 'KOLİ', multiplier: '12', prices: [{ list: special, listPrice: { value: '20,00', currency: 'USD' } }] },
      ],
    })
    expect(product.stock).toMatchObject({
      places: [{ id: place, quantity: '1000' }],
      movements: [{ reason: 'correction' }],
    })
    expect(await lastAudit()).toMatchObject({
      ...{ action: 'create', noun_id: 'VİDA-1', before: null },
      after: {
        units: ['ADET × 1 · 8690000000012 · ✓', 'KOLİ × 12'],
        prices: { 'ADET · STANDART': { sale: '1,2345 TRY' } },
        stock: { [product.stock.places.find(({ id }) => id === place)?.name ?? '']: 1000 },
      },
    })
    await shop.settle()
    const box = product.values.units[1]?.id
    const added = await buyer.send('POST', `/api/catalog/cart/${product.id}`, {
      body: { quantity: 2, productValue: box },
    })
    expect(added.body).toMatchObject({ quantity: 2, productUnit: { defaultPrice: { value: 14.814, currency: 'TRY' } } })
    const refused = await buyer.send('POST', `/api/catalog/cart/${product.id}`, {
      body: { quantity: 82, productValue: box },
    })
    expect(codeOf(refused)).toBe('insufficient_stock')
  })

  test('a price that is changed is seen in the shop within a second', async () => {
    const product = await created({ units: [unit('ADET', '1', { isDefault: true, prices: [prices(standard, '5')] })] })
    const [only] = product.values.units
    expect((await change(product, { units: [{ ...only!, prices: [prices(standard, '6,5')] }] })).status).toBe(200)
    const shown = async () =>
      (
        (await buyer.send('GET', `/api/catalog/products/search?q=${product.values.code}`)).body as {
          items: { salePrice: { value: number } }[]
        }
      ).items[0]?.salePrice.value
    await expect.poll(shown, { timeout: 1000, interval: 50 }).toBe(6.5)
    expect(await lastAudit()).toEqual({
      ...{ action: 'change', noun_id: product.values.code },
      before: { prices: { 'ADET · STANDART': { sale: '5,00 TRY' } } },
      after: { prices: { 'ADET · STANDART': { sale: '6,50 TRY' } } },
    })
  })

  test.each<[string, Partial<ProductValues>]>([
    ['code', { code: '' }],
    ['name', { name: ' ' }],
    ['taxRate', { taxRate: '0,2' }],
    ['brand', { brand: 'Yok Böyle Marka' }],
    ['category', { category: '999999' }],
    ['images', { images: ['../../etc/passwd'] }],
    ['images', { images: [`uploads/waiting/${'0'.repeat(32)}.webp`] }],
    ['units', { units: [] }],
    ['units.0.multiplier', { units: [unit('ADET', '0')] }],
    ['units.0.multiplier', { units: [unit('ADET', '1,5')] }],
    ['units.1.name', { units: [unit('ADET', '1'), unit('adet', '2')] }],
    ['units.1.barcode', { units: [unit('ADET', '1', { barcode: '1' }), unit('KOLİ', '2', { barcode: '1' })] }],
    ['variantNames', { variantNames: ['Renk', 'RENK'] }],
    ['attributes.0.name', { attributes: [{ name: '', value: 'x' }] }],
  ])('is refused at %s: %j', async (field, parts) => {
    const answer = await create(parts)
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([422, [field]])
  })

  test.each<[string, TypedPrices | (() => TypedPrices)]>([
    ['sale', () => prices(standard, '-1')],
    ['sale', () => prices(standard, '1,23456')],
    ['sale', () => prices(standard, '1', { sale: { value: '1', currency: 'XXX' } })],
    ['sale', () => prices(standard, '', { listPrice: { value: '5', currency: 'TRY' } })],
    ['plans.4', () => prices(standard, '1', { plans: [none, none, none, none, { value: 'on', currency: 'TRY' }] })],
    ['sale', () => prices(999_999, '1')],
  ])('its price is refused at %s', async (field, made) => {
    const price = typeof made === 'function' ? made() : made
    const answer = await create({ units: [unit('ADET', '1', { isDefault: true, prices: [price] })] })
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([422, [`units.0.prices.${price.list}.${field}`]])
  })

  test('code and barcode are nobody else’s; what an import had twice stays', async () => {
    const { pool } = shop.database
    const first = await created({ units: [unit('ADET', '1', { isDefault: true, barcode: '777' })] })
    const twin = await create({
      code: first.values.code,
      units: [unit('ADET', '1', { isDefault: true, barcode: '777' })],
    })
    expect(fieldsOf(twin)).toEqual({
      code: `Bu kod başka bir üründe: ${first.values.name}`,
      'units.0.barcode': `Bu barkod başka bir üründe: ${first.values.code}`,
    })
    const other = await created()
    await pool.execute('UPDATE products SET code = $2 WHERE id = $1', [other.id, first.values.code])
    expect((await change(await detailOf(other.id), { name: 'Başka ad' })).status).toBe(200)
  })

  test('its brand is known by name or code, its model is made where there is none', async () => {
    await post('/yonetim/brands', { name: 'Çelik İş', slug: '', code: 'CLK' })
    const [one, two] = [await created({ brand: 'çelik iş', model: 'X1' }), await created({ brand: 'CLK', model: 'x1' })]
    expect([one, two].map(({ values }) => [values.brand, values.model])).toEqual([
      ['Çelik İş', 'X1'],
      ['Çelik İş', 'X1'],
    ])
    expect((await staff.send('GET', '/yonetim/product-models?brand=CLK')).body).toEqual({ items: ['X1'] })
    await post('/yonetim/brands', { name: 'Çelik İş', slug: 'celik-is-2', code: 'CLK2' })
    expect((await detailOf(one.id)).values.brand).toBe('CLK')
    expect(Object.keys(fieldsOf(await create({ brand: 'Çelik İş' })))).toEqual(['brand'])
  })
})

describe('units', () => {
  test('one that stands in a cart is not removed, but renamed; names can be swapped', async () => {
    const units = [unit('ADET', '1', { isDefault: true }), unit('KOLİ', '12'), unit('PAKET', '6')]
    const product = await created({ units })
    const [piece, box, pack] = product.values.units
    await fillCart(shop.database.pool, dealer, [{ unitId: box!.id!, quantity: 1 }])
    const refused = await change(product, { units: [piece!, pack!] })
    expect([refused.status, fieldsOf(refused).units]).toEqual([
      422,
      expect.stringContaining('KOLİ birimi açık sepetlerde'),
    ])
    const swapped = [piece!, { ...box!, name: 'PAKET' }, { ...pack!, name: 'KOLİ' }]
    const saved = (await change(product, { units: swapped })).body as ProductDetail
    expect(saved.values.units.map(({ id, name }) => [id, name])).toEqual([
      [piece!.id, 'ADET'],
      [box!.id, 'PAKET'],
      [pack!.id, 'KOLİ'],
    ])
    await shop.database.pool.execute('DELETE FROM cart_lines WHERE unit_id = $1', [box!.id])
    const left = (
      await change(saved, {
        units: [
          { ...piece!, isDefault: false },
          { ...saved.values.units[2]!, isDefault: true },
        ],
      })
    ).body as ProductDetail
    expect(left.values.units.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['ADET', false],
      ['KOLİ', true],
    ])
  })

  test('a multiplier that an import brought with decimals stays as long as nobody touches it', async () => {
    const product = await created()
    await shop.database.pool.execute('UPDATE product_units SET multiplier = 0.5 WHERE product_id = $1', [product.id])
    const now = await detailOf(product.id)
    expect(now.values.units[0]?.multiplier).toBe('0,5')
    expect((await change(now, { name: 'Yarım' })).status).toBe(200)
  })
})

describe('two administrators at once', () => {
  test('the second is refused, hears what it is now, and then saves knowingly', async () => {
    const product = await created({ name: 'Eski ad' })
    expect((await change(product, { name: 'Birinci ad' })).status).toBe(200)
    const late = await change(product, { ozelkod: 'A1' })
    expect([late.status, codeOf(late), fieldsOf(late)]).toEqual([
      ...[409, 'product_changed', { name: 'Bu arada değişti; şimdi: Birinci ad' }],
    ])
    const now = await detailOf(product.id)
    expect(now.values.ozelkod).toBe('')
    expect((await change(now, { ozelkod: 'A1' })).status).toBe(200)
  })

  test('what an import changed counts as well: a price', async () => {
    const product = await created({ units: [unit('ADET', '1', { isDefault: true, prices: [prices(standard, '5')] })] })
    await shop.database.pool.execute('UPDATE unit_prices SET sale_value = 7 WHERE unit_id = $1', [
      product.values.units[0]?.id,
    ])
    expect(codeOf(await change(product, { name: 'Başka' }))).toBe('product_changed')
  })

  test('what changes nothing writes nothing', async () => {
    const product = await created()
    const before = await lastAudit()
    expect((await change(product, {})).status).toBe(200)
    expect([await lastAudit(), (await detailOf(product.id)).updatedAt]).toEqual([before, product.updatedAt])
  })
})

describe('stock', () => {
  const correct = (id: number, body: object) =>
    post(`/yonetim/products/${id}/stock`, { seen: '', reason: 'Sayım', ...body })

  test('is counted or changed by a movement, never below zero and never over what moved meanwhile', async () => {
    const { pool } = shop.database
    const [product, place] = [await addProduct(pool, { stock: 10 }), await warehouse()]
    const counted = await correct(product.id, { place, kind: 'count', quantity: '12,5', seen: '10' })
    expect(counted.body).toMatchObject({
      places: [{ quantity: '12.5' }],
      movements: [{ quantity: '2.5', reason: 'correction' }, {}],
    })
    expect(await lastAudit()).toMatchObject({ before: { stock: '10' }, after: { stock: '12.5', note: 'Sayım' } })
    const late = await correct(product.id, { place, kind: 'count', quantity: '9', seen: '10' })
    expect([late.status, sentenceOf(late)]).toEqual([409, expect.stringContaining('şimdi 12,5')])
    expect((await correct(product.id, { place, kind: 'change', quantity: '−2,5' })).status).toBe(200)
    const below = await correct(product.id, { place, kind: 'change', quantity: '-10,001' })
    expect(fieldsOf(below)).toEqual({ quantity: 'Stok sıfırın altına inemez; şimdi 10.' })
    expect(
      Object.keys(fieldsOf(await correct(product.id, { place, kind: 'count', quantity: '-1', reason: ' ' }))),
    ).toEqual([...['quantity', 'reason']])
    expect(Object.keys(fieldsOf(await correct(product.id, { place: 999_999, kind: 'change', quantity: '1' })))).toEqual(
      ['place'],
    )
    expect(await stockOf(pool, product.id)).toBe(10)
  })

  test('thirty corrections beside as many orders: nothing is lost, and the movements add up', async () => {
    const { pool } = shop.database
    const [product, place] = [await addProduct(pool, { stock: 100 }), await warehouse()]
    const buyers = await Promise.all(Array.from({ length: 10 }, async () => addDealer(pool)))
    const orders = buyers.map(async (each) => {
      await fillCart(pool, each, [{ unitId: product.unitId, quantity: 3 }])
      return (await (await shop.signedIn(each)).send('POST', '/api/catalog/cart', { body: {} })).status
    })
    const changes = Array.from({ length: 20 }, async (_none, at) => {
      const quantity = at % 2 === 0 ? '5' : '-2'
      return (await correct(product.id, { place, kind: 'change', quantity })).status
    })
    const counts = Array.from({ length: 10 }, async () => {
      const seen = (await detailOf(product.id)).stock.places.find(({ id }) => id === place)?.quantity ?? ''
      return (
        await correct(product.id, {
          place,
          kind: 'count',
          quantity: seen.replace('.', ','),
          seen: seen.replace('.', ','),
        })
      ).status
    })
    const statuses = await Promise.all([...orders, ...changes])
    const countStatuses = await Promise.all(counts)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(countStatuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    const sum = await pool.one<{ moved: string }>(
      'SELECT sum(quantity) AS moved FROM stock_movements WHERE product_id = $1',
      [product.id],
    )
    expect([await stockOf(pool, product.id), Number(sum?.moved)]).toEqual([100 - 30 + 50 - 20, 100])
  })

  test('of a product with variants is its variants’', async () => {
    const parent = await created({ variantNames: ['Renk'] })
    const place = await warehouse()
    expect(fieldsOf(await correct(parent.id, { place, kind: 'change', quantity: '1' })).quantity).toContain(
      'varyantının',
    )
    const refused = await create({ variantNames: ['Renk'] }, { stock: [{ place, quantity: '3' }] })
    expect(Object.keys(fieldsOf(refused))).toEqual(['stock'])
    const plain = await addProduct(shop.database.pool, { stock: 4 })
    expect(fieldsOf(await change(await detailOf(plain.id), { variantNames: ['Renk'] })).variantNames).toContain(
      'stoğu sıfırlayın',
    )
  })

  test('a second warehouse stands beside the first', async () => {
    const { pool } = shop.database
    const product = await addProduct(pool, { stock: 1 })
    const depot = await addWarehouse(pool, 'DEPO-2')
    await correct(product.id, { place: depot, kind: 'count', quantity: '7', seen: '0' })
    const { places } = (await detailOf(product.id)).stock
    expect(places.map(({ quantity }) => quantity).toSorted()).toEqual(['1', '7'])
    await setStock(pool, product.id, 0)
  })

  test('goes in part into another open warehouse: two movements or none, never more than there is', async () => {
    const { pool } = shop.database
    const product = await addProduct(pool, { stock: 10 })
    const [from, to] = [await warehouse(), await addWarehouse(pool, 'DEPO-3')]
    const send = (body: object) => post(`/yonetim/products/${product.id}/stock/transfer`, { from, to, ...body })
    expect((await send({ quantity: '2,5' })).body).toMatchObject({
      places: expect.arrayContaining([
        expect.objectContaining({ id: from, quantity: '7.5' }),
        expect.objectContaining({ id: to, quantity: '2.5' }),
      ]),
      movements: [
        { quantity: '2.5', reason: 'transfer' },
        { quantity: '-2.5', reason: 'transfer' },
        { quantity: '10', reason: 'import' },
      ],
    })
    expect(await lastAudit()).toMatchObject({ action: 'move_stock', after: { quantity: '2.5' } })
    expect(fieldsOf(await send({ quantity: '7,501' }))).toEqual({
      quantity: 'Stok sıfırın altına inemez; şimdi 7,5.',
    })
    for (const quantity of ['0', '-1', '', 'x'])
      expect(Object.keys(fieldsOf(await send({ quantity })))).toEqual(['quantity'])
    expect(Object.keys(fieldsOf(await send({ to: 999_999, quantity: '1' })))).toEqual(['to'])
    expect(codeOf(await send({ to: from, quantity: '1' }))).toBe('warehouse_closed')
    await pool.execute('UPDATE warehouses SET is_active = false WHERE id = $1', [to])
    expect(codeOf(await send({ quantity: '1' }))).toBe('warehouse_closed')
    await pool.execute('UPDATE warehouses SET is_active = true WHERE id = $1', [to])
    // Both ways at once: the last of them finds what is left, and nobody waits for the other for ever.
    const both = await Promise.all(
      Array.from({ length: 20 }, (_none, at) =>
        at % 2 === 0 ? send({ quantity: '1' }) : send({ from: to, to: from, quantity: '1' }),
      ),
    )
    expect(both.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
    expect(await stockOf(pool, product.id)).toBe(10)
    expect(await stockMismatches(pool)).not.toContainEqual(expect.objectContaining({ product_id: product.id }))
    await setStock(pool, product.id, 0)
  })
})

describe('variants', () => {
  test('begin with what their parent has, differ from each other, and lead to each other', async () => {
    const parent = await created({ name: 'Tişört', taxRate: '10', variantNames: ['Renk', 'Beden'] })
    const form = await empty(parent.id)
    expect(form).toMatchObject({
      ...{ parent: { id: parent.id, variantNames: ['Renk', 'Beden'] } },
      values: { name: 'Tişört', taxRate: '10', variantValues: ['', ''] },
    })
    const child = await created({ variantValues: ['Kırmızı', 'S'] }, { parent: parent.id })
    const twin = await create({ variantValues: ['KIRMIZI', 's'] }, { parent: parent.id })
    expect(fieldsOf(twin)).toEqual({ 'variantValues.0': `Bu değerlerle bir varyant var: ${child.values.code}` })
    expect(Object.keys(fieldsOf(await create({ variantValues: ['', 'M'] }, { parent: parent.id })))).toEqual([
      'variantValues.0',
    ])
    const grandchild = { values: { ...form.values, code: 'TORUN', name: 'Torun' }, parent: child.id, stock: [] }
    expect(Object.keys(fieldsOf(await post('/yonetim/products', grandchild)))).toEqual(['parent'])
    expect((await detailOf(child.id)).parent).toMatchObject({ id: parent.id })
    const now = await detailOf(parent.id)
    expect(now.variants).toMatchObject([{ id: child.id, values: ['Kırmızı', 'S'], stock: '0' }])
    expect(Object.keys(fieldsOf(await change(now, { variantNames: ['Renk'] })))).toEqual(['variantNames'])
    expect((await change(now, { variantNames: ['Renk', 'Boy'] })).status).toBe(200)
    const refused = await buyer.send('POST', `/api/catalog/cart/${parent.id}`, {
      body: { quantity: 1, productValue: parent.values.units[0]?.id },
    })
    expect(codeOf(refused)).toBe('variant_not_chosen')
  })

  test('there is no form for a variant of what takes none', async () => {
    const plain = await created()
    expect(codeOf(await staff.send('GET', `/yonetim/product-form?parent=${plain.id}`))).toBe('product_not_found')
    expect(codeOf(await staff.send('GET', '/yonetim/products/999999'))).toBe('product_not_found')
    expect(codeOf(await change({ ...plain, id: 999_999 }, {}))).toBe('product_not_found')
  })
})

/** 8,000 × 7,000 black points, one bit each: a whole picture in a few bytes. */
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

describe('pictures', () => {
  const folder = () => join(shop.dataDir, 'images', 'uploads')
  const send = (body: Buffer | string) => staff.send('POST', '/yonetim/product-pictures', { body })

  test('are drawn anew without what lay in their file, wait, and stay once a product has them', async () => {
    const { file } = (await send(await photoWithPlace())).body as { file: string }
    expect(file).toMatch(/^uploads\/waiting\/[0-9a-f]{32}\.webp$/)
    const product = await created({ images: [file] })
    const [kept] = product.values.images
    expect(kept).toBe(file.replace('waiting/', ''))
    const shown = await shop.app.inject({ url: `/images/${kept}` })
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.includes(secretPlace)]).toEqual([
      ...[200, 'image/webp', false],
    ])
    await utimes(join(folder(), 'waiting', file.slice(-37)), 0, 0)
    await purgePictures(join(shop.dataDir, 'images'))
    expect(await readdir(join(folder(), 'waiting'))).toEqual([])
    expect((await shop.app.inject({ url: `/images/${kept}` })).statusCode).toBe(200)
    // Gone for the next product, and nobody else's picture by its name.
    expect(Object.keys(fieldsOf(await create({ images: [file] })))).toEqual(['images'])
    const imported = await created()
    await shop.database.pool.execute("UPDATE products SET images = '{eski/a.jpg,eski/b.jpg}' WHERE id = $1", [
      imported.id,
    ])
    const turned = await change(await detailOf(imported.id), { images: ['eski/b.jpg', kept!] })
    expect((turned.body as ProductDetail).values.images).toEqual(['eski/b.jpg', kept])
  })

  test.each([
    ['no picture', () => Buffer.from('MZ not a picture'), 422, 'picture_invalid'],
    [
      'a drawing',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      422,
      'picture_invalid',
    ],
    ['a bomb', bombPhoto, 422, 'picture_invalid'],
    ['too many points', hugePicture, 422, 'picture_too_many_points'],
    ['too many bytes', () => Buffer.alloc(15 * 1024 * 1024 + 1), 413, 'too_large'],
  ])('%s is refused and leaves no file', async (_name, make, status, code) => {
    const before = await readdir(join(folder(), 'waiting')).catch(() => [])
    const answer = await send(make())
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expect(await readdir(join(folder(), 'waiting'))).toEqual(before)
  })
})
