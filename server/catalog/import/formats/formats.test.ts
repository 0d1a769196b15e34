import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportQuestion } from '#contract/admin/imports/import-inspection.ts'
import { openTestImport, type TestImport } from '#server/catalog/import/test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

/** What the fixture says about a product. Amounts are net. Values that it does not have are left out. */
type Expected = {
  name: string
  parent?: string
  values?: string
  brand?: string
  category?: string
  barcode?: string
  unit?: string
  tax?: number
  price?: number
  currency?: string
  list?: number
  stock?: number
  images?: string
  active?: false
}

type Case = {
  file: string
  /** The kinds of questions that the file leaves open; prices are answered with net. */
  asked?: ImportQuestion['kind'][]
  products: Record<string, Expected>
}

const cases: Case[] = [
  {
    file: 'logo.csv',
    products: {
      'HR.001': { name: 'ÇEKİÇ 500 GR', category: 'EL ALETLERİ', tax: 20, price: 1250.5, stock: 12 },
      'HR.002': { name: 'ŞERİT METRE 5 M', category: 'EL ALETLERİ', tax: 20, price: 85, stock: 140 },
    },
  },
  {
    file: 'netsis.csv',
    asked: ['prices'],
    products: {
      '00017': {
        name: 'RULMAN 6204 ZZ',
        category: 'RULMAN',
        tax: 20,
        price: 45.9,
        barcode: '8690000000005',
        stock: 250,
      },
      '00018': { name: 'RULMAN 6205 ZZ', category: 'RULMAN', tax: 20, price: 52.4, stock: -3 },
    },
  },
  {
    file: 'mikro.csv',
    asked: ['prices'],
    products: {
      'M-100': { name: 'Silikon tabancası', brand: 'USTA', tax: 20, price: 120.75, barcode: '8690000000005', stock: 8 },
      'M-101': { name: 'Mastik beyaz 310 ml', brand: 'USTA', unit: 'KOLİ', tax: 10, price: 980, stock: 0 },
    },
  },
  {
    file: 'nebim.csv',
    asked: ['prices'],
    products: {
      TS100: { name: 'Basic tişört', tax: 10, price: 90 },
      'TS100-Siyah-S': {
        name: 'Basic tişört',
        parent: 'TS100',
        values: 'Siyah,S',
        tax: 10,
        price: 90,
        barcode: '8690000000012',
        stock: 5,
      },
      'TS100-Siyah-M': {
        name: 'Basic tişört',
        parent: 'TS100',
        values: 'Siyah,M',
        tax: 10,
        price: 90,
        barcode: '8690000000029',
        stock: 7,
      },
      TS200: { name: 'Kemer', tax: 10, price: 60, barcode: '8690000000036', stock: 3 },
    },
  },
  {
    file: 'parasut.csv',
    products: {
      'PR-1': {
        name: 'A4 fotokopi kağıdı',
        category: 'Kırtasiye',
        unit: 'KOLİ',
        tax: 20,
        price: 410.5,
        barcode: '8690000000005',
        stock: 35,
      },
      'PR-2': { name: 'Toner siyah', category: 'Kırtasiye', tax: 20, price: 28.9, currency: 'USD', stock: 4 },
    },
  },
  {
    file: 'akinsoft.csv',
    products: {
      'AK-1': {
        name: 'Musluk bataryası',
        brand: 'Akış',
        category: 'TESİSAT',
        tax: 20,
        price: 500,
        barcode: '8690000000005',
        stock: 6,
      },
      'AK-2': { name: 'Sifon', brand: 'Akış', category: 'TESİSAT', tax: 10, price: 100, stock: 22 },
    },
  },
  {
    file: 'ticimax.csv',
    products: {
      '1': { name: 'Bez çanta', brand: 'Doku', category: 'Aksesuar > Çanta', tax: 20, price: 100 },
      'TC-1-K': {
        name: 'Bez çanta',
        parent: '1',
        values: 'Kırmızı',
        brand: 'Doku',
        category: 'Aksesuar > Çanta',
        tax: 20,
        price: 100,
        barcode: '8690000000012',
        stock: 4,
      },
      'TC-1-M': {
        name: 'Bez çanta',
        parent: '1',
        values: 'Mavi',
        brand: 'Doku',
        category: 'Aksesuar > Çanta',
        tax: 20,
        price: 80,
        list: 100,
        barcode: '8690000000029',
        stock: 9,
      },
      'TC-2': {
        name: 'Anahtarlık',
        brand: 'Doku',
        category: 'Aksesuar',
        tax: 20,
        price: 50,
        barcode: '8690000000036',
        stock: 30,
      },
    },
  },
  {
    file: 'tsoft.csv',
    products: {
      'TF-1': {
        name: 'Termos 1 lt',
        brand: 'Kamp',
        category: 'Mutfak > Termos',
        tax: 20,
        price: 200,
        barcode: '8690000000005',
        stock: 11,
        images: 'termos1.jpg,termos2.jpg',
      },
      'TF-2': { name: 'Matara', brand: 'Kamp', category: 'Mutfak > Matara', tax: 20, price: 99.9, stock: 0 },
    },
  },
  {
    file: 'ideasoft.csv',
    products: {
      'IS-1': {
        name: 'Delikli çivi',
        brand: 'Çelik',
        category: 'Nalbur > Çivi > Delikli',
        tax: 20,
        price: 12.5,
        barcode: '8690000000005',
        stock: 100,
        images: 'civi.jpg',
      },
      'IS-2': {
        name: 'Dübel 8 mm',
        brand: 'Çelik',
        category: 'Nalbur > Dübel',
        tax: 20,
        price: 20,
        stock: 20,
        active: false,
      },
    },
  },
  {
    file: 'ikas.csv',
    asked: ['prices'],
    products: {
      g1: { name: 'Polar mont', brand: 'Dağ', category: 'Giyim > Mont', price: 900, list: 1200 },
      'PM-S-L': {
        name: 'Polar mont',
        parent: 'g1',
        values: 'Siyah,L',
        brand: 'Dağ',
        category: 'Giyim > Mont',
        price: 900,
        list: 1200,
        barcode: '8690000000012',
        stock: 3,
      },
      'PM-S-XL': {
        name: 'Polar mont',
        parent: 'g1',
        values: 'Siyah,XL',
        brand: 'Dağ',
        category: 'Giyim > Mont',
        price: 1200,
        barcode: '8690000000029',
        stock: 0,
      },
      'BR-1': {
        name: 'Bere',
        brand: 'Dağ',
        category: 'Giyim > Aksesuar',
        price: 150,
        barcode: '8690000000036',
        stock: 40,
      },
    },
  },
  {
    file: 'shopify.csv',
    asked: ['prices'],
    products: {
      'KP-1': {
        name: 'Seramik kupa',
        brand: 'Atölye',
        category: 'Mutfak',
        price: 80,
        list: 100,
        barcode: '8690000000005',
        stock: 15,
        images: 'kupa1.jpg,kupa2.jpg',
      },
      onluk: { name: 'Mutfak önlüğü', brand: 'Atölye', category: 'Mutfak', images: 'onluk.jpg' },
      'ON-GM': {
        name: 'Mutfak önlüğü Gri M',
        parent: 'onluk',
        values: 'Gri,M',
        brand: 'Atölye',
        category: 'Mutfak',
        price: 150,
        stock: 4,
      },
      'onluk-Gri-L': {
        name: 'Mutfak önlüğü Gri L',
        parent: 'onluk',
        values: 'Gri,L',
        brand: 'Atölye',
        category: 'Mutfak',
        price: 150,
        stock: 2,
      },
      'ON-BM': {
        name: 'Mutfak önlüğü Bej M',
        parent: 'onluk',
        values: 'Bej,M',
        brand: 'Atölye',
        category: 'Mutfak',
        price: 160,
        stock: 0,
      },
    },
  },
  ...['woocommerce-en.csv', 'woocommerce-tr.csv'].map(
    (file): Case => ({
      file,
      asked: ['prices'],
      products: {
        'WC-T1': {
          name: 'Tornavida',
          category: 'El Aletleri > Tornavida',
          price: 40,
          list: 50,
          stock: 25,
          images: 'tornavida.jpg',
        },
        'WC-E': { name: 'Eldiven', category: 'Giyim > Eldiven' },
        'WC-E-M': { name: 'Eldiven - M', parent: 'WC-E', values: 'M', price: 30, stock: 6 },
        'WC-E-L': { name: 'Eldiven - L', parent: 'WC-E', values: 'L', price: 32, stock: 0 },
      },
    }),
  ),
  {
    file: 'magento.csv',
    asked: ['prices'],
    products: {
      'MG-1': { name: 'Gömlek', category: 'Giyim > Gömlek', price: 200, images: 'gomlek.jpg,gomlek2.jpg' },
      'MG-1-S': {
        name: 'Gömlek S',
        parent: 'MG-1',
        values: 'Mavi,S',
        category: 'Giyim > Gömlek',
        price: 200,
        stock: 5,
        images: 'gomlek.jpg',
      },
      'MG-1-M': {
        name: 'Gömlek M',
        parent: 'MG-1',
        values: 'Mavi,M',
        category: 'Giyim > Gömlek',
        price: 170,
        list: 200,
        stock: 7,
        images: 'gomlek.jpg',
      },
    },
  },
  {
    file: 'trendyol.csv',
    products: {
      'ML-7': {
        name: 'Bot',
        brand: 'Adım',
        category: 'Ayakkabı',
        tax: 10,
        price: 436.3636,
        list: 545.4545,
        images: 'bot.jpg',
      },
      ...Object.fromEntries(
        (
          [
            ['40', '8690000000012', 3],
            ['41', '8690000000029', 0],
          ] as const
        ).map(([size, barcode, stock]) => [
          `ML-7-${size}`,
          {
            name: 'Bot',
            parent: 'ML-7',
            values: `Siyah,${size}`,
            brand: 'Adım',
            category: 'Ayakkabı',
            tax: 10,
            price: 436.3636,
            list: 545.4545,
            barcode,
            stock,
            images: 'bot.jpg',
          },
        ]),
      ),
      'ML-8': {
        name: 'Boya',
        brand: 'Adım',
        category: 'Bakım',
        tax: 20,
        price: 100,
        list: 100,
        barcode: '8690000000036',
        stock: 20,
        images: 'boya.jpg',
      },
    },
  },
  {
    file: 'hepsiburada.csv',
    products: {
      'HP-1': { name: 'Kulaklık', brand: 'Ses', tax: 20, price: 200 },
      'HP-1-S': {
        name: 'Kulaklık',
        parent: 'HP-1',
        values: 'Siyah',
        brand: 'Ses',
        tax: 20,
        price: 200,
        barcode: '8690000000012',
        stock: 8,
      },
      'HP-1-B': {
        name: 'Kulaklık',
        parent: 'HP-1',
        values: 'Beyaz',
        brand: 'Ses',
        tax: 20,
        price: 210,
        barcode: '8690000000029',
        stock: 2,
      },
      'HP-2': { name: 'Kablo', brand: 'Ses', tax: 20, price: 50, barcode: '8690000000036', stock: 50 },
    },
  },
  {
    file: 'google.xml',
    products: {
      'GM-1': { name: 'Yağmurluk', brand: 'Bulut', category: 'Giyim > Yağmurluk', price: 250, list: 300 },
      'GM-1-S': {
        name: 'Yağmurluk S',
        parent: 'GM-1',
        values: 'S',
        brand: 'Bulut',
        category: 'Giyim > Yağmurluk',
        price: 250,
        list: 300,
        barcode: '8690000000012',
        stock: 1,
      },
      'GM-1-M': {
        name: 'Yağmurluk M',
        parent: 'GM-1',
        values: 'M',
        brand: 'Bulut',
        category: 'Giyim > Yağmurluk',
        price: 300,
        barcode: '8690000000029',
        stock: 0,
      },
      'GM-2': { name: 'Şemsiye', brand: 'Bulut', category: 'Aksesuar', price: 100, stock: 1 },
    },
  },
  {
    file: 'supplier.xml',
    products: {
      'XS-1': {
        name: 'Ampul E27',
        category: 'Aydınlatma > Ampul',
        tax: 20,
        price: 25.5,
        stock: 1,
        images: 'a.jpg,b.jpg',
      },
      'XS-2': { name: 'Priz & Anahtar', category: 'Elektrik', tax: 20, price: 30, stock: 0, images: 'c.jpg' },
    },
  },
  {
    file: 'list.json',
    products: {
      'JS-1': { name: 'Kask', brand: 'Emniyet', price: 145.255, stock: 7, images: 'kask.jpg,kask2.jpg' },
      'JS-2': { name: 'Gözlük', brand: 'Emniyet', price: 50, stock: 0 },
    },
  },
  {
    file: 'object.json',
    products: { 'JO-1': { name: 'Baret', price: 120, stock: 3 }, 'JO-2': { name: 'Yelek', price: 80, stock: 1 } },
  },
  {
    file: 'binary.xls',
    products: {
      '00017': { name: 'ŞERİT METRE 5 M', category: 'EL ALETLERİ', tax: 20, price: 1250.5, stock: 12 },
      '00018': {
        name: 'Çekiç "ağır" ığüşöç',
        category: 'EL ALETLERİ',
        unit: 'KOLİ',
        tax: 10,
        price: 85,
        stock: -3,
        active: false,
      },
      'A-19': { name: 'Ø12 boru', category: 'TESİSAT', tax: 20, price: 0.1, stock: 140.5 },
    },
  },
  {
    file: 'table.xls',
    products: {
      'HT-1': { name: 'Zımba & tel', price: 75, stock: 9 },
      'HT-2': { name: 'Delgeç metal', price: 130, stock: 4 },
    },
  },
]

