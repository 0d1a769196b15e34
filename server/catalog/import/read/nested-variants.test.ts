import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestImport, type TestImport } from '#server/catalog/import/test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

const issues = async () => (await shop.report()).map(({ line, key, code }) => `${line} ${key} ${code}`)
const family = `SELECT p.code, p.name, parent.code AS parent, b.name AS brand, p.variant_names AS names, p.variant_values AS "values",
    u.barcode, (SELECT sale_value::float FROM unit_prices WHERE unit_id = u.id) AS price,
    (SELECT quantity::float FROM inventory v WHERE v.product_id = p.id) AS stock
  FROM products p LEFT JOIN products parent ON parent.id = p.parent_id LEFT JOIN brands b ON b.id = p.brand_id
  JOIN product_units u ON u.id = p.default_unit_id ORDER BY p.code`

const head = '<code>T</code><name>Tişört</name><brand>Usta</brand><price>100</price><currency>TRY</currency>'
const plain = '<product><code>Z</code><name>Çekiç</name><price>5</price><stock>9</stock></product>'

test.each([
  [
    'elements of their own',
    `<variants><variant><code>T-K</code><barcode>8690000000005</barcode><stock>3</stock><price>110</price><Renk>Kırmızı</Renk><Beden>S</Beden></variant>
     <variant><code>T-M</code><barcode></barcode><stock>4</stock><price></price><Renk>Mavi</Renk><Beden>M</Beden></variant></variants>`,
  ],
  [
    'names and values in a list',
    `<variants><variant><vStockCode>T-K</vStockCode><vBarcode>8690000000005</vBarcode><vStockAmount>3</vStockAmount><vPrice>110</vPrice>
       <options><option><variantName>Renk</variantName><variantValue>Kırmızı</variantValue></option>
         <option><variantName>Beden</variantName><variantValue>S</variantValue></option></options></variant>
     <variant><vStockCode>T-M</vStockCode><vStockAmount>4</vStockAmount>
       <options><option><variantName>Renk</variantName><variantValue>Mavi</variantValue></option>
         <option><variantName>Beden</variantName><variantValue>M</variantValue></option></options></variant></variants>`,
  ],
  [
    'counted names and values',
    `<Variants><Variant><VariantCode>T-K</VariantCode><VariantBarcode>8690000000005</VariantBarcode><VariantStock>3</VariantStock><VariantPrice>110</VariantPrice>
       <VariantName1>Renk</VariantName1><VariantValue1>Kırmızı</VariantValue1><VariantName2>Beden</VariantName2><VariantValue2>S</VariantValue2></Variant>
     <Variant><VariantCode>T-M</VariantCode><VariantStock>4</VariantStock>
       <VariantName1>Renk</VariantName1><VariantValue1>Mavi</VariantValue1><VariantName2>Beden</VariantName2><VariantValue2>M</VariantValue2></Variant></Variants>`,
  ],
  [
    'attributes',
    `<UrunSecenek><Secenek StokKodu="T-K" Barkod="8690000000005" StokAdedi="3" Fiyat="110"><Ozellikler><Ozellik Tanim="Renk" Deger="Kırmızı"/><Ozellik Tanim="Beden" Deger="S"/></Ozellikler></Secenek>
     <Secenek StokKodu="T-M" StokAdedi="4"><Ozellikler><Ozellik Tanim="Renk" Deger="Mavi"/><Ozellik Tanim="Beden" Deger="M"/></Ozellikler></Secenek></UrunSecenek>`,
  ],
  [
    'options named by an attribute',
    `<varyant kod="T-K"><barkod>8690000000005</barkod><stok>3</stok><fiyat>110</fiyat><secim><o name="Renk">Kırmızı</o><o name="Beden">S</o></secim></varyant>
     <varyant kod="T-M"><stok>4</stok><secim><o name="Renk">Mavi</o><o name="Beden">M</o></secim></varyant>`,
  ],
])('imports nested variants as children of their product: %s', async (_, variants) => {
  const feed = `<products><product>${head}${variants}</product>${plain}</products>`
  expect(await shop.succeed([feed])).toMatchObject({ created: 4, rejected: 0 })
  const child = { parent: 'T', brand: 'Usta', names: null }
  expect(await shop.pool.query(family)).toMatchObject([
    { code: 'T', name: 'Tişört', parent: null, names: ['Renk', 'Beden'], stock: null },
    {
      ...child,
      code: 'T-K',
      name: 'Tişört Kırmızı S',
      values: ['Kırmızı', 'S'],
      barcode: '8690000000005',
      price: 110,
      stock: 3,
    },
    { ...child, code: 'T-M', name: 'Tişört Mavi M', values: ['Mavi', 'M'], barcode: null, price: 100, stock: 4 },
    { code: 'Z', name: 'Çekiç', parent: null, price: 5, stock: 9 },
  ])
  expect(await shop.succeed([feed])).toMatchObject({ changed: false })
})

