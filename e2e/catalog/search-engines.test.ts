import { describe, expect, test } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { sizedImage } from '#contract/core/image-sizes.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { demoUrl } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

const json = async <Body>(path: string) => (await (await fetch(`${demoUrl}${path}`)).json()) as Body
const html = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${demoUrl}${path}`, { headers: { 'accept-language': 'tr', ...headers } })).text()

const unescape = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

/** The head of a page; addresses without the shop's own origin. */
async function headOf(path: string) {
  const page = await html(path)
  const meta = (name: string) => {
    const found = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1]
    return found === undefined ? undefined : unescape(found).replace(demoUrl, '')
  }
  const link = (rest: string) => new RegExp(`<link ${rest} href="([^"]*)"`).exec(page)?.[1]?.replace(demoUrl, '')
  return {
    title: unescape(/<title>(.*?)<\/title>/.exec(page)?.[1] ?? ''),
    description: meta('description'),
    keywords: meta('keywords'),
    robots: meta('robots'),
    canonical: link('rel="canonical"'),
    english: link('rel="alternate" hrefLang="en"'),
    og: Object.fromEntries(
      ['title', 'description', 'url', 'image', 'site_name'].map((name) => [name, meta(`og:${name}`)]),
    ),
    data: [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, text]) => JSON.parse(text ?? '') as Record<string, unknown>,
    ),
  }
}

const { items } = await json<ProductList>('/api/catalog/products?limit=5')
const listed = items.find(({ image, brand }) => image !== null && brand !== null)
const product = await json<ProductDetail>(`/api/catalog/product/${listed?.id}`)
const category = product.breadcrumbs.at(-1)
const pair = `/${product.brand?.slug}${category?.url}`

describe('a product page', () => {
  test('describes itself in the head and as structured data, and has a picture for sharing', async () => {
    const head = await headOf(product.url)
    expect(head.title).toContain(product.name)
    expect(head.description).toContain(product.code)
    expect(head.keywords?.split(', ')).toEqual(
      expect.arrayContaining([product.code, product.brand?.name, category?.name]),
    )
    expect(head).toMatchObject({ robots: undefined, canonical: product.url })
    expect(head.og).toMatchObject({
      url: product.url,
      image: sizedImage(product.image ?? '', [800, 600]),
      site_name: 'Toptan',
    })
    const [own, crumbs] = head.data
    expect(own).toMatchObject({ '@type': 'Product', sku: product.code, url: `${demoUrl}${product.url}` })
    expect(own?.['image']).toEqual(product.images.map((path) => `${demoUrl}${path}`))
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
    const trail = (crumbs?.['itemListElement'] ?? []) as { name: string }[]
    expect(trail.map(({ name }) => name)).toEqual([
      t('catalog.home'),
      ...product.breadcrumbs.map(({ name }) => name),
      product.name,
    ])
  })

  test('has no price and no stock in anything that a guest gets', async () => {
    const page = await html(product.url)
    const visited = [
      /"offers"|"availability"|priceCurrency|og:price|schema.org\/(In|OutOf)Stock|[₺$€]\s?\d/.exec(page)?.[0],
    ]
    expect(visited).toEqual([undefined])
  })
})

describe('has no price and no stock in anything a guest receives', () => {
  test('of the whole shop, a category or a category of a brand is indexed', async () => {
    expect(await headOf('/')).toMatchObject({ title: 'Toptan', canonical: '/', english: '/en', robots: undefined })
    const ofCategory = await headOf(category?.url ?? '')
    expect(ofCategory).toMatchObject({ canonical: category?.url, robots: undefined, english: undefined })
    expect(ofCategory.title).toContain(category?.name)
    expect(ofCategory.keywords).toContain(category?.name)
    expect(ofCategory.description).toContain(category?.name)
    expect(ofCategory.data).toMatchObject([{ '@type': 'BreadcrumbList' }])
    expect(await headOf(pair)).toMatchObject({ canonical: pair, english: `/en${pair}`, robots: undefined })
    expect(await headOf(`/tr${pair}`)).toMatchObject({ canonical: pair, english: `/en${pair}` })
    expect(await headOf(`/en${pair}`)).toMatchObject({ canonical: `/en${pair}`, english: `/en${pair}` })
  })

  test.each([
    ['filters', '?filters=stock:1'],
    ['a brand', `?brand=${product.brand?.code}`],
    ['a sort', '?sort=-name'],
    ['a page of a sort', '?sort=-name&page=2'],
    ['another page size', '?limit=48'],
  ])('narrowed by %s is not indexed and links to the whole one', async (_by, query) => {
    expect(await headOf(`/${query}`)).toMatchObject({ robots: 'noindex,follow', canonical: '/' })
  })

  test('of search results is not indexed', async () => {
    expect(await headOf('/search?q=kablo')).toMatchObject({ robots: 'noindex,follow', canonical: '/search' })
  })

  test.each([
    ['?page=2', '/?page=2'],
    ['?view=grid', '/'],
    ['?utm_source=mail&gclid=1', '/'],
    ['?page=2&view=list', '/?page=2'],
  ])('at %s has the canonical address %s', async (query, canonical) => {
    expect(await headOf(`/${query}`)).toMatchObject({ robots: undefined, canonical })
  })
})

test.each(['/account/login', '/boyle-bir-yer-yok', '/x-p-999999', '/?page=99999'])(
  '%s is not indexed',
  async (path) => {
    expect((await headOf(path)).robots).toMatch(/^noindex/)
  },
)

test('every part of the sitemap exists, and its addresses open without a redirect', async () => {
  const locations = async (path: string) =>
    [...(await html(path)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => unescape(url ?? '').replace(demoUrl, ''))
  expect(await html('/robots.txt')).toContain(`Sitemap: ${demoUrl}/sitemap.xml`)
  const parts = await locations('/sitemap.xml')
  const all = (await Promise.all(parts.map(locations))).flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(expect.arrayContaining(['/', category?.url, `/${product.brand?.slug}`, product.url]))
  const some = all.filter((_, at) => at % Math.ceil(all.length / 20) === 0)
  for (const path of some) {
    const answer = await fetch(`${demoUrl}${path}`, { redirect: 'manual' })
    expect({ path, status: answer.status, canonical: (await headOf(path)).canonical }).toEqual({
      path,
      status: 200,
      canonical: path,
    })
  }
})
