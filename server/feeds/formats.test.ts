import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FeedPresetName, feedPresetNames, feedPresets } from '#domain/feeds/feed-presets.ts'
import { parse } from 'csv-parse/sync'
import sax from 'sax'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, setStock } from '#testing/store-rows.ts'
import { feedOf, fetchFeed, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let dealer: TestVisitor
const db = () => shop.database.pool
const name = 'Matkap "500" <W> & \u0007uç\u200B; =1+1'

beforeAll(async () => {
  shop = await openTestShop()
  dealer = await shop.signedIn(await addDealer(db(), { discount: 10 }))
  const drill = await addProduct(db(), { code: '=MTK;1', price: 100, stock: 12, taxRate: 20, units: { KOLİ: 6 } })
  await db().execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [drill.unitId, '8690000000012'])
  await db().execute("INSERT INTO brands (code, name, slug) VALUES ('VLT', 'Voltan, A.Ş.', 'voltan');")
  await db().execute("INSERT INTO categories (name, slug) VALUES ('El Aletleri', 'el-aletleri')")
  await db().execute(
    `UPDATE products SET name = $2, description = '<p>Güçlü</p> ]]>', images = '{a b.jpg,c.jpg}',
            brand_id = (SELECT id FROM brands), category_id = (SELECT id FROM categories) WHERE id = $1`,
    [drill.id, name],
  )
  const shirt = await addProduct(db(), { code: 'TSHIRT', variantNames: ['Renk'], price: null })
  for (const [code, color] of [
    ['TS-K', 'Kırmızı'],
    ['TS-M', 'Mavi'],
  ] as const) {
    const variant = await addProduct(db(), { code, parentId: shirt.id, variantValues: [color], price: 50 })
    await setStock(db(), variant.id, 3)
  }
  await shop.settle()
})
afterEach(() => db().execute('DELETE FROM dealer_feeds'))
afterAll(() => shop.close())

const fetchPreset = async (preset: FeedPresetName, parts = {}) =>
  fetchFeed(shop, pathOf(await makeFeed(dealer, feedOf(preset, parts))))

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