const subproduct = (code: string, stock: number, type1: string, type2 = '') =>
  `<subproduct><VaryantGroupID>0</VaryantGroupID><code>${code}</code><type1>${type1}</type1><type2>${type2}</type2><stock>${stock}</stock></subproduct>`
const values = 'SELECT code, name, variant_names AS names, variant_values AS "values" FROM products ORDER BY code'

test('numbers the options of a feed that has only their values, and names them by a mapping', async () => {
  const feed = `<products><product>${head}<subproducts>${subproduct('T-K', 3, 'Kırmızı', 'S')}${subproduct('T-M', 4, 'Mavi', 'M')}</subproducts></product>
    <product>${head.replaceAll('T<', 'U<')}<subproducts>${subproduct('U-1', 3, '40')}${subproduct('U-2', 4, '42')}</subproducts></product>${plain}</products>`
  expect(await shop.succeed([feed])).toMatchObject({ created: 7, rejected: 0 })
  expect(await shop.pool.query(values)).toMatchObject([
    { code: 'T', names: ['Seçenek 1', 'Seçenek 2'] },
    { code: 'T-K', name: 'Tişört Kırmızı S', values: ['Kırmızı', 'S'] },
    { code: 'T-M', values: ['Mavi', 'M'] },
    { code: 'U', names: ['Seçenek 1'] },
    { code: 'U-1', values: ['40'] },
    { code: 'U-2', values: ['42'] },
    { code: 'Z', names: null },
  ])
  expect(await shop.succeed([feed])).toMatchObject({ changed: false })
  await shop.reset()
  const mapping = new Map([
    ['color', 'variant:Seçenek 1'],
    ['size', 'variant:Seçenek 2'],
  ] as const)
  await shop.succeed([feed], { mapping })
  expect((await shop.pool.query(values))[0]).toMatchObject({ code: 'T', names: ['Renk', 'Beden'] })
})

test('reports variants without options, code or parent code by their number, counting the variants', async () => {
  const variants = (...all: string[]) =>
    `<variants>${all.map((one) => `<variant>${one}</variant>`).join('')}</variants>`
  const feed = `<products>
    <product>${head}${variants('<code>T-1</code><Renk>Mavi</Renk>', '<code>T-2</code>', '<Renk>Yeşil</Renk>', '<code>T-3</code><Renk>Mavi</Renk>')}</product>
    <product><name>Kodsuz</name>${variants('<code>K-1</code><Renk>Mavi</Renk><not>x</not>')}</product>${plain}</products>`
  expect(await shop.succeed([feed])).toMatchObject({ created: 3, rejected: 5 })
  expect((await shop.pool.query<{ code: string }>(family)).map(({ code }) => code)).toEqual(['T', 'T-1', 'Z'])
  expect((await issues()).filter((issue) => !issue.startsWith('1 '))).toEqual([
    '3 T-2 variant_value_missing',
    expect.stringMatching(/^4 .* key_missing$/),
    '5 T-3 variant_repeated',
    '6 Kodsuz key_missing',
    expect.stringMatching(/^7 .*part_alone$/),
  ])
  expect((await shop.report()).find(({ code }) => code === 'columns_unused')?.reason).toContain('variant/not')
})

test('does not read lists of names and values, or a single product, as variants', async () => {
  const feature = '<secenekler><secenek><ad>Garanti</ad><deger>2 yıl</deger></secenek></secenekler>'
  const one = `<products><product>${head}${feature}</product></products>`
  expect(await shop.succeed([one])).toMatchObject({ created: 1 })
  const alone = `<products><product>${head}<variants><variant><code>T-1</code><barcode>8690000000005</barcode><stock>1</stock><price>5</price><Renk>Mavi</Renk><Beden>S</Beden><a>1</a><b>2</b></variant></variants></product></products>`
  expect(await shop.succeed([alone])).toMatchObject({ created: 1, rejected: 0 })
  expect((await shop.pool.query<{ code: string }>(family)).map(({ code }) => code)).toEqual(['T', 'T-1'])
})
