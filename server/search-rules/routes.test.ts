import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import type { ListedSearchRule, MissedSearch, SearchRuleLine, SearchRuleValues } from '#contract/admin/search-rules.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { openSearchRules, type SearchRules } from './search-rules.ts'

let shop: TestShop
let admin: TestVisitor
let dealer: Awaited<ReturnType<typeof addDealer>>

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  admin = await shop.signedIn(await addAdmin(pool))
  dealer = await addDealer(pool)
  await pool.execute("INSERT INTO categories (name, slug) VALUES ('Matkaplar', 'matkaplar')")
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('VLT', 'Volta', 'volta')")
  await pool.execute(
    `INSERT INTO products (code, name, seo, category_id, brand_id)
     SELECT 'MKR-485', 'Akülü matkap', 'akulu-matkap', c.id, b.id FROM categories c, brands b`,
  )
  await shop.settle()
})
beforeEach(async () => {
  await shop.database.pool.execute('DELETE FROM search_rules')
  await shop.database.pool.execute('DELETE FROM searches')
})
afterAll(() => shop.close())

const synonyms = (...words: string[]): SearchRuleValues => ({ kind: 'synonyms', words, targets: [] })
const redirect = (word: string, path: string): SearchRuleValues => ({
  kind: 'redirect',
  words: [word],
  targets: [path],
})
const rules = '/yonetim/search-rules'
const create = (values: SearchRuleValues) => admin.send('POST', rules, { body: { values } })
const list = async (query = '') =>
  ((await admin.send('GET', `${rules}${query}`)).body as { items: ListedSearchRule[] }).items
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: Record<string, string> } }).error.fields
const search = async (query: string) =>
  (await (await shop.guest()).send('GET', `/api/catalog/products/search?${query}`)).body as ProductList

describe('administrators', () => {
  test('add, find, change and delete a rule, and each change is in the audit log', async () => {
    const { body } = await create(synonyms(' Matkap', 'drill'))
    const { id } = body as { id: number }
    await create(redirect('bahar', '/kampanyalar'))
    expect((await list()).map(({ words }) => words)).toEqual([['bahar'], ['Matkap', 'drill']])
    expect((await list('?q=MATKAP')).map((rule) => rule.id)).toEqual([id])
    expect((await list('?kind=redirect')).map(({ targets }) => targets)).toEqual([['/kampanyalar']])
    const changed = await admin.send('PATCH', `${rules}/${id}`, {
      body: { before: synonyms('Matkap', 'drill'), values: synonyms('matkap', 'drill', 'delgi') },
    })
    expect(changed.status).toBe(200)
    expect((await admin.send('DELETE', `${rules}/${id}`)).body).toEqual({ success: true })
    expect(await list('?kind=synonyms')).toEqual([])
    const audit = (await admin.send('GET', '/yonetim/audit?noun=search_rule')).body as { items: { action: string }[] }
    expect(audit.items.map(({ action }) => action)).toEqual(['remove', 'change', 'create', 'create'])
  })

  test('are told what a rule contradicts, and the stored rules stay', async () => {
    await create(synonyms('matkap', 'drill'))
    const answer = await create(synonyms('Drill', 'delgi'))
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer)).toEqual({
      words: '“Drill” zaten bir grupta: matkap = drill. Kelimeyi o gruba ekleyin.',
    })
    expect(await list()).toHaveLength(1)
  })

  test('do not overwrite what another administrator changed', async () => {
    const { id } = (await create(synonyms('matkap', 'drill'))).body as { id: number }
    const change = (values: SearchRuleValues) =>
      admin.send('PATCH', `${rules}/${id}`, { body: { before: synonyms('matkap', 'drill'), values } })
    expect((await change(synonyms('matkap', 'drill', 'delgi'))).status).toBe(200)
    expect((await change(synonyms('matkap', 'drill', 'burgu'))).status).toBe(409)
    expect((await list())[0]?.words).toEqual(['matkap', 'drill', 'delgi'])
    await admin.send('DELETE', `${rules}/${id}`)
    expect((await change(synonyms('a', 'b'))).status).toBe(404)
  })

  test('of two who add the same word at once, one is refused', async () => {
    const answers = await Promise.all([create(synonyms('matkap', 'drill')), create(synonyms('drill', 'burgu'))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await list()).toHaveLength(1)
  })
})

