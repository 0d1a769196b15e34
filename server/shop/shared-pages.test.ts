import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtPages } from '#cli/built.ts'
import { buildIfNeeded } from '#cli/tools/build.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { loadBuiltPages } from '#server/platform/http/pages.ts'
import { createPace } from '#server/platform/pace.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { choose } from '#testing/prices.ts'
import { type Answer, openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addStaff, fillCart, setPrice, setStock } from '#testing/store-rows.ts'
import { openData } from '#web/app/data/packed.ts'

type Person = {
  name: string
  browser: TestVisitor
  language: 'tr' | 'en'
  /** Texts that only this person's pages may contain. */
  ownTexts: string[]
}

let shop: TestShop
let isCached = true
const people: Person[] = []
const dealers: Actor[] = []
let addresses: string[] = []
let shown: { id: number; unitId: number; path: string }[] = []

beforeAll(async () => {
  await buildIfNeeded()
  const build = await loadBuiltPages(builtPages)
  shop = await openTestShop({
    pages: {
      loadBuild: () => Promise.resolve(build),
      files: null,
      // Only what is stored depends on it while the shop runs.
      get mode() {
        return isCached ? ('production' as const) : ('development' as const)
      },
    },
  })
  const { pool } = shop.database
  await loadDemo(pool, { size: 'small', secret: testSecret })
  shown = await pool.query(
    `SELECT id, default_unit_id AS "unitId", '/' || seo || '-p-' || id AS path FROM products
      WHERE parent_id IS NULL AND is_active AND ozelkod2 IS NULL AND default_unit_id IS NOT NULL ORDER BY id LIMIT 3`,
  )
  addresses = ['/', '/?page=2&view=grid', '/search?q=matkap', ...shown.slice(1, 2).map(({ path }) => path)]
  await shop.setSetting('guestPrices', '1')
  await shop.setSetting('guestCarts', '1')
  await shop.settle()
  await addPeople()
})
afterAll(() => shop.close())

async function addPeople(): Promise<void> {
  const { pool } = shop.database
  const list = await pool.one<{ id: number }>(
    `WITH made AS (INSERT INTO price_lists (code, name) VALUES ('ozel', 'Özel') RETURNING id),
          priced AS (INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
            SELECT made.id, unit, 77, 'TRY' FROM made, unnest($1::integer[]) unit)
     SELECT id FROM made`,
    [shown.map(({ unitId }) => unitId)],
  )
  const add = (name: string, browser: TestVisitor, actor: Actor | null = null, language: 'tr' | 'en' = 'tr') => {
    const ownTexts = actor === null ? [] : [`Kişi ${name}.`, `${actor.userId}@own.example.com`]
    people.push({ name, browser, language, ownTexts })
    return browser
  }
  const name = async (actor: Actor, person: string) => {
    await pool.execute('UPDATE users SET name = $2, email = $3 WHERE id = $1', [
      actor.userId,
      `Kişi ${person}.`,
      `${actor.userId}@own.example.com`,
    ])
    return actor
  }
  const user = async (person: string, actor: Actor, language: 'tr' | 'en' = 'tr') =>
    add(person, await shop.signedIn(await name(actor, person)), actor, language)
  const dealer = async (parts: Parameters<typeof addDealer>[1] = {}) => {
    const actor = await addDealer(pool, parts)
    dealers.push(actor)
    return actor
  }

  // The same conditions: these share pages.
  const [one, two, three] = [await dealer(), await dealer(), await dealer()]
  await user('bir', one)
  await user('iki', two)
  await user('üç & "<b>', three)
  await user('dört', await addColleague(pool, one.dealer ?? fail()))
  await user('discount', await dealer({ discount: 10 }))
  await user('list', await dealer({ priceListId: list?.id ?? 0 }))
  await user('rates', await dealer({ rates: { policy: 'fixed', fixed: { USD: '55' }, until: null } }))
  const ruled = await dealer()
  await user('rule', ruled)
  await pool.execute(
    `INSERT INTO price_rules (name, kind, chain, dealer_id, is_active) VALUES ('Anlaşma', 'agreement', '25', $1, true)`,
    [ruled.dealer?.id],
  )
  await user('english', await dealer(), 'en')
  await choose(await user('dollar', await dealer()), 'USD')
  const grid = await user('grid', await dealer())
  await grid.send('POST', '/api/catalog/settings', { body: { key: 'productListView', value: 'grid' } })
  const stocked = await user('in stock', await dealer())
  await stocked.send('POST', '/api/catalog/settings', { body: { key: 'showNotInStocks', value: '0' } })
  for (const permissions of [['stock'], ['prices'], ['prices', 'stock', 'order', 'offers']]) {
    const actor = await addColleague(pool, one.dealer ?? fail())
    await user(`role ${permissions.join()}`, actor)
    await pool.execute(
      `WITH made AS (INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($2, $3, $4) RETURNING id)
       UPDATE users SET user_role = NULL, own_role_id = made.id FROM made WHERE users.id = $1`,
      [actor.userId, one.dealer?.id, `Rol ${permissions.join()}`, permissions],
    )
  }
  add('guest', await shop.guest())
  add('guest in English', await shop.guest(), null, 'en')
  await choose(add('guest in dollars', await shop.guest()), 'USD')
  for (const guest of ['guest with a cart', 'another guest with a cart']) {
    const browser = add(guest, await shop.guest())
    const [product] = shown
    const { cookies } = await browser.send('POST', `/api/catalog/cart/${product?.id}`, {
      body: { quantity: people.length, productValue: product?.unitId },
    })
    for (const cookie of cookies) browser.cookies[cookie.name] = cookie.value
  }
  await user('administrator', await addAdmin(pool))
  const seller = await name(await addStaff(pool, 'representative'), 'representative')
  await pool.execute('INSERT INTO representative_dealers (dealer_id, user_id) VALUES ($1, $2)', [
    two.dealer?.id,
    seller.userId,
  ])
  const acting = await shop.signedIn(seller)
  await acting.send('POST', `/yonetim/own-dealers/${two.dealer?.id}/act`)
  add('representative at work', acting)
  await fillCart(pool, one, [{ unitId: shown[0]?.unitId ?? 0, quantity: 1 }])
  await fillCart(
    pool,
    two,
    shown.map(({ unitId }) => ({ unitId, quantity: 2 })),
  )
}