/** Parses a document strictly: anything that is not well-formed throws. */
function parseXml(text: string): Element {
  const parser = sax.parser(true)
  const top: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  parser.onopentag = ({ name: tag, attributes }) => {
    const element = { name: tag, attributes: attributes as Record<string, string>, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an event target
  parser.ontext = (part) => void ((open.at(-1) ?? top).text += part)
  parser.onclosetag = () => void open.pop()
  parser.write(text).close()
  return top.children[0] ?? top
}
const at = (element: Element | undefined, path: string): Element | undefined =>
  path
    .split('/')
    .reduce<Element | undefined>((found, each) => found?.children.find((child) => child.name === each), element)
const allTexts = (element: Element): string[] => [element.text, ...element.children.flatMap(allTexts)]

const cases = feedPresetNames.flatMap((preset) => feedPresets[preset].formats.map((format) => ({ preset, format })))

describe.each(cases)('$preset as $format', ({ preset, format }) => {
  test('is a whole file with every product', async () => {
    const { status, text, bytes, headers } = await fetchPreset(preset, { format })
    expect(status).toBe(200)
    if (format === 'xlsx') {
      expect(bytes.subarray(0, 2).toString()).toBe('PK')
      return
    }
    expect(headers['content-type']).toContain('charset=utf-8')
    expect(text).not.toContain('\u0007')
    if (format === 'xml') {
      const root = parseXml(text)
      const texts = allTexts(root)
      for (const code of ['=MTK;1', 'TS-K', 'TS-M', 'Matkap "500" <W> & uç\u200B; =1+1']) expect(texts).toContain(code)
    } else if (format === 'json') {
      expect(Object.keys(JSON.parse(text) as object)).toEqual(['cursor', 'items'])
    } else {
      const rows = parse(text, { bom: true, delimiter: ',' })
      expect(new Set(rows.map((row) => row.length)).size).toBe(1)
      const cells = rows.flat()
      for (const code of ["'=MTK;1", 'TS-K', 'TS-M', '8690000000012']) expect(cells).toContain(code)
      expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([])
    }
  })
})

test('the elements of Ticimax are nested as in its own documents', async () => {
  const root = parseXml((await fetchPreset('ticimax')).text)
  expect(root.name).toBe('Root')
  const items = at(root, 'Urunler')?.children ?? []
  const drill = items.find((item) => at(item, 'UrunKartiID')?.text === '=MTK;1')
  const option = at(drill, 'UrunSecenek/Secenek')
  expect(
    ['StokKodu', 'SatisFiyati', 'KDVDahil', 'KdvOrani', 'StokAdedi'].map((each) => at(option, each)?.text),
  ).toEqual([...['=MTK;1', '108.00', 'true', '20', '12']])
  expect(at(drill, 'Resimler')?.children.map(({ text }) => new URL(text).pathname)).toEqual([
    ...['/images/a%20b.jpg', '/images/c.jpg'],
  ])
  expect(items.filter((item) => at(item, 'UrunKartiID')?.text === 'TSHIRT')).toHaveLength(2)
})

test('the feed of Google Merchant Center has its elements, and groups variants', async () => {
  const { text } = await fetchPreset('google')
  expect(text).toContain('<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">')
  const items = (at(parseXml(text), 'channel')?.children ?? []).filter((each) => each.name === 'item')
  const textsOf = (code: string) =>
    Object.fromEntries(
      (items.find((item) => at(item, 'g:id')?.text === code)?.children ?? []).map((each) => [each.name, each.text]),
    )
  expect(textsOf('=MTK;1')).toMatchObject({
    'g:price': '108.00 TRY',
    'g:availability': 'in_stock',
    'g:gtin': '8690000000012',
    'g:brand': 'Voltan, A.Ş.',
    'g:description': 'Güçlü ]]>',
    'g:condition': 'new',
  })
  expect(textsOf('TS-K')).toMatchObject({ 'g:item_group_id': 'TSHIRT', 'g:color': 'Kırmızı', 'g:mpn': 'TS-K' })
})

test('the file of WooCommerce has a variable product before its variations', async () => {
  const rows = parse((await fetchPreset('woocommerce')).text, { bom: true, columns: true }) as Record<string, string>[]
  const shirt = rows.filter(({ SKU, Parent }) => SKU === 'TSHIRT' || Parent === 'TSHIRT')
  expect(shirt.map((row) => [row['Type'], row['SKU'], row['Attribute 1 value(s)'], row['Regular price']])).toEqual([
    ['variable', 'TSHIRT', 'Kırmızı, Mavi', ''],
    ['variation', 'TS-K', 'Kırmızı', '54.00'],
    ['variation', 'TS-M', 'Mavi', '54.00'],
  ])
  expect(rows.find(({ Type }) => Type === 'simple')).toMatchObject({
    Brands: 'Voltan\\, A.Ş.',
    Categories: 'El Aletleri',
  })
})

test('fields have the names that the dealer chooses, in its order', async () => {
  const columns = [
    { field: 'stock' as const, name: 'miktar' },
    { field: 'code' as const, name: 'ürün/kod' },
    { field: 'name' as const, name: 'ürün/ad' },
    { field: 'units' as const, name: 'birimler/birim' },
  ]
  const { text } = await fetchPreset('standard', { columns, root: 'katalog', item: 'kart' })
  const card = parseXml(text).children.find((each) => at(each, 'ürün/kod')?.text === 'TS-K')
  expect(card?.name).toBe('kart')
  expect(card?.children.map((each) => each.name)).toEqual(['miktar', 'ürün', 'birimler'])
  expect(at(card, 'birimler/birim/price')?.text).toBe('45.00')
})

test('cells are separated as the dealer chooses', async () => {
  const { text } = await fetchPreset('standard', { format: 'csv', delimiter: ';' })
  const rows = parse(text, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[]
  expect(rows.find(({ code }) => code === 'TS-K')).toMatchObject({
    price: '45.00',
    isInStock: '1',
    parentCode: 'TSHIRT',
  })
})
