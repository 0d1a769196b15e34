import type { Pool } from '#server/platform/db/pool.ts'
import { mistakes, mistype } from './golden/mistakes.ts'
import type { Shot } from './send.ts'
import type { Random } from './random.ts'
import { type BenchUser, browserOf, callOf } from './visitors.ts'

export type Scenario = {
  name: string
  shots: Shot[]
  /** Path of the floor to compare with; `per` names the request that provides the floor's content. */
  floor: 'rows' | 'row' | 'bytes' | 'react' | null
  /** No request is sent twice: none is answered from what an earlier one left. */
  isNew?: true
}

const shotCount = 1000
/** More than are sent. */
const newCount = 10_000
const sorts = ['name', '-name', 'price', '-price', 'brand', '-brand', 'quantity', '-quantity']

type Samples = {
  commonWords: string[]
  categories: string[]
  brands: string[]
  names: string[]
  codes: string[]
  products: string[]
  pages: number
}

async function drawSamples(pool: Pool): Promise<Samples> {
  const list = async (sql: string) => (await pool.query<{ value: string }>(sql)).map(({ value }) => value)
  const total = await pool.one<{ count: number }>(
    'SELECT count(*)::int AS count FROM products WHERE parent_id IS NULL AND is_active',
  )
  return {
    commonWords: await list(
      `SELECT word AS value FROM products, regexp_split_to_table(lower(name), '[^[:alpha:]]+') word
        WHERE id % 20 = 1 AND length(word) > 2 GROUP BY word ORDER BY count(*) DESC LIMIT 300`,
    ),
    categories: await list('SELECT slug AS value FROM categories ORDER BY id'),
    brands: await list('SELECT code AS value FROM brands ORDER BY id'),
    names: await list(
      'SELECT name AS value FROM products TABLESAMPLE BERNOULLI (2) REPEATABLE (7) WHERE parent_id IS NULL LIMIT 5000',
    ),
    codes: await list(
      'SELECT code AS value FROM products TABLESAMPLE BERNOULLI (2) REPEATABLE (11) WHERE parent_id IS NULL LIMIT 5000',
    ),
    products: await list(
      `SELECT seo || '-p-' || id AS value FROM products TABLESAMPLE BERNOULLI (2) REPEATABLE (13)
        WHERE parent_id IS NULL AND is_active AND ozelkod2 IS NULL LIMIT 5000`,
    ),
    pages: Math.max(1, Math.floor((total?.count ?? 24) / 24)),
  }
}

const api = '/api/catalog/products'

type Visitors = {
  users: readonly BenchUser[]
  /** Headers of a guest's browser. */
  guest: Record<string, string>
}