describe('a redirect', () => {
  test.each([
    ['/matkaplar', '/matkaplar'],
    ['/matkaplar?filters=brand:VLT&page=3&q=x', '/matkaplar?filters=brand%3AVLT'],
    ['/volta', '/volta'],
    ['/volta/matkaplar', '/volta/matkaplar'],
    ['/en/volta/matkaplar', '/volta/matkaplar'],
    ['/kampanyalar', '/kampanyalar'],
    ['http://localhost:3000/matkaplar', '/matkaplar'],
  ])('to %s is stored as %s', async (typed, stored) => {
    expect((await create(redirect('kelime', typed))).status).toBe(200)
    expect((await list())[0]?.targets).toEqual([stored])
  })

  test.each([
    'https://example.com/matkaplar',
    '//example.com/matkaplar',
    'javascript:alert(1)',
    '/\\example.com',
    '/yok-boyle-bir-sayfa',
    '/yonetim',
    '/search?q=kelime',
    '/',
    'matkaplar',
    '/akulu-matkap-p-1',
  ])('to %s is refused', async (typed) => {
    const answer = await create(redirect('kelime', typed))
    expect([answer.status, fieldsOf(answer)['targets']]).toEqual([
      422,
      `Mağazada böyle bir kategori, marka ya da kampanya sayfası yok: ${typed}`,
    ])
  })

  test('leads the first page of the whole search to its page, not the exact or a narrowed search', async () => {
    await create(redirect('Delici', '/matkaplar'))
    expect((await search('q=DELİCİ')).redirect).toBe('/matkaplar')
    for (const query of ['q=delici+18v', 'q=delici&exact=1', 'q=delici&page=2', 'q=delici&sort=name']) {
      expect(await search(query)).not.toHaveProperty('redirect')
    }
  })

  test('to a page that no longer exists has no effect and is reported', async () => {
    const { pool } = shop.database
    await pool.execute("INSERT INTO categories (name, slug) VALUES ('Geçici', 'gecici')")
    await shop.settle()
    await create(redirect('delici', '/gecici'))
    await pool.execute("DELETE FROM categories WHERE slug = 'gecici'")
    await shop.settle()
    expect(await search('q=delici')).not.toHaveProperty('redirect')
    expect((await list())[0]?.isBroken).toBe(true)
  })
})

test('a code pair needs a product, and its other code must not be that of a product on sale', async () => {
  const pair = (other: string, code: string) => create({ kind: 'code', words: [other], targets: [code] })
  expect(fieldsOf(await pair('ESK-1', 'YOK-1'))).toEqual({ targets: 'Bu kodda ürün yok: YOK-1' })
  expect((await pair('ESK-1', 'MKR-485')).status).toBe(200)
  expect(fieldsOf(await pair('MKR-485', 'MKR-485'))['targets']).toContain('iki tarafta')
})

test('a search for another code shows our product, in any spacing, unless the search is exact', async () => {
  await create({ kind: 'code', words: ['RKP-10.20/30'], targets: ['MKR-485'] })
  const found = await search('q=rkp+102030')
  expect(found.items.map(({ code }) => code)).toEqual(['MKR-485'])
  expect(found).toMatchObject({
    q: 'rkp 102030',
    search: { corrections: [{ typed: 'rkp 102030', used: 'MKR-485' }], without: [] },
  })
  expect((await search('q=rkp+102030&exact=1')).total).toBe(0)
})

test('synonyms, code pairs and redirects change the answers of every process, and so does their removal', async () => {
  const { pool } = shop.database
  const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: shop.dataDir, LOG_LEVEL: 'silent' })
  const database = { ...shop.database, kind: 'external', created: false, close: async () => {} } as const
  const other = await createApp({ config, database, version: 'test', hasRateLimits: false })
  await other.ready()
  const answers = (query: string) =>
    Promise.all(
      [shop.app, other].map(async (app) => {
        const list = (await app.inject(`/api/catalog/products/search?q=${query}`)).json<ProductList>()
        return list.redirect ?? list.items.map(({ code }) => code).join()
      }),
    )
  const expectAll = async (expected: string) => {
    for (const query of ['burgu', 'rkp99', 'delikler']) {
      const answer = query === 'delikler' && expected !== '' ? '/matkaplar' : expected
      // The rules are read every second; the rest is for a busy machine.
      await expect.poll(() => answers(query), { timeout: 20_000 }).toEqual([answer, answer])
    }
  }
  await expectAll('')
  await create(synonyms('matkap', 'burgu'))
  await create({ kind: 'code', words: ['RKP-99'], targets: ['MKR-485'] })
  await create(redirect('delikler', '/matkaplar'))
  await expectAll('MKR-485')
  await Promise.all((await list()).map(({ id }) => admin.send('DELETE', `${rules}/${id}`)))
  await expectAll('')
  await pool.execute('DELETE FROM searches')
  await other.close()
})

