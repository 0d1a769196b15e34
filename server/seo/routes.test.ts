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
  const inactive = await addProduct(pool, { code: 'GONE', stock: 3 })
  await pool.execute("UPDATE products SET seo = 'gone', is_active = false WHERE id = $1", [inactive.id])
  const shirt = await addProduct(pool, { code: 'SHIRT', variantNames: ['Renk'] })
  await pool.execute("UPDATE products SET seo = 'shirt' WHERE id = $1", [shirt.id])
  for (const [color, stock] of [
    ['mavi', 4],
    ['sari', 0],
  ] as const) {
    const { id } = await addProduct(pool, { code: color, parentId: shirt.id, variantValues: [color], stock })
    await pool.execute('UPDATE products SET seo = $2 WHERE id = $1', [id, color])
  }
  // A product many parts later, and a part without products on sale.
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
/** The URLs without the ids at their ends. */
const seosIn = async (path: string) => (await listed(path)).map((url) => url?.replace(/-p-\d+$/, ''))

describe('sitemap.xml', () => {
  test('lists only parts with content, under the public URL', async () => {
    const { status, text, headers } = await read('/sitemap.xml')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(addressesIn(text)).toEqual([
      `${publicUrl}/sitemap-pages-1.xml`,
      `${publicUrl}/sitemap-products-1.xml`,
      `${publicUrl}/sitemap-products-20.xml`,
    ])
  })

  test('lists the home page and the categories and brands with products', async () => {
    expect(await listed('/sitemap-pages-1.xml')).toEqual(['/', '/cekicler', '/bosch'])
  })

  test('lists the campaign page while a campaign is running', async () => {
    const { pool } = shop.database
    await pool.execute("INSERT INTO campaigns (name) VALUES ('Kış')")
    await vi.waitFor(async () => {
      expect(await listed('/sitemap-pages-1.xml')).toEqual(['/', '/kampanyalar', '/cekicler', '/bosch'])
    }, 60_000)
    await pool.execute('DELETE FROM campaigns')
    await vi.waitFor(async () => expect(await listed('/sitemap-pages-1.xml')).not.toContain('/kampanyalar'), 60_000)
  })

  test('lists every active product and variant under its canonical URL, with the date of its last change', async () => {
    const { text } = await read('/sitemap-products-1.xml')
    expect(text).toContain(`<url><loc>${publicUrl}/hammer-p-A%26B%2F1</loc><lastmod>2026-03-04</lastmod></url>`)
    expect(await seosIn('/sitemap-products-1.xml')).toEqual(['/hammer-p-A%26B%2F1', '/shirt', '/mavi', '/sari'])
    expect(await seosIn('/sitemap-products-20.xml')).toEqual(['/far'])
  })

  test('leaves out products out of stock when the store hides them', async () => {
    await shop.setSetting('showNotInStocks', '0')
    expect(await seosIn('/sitemap-products-1.xml')).toEqual(['/hammer-p-A%26B%2F1', '/shirt', '/mavi'])
    expect(await listed('/sitemap-pages-1.xml')).toEqual(['/', '/cekicler', '/bosch'])
  })

  test.each(['pages-0', 'pages-2', 'products-0', 'products-2', 'products-99999', 'products-x', 'products-1e1'])(
    'returns 404 for part %s',
    async (part) => {
      expect((await read(`/sitemap-${part}.xml`)).status).toBe(404)
    },
  )

  test('streams a long part in batches without gaps or duplicates', async () => {
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
  /** Applies the rules as crawlers do: the longest matching rule counts, and all rules here are Disallow. */
  async function isClosed(path: string): Promise<boolean> {
    const rules = [...(await read('/robots.txt')).text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule]) => rule ?? '')
    return rules.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
  }

  test('contains the URL of the sitemap', async () => {
    const { text, headers } = await read('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^User-agent: \*\n/)
    expect(text).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
  })

  test.each([
    '/account/login',
    '/account/login?next=%2F',
    '/sepet',
    '/checkout/summary',
    '/payment/link/abc',
    '/yonetim',
    '/yonetim/online',
    '/siparis/liste',
    '/teklif/liste',
    '/search?q=x',
    '/search',
    '/api/visitor',
    '/autocomplete?q=x',
  ])('disallows %s', async (path) => {
    expect(await isClosed(path)).toBe(true)
  })

  test.each(['/', '/?page=2', '/bosch', '/sepetli-vinc', '/search-lights', '/apilar', '/hammer-p-1', '/images/a.png'])(
    'allows %s',
    async (path) => {
      expect(await isClosed(path)).toBe(false)
    },
  )
})