export async function drawScenarios(pool: Pool, { users, guest }: Visitors, random: Random): Promise<Scenario[]> {
  const samples = await drawSamples(pool)
  const dealer = () => callOf(random.pick(users))
  const dealerPage = () => browserOf(random.pick(users))
  const guestPage = () => guest
  /** Makes addresses that no other request has. */
  let serial = random.below(1_000_000)
  const fewProducts = Array.from({ length: 20 }, () => random.pick(samples.products))
  const shots = (path: () => string, headers: () => Record<string, string> = dealer, count = shotCount): Shot[] =>
    Array.from({ length: count }, () => ({ method: 'GET', path: path(), headers: headers() }))
  const query = (values: Record<string, string | number>) =>
    new URLSearchParams(values as Record<string, string>).toString()
  const words = (count: number) => {
    const all = random
      .pick(samples.names)
      .split(/\s+/)
      .filter((word) => word.length > 2)
    return all.slice(0, count).join(' ')
  }
  const near = (page: number) => Math.min(samples.pages, page + random.below(20))
  return [
    { name: 'list, page 1 to 20', floor: 'rows', shots: shots(() => `${api}?page=${near(1)}`) },
    { name: 'list, page 500 to 519', floor: 'rows', shots: shots(() => `${api}?page=${near(500)}`) },
    {
      name: 'list of a category',
      floor: 'rows',
      shots: shots(() => `${api}/${random.pick(samples.categories)}?page=${1 + random.below(3)}`),
    },
    {
      name: 'list of a brand',
      floor: 'rows',
      shots: shots(() => `${api}?${query({ filters: `brand:${random.pick(samples.brands)}`, page: near(1) })}`),
    },
    {
      name: 'list of a category and a brand',
      floor: 'rows',
      shots: shots(
        () => `${api}/${random.pick(samples.categories)}?${query({ filters: `brand:${random.pick(samples.brands)}` })}`,
      ),
    },
    ...sorts.map(
      (sort): Scenario => ({
        name: `list by ${sort}`,
        floor: 'rows',
        shots: shots(() => `${api}?${query({ sort, page: near(1) })}`),
      }),
    ),
    {
      name: 'list, other filters each time',
      floor: 'rows',
      shots: shots(
        () => {
          const from = random.below(400)
          const filters = `brand:${random.pick(samples.brands)},${random.pick(samples.brands)};price:${from}-${from + 1000};stock:1`
          return `${api}?${query({ filters, sort: random.pick(sorts) })}`
        },
        dealer,
        newCount,
      ),
      isNew: true,
    },
    {
      name: 'search, one common word',
      floor: 'rows',
      shots: shots(() => `${api}/search?${query({ q: random.pick(samples.commonWords) })}`),
    },
    { name: 'search, one word', floor: 'rows', shots: shots(() => `${api}/search?${query({ q: words(1) })}`) },
    { name: 'search, two words', floor: 'rows', shots: shots(() => `${api}/search?${query({ q: words(2) })}`) },
    {
      name: 'search, mistyped word',
      floor: 'rows',
      shots: shots(() => `${api}/search?${query({ q: withMistake(words(1), random) })}`),
    },
    {
      name: 'search, two words, one mistyped',
      floor: 'rows',
      shots: shots(() => `${api}/search?${query({ q: withMistake(words(2), random) })}`),
    },
    {
      name: 'suggestions, mistyped',
      floor: 'rows',
      shots: shots(() => `/autocomplete?${query({ q: withMistake(suggestionText(samples, random), random) })}`),
    },
    {
      name: 'suggestions',
      floor: 'rows',
      shots: shots(() => `/autocomplete?${query({ q: suggestionText(samples, random) })}`),
    },
    {
      name: 'product call',
      floor: 'row',
      shots: shots(() => `/api/catalog/product/${random.pick(samples.products).split('-p-').at(-1)}`),
    },
    {
      name: 'product page, dealer, cached',
      floor: 'bytes',
      shots: shots(() => `/${random.pick(fewProducts)}`, dealerPage),
    },
    {
      name: 'product page, dealer, not cached',
      floor: 'react',
      shots: shots(() => `/${random.pick(fewProducts)}?v=${serial++}`, dealerPage, newCount),
      isNew: true,
    },
    {
      name: 'product page, guest, cached',
      floor: 'bytes',
      shots: shots(() => `/${random.pick(fewProducts)}`, guestPage),
    },
    { name: 'list page, dealer, cached', floor: 'bytes', shots: shots(() => `/?page=${near(1)}`, dealerPage) },
    {
      name: 'list page, dealer, not cached',
      floor: 'react',
      shots: shots(() => `/?page=${near(1)}&v=${serial++}`, dealerPage, newCount),
      isNew: true,
    },
    {
      name: 'list page, guest, cached',
      floor: 'bytes',
      shots: shots(() => `/?page=${near(1)}`, guestPage),
    },
    {
      // Unknown keys of a query do not make another page for guests, but every price does.
      name: 'list page, guest, not cached',
      floor: 'react',
      shots: shots(() => `/?page=${near(1)}&filters=price:0-${1_000_000 + serial++}`, guestPage, newCount),
      isNew: true,
    },
    { name: 'cart, add a product', floor: null, shots: await addShots(pool, users, random) },
  ]
}

/** The text typed so far: the beginning of a word, or of a code. */
function suggestionText(samples: Samples, random: Random): string {
  const text = random.next() < 0.4 ? random.pick(samples.codes) : random.pick(samples.names)
  return text.slice(0, 3 + random.below(6)).trim()
}

/** Changes one letter of one word; unchanged if no word is long enough. */
function withMistake(text: string, random: Random): string {
  return mistype(text.split(' '), random.pick(mistakes), random)?.join(' ') ?? text
}

async function addShots(pool: Pool, users: readonly BenchUser[], random: Random): Promise<Shot[]> {
  const units = await pool.query<{ product: number; unit: number }>(
    `SELECT p.id AS product, p.default_unit_id AS unit FROM products p
       JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
       JOIN price_lists l ON l.id = up.price_list_id AND l.is_default
      WHERE p.variant_names IS NULL AND p.is_active
        AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) > 1000 LIMIT 500`,
  )
  return Array.from({ length: shotCount }, () => {
    const { product, unit } = random.pick(units)
    return {
      method: 'POST',
      path: `/api/catalog/cart/${product}`,
      headers: callOf(random.pick(users)),
      body: JSON.stringify({ quantity: 1, productValue: unit }),
    }
  })
}