test('a change reaches another process within a second', async () => {
  const other: SearchRules = await openSearchRules(shop.database.pool)
  await create(synonyms('matkap', 'drill'))
  await expect
    .poll(
      () =>
        other
          .terms()
          .alternativesOf('drill')
          .map(({ text }) => text),
      { timeout: 5_000 },
    )
    .toEqual(['matkap'])
  await other.close()
})

describe('a file of rules', () => {
  const preview = async (file: Buffer | string) => admin.send('POST', `${rules}/file`, { body: Buffer.from(file) })
  const linesOf = ({ body }: { body: unknown }) => (body as { lines: SearchRuleLine[] }).lines

  test('says of each line what would happen, and changes nothing', async () => {
    await create(synonyms('matkap', 'drill'))
    const answer = await preview(
      [
        'Tür;Kelimeler;Karşılık',
        'Eş anlamlı;"drill; Matkap";',
        'one_way;şarj aleti;adaptör',
        ';delici;/matkaplar',
        ';pense = kargaburun;',
        'Eş anlamlı;"drill; burgu";',
        'Neyse;x;y',
        'Tek yönlü;ŞARJ ALETİ;pil',
      ].join('\n'),
    )
    expect(linesOf(answer).map(({ line, outcome, text, problem }) => [line, outcome, text, problem])).toEqual([
      [2, 'same', 'drill = Matkap', null],
      [3, 'new', 'şarj aleti → adaptör', null],
      [4, 'new', 'delici → /matkaplar', null],
      [5, 'new', 'pense = kargaburun', null],
      [6, 'problem', 'drill = burgu', '“drill” zaten bir grupta: matkap = drill. Kelimeyi o gruba ekleyin.'],
      [7, 'problem', 'Neyse · x · y', 'Tür anlaşılmadı: Eş anlamlı, Tek yönlü, Kod ya da Yönlendirme yazın.'],
      [8, 'problem', 'ŞARJ ALETİ → pil', '“ŞARJ ALETİ” için zaten bir kural var: şarj aleti → adaptör'],
    ])
    expect(await list()).toHaveLength(1)
    const added = linesOf(answer).flatMap(({ outcome, values }) => (outcome === 'new' && values ? [values] : []))
    expect((await admin.send('POST', `${rules}/batch`, { body: { rules: added } })).body).toEqual({ added: 3 })
    expect(await list()).toHaveLength(4)
  })

  test('is added whole or not at all', async () => {
    const answer = await admin.send('POST', `${rules}/batch`, {
      body: { rules: [synonyms('a', 'b'), synonyms('b', 'c')] },
    })
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer)['rules']).toContain('b = c')
    expect(await list()).toEqual([])
  })

  test('may be the export as CSV or a workbook: every line exists', async () => {
    await create(synonyms('matkap', 'drill'))
    await create({ kind: 'one_way', words: ['şarj aleti'], targets: ['adaptör', 'pil'] })
    await create(redirect('delici', '/matkaplar?filters=brand:VLT'))
    await create({ kind: 'code', words: ['ESK-1'], targets: ['MKR-485'] })
    const csv = await admin.send('GET', '/yonetim/arama.csv')
    expect(linesOf(await preview(csv.text)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('same'))
    const rows = [
      ['Kind', 'Words', 'Target'],
      ['Synonyms', 'DRILL; matkap', ''],
    ].map((cells) => cells.map((value) => ({ value })))
    const workbook = await writeWorkbook(rows).toBuffer()
    expect(linesOf(await preview(workbook)).map(({ outcome }) => outcome)).toEqual(['same'])
  })

  test.each([
    ['without titles', 'a;b\nc;d', 'ilk satırda Kelimeler ve Karşılık başlıkları olmalı.'],
    ['that is empty', '\n', 'veri yok'],
    ['with too many rows', `Kelimeler;Karşılık\n${'a;b\n'.repeat(5_001)}`, 'en çok 5.000 satır'],
  ])('%s is refused with the reason', async (_, content, reason) => {
    const answer = await preview(content)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(reason)
  })

  test('above one megabyte is refused', async () => {
    expect((await preview('a'.repeat(1_000_001))).status).toBe(413)
  })
})

