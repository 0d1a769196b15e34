import { describe, expect, test } from 'vitest'
import type { ProductDetail } from '#contract/admin/products.ts'
import { addStaff, fillCart } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'
import {
  change,
  create,
  created,
  detailOf,
  empty,
  fieldsOf,
  lastAudit,
  post,
  prices,
  unit,
  useProductForm,
} from './test-product-form.ts'

const form = useProductForm()

describe('product units', () => {
  test('can be renamed but not removed while in a cart, and can swap names', async () => {
    const units = [unit('ADET', '1', { isDefault: true }), unit('KOLİ', '12'), unit('PAKET', '6')]
    const product = await created({ units })
    const [piece, box, pack] = product.values.units
    await fillCart(form.shop.database.pool, form.dealer, [{ unitId: box!.id!, quantity: 1 }])
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
    await form.shop.database.pool.execute('DELETE FROM cart_lines WHERE unit_id = $1', [box!.id])
    const remainingUnits = (
      await change(saved, {
        units: [
          { ...piece!, isDefault: false },
          { ...saved.values.units[2]!, isDefault: true },
        ],
      })
    ).body as ProductDetail
    expect(remainingUnits.values.units.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['ADET', false],
      ['KOLİ', true],
    ])
  })

  test('keep a multiplier with decimals from an import until it is edited', async () => {
    const product = await created()
    await form.shop.database.pool.execute('UPDATE product_units SET multiplier = 0.5 WHERE product_id = $1', [
      product.id,
    ])
    const now = await detailOf(product.id)
    expect(now.values.units[0]?.multiplier).toBe('0,5')
    expect((await change(now, { name: 'Yarım' })).status).toBe(200)
  })
})

describe('two administrators editing a product', () => {
  test('rejects the second change with the current values and accepts it after confirmation', async () => {
    const product = await created({ name: 'Eski ad' })
    expect((await change(product, { name: 'Birinci ad' })).status).toBe(200)
    const lateChange = await change(product, { ozelkod: 'A1' })
    expect([lateChange.status, codeOf(lateChange), fieldsOf(lateChange)]).toEqual([
      409,
      'product_changed',
      { name: 'Bu arada değişti; şimdi: Birinci ad' },
    ])
    const now = await detailOf(product.id)
    expect(now.values.ozelkod).toBe('')
    expect((await change(now, { ozelkod: 'A1' })).status).toBe(200)
  })

  test('detects a price changed by an import', async () => {
    const product = await created({
      units: [unit('ADET', '1', { isDefault: true, prices: [prices(form.standard, '5')] })],
    })
    await form.shop.database.pool.execute('UPDATE unit_prices SET sale_value = 7 WHERE unit_id = $1', [
      product.values.units[0]?.id,
    ])
    expect(codeOf(await change(product, { name: 'Başka' }))).toBe('product_changed')
  })

  test('writes nothing when nothing changed', async () => {
    const product = await created()
    const before = await lastAudit()
    expect((await change(product, {})).status).toBe(200)
    expect([await lastAudit(), (await detailOf(product.id)).updatedAt]).toEqual([before, product.updatedAt])
  })
})

