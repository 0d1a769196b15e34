import { expect, test } from 'vitest'
import { fieldOf, priceOfCurrency } from './fields.ts'
import { readHeader } from './header.ts'

test.each([
  ['Stok Kodu', 'code'],
  ['STOK KODU', 'code'],
  ['ÜRÜN ADI', 'name'],
  ['Stok Adı', 'name'],
  ['Marka', 'brand'],
  ['KATEGORİ', 'category'],
  ['Barkod', 'barcode'],
  ['Satış Fiyatı', 'price'],
  ['Fiyat', 'price'],
  ['Liste Fiyatı', 'list_price'],
  ['Para Birimi', 'currency'],
  ['KDV Oranı', 'tax_rate'],
  ['tax_rate', 'tax_rate'],
  ['Stok', 'stock'],
  ['MİKTAR', 'stock'],
  ['Birim', 'unit'],
  ['Birim Çarpanı', 'multiplier'],
  ['Açıklama', 'description'],
  ['parent_code', 'parent_code'],
  ['Eşdeğer Kod', 'equivalent_code'],
  ['Muadil', 'equivalent_code'],
  ['advencePrice3', 'plan3'],
  ['ozelkod', 'ozelkod'],
  ['özelkod5', 'ozelkod5'],
  ['meta_title', 'meta_title'],
  ['Aktif', 'active'],
] as const)('recognizes %s as %s', (column, field) => {
  expect(fieldOf(column)).toBe(field)
})

test.each(['genislik', 'price_raw', 'source_file', 'Kod2x', ''])('does not recognize %j', (column) => {
  expect(fieldOf(column)).toBeUndefined()
})

test('recognizes a currency column of a single price', () => {
  expect(priceOfCurrency('Liste Fiyatı Döviz')).toBe('list_price')
  expect(priceOfCurrency('advencePrice1_currency')).toBe('plan1')
  expect(priceOfCurrency('stok döviz')).toBeUndefined()
})

test('reads a header with all kinds of columns', () => {
  const columns =
    'Stok Kodu,Ana Kod,size,Varyant: Malzeme,Stok:ANKARA,stock: B2,Özellik: Güç,Resim1,image,foo,Fiyat,Price'
  expect(readHeader(columns.split(','))).toEqual({
    fields: new Map([
      ['code', 0],
      ['parent_code', 1],
      ['price', 10],
    ]),
    currencies: new Map(),
    images: [7, 8],
    bases: new Map(),
    saleColumns: [],
    categoryLevels: [],
    sameWithTax: [],
    candidates: new Map([['price', [10, 11]]]),
    stocks: [
      { index: 4, name: 'ANKARA' },
      { index: 5, name: 'B2' },
    ],
    dimensions: [
      { index: 2, name: 'Beden' },
      { index: 3, name: 'Malzeme' },
    ],
    attributes: [{ index: 6, name: 'Güç' }],
    unused: ['foo'],
    repeated: ['Price'],
  })
})

test('size and color are not dimensions without a parent column', () => {
  expect(readHeader(['code', 'size', 'renk'])).toMatchObject({ dimensions: [], unused: ['size', 'renk'] })
})

test('--map takes precedence over the column name', () => {
  const header = readHeader(['code', 'Malzeme', 'name'], new Map([['name', 'malzeme']]))
  expect(header.fields.get('name')).toBe(1)
  expect(header.repeated).toEqual(['name'])
})
