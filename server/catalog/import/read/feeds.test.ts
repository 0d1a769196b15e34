import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestImport, prices, stocks, type TestImport } from '#server/catalog/import/test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

const issues = async () => (await shop.report()).map(({ line, code, reason }) => `${line} ${code} ${reason}`)
const product = `SELECT p.code, p.name, b.name AS brand, c.name AS category, p.tax_rate, p.images, p.is_active, u.name AS unit, u.barcode
  FROM products p LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id
  JOIN product_units u ON u.id = p.default_unit_id ORDER BY p.code`

test('reads an e-shop feed with numbered prices and their currencies, saves a sale price of 0 as on inquiry and reports unused columns', async () => {
  const one = `<urun><AnaKategori>|El aletleri|</AnaKategori><Durumu>true</Durumu><StokKodu>M-1</StokKodu><StokAdi>Çekiç</StokAdi>
    <Detay>&lt;p&gt;Sağlam&lt;/p&gt;</Detay><Envanter>10</Envanter><Resim>http://kotu.example/a.jpg</Resim><MarkaAdi>Usta</MarkaAdi>
    <KdvOrani>20,00</KdvOrani><BirimAdi>Adet</BirimAdi><BirimCarpan>1,00</BirimCarpan>
    <SatisFiyati1>1.045,5000</SatisFiyati1><SatisFiyati1ParaBirimi>EURO</SatisFiyati1ParaBirimi>
    <SatisFiyati2>46,0000</SatisFiyati2><SatisFiyati2ParaBirimi>TL</SatisFiyati2ParaBirimi>
    <SatisFiyati3>0,0000</SatisFiyati3><SatisFiyati3ParaBirimi>TL</SatisFiyati3ParaBirimi><AlisFiyati>-10,0000</AlisFiyati></urun>`
  const two = one.replace('M-1', 'M-2').replace('true', 'false').replace('1.045,5000', '0,0000')
  await shop.succeed([`<?xml version="1.0" standalone="yes"?><root>${one}${two}</root>`])
  expect(await shop.pool.query(product)).toMatchObject([
    {
      code: 'M-1',
      name: 'Çekiç',
      brand: 'Usta',
      category: 'El aletleri',
      tax_rate: '20.00',
      images: [],
      is_active: true,
    },
    { code: 'M-2', unit: 'ADET', is_active: false },
  ])
  expect(await shop.pool.query(prices)).toMatchObject([
    { code: 'M-1', sale_value: '1045.5000', sale_currency: 'EUR', plan1_value: null },
    { code: 'M-2', sale_value: '0.0000', plan1_value: null },
  ])
  const [plans] = await shop.pool.query(
    'SELECT plan2_value, plan2_currency, plan3_value FROM unit_prices ORDER BY unit_id',
  )
  expect(plans).toEqual({ plan2_value: '46.0000', plan2_currency: 'TRY', plan3_value: null })
  expect(await shop.pool.query(stocks)).toMatchObject([{ quantity: '10.000' }, { quantity: '10.000' }])
  expect(await issues()).toEqual([
    expect.stringMatching(/^1 columns_unused .*AlisFiyati/),
    expect.stringMatching(/^1 off_sale .*Durumu = false \(1\)/),
    expect.stringMatching(/^1 brand_new .*Usta/),
    expect.stringMatching(/^1 category_new .*El aletleri/),
    expect.stringMatching(/^2 price_zero /),
    expect.stringMatching(/^2 price_missing /),
  ])
})

test.each([
  [
    'marketplaces',
    '<product><stockCode>A</stockCode><Barcode>8690000000005</Barcode><label>Ürün</label><details>x</details><Fiyat>5,17</Fiyat><currencyAbbr>TL</currencyAbbr><tax>20</tax><stockAmount>3</stockAmount><brand>Marka</brand><Resim1>a.jpg</Resim1><Resim2>b.jpg</Resim2></product>',
  ],
  [
    'another shop program',
    '<Urun><UrunKodu>A</UrunKodu><Barkod>8690000000005</Barkod><UrunAdi>Ürün</UrunAdi><Fiyat ParaBirimi="TL">5,17</Fiyat><KDV>20</KDV><Stok>3</Stok><Marka>Marka</Marka><Resimler><Resim>a.jpg</Resim><Resim>b.jpg</Resim></Resimler></Urun>',
  ],
  [
    // Prices of merchant feeds include VAT.
    'merchant centres',
    '<item><g:id>A</g:id><title>Ürün</title><g:gtin>8690000000005</g:gtin><g:price>6.204 TRY</g:price><KdvOrani>20</KdvOrani><g:quantity>3</g:quantity><g:brand>Marka</g:brand><g:image_link>a.jpg</g:image_link><g:additional_image_link>b.jpg</g:additional_image_link></item>',
  ],
])('reads a feed for %s', async (_, one) => {
  await shop.succeed([`<list>${one}${one.replace('>A<', '>B<')}</list>`])
  expect(await shop.pool.query(product)).toMatchObject(
    ['A', 'B'].map((code) => ({
      code,
      name: 'Ürün',
      brand: 'Marka',
      tax_rate: '20.00',
      barcode: '8690000000005',
      images: ['a.jpg', 'b.jpg'],
    })),
  )
  expect(await shop.pool.query(prices)).toMatchObject([
    { code: 'A', sale_value: '5.1700', sale_currency: 'TRY' },
    { code: 'B', sale_value: '5.1700', sale_currency: 'TRY' },
  ])
  expect(await shop.pool.query(stocks)).toMatchObject([{ quantity: '3.000' }, { quantity: '3.000' }])
})

test('maps other element names and reports a bad record by its number', async () => {
  const feed = '<l><u><K>1</K><A>Bir</A><T>Tutar</T></u><u><K>2</K><A>İki</A><T>12,5</T></u></l>'
  const mapping = new Map([
    ['code', 'K'],
    ['name', 'A'],
    ['price', 'T'],
  ] as const)
  expect(await shop.succeed([feed], { mapping })).toMatchObject({ created: 1, rejected: 1 })
  expect(await issues()).toEqual([expect.stringMatching(/^1 number_invalid .*Tutar/)])
})
