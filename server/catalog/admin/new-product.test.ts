import { describe, expect, test } from 'vitest'
import type { ProductValues, TypedPrices } from '#contract/admin/products.ts'
import { codeOf } from '#testing/shop.ts'
import {
  change,
  create,
  created,
  detailOf,
  fieldsOf,
  lastAudit,
  none,
  post,
  prices,
  unit,
  useProductForm,
} from './test-product-form.ts'

const form = useProductForm()

describe('creating a product', () => {
  test('saves units, prices and stock, makes boxes orderable, and writes the audit log', async () => {
    const place = form.warehouse
    const product = await created(
      {
        code: 'VİDA-1',
        name: 'Vida  3,5x25',
        taxRate: '10',
        description: '<p onclick="x">İyi<script>1</script></p>',
        units: [
          unit('adet', '1', { isDefault: true, barcode: '8690000000012', prices: [prices(form.standard, '1,2345')] }),
          unit('KOLİ', '12', {
            prices: [prices(form.special, '10.5', { listPrice: { value: '20', currency: 'USD' } })],
          }),
        ],
      },
      { stock: [{ place, quantity: '1.000' }] },
    )
    expect(product.values).toMatchObject({
      name: 'Vida 3,5x25',
      seo: 'vida-3-5x25',
      taxRate: '10',
      description: '<p>İyi</p>',
      units: [
        {
          name: 'ADET',
          multiplier: '1',
          prices: [{ list: form.standard, sale: { value: '1,2345', currency: 'TRY' } }],
        },
        {
          name: 'KOLİ',
          multiplier: '12',
          prices: [{ list: form.special, listPrice: { value: '20,00', currency: 'USD' } }],
        },
      ],
    })
    expect(product.stock).toMatchObject({
      places: [{ id: place, quantity: '1000' }],
      movements: [{ reason: 'correction' }],
    })
    expect(await lastAudit()).toMatchObject({
      action: 'create',
      noun_id: 'VİDA-1',
      before: null,
      after: {
        units: ['ADET × 1 · 8690000000012 · ✓', 'KOLİ × 12'],
        prices: { 'ADET · STANDART': { sale: '1,2345 TRY' } },
        stock: { [product.stock.places.find(({ id }) => id === place)?.name ?? '']: 1000 },
      },
    })
    await form.shop.settle()
    const box = product.values.units[1]?.id
    const added = await form.buyer.send('POST', `/api/catalog/cart/${product.id}`, {
      body: { quantity: 2, productValue: box },
    })
    expect(added.body).toMatchObject({ quantity: 2, productUnit: { defaultPrice: { value: 14.814, currency: 'TRY' } } })
    const refused = await form.buyer.send('POST', `/api/catalog/cart/${product.id}`, {
      body: { quantity: 82, productValue: box },
    })
    expect(codeOf(refused)).toBe('insufficient_stock')
  })

  test('shows a changed price in the store within a second', async () => {
    const product = await created({
      units: [unit('ADET', '1', { isDefault: true, prices: [prices(form.standard, '5')] })],
    })
    const [only] = product.values.units
    expect((await change(product, { units: [{ ...only!, prices: [prices(form.standard, '6,5')] }] })).status).toBe(200)
    const shown = async () =>
      (
        (await form.buyer.send('GET', `/api/catalog/products/search?q=${product.values.code}`)).body as {
          items: { salePrice: { value: number } }[]
        }
      ).items[0]?.salePrice.value
    await expect.poll(shown, { timeout: 1000, interval: 50 }).toBe(6.5)
    expect(await lastAudit()).toEqual({
      action: 'change',
      noun_id: product.values.code,
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
  ])('reports a problem at %s for %j', async (field, parts) => {
    const response = await create(parts)
    expect([response.status, Object.keys(fieldsOf(response))]).toEqual([422, [field]])
  })

  test.each<[string, TypedPrices | (() => TypedPrices)]>([
    ['sale', () => prices(form.standard, '-1')],
    ['sale', () => prices(form.standard, '1,23456')],
    ['sale', () => prices(form.standard, '1', { sale: { value: '1', currency: 'XXX' } })],
    ['sale', () => prices(form.standard, '', { listPrice: { value: '5', currency: 'TRY' } })],
    [
      'plans.4',
      () => prices(form.standard, '1', { plans: [none, none, none, none, { value: 'on', currency: 'TRY' }] }),
    ],
    ['sale', () => prices(999_999, '1')],
  ])('reports a price problem at %s', async (field, made) => {
    const price = typeof made === 'function' ? made() : made
    const response = await create({ units: [unit('ADET', '1', { isDefault: true, prices: [price] })] })
    expect([response.status, Object.keys(fieldsOf(response))]).toEqual([422, [`units.0.prices.${price.list}.${field}`]])
  })

  test('rejects codes and barcodes of other products, but keeps duplicates from an import', async () => {
    const { pool } = form.shop.database
    const first = await created({ units: [unit('ADET', '1', { isDefault: true, barcode: '777' })] })
    const duplicate = await create({
      code: first.values.code,
      units: [unit('ADET', '1', { isDefault: true, barcode: '777' })],
    })
    expect(fieldsOf(duplicate)).toEqual({
      code: `Bu kod başka bir üründe: ${first.values.name}`,
      'units.0.barcode': `Bu barkod başka bir üründe: ${first.values.code}`,
    })
    const other = await created()
    await pool.execute('UPDATE products SET code = $2 WHERE id = $1', [other.id, first.values.code])
    expect((await change(await detailOf(other.id), { name: 'Başka ad' })).status).toBe(200)
  })

  test('finds the brand by name or code and creates a missing model', async () => {
    await post('/yonetim/brands', { name: 'Çelik İş', slug: '', code: 'CLK' })
    const [one, two] = [await created({ brand: 'çelik iş', model: 'X1' }), await created({ brand: 'CLK', model: 'x1' })]
    expect([one, two].map(({ values }) => [values.brand, values.model])).toEqual([
      ['Çelik İş', 'X1'],
      ['Çelik İş', 'X1'],
    ])
    expect((await form.staff.send('GET', '/yonetim/product-models?brand=CLK')).body).toEqual({ items: ['X1'] })
    await post('/yonetim/brands', { name: 'Çelik İş', slug: 'celik-is-2', code: 'CLK2' })
    expect((await detailOf(one.id)).values.brand).toBe('CLK')
    expect(Object.keys(fieldsOf(await create({ brand: 'Çelik İş' })))).toEqual(['brand'])
  })
})