const saved = `
  WITH RECURSIVE path AS (
    SELECT id, name::text AS path FROM categories WHERE parent_id IS NULL
    UNION ALL SELECT c.id, path.path || ' > ' || c.name FROM categories c JOIN path ON path.id = c.parent_id)
  SELECT p.code, jsonb_strip_nulls(jsonb_build_object('name', p.name, 'parent', parent.code,
      'values', array_to_string(p.variant_values, ','), 'brand', b.name, 'category', path.path, 'barcode', u.barcode,
      'unit', nullif(u.name, 'ADET'), 'tax', p.tax_rate, 'price', up.sale_value,
      'currency', nullif(up.sale_currency, 'TRY'), 'list', up.list_value,
      'stock', (SELECT sum(quantity) FROM inventory WHERE product_id = p.id),
      'images', nullif(array_to_string(p.images, ','), ''), 'active', CASE WHEN NOT p.is_active THEN false END)) AS product
    FROM products p LEFT JOIN products parent ON parent.id = p.parent_id LEFT JOIN brands b ON b.id = p.brand_id
    LEFT JOIN path ON path.id = p.category_id JOIN product_units u ON u.id = p.default_unit_id
    LEFT JOIN unit_prices up ON up.unit_id = u.id`

test.each(cases)('$file is imported without a mapping, row by row as it is', async ({ file, asked = [], products }) => {
  const content = await readFile(new URL(`./fixtures/${file}`, import.meta.url))
  let questions: ImportQuestion[] = []
  const onQuestions = (open: ImportQuestion[]) => {
    questions = open
  }
  await shop.run([content], { dryRun: true }, { onQuestions })
  expect(questions.map(({ kind }) => kind)).toEqual(asked)
  const options = asked.includes('prices') ? { prices: 'net' as const } : {}
  const summary = await shop.succeed([content], { ...options, isStrict: true })
  expect(summary).toMatchObject({ created: Object.keys(products).length, rejected: 0 })
  const rows = await shop.pool.query<{ code: string; product: object }>(saved)
  expect(Object.fromEntries(rows.map(({ code, product }) => [code, product]))).toEqual(products)
  expect(await shop.succeed([content], { ...options, isStrict: true })).toMatchObject({ changed: false, rejected: 0 })
})