function fail(): never {
  throw new Error('A dealer is missing.')
}

type Page = { status: number; state: unknown; html: string; data: unknown[] }

async function open({ browser, language }: Person, url: string): Promise<Page> {
  const headers = { accept: 'text/html', 'accept-language': language }
  const { status, text, headers: sent }: Answer = await browser.send('GET', url, { headers })
  return { status, state: sent['x-page-cache'], html: htmlOf(text), data: dataOf(text) }
}

/** The page without its data and without the spaces that fill its slots. */
function htmlOf(text: string): string {
  return text
    .replace(/<script[^>]*>window\.__reactRouterContext[^]*?<\/script>/g, '')
    .replace(/<script type="application\/json"[^]*?<\/script\s*>/g, '')
    .replace(/\s+(?=\/?>)/g, '')
}

/** The data of the page's loaders; of a shared page with the visitor's own part. */
function dataOf(text: string): unknown[] {
  const own = /<script type="application\/json" data-own[^>]*>([^<]*)<\/script/.exec(text)?.[1]
  const streamed = [...text.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)].map(
    ([, part = '""']) => JSON.parse(part) as string,
  )
  return [...streamed.join('').matchAll(/"(\[\[\[(?:[^"\\]|\\.)*)"/g)].map(([, packed = '']) => {
    const loaded = { packed: JSON.parse(`"${packed}"`) as string }
    return openData<object>(loaded, packed.includes('hasCookieRecord') ? own : undefined)
  })
}

type Opened = { person: Person; url: string; page: Page }

/** More would wait too long for a connection to the database. */
const paced = createPace(16)

/** All pages of everybody, many at the same time, in another order for each visitor. */
const openAll = (times = 1): Promise<Opened[]> =>
  Promise.all(
    Array.from({ length: times }, (_, time) =>
      people.flatMap((person, i) =>
        addresses.map((_url, j) => {
          const url = addresses[(i + j + time) % addresses.length] ?? '/'
          return paced('all', async () => ({ person, url, page: await open(person, url) }))
        }),
      ),
    ).flat(),
  )

function checkPrivacy(opened: readonly Opened[]): void {
  for (const { person, url, page } of opened) {
    expect(page.status, `${person.name} ${url}`).toBe(200)
    const text = page.html + JSON.stringify(page.data)
    for (const other of people.filter((each) => each !== person)) {
      for (const own of other.ownTexts) if (text.includes(own)) throw new Error(`${person.name} ${url} shows ${own}`)
    }
  }
}

async function compareAll(times: number): Promise<Opened[]> {
  await shop.settle()
  const stored = await openAll(times)
  checkPrivacy(stored)
  isCached = false
  const rendered = await openAll()
  isCached = true
  const expected = new Map(rendered.map(({ person, url, page }) => [`${person.name} ${url}`, page]))
  for (const { person, url, page } of stored) {
    const { html, data } = expected.get(`${person.name} ${url}`) ?? fail()
    if (page.html !== html) expect(page.html, `${person.name} ${url}`).toBe(html)
    expect(page.data, `${person.name} ${url}`).toEqual(data)
    expect(data, `${person.name} ${url}`).toHaveLength(2)
  }
  return stored
}

/** Milliseconds: hundreds of pages are rendered. */
const timeout = 900_000

describe('pages of dealers', { timeout }, () => {
  test('equal pages that are rendered without the cache, for every kind of visitor', async () => {
    const opened = await compareAll(2)
    expect(opened.length).toBeGreaterThan(150)
    const statesOf = (name: string) => opened.filter(({ person }) => person.name === name).map(({ page }) => page.state)
    expect(statesOf('iki')).toContain('hit')
    expect(statesOf('administrator')).not.toContain('hit')
    expect(statesOf('representative at work')).not.toContain('hit')
  })

  test('are rendered once for dealers with the same conditions', async () => {
    const [one, two] = people
    const url = '/?page=3'
    const states = []
    for (const person of [one, two]) states.push((await open(person ?? fail(), url)).state)
    expect(states).toEqual(['miss', 'hit'])
  })

  test('equal pages without the cache while prices, stock, settings, terms and carts change', async () => {
    const { pool } = shop.database
    const [, second] = shown
    const [one, two] = dealers
    const changes: (() => Promise<unknown>)[] = [
      async () => {
        await setPrice(pool, second?.unitId ?? 0, 123.45)
        await setStock(pool, second?.id ?? 0, 7)
        await pool.execute('UPDATE dealers SET discount = 5 WHERE id = $1', [one?.dealer?.id])
      },
      async () => {
        await shop.setSetting('showListPrice', '0')
        await pool.execute('DELETE FROM cart_lines USING carts WHERE carts.id = cart_id AND user_id = $1', [
          two?.userId,
        ])
      },
      async () => {
        await pool.execute("UPDATE users SET name = 'Kişi yeni.' WHERE id = $1", [two?.userId])
        await fillCart(pool, two ?? fail(), [{ unitId: second?.unitId ?? 0, quantity: 9 }])
      },
    ]
    for (const change of changes) {
      const [during] = await Promise.all([openAll(), change()])
      checkPrivacy(during)
      await compareAll(1)
    }
  })
})
