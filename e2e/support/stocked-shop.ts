import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { fold } from '#domain/text/text.ts'
import { openShop, type Shop } from './shop.ts'

/** The product of the order journey. It is sold by ADET and by KOLİ of twelve. */
export type OrderedProduct = {
  code: string
  name: string
  /** Queries that find it, as different users type them. */
  searches: string[]
}

export type StockedShop = {
  shop: Shop
  product: OrderedProduct
  dealer: { name: string; email: string; password: string }
}

type Row = { code: string; name: string; price: string; stock: string }
const dealer = { name: 'Yıldız Yapı Market', email: 'kapida@example.com', password: 'kapıda7kişi' }

/** A running shop with a real Turkish catalog and a units file; the demo store when no sample data is set. */
export async function openStockedShop(): Promise<StockedShop> {
  const data = process.env.TOPTAN_TEST_DATA
  if (data === undefined) {
    console.log('TOPTAN_TEST_DATA is not set: the order journey runs on the demo store.')
    return openDemo()
  }
  const file = join(data, 'tr_household_evinekat.csv.gz')
  const rows: Row[] = parse(gunzipSync(await readFile(file)), { columns: true })
  const product = chooseProduct(rows)
  const shop = await openShop({ demo: 'none' })
  const units = join(shop.dataDir, 'birimler.csv')
  await writeFile(
    units,
    `Stok Kodu;Birim;Çarpan\n${rows
      .slice(0, 500)
      .map(({ code }) => `${code};PAKET;6\n`)
      .join('')}${product.code};KOLİ;12\n`,
  )
  await shop.toptan('migrate')
  await shop.toptan('import', file, '--units', units)
  await addDealer(shop)
  await shop.start()
  return { shop, product, dealer }
}

/** A product in stock whose name has Turkish letters and words that match nothing else. */
function chooseProduct(rows: Row[]): OrderedProduct {
  const names = rows.map(({ name }) => fold(name))
  for (const { code, name, price, stock } of rows) {
    const words = name
      .split(' ')
      .filter((word) => /^\p{L}{5,}$/u.test(word))
      .slice(0, 3)
    const isTurkish = words.some((word) => /[ığşİĞŞ]/.test(word)) && words.some((word) => /[çöüÇÖÜ]/.test(word))
    const found = names.filter((other) => words.every((word) => other.includes(fold(word))))
    if (words.length < 3 || !isTurkish || found.length !== 1 || Number(stock) < 60 || Number(price) <= 0) continue
    if (name.length < 100) return { code, name, searches: searchesFor(words) }
  }
  throw new Error('The sample data has no product that this journey could order.')
}

/** Turkish capitals, another word order, and ASCII letters only. */
function searchesFor(words: string[]): string[] {
  return [
    words.join(' ').toLocaleUpperCase('tr'),
    words.toReversed().join(' ').toLocaleLowerCase('tr'),
    words.map(fold).join(' '),
  ]
}

async function addDealer(shop: Shop): Promise<void> {
  const database = await shop.database()
  await database.pool.execute("INSERT INTO dealers (code, name) VALUES ('YILDIZ', $1)", [dealer.name])
  await database.close()
  await shop.toptanWith(
    `${dealer.password}\n`,
    'user',
    'add',
    dealer.email,
    '--name',
    'Ayşe Yıldız',
    '--dealer',
    'YILDIZ',
  )
}

async function openDemo(): Promise<StockedShop> {
  const shop = await openShop({ demo: 'small' })
  const database = await shop.database()
  const code = 'KVR-PNS-180'
  const known = await database.pool.one<{ name: string }>('SELECT name FROM products WHERE code = $1', [code])
  await database.pool.execute(
    `WITH of AS (SELECT id FROM products WHERE code = $1)
     INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'KOLİ', 12 FROM of
     ON CONFLICT (product_id, name) DO UPDATE SET multiplier = 12`,
    [code],
  )
  await database.close()
  await addDealer(shop)
  await shop.start()
  const searches = ['İZOLELİ PENSE', 'pense izoleli', 'izoleli kombine pense']
  return { shop, product: { code, name: known?.name ?? '', searches }, dealer }
}
