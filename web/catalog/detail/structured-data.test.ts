import { describe, expect, test } from 'vitest'
import type { PriceView } from '#domain/pricing/price.ts'
import { crumbsData } from '#web/product/crumbs-data.ts'
import { type DescribedProduct, productData } from './structured-data.ts'

const publicUrl = 'https://bayi.example.com'
const view: PriceView = { currency: 'TRY', rates: { TRY: 1, USD: 41 }, withTax: true }
const viewer = { publicUrl, view, seesStock: true, stockInfoStatus: 0 }
const hidden: DescribedProduct = {
  url: '/cekic-p-7',
  name: 'Çekiç',
  code: 'C-7',
  image: '/images/a%20b.webp',
  images: ['/images/a%20b.webp', '/images/c.webp'],
  brand: { code: 'B', name: 'Bosch', slug: 'bosch' },
  model: { id: 1, name: 'Pro 5' },
  defaultUnit: 11,
  units: [
    { id: 10, value: 'KOLİ', multiplier: 12, barcode: '96385074' },
    { id: 11, value: 'ADET', multiplier: 1, barcode: '4006381333931' },
  ],
  isOutOfStock: false,
  isFromPrice: false,
  taxRate: 20,
  metaDescription: 'Sağlam </script> çekiç',
  breadcrumbs: [
    { name: 'El Aletleri', url: '/el-aletleri' },
    { name: 'Çekiçler', url: '/cekicler' },
  ],
  variantProducts: [],
}
const priced: DescribedProduct = { ...hidden, salePrice: { value: 100.125, currency: 'TRY' } }

describe('productData', () => {
  test('has codes, brand, model, category and images, with absolute addresses', () => {
    expect(productData(hidden, viewer)).toEqual({
      '@type': 'Product',
      name: 'Çekiç',
      sku: 'C-7',
      gtin: '4006381333931',
      url: `${publicUrl}/cekic-p-7`,
      image: [`${publicUrl}/images/a%20b.webp`, `${publicUrl}/images/c.webp`],
      brand: { '@type': 'Brand', name: 'Bosch' },
      model: 'Pro 5',
      category: 'El Aletleri > Çekiçler',
      description: 'Sağlam </script> çekiç',
    })
  })

  test('has the price as shown, with tax if prices include it', () => {
    expect(productData(priced, viewer)).toMatchObject({
      offers: {
        '@type': 'Offer',
        price: '120.15',
        priceCurrency: 'TRY',
        availability: 'https://schema.org/InStock',
        url: `${publicUrl}/cekic-p-7`,
      },
    })
  })

  test('has the lowest price of the variants', () => {
    const variantProducts = [1, 2].map((id) => ({ id, url: `/v-p-${id}`, values: [{ name: String(id) }] }))
    expect(productData({ ...priced, isFromPrice: true, variantProducts }, viewer)).toMatchObject({
      offers: { '@type': 'AggregateOffer', lowPrice: '120.15', offerCount: 2 },
    })
  })

  test.each([
    ['no price if prices are hidden', hidden],
    ['no price if it is not known', { ...priced, salePrice: { value: 0, currency: 'TRY' } }],
    ['no price without a rate', { ...priced, salePrice: { value: 5, currency: 'GBP' } }],
  ])('has %s', (_what, product) => {
    expect(productData(product, viewer)).not.toHaveProperty('offers')
  })

  test.each([
    [false, 0, true, 'InStock'],
    [true, 0, true, 'OutOfStock'],
    [true, 1, true, undefined],
    [true, 2, true, 'OutOfStock'],
    [false, 15, true, 'InStock'],
    [true, 0, false, undefined],
  ])(
    'out of stock %s in mode %s, visible %s: availability %s',
    (isOutOfStock, stockInfoStatus, seesStock, expected) => {
      const { offers } = productData({ ...priced, isOutOfStock }, { ...viewer, stockInfoStatus, seesStock }) as {
        offers: { availability?: string }
      }
      expect(offers.availability).toBe(expected && `https://schema.org/${expected}`)
    },
  )

  test.each(['4006381333932', 'ABC', '12345', null])('has no GTIN for the barcode %s', (barcode) => {
    const units = [{ id: 11, value: 'ADET', multiplier: 1, barcode }]
    expect(productData({ ...hidden, units }, viewer)).not.toHaveProperty('gtin')
  })

  test('leaves out missing data', () => {
    const bare = {
      ...hidden,
      image: null,
      images: [],
      brand: null,
      model: null,
      breadcrumbs: [],
      metaDescription: null,
    }
    expect(Object.keys(productData(bare, viewer)).toSorted()).toEqual(['@type', 'gtin', 'name', 'sku', 'url'])
  })
})

test('breadcrumbs count from 1', () => {
  const crumbs = [
    { name: 'Ana sayfa', url: '/' },
    { name: 'Çekiçler', url: '/cekicler' },
  ]
  expect(crumbsData(crumbs, publicUrl)).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Ana sayfa', item: `${publicUrl}/` },
      { '@type': 'ListItem', position: 2, name: 'Çekiçler', item: `${publicUrl}/cekicler` },
    ],
  })
})
