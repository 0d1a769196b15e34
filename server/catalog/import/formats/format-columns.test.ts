import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { localAmounts } from '#server/catalog/import/local-amounts.ts'
import { openTestImport, type TestImport } from '#server/catalog/import/test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

const fixture = (file: string) => readFile(new URL(`./fixtures/${file}`, import.meta.url))

async function inspect(content: string | Buffer) {
  const inspected: ImportFileInspection[] = []
  const result = await shop.run(
    [content],
    { prices: 'net', dryRun: true },
    { onColumns: (file) => inspected.push(file) },
  )
  if (!result.ok) throw new Error(result.code)
  const columns = inspected[0]?.columns ?? []
  const samples = new Map(columns.map((column) => [column.name, column.samples]))
  const made = result.summary.issues.find(({ code }) => code === 'codes_made')?.example ?? ''
  const unused = result.summary.issues.find(({ code }) => code === 'columns_unused')?.example ?? ''
  return {
    names: columns.map(({ name }) => name),
    uses: new Map(columns.map(({ name, use }) => [name, use])),
    unused,
    samples,
    made,
    rows: inspected[0]?.rows,
  }
}

test.each([
  [
    'shopify.csv',
    {
      Handle: 'seo',
      'Option1 Name': 'variant_name',
      'Option1 Value': 'variant_value',
      'Option2 Name': 'variant_name',
      'Option2 Value': 'variant_value',
      Status: 'active',
    },
  ],
  [
    'woocommerce-en.csv',
    {
      Type: 'row_kind',
      Parent: 'variant_group',
      'Attribute 1 name': 'attribute_name',
      'Attribute 1 value(s)': 'attribute_value',
    },
  ],
  [
    'woocommerce-tr.csv',
    {
      Tür: 'row_kind',
      Ebeveyn: 'variant_group',
      'Nitelik 1 ismi': 'attribute_name',
      'Nitelik 1 değer(ler)i': 'attribute_value',
    },
  ],
  [
    'magento.csv',
    { configurable_variations: 'variant_list', additional_attributes: 'attribute_list', store_view_code: 'row_kind' },
  ],
  ['google.xml', { 'g:item_group_id': 'variant_group', 'g:size': 'variant:Beden' }],
  ['trendyol.csv', { 'Model Kodu': 'variant_group', 'Ürün Rengi': 'variant:Renk', Beden: 'variant:Beden' }],
  ['hepsiburada.csv', { 'Varyant Grup Id': 'variant_group', Renk: 'variant:Renk' }],
  ['ticimax.csv', { URUNKARTIID: 'variant_group', VARYASYON: 'variant_list' }],
  ['nebim.csv', { 'Ürün Kodu': 'code', 'Renk Açıklaması': 'variant:Renk', Beden: 'variant:Beden' }],
  [
    'ikas.csv',
    { 'Ürün Grup ID': 'variant_group', 'Varyant Tip 1': 'variant_name', 'Varyant Değer 2': 'variant_value' },
  ],
])('%s: the preview names the use of the columns that make variants', async (file, expected) => {
  const { names, uses, unused } = await inspect(await fixture(file))
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, uses.get(name)]))).toEqual(expected)
  for (const name of Object.keys(expected)) expect(unused.split(/[:,] /)).not.toContain(name)
  expect(names.filter((name) => name === 'parent_code' || name.startsWith('variant:'))).toEqual([])
})

test('without a column of reduced prices, the regular price is the price and is not called empty', async () => {
  const file =
    'sku,attribute_set_code,product_type,name,price\nMG-1,Giyim,simple,Gömlek,200\nMG-2,Giyim,simple,Kemer,50\n'
  const { uses } = await inspect(file)
  expect(uses.get('price')).toBe('price')
  const summary = await shop.succeed([file], { prices: 'net' })
  expect(summary.issues.map(({ code }) => code)).toEqual(['columns_unused'])
  expect(await shop.pool.query('SELECT sale_value FROM unit_prices ORDER BY unit_id')).toEqual([
    { sale_value: '200.0000' },
    { sale_value: '50.0000' },
  ])
})

const attributes = `SELECT p.code, b.name AS brand, p.attributes FROM products p LEFT JOIN brands b ON b.id = p.brand_id
  ORDER BY p.code`

test('attributes of WooCommerce that make no variants are technical data, and Marka is the brand', async () => {
  await shop.succeed(
    [
      `ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
1,simple,W-1,Tornavida,40,,Marka,Usta,Uç,Yıldız
2,variable,W-2,Eldiven,,,Beden,"M, L",Marka,Koruma
3,variation,W-2-M,Eldiven - M,30,W-2,Beden,M,,
4,variation,W-2-L,Eldiven - L,30,id:2,Beden,L,,
`,
    ],
    { prices: 'net' },
  )
  expect(await shop.pool.query(attributes)).toEqual([
    { code: 'W-1', brand: 'Usta', attributes: [['Uç', 'Yıldız']] },
    { code: 'W-2', brand: 'Koruma', attributes: [] },
    { code: 'W-2-L', brand: 'Koruma', attributes: [] },
    { code: 'W-2-M', brand: 'Koruma', attributes: [] },
  ])
})

test('a brand column of WooCommerce takes precedence over an attribute named Brand', async () => {
  await shop.succeed(
    [
      'ID,Type,SKU,Name,Regular price,Parent,Brands,Attribute 1 name,Attribute 1 value(s)\n1,simple,W-1,Pense,40,,Usta,Brand,Başka\n',
    ],
    { prices: 'net' },
  )
  expect(await shop.pool.query(attributes)).toMatchObject([{ code: 'W-1', brand: 'Usta' }])
})

test('additional attributes of Magento are technical data and the brand; values may contain commas', async () => {
  await shop.succeed(
    [
      'sku,attribute_set_code,product_type,name,price,additional_attributes\nMG-1,Giyim,simple,Gömlek,200,"fabric=Keten, yıkanır,manufacturer=Usta,neck_type=V"\n',
    ],
    { prices: 'net' },
  )
  expect(await shop.pool.query(attributes)).toEqual([
    {
      code: 'MG-1',
      brand: 'Usta',
      attributes: [
        ['Fabric', 'Keten, yıkanır'],
        ['Neck type', 'V'],
      ],
    },
  ])
})

test('the preview counts and shows the rows of the file, not those that its reader adds', async () => {
  const { rows, samples } = await inspect(await fixture('trendyol.csv'))
  expect(rows).toBe(3)
  expect(samples.get('Tedarikçi Stok Kodu')).toEqual(['ML-7-40', 'ML-7-41', 'ML-8'])
  const shopify = await inspect(await fixture('shopify.csv'))
  expect(shopify.samples.get('Title')).toEqual(['Seramik kupa', 'Mutfak önlüğü'])
  expect((await inspect(await fixture('woocommerce-tr.csv'))).made).toMatch(/^1 row/)
})

test('fractions of a workbook are shown in the notation of the reader', async () => {
  const { samples } = await inspect(await fixture('binary.xls'))
  const [price = ''] = samples.get('Fiyat (KDV Hariç)') ?? []
  expect([localAmounts('tr', price), localAmounts('en', price)]).toEqual(['1.250,50', '1,250.50'])
  expect(localAmounts('tr', 'A-1.5 (3): {10} → {0.12345}')).toBe('A-1.5 (3): 10,00 → 0,1235')
})
