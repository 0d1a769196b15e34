import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addProduct } from '#testing/store-rows.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

const publicUrl = 'https://bayi.example.com'
let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ env: { PUBLIC_URL: publicUrl } })
  const { pool } = shop.database
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('B', 'Bosch', 'bosch'), ('E', 'Empty', 'empty')")
  await pool.execute("INSERT INTO categories (name, slug) VALUES ('Çekiçler', 'cekicler'), ('Boş', 'bos')")
  const hammer = await addProduct(pool, { code: 'HAMMER', stock: 3 })
  await pool.execute(
    `UPDATE products SET seo = 'hammer', updated_at = '2026-03-04 23:30+00', ozelkod2 = 'A&B/1',
       brand_id = (SELECT id FROM brands WHERE code = 'B'),
       category_id = (SELECT id FROM categories WHERE slug = 'cekicler') WHERE id = $1`,
    [hammer.id],
  )
  const gone = await addProduct(pool, { code: 'GONE', stock: 3 })
  await pool.execute("UPDATE products SET seo = 'gone', is_active = false WHERE id = $1", [gone.id])
  const shirt = await addProduct(pool, { code: 'SHIRT', variantNames: ['Renk'] })
  await pool.execute("UPDATE products SET seo = 'shirt' WHERE id = $1", [shirt.id])
  for (const [color, stock] of [
    ['mavi', 4],
    ['sari', 0],
  ] as const) {
    const { id } = await addProduct(pool, { code: color, parentId: shirt.id, variantValues: [color], stock })
    await pool.execute('UPDATE products SET seo = $2 WHERE id = $1', [id, color])
  }
  // Many parts further on, and a part in which nothing is on sale.
  await pool.execute(
    `INSERT INTO products (id, code, name, seo, is_active) OVERRIDING SYSTEM VALUE
     VALUES (1000000, 'FAR', 'Uzak', 'far', true), (300000, 'OLD', 'Eski', 'old', false)`,
  )
  await shop.settle()
})
afterAll(() => shop.close())
afterEach(() => shop.setSetting('showNotInStocks', '1'))

const read = async (path: string) => (await shop.guest()).send('GET', path)
const addressesIn = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
const listed = async (path: string) => addressesIn((await read(path)).text).map((url) => url?.replace(publicUrl, ''))
/** Without the ids at their ends. */
const seosIn = async (path: string) => (await listed(path)).map((url) => url?.replace(/-p-\d+$/, ''))

describe('sitemap.xml', () => {
  test('lists only the parts that hold something, at the shop’s own address', async () => {
    const { status, text, headers } = await read('/sitemap.xml')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(addressesIn(text)).toEqual([
      `${publicUrl}/sitemap-pages-1.xml`,
      `${publicUrl}/sitemap-products-1.xml`,
      `${publicUrl}/sitemap-products-20.xml`,
    ])
  })

  test('has home, and the categories and brands that have products', async () => {
    expect(await listed('/sitemap-pages-1.xml')).toEqual(['/', '/cekicler', '/bosch'])
  })

  test('has the page of campaigns while one runs', async () => {
    const { pool } = shop.database
    await pool.execute("INSERT INTO campaigns (name) VALUES ('Kış')")
    await vi.waitFor(async () => {
      expect(await listed('/sitemap-pages-1.xml')).toEqual(['/', '/kampanyalar', '/cekicler', '/bosch'])
    }, 60_000)
    await pool.execute('DELETE FROM campaigns')
    await vi.waitFor(async () => expect(await listed('/sitemap-pages-1.xml')).not.toContain('/kampanyalar'), 60_000)
  })

  test('has every active product and variant, with the day of its last change, as its own address has it', async () => {
    const { text } = await read('/sitemap-products-1.xml')
    expect(text).toContain(`<url><loc>${publicUrl}/hammer-p-A%26B%2F1</loc><lastmod>2026-03-04</lastmod></url>`)
    expect(await seosIn('/sitemap-products-1.xml')).toEqual(['/hammer-p-A%26B%2F1', '/shirt', '/mavi', '/sari'])
    expect(await seosIn('/sitemap-products-20.xml')).toEqual(['/far'])
  })

  test('leaves out what is not in stock where the store hides that', async () => {
    await shop.setSetting('showNotInStocks', '0')
    expect(await seosIn('/sitemap-products-1.xml')).toEqual(['/hammer-p-A%26B%2F1', '/shirt', '/mavi'])
    expect(await listed('/sitemap-pages-1.xml')).toEqual(['/', '/cekicler', '/bosch'])
  })

  test.each(['pages-0', 'pages-2', 'products-0', 'products-2', 'products-99999', 'products-x', 'products-1e1'])(
    'has no part %s',
    async (part) => {
      expect((await read(`/sitemap-${part}.xml`)).status).toBe(404)
    },
  )

  test('comes in pieces when a part is long, none left out and none twice', async () => {
    await shop.database.pool.execute(
      `INSERT INTO products (id, code, name, seo) OVERRIDING SYSTEM VALUE
       SELECT i, 'M' || i, 'M', 'm' || i FROM generate_series(50000, 55000) i`,
    )
    const [first, second] = [await listed('/sitemap-products-1.xml'), await listed('/sitemap-products-2.xml')]
    await shop.database.pool.execute('DELETE FROM products WHERE id BETWEEN 50000 AND 55000')
    expect(first.at(-1)).toBe('/m50000-p-50000')
    expect(second).toEqual(Array.from({ length: 5000 }, (_, i) => `/m${50_001 + i}-p-${50_001 + i}`))
  })
})

describe('robots.txt', () => {
  /** As crawlers read it: the longest rule that fits counts; all rules here close. */
  async function isClosed(path: string): Promise<boolean> {
    const rules = [...(await read('/robots.txt')).text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule]) => rule ?? '')
    return rules.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
  }

  test('names the sitemap', async () => {
    const { text, headers } = await read('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^User-agent: \*\n/)
    expect(text).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
  })

  test.each([
    ...['/account/login', '/account/login?next=%2F', '/sepet', '/checkout/summary', '/payment/link/abc', '/yonetim'],
    ...[
      '/yonetim/online',
      '/siparis/liste',
      '/teklif/liste',
      '/search?q=x',
      '/search',
      '/api/visitor',
      '/autocomplete?q=x',
    ],
  ])('closes %s', async (path) => {
    expect(await isClosed(path)).toBe(true)
  })

  test.each(['/', '/?page=2', '/bosch', '/sepetli-vinc', '/search-lights', '/apilar', '/hammer-p-1', '/images/a.png'])(
    'leaves %s open',
    async (path) => {
      expect(await isClosed(path)).toBe(false)
    },
  )
})