describe('searches without a result', () => {
  const missed = async (query = '') =>
    ((await admin.send('GET', `/yonetim/missed-searches${query}`)).body as { items: MissedSearch[]; total: number })
      .items
  type Recorded = { by?: number | null; minutesAgo?: number; isRelaxed?: boolean }
  const record = (
    query: string,
    found: number,
    { by = dealer.userId, minutesAgo = 60, isRelaxed = false }: Recorded = {},
  ) =>
    shop.database.pool.execute(
      `INSERT INTO searches (user_id, query, folded, result_count, is_relaxed, created_at)
       VALUES ($1, $2, fold($2), $3, $4, now() - $5 * interval '1 minute')`,
      [by, query, found, isRelaxed, minutesAgo],
    )

  test('are counted by users and guests, most frequent first', async () => {
    await record('drill', 0)
    await record('DRILL', 0, { by: null, minutesAgo: 30 })
    await record('drill', 4, { isRelaxed: true, minutesAgo: 20 })
    await record('burgu', 0, { by: null })
    await record('matkap', 3)
    expect(await missed()).toMatchObject([
      { query: 'drill', searches: 3, users: 1, guestSearches: 1, withoutResult: 2, isIgnored: false },
      { query: 'burgu', searches: 1, users: 0, guestSearches: 1, withoutResult: 1 },
    ])
    expect((await missed('?q=BUR')).map(({ query }) => query)).toEqual(['burgu'])
  })

  test('are left out once they have a rule or find products', async () => {
    await record('drill', 0)
    await record('yeni gelen', 0)
    await record('yeni gelen', 2, { minutesAgo: 5 })
    await record('ESK-1', 0)
    await create(synonyms('matkap', 'Drill'))
    await create({ kind: 'code', words: ['esk 1'], targets: ['MKR-485'] })
    expect(await missed()).toEqual([])
  })

  test('can be ignored and restored', async () => {
    await record('Saçma ürün', 0)
    const ignore = (isIgnored: boolean) =>
      admin.send('POST', '/yonetim/missed-searches/state', { body: { query: 'Saçma ürün', isIgnored } })
    await ignore(true)
    expect(await missed()).toEqual([])
    expect((await missed('?state=ignored')).map(({ isIgnored }) => isIgnored)).toEqual([true])
    await ignore(false)
    expect(await missed()).toHaveLength(1)
  })

  test.each([' ', '\u{3347a}', '\u200b\ufeff'])('%j is no search that can be ignored', async (query) => {
    const answer = await admin.send('POST', '/yonetim/missed-searches/state', { body: { query, isIgnored: true } })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
  })

  test('get proposals: what the same user then found, near words, places and products', async () => {
    await record('drill', 0, { minutesAgo: 60 })
    await record('matkap', 3, { minutesAgo: 58 })
    await record('çekiç', 3, { minutesAgo: 20 })
    const propose = async (q: string) =>
      (await admin.send('GET', `/yonetim/missed-searches/proposals?q=${encodeURIComponent(q)}`)).body
    expect(await propose('Drill')).toMatchObject({ searches: ['matkap'] })
    expect(await propose('matkpalar')).toMatchObject({
      words: expect.arrayContaining(['matkaplar']) as string[],
      places: [{ name: 'Matkaplar', path: '/matkaplar', count: 1 }],
    })
  })
})

describe('the search field', () => {
  test('suggests categories and brands by the start of their words, with the number of products', async () => {
    const guest = await shop.guest()
    const places = async (q: string) => (await guest.send('GET', `/api/catalog/places?q=${encodeURIComponent(q)}`)).body
    expect(await places('MATK')).toEqual([{ kind: 'category', name: 'Matkaplar', path: '/matkaplar', count: 1 }])
    expect(await places('vol')).toEqual([{ kind: 'brand', name: 'Volta', path: '/volta', count: 1 }])
    expect(await places('matkap yok')).toEqual([])
    expect(await places(' ')).toEqual([])
  })

  test('offers a user the own latest searches until they are cleared', async () => {
    const { pool } = shop.database
    const other = await addDealer(pool)
    await pool.execute(
      `INSERT INTO searches (user_id, query, folded, result_count, created_at)
       SELECT u, q, fold(q), 1, now() - m * interval '1 minute'
         FROM (VALUES ($1::integer, 'Pense', 9), ($1, 'matkap', 5), ($1, 'pense', 3), ($2, 'gizli', 1)) AS s (u, q, m)`,
      [dealer.userId, other.userId],
    )
    const visitor = await shop.signedIn(dealer)
    const recent = async () => (await visitor.send('GET', '/api/catalog/searches')).body
    expect(await recent()).toEqual(['pense', 'matkap'])
    await visitor.send('DELETE', '/api/catalog/searches')
    expect(await recent()).toEqual([])
    await pool.execute("INSERT INTO searches (user_id, query, folded, result_count) VALUES ($1, 'vida', 'vida', 1)", [
      dealer.userId,
    ])
    expect(await recent()).toEqual(['vida'])
    expect((await (await shop.signedIn(other)).send('GET', '/api/catalog/searches')).body).toEqual(['gizli'])
  })
})