describe('product variants', () => {
  test('start with their parent’s values, must differ from each other, and link to each other', async () => {
    const parent = await created({ name: 'Tişört', taxRate: '10', variantNames: ['Renk', 'Beden'] })
    const newVariant = await empty(parent.id)
    expect(newVariant).toMatchObject({
      parent: { id: parent.id, variantNames: ['Renk', 'Beden'] },
      values: { name: 'Tişört', taxRate: '10', variantValues: ['', ''] },
    })
    const child = await created({ variantValues: ['Kırmızı', 'S'] }, { parent: parent.id })
    const duplicate = await create({ variantValues: ['KIRMIZI', 's'] }, { parent: parent.id })
    expect(fieldsOf(duplicate)).toEqual({ 'variantValues.0': `Bu değerlerle bir varyant var: ${child.values.code}` })
    expect(Object.keys(fieldsOf(await create({ variantValues: ['', 'M'] }, { parent: parent.id })))).toEqual([
      'variantValues.0',
    ])
    const grandchild = { values: { ...newVariant.values, code: 'TORUN', name: 'Torun' }, parent: child.id, stock: [] }
    expect(Object.keys(fieldsOf(await post('/yonetim/products', grandchild)))).toEqual(['parent'])
    expect((await detailOf(child.id)).parent).toMatchObject({ id: parent.id })
    const now = await detailOf(parent.id)
    expect(now.variants).toMatchObject([{ id: child.id, values: ['Kırmızı', 'S'], stock: '0' }])
    expect(Object.keys(fieldsOf(await change(now, { variantNames: ['Renk'] })))).toEqual(['variantNames'])
    expect((await change(now, { variantNames: ['Renk', 'Boy'] })).status).toBe(200)
    const refused = await form.buyer.send('POST', `/api/catalog/cart/${parent.id}`, {
      body: { quantity: 1, productValue: parent.values.units[0]?.id },
    })
    expect(codeOf(refused)).toBe('variant_not_chosen')
  })

  test('cannot be added to a product without variant dimensions', async () => {
    const plain = await created()
    expect(codeOf(await form.staff.send('GET', `/yonetim/product-form?parent=${plain.id}`))).toBe('product_not_found')
    expect(codeOf(await form.staff.send('GET', '/yonetim/products/999999'))).toBe('product_not_found')
    expect(codeOf(await change({ ...plain, id: 999_999 }, {}))).toBe('product_not_found')
  })
})

describe('without the right to change prices', () => {
  test('a product is changed as long as its prices stay; changed, added and removed prices are refused', async () => {
    const { pool } = form.shop.database
    const editor = await form.shop.signedIn(await addStaff(pool, 'catalog'))
    const list = form.standard
    const units = [unit('ADET', '1', { isDefault: true, prices: [prices(list, '10')] }), unit('KOLİ', '12')]
    const product = await created({ units })
    const [piece, box] = product.values.units
    const save = (values: object) =>
      editor.send('PATCH', `/yonetim/products/${product.id}`, {
        body: { before: product.values, values: { ...product.values, ...values } },
      })
    const text = 'Fiyatları değiştirme yetkiniz yok.'
    const refusals: [object[], string][] = [
      [[{ ...piece!, prices: [prices(list, '9')] }, box!], `units.0.prices.${list}.sale`],
      [[{ ...piece!, prices: [] }, box!], `units.0.prices.${list}.sale`],
      [[piece!, { ...box!, prices: [prices(form.special, '100')] }], `units.1.prices.${form.special}.sale`],
      [[piece!, box!, unit('PALET', '144', { prices: [prices(list, '1')] })], `units.2.prices.${list}.sale`],
    ]
    for (const [changed, field] of refusals) {
      const refused = await save({ units: changed })
      expect([refused.status, fieldsOf(refused)]).toEqual([422, { [field]: text }])
    }
    const added = await editor.send('POST', '/yonetim/products', {
      body: {
        values: { ...product.values, code: 'FİYATLI', units: [unit('ADET', '1', { prices: [prices(list, '5')] })] },
        parent: null,
        stock: [],
      },
    })
    expect([added.status, fieldsOf(added)]).toEqual([422, { [`units.0.prices.${list}.sale`]: text }])
    const saved = await save({ name: 'Yeni ad', units: [piece!, { ...box!, name: 'PAKET' }] })
    expect(saved.status).toBe(200)
    expect((await detailOf(product.id)).values.units[0]?.prices).toEqual([prices(list, '10,00')])
  })
})

test('a price that moves further than one person may change it is refused with the way to change it', async () => {
  const list = form.standard
  const product = await created({ units: [unit('ADET', '1', { isDefault: true, prices: [prices(list, '10')] })] })
  const [piece] = product.values.units
  await form.shop.setSetting('pricesNeedTwoOver', 20)
  const withPrice = (value: string) => change(product, { units: [{ ...piece!, prices: [prices(list, value)] }] })
  const refused = await withPrice('12,01')
  expect([refused.status, fieldsOf(refused)]).toEqual([
    422,
    { [`units.0.prices.${list}.sale`]: expect.stringContaining('%20 sınırını aşıyor') },
  ])
  expect((await withPrice('12')).status).toBe(200)
  await form.shop.setSetting('pricesNeedTwoOver', 0)
})
