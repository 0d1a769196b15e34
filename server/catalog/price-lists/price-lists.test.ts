import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type {
  comparePriceLists,
  getPriceList,
  listPriceLists,
  listPriceProposals,
  previewRaise,
} from '#contract/admin/price-lists.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { decimal } from '#domain/money/money.ts'
import { raisedPrice, roundingSteps } from '#domain/pricing/raise-price.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let staff: TestVisitor
let standard: number
let drill: TestProduct
let saw: TestProduct
let rope: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 100, units: { KOLİ: 12 } })
  saw = await addProduct(pool, { code: 'TESTERE', price: 19.99, currency: 'EUR' })
  rope = await addProduct(pool, { code: 'HALAT', price: 0 })
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('KORD', 'Kordavel', 'kordavel')")
  await pool.execute("UPDATE products SET brand_id = (SELECT id FROM brands WHERE code = 'KORD') WHERE id = $1", [
    saw.id,
  ])
  standard = (await lists()).find(({ isDefault }) => isDefault)!.id
  await shop.settle()
})
afterAll(() => shop.close())

const path = '/yonetim/price-lists'
const get = async <Body>(url: string) => (await staff.send('GET', url)).body as Body
const post = (url: string, body: object = {}) => staff.send('POST', url, { body })
const lists = async () => (await get<Reply<typeof listPriceLists>>(path)).items
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: Record<string, string> } }).error.fields
const lastAudit = () =>
  shop.database.pool.one('SELECT action, noun, noun_id, before, after FROM audit_log ORDER BY id DESC LIMIT 1')

async function create(code: string, copyOf: number | null = null): Promise<number> {
  const { status, body } = await post(path, { values: { code, name: `Liste ${code}` }, copyOf })
  expect(status).toBe(200)
  return (body as { id: number }).id
}

const pricesOf = async (id: number, query = '') =>
  (await get<Reply<typeof getPriceList>>(`${path}/${id}${query}`)).items.map(({ code, unit, sale }) => [
    `${code} ${unit}`,
    sale && `${sale.value} ${sale.currency}`,
  ])

const everything = { step: '0.01', brand: null, category: null }
const preview = async (id: number, body: object) =>
  (await post(`${path}/${id}/raise/preview`, { ...everything, ...body })).body as Reply<typeof previewRaise>

async function raise(id: number, body: object) {
  const { stamp } = await preview(id, body)
  return post(`${path}/${id}/raise`, { ...everything, ...body, stamp })
}

const shownPrice = async (visitor: TestVisitor, code: string) => {
  const { body } = await visitor.send('GET', `/api/catalog/products?q=${code}`)
  return (body as ProductList).items[0]?.salePrice?.value
}

describe('lists', () => {
  test('a list is created empty or as a copy with every price, renamed and audited', async () => {
    const empty = await create('BOŞ')
    const copy = await create('KOPYA', standard)
    expect(await pricesOf(empty)).toEqual([])
    expect(await pricesOf(copy)).toEqual(await pricesOf(standard))
    expect(await lastAudit()).toMatchObject({
      action: 'create',
      noun_id: 'KOPYA',
      after: { copyOf: 'STANDART', units: 3 },
    })
    const before = { code: 'BOŞ', name: 'Liste BOŞ' }
    const values = { code: 'BAYİ', name: 'Bayi listesi' }
    expect((await staff.send('PATCH', `${path}/${empty}`, { body: { before, values } })).status).toBe(200)
    const late = await staff.send('PATCH', `${path}/${empty}`, { body: { before, values: { code: 'BOŞ', name: 'X' } } })
    expect(codeOf(late)).toBe('price_list_changed')
    expect(Object.keys(fieldsOf(await post(path, { values: { code: 'KOPYA', name: '' }, copyOf: null })))).toEqual([
      'name',
      'code',
    ])
    expect((await lists()).find(({ id }) => id === copy)).toMatchObject({
      code: 'KOPYA',
      products: 3,
      units: 3,
      currencies: ['EUR', 'TRY'],
      dealers: 0,
      isDefault: false,
    })
    expect(codeOf(await post(path, { values: { code: 'YOK', name: 'Yok' }, copyOf: 999_999 }))).toBe(
      'price_list_not_found',
    )
  })

  test('a list that dealers buy from and the default list are not deleted; the refusal names the dealers', async () => {
    const id = await create('DOLU', standard)
    const { dealer } = await addDealer(shop.database.pool, { priceListId: id })
    const used = await staff.send('DELETE', `${path}/${id}`)
    expect([codeOf(used), sentenceOf(used)]).toEqual(['price_list_in_use', expect.stringContaining(dealer?.name ?? '')])
    await post(`${path}/${standard}/dealers`, { dealers: [{ id: dealer?.id, list: id }] })
    expect((await staff.send('DELETE', `${path}/${id}`)).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ action: 'remove', noun_id: 'DOLU', before: { units: 3 } })
    expect(codeOf(await staff.send('GET', `${path}/${id}`))).toBe('price_list_not_found')
    expect(codeOf(await staff.send('DELETE', `${path}/${standard}`))).toBe('price_list_default')
  })
})

describe('raising prices', () => {
  test('changes what the preview shows, with sale, list and plan prices, and leaves prices on inquiry', async () => {
    const id = await create('ZAM', standard)
    await shop.database.pool.execute(
      "UPDATE unit_prices SET list_value = 120, list_currency = 'TRY', plan2_value = 99.95, plan2_currency = 'TRY' WHERE price_list_id = $1 AND unit_id = $2",
      [id, drill.unitId],
    )
    const shown = await preview(id, { percent: '10' })
    expect(shown).toMatchObject({ units: 2, products: 2, onInquiry: 1 })
    expect(shown.samples.map(({ code, before, after }) => [code, before.value, after.value])).toEqual([
      ['MATKAP', 100, 110],
      ['TESTERE', 19.99, 21.99],
    ])
    expect(await pricesOf(id)).toEqual(await pricesOf(standard))
    expect((await post(`${path}/${id}/raise`, { ...everything, percent: '10', stamp: shown.stamp })).body).toEqual({
      units: 2,
      isWaiting: false,
    })
    expect(await pricesOf(id)).toEqual([
      ['HALAT ADET', '0 TRY'],
      ['MATKAP ADET', '110 TRY'],
      ['TESTERE ADET', '21.99 EUR'],
    ])
    expect(
      await shop.database.pool.one(
        'SELECT list_value, plan2_value FROM unit_prices WHERE price_list_id = $1 AND unit_id = $2',
        [id, drill.unitId],
      ),
    ).toEqual({ list_value: '132.0000', plan2_value: '109.9500' })
    expect(await lastAudit()).toMatchObject({
      action: 'raise',
      noun_id: 'ZAM',
      after: { percent: '10', rounding: '0.01', units: 2 },
    })
  })

  test('is refused when the list changed after the preview, so that a second click changes nothing', async () => {
    const id = await create('İKİ', standard)
    const { stamp } = await preview(id, { percent: '10' })
    const both = await Promise.all(
      [1, 2].map(() => post(`${path}/${id}/raise`, { ...everything, percent: '10', stamp })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await pricesOf(id, '?q=MATKAP')).toEqual([['MATKAP ADET', '110 TRY']])
    expect(codeOf(both.find(({ status }) => status === 409)!)).toBe('price_list_changed')
  })

  test('a brand narrows it, and a negative percentage lowers', async () => {
    const id = await create('MARKA', standard)
    const brand = (await shop.database.pool.one<{ id: number }>("SELECT id FROM brands WHERE code = 'KORD'"))?.id
    expect((await raise(id, { percent: '-5,5', step: '0.5', brand })).body).toEqual({ units: 1, isWaiting: false })
    expect(await pricesOf(id)).toEqual([
      ['HALAT ADET', '0 TRY'],
      ['MATKAP ADET', '100 TRY'],
      ['TESTERE ADET', '19 EUR'],
    ])
  })

  test.each(['0', '', 'on', '-100', '1001', '1,234', '5,555'])('the percentage %j is refused', async (percent) => {
    expect(Object.keys(fieldsOf(await post(`${path}/${standard}/raise/preview`, { ...everything, percent })))).toEqual([
      'percent',
    ])
  })

  test('a raise that would exceed the largest price changes nothing', async () => {
    const id = await create('TAVAN', standard)
    await shop.database.pool.execute(
      'UPDATE unit_prices SET sale_value = 99999999999999 WHERE price_list_id = $1 AND unit_id = $2',
      [id, drill.unitId],
    )
    expect(codeOf(await raise(id, { percent: '10' }))).toBe('price_too_large')
    expect(await pricesOf(id, '?q=TESTERE')).toEqual([['TESTERE ADET', '19.99 EUR']])
  })

  test('is refused while an import runs', async () => {
    const id = await create('MEŞGUL', standard)
    await shop.database.pool.withClient(async (client) => {
      await client.query('SELECT pg_advisory_lock(7205310411)')
      expect(codeOf(await raise(id, { percent: '10' }))).toBe('import_running')
      await client.query('SELECT pg_advisory_unlock(7205310411)')
    })
  })

  test('the statement agrees with the rule for prices, percentages and roundings', async () => {
    const id = await create('KURAL', standard)
    const { pool } = shop.database
    const price = fc.integer({ min: 1, max: 500_000_000 }).map((units) => decimal(units).times('0.0001').toFixed())
    const percent = fc
      .integer({ min: -9999, max: 20_000 })
      .filter((units) => units !== 0)
      .map((units) => decimal(units).times('0.01').toFixed())
    await fc.assert(
      fc.asyncProperty(price, percent, fc.constantFrom(...roundingSteps), async (value, raisedBy, step) => {
        await pool.execute('UPDATE unit_prices SET sale_value = $3 WHERE price_list_id = $1 AND unit_id = $2', [
          id,
          drill.unitId,
          value,
        ])
        expect((await raise(id, { percent: raisedBy.replace('.', ','), step })).status).toBe(200)
        const row = await pool.one<{ sale_value: string }>(
          'SELECT sale_value FROM unit_prices WHERE price_list_id = $1 AND unit_id = $2',
          [id, drill.unitId],
        )
        expect(row?.sale_value).toBe(raisedPrice(value, raisedBy, step).toFixed(4))
      }),
      { numRuns: 40 },
    )
  })
})

describe('dealers of a list', () => {
  test('several dealers get a list at once and see its prices in list, search and cart without signing in again', async () => {
    const id = await create('YENİ', standard)
    await raise(id, { percent: '10' })
    const actors = [await addDealer(shop.database.pool), await addDealer(shop.database.pool)]
    const visitors = await Promise.all(actors.map((actor) => shop.signedIn(actor)))
    expect(await Promise.all(visitors.map((visitor) => shownPrice(visitor, 'MATKAP')))).toEqual([100, 100])
    const dealers = actors.map(({ dealer }) => ({ id: dealer!.id, list: null }))
    expect((await post(`${path}/${id}/dealers`, { dealers })).body).toEqual({ dealers: 2 })
    await shop.settle()
    expect(await Promise.all(visitors.map((visitor) => shownPrice(visitor, 'MATKAP')))).toEqual([110, 110])
    const added = await visitors[0]!.send('POST', `/api/catalog/cart/${drill.id}`, {
      body: { quantity: 2, productValue: drill.unitId },
    })
    expect(added.text).toContain('220')
    const own = await get<{ items: { name: string }[]; total: number }>(`${path}/${id}/dealers`)
    expect(own).toMatchObject({ total: 2 })
    expect(await lastAudit()).toMatchObject({ noun: 'dealer', before: { priceList: '' }, after: { priceList: 'YENİ' } })
    const found = await get<{ items: object[] }>(`${path}/${standard}/dealers?show=others&q=${actors[0]!.dealer!.code}`)
    expect(found.items).toMatchObject([{ code: actors[0]!.dealer!.code, list: { id, name: 'Liste YENİ' } }])
  })

  test('nothing is assigned when another administrator gave one of the dealers a list meanwhile', async () => {
    const [a, b] = [await create('A'), await create('B')]
    const actors = [await addDealer(shop.database.pool), await addDealer(shop.database.pool)]
    const [first, second] = actors.map(({ dealer }) => dealer!.id)
    await post(`${path}/${a}/dealers`, { dealers: [{ id: first, list: null }] })
    const late = await post(`${path}/${b}/dealers`, { dealers: [first, second].map((id) => ({ id, list: null })) })
    expect(codeOf(late)).toBe('dealer_changed')
    expect(await get(`${path}/${b}/dealers`)).toMatchObject({ total: 0 })
  })
})

describe('prices of a list', () => {
  const change = (id: number, unit: number, before: string, price: string, currency = 'TRY') =>
    staff.send('PATCH', `${path}/${id}/prices/${unit}`, {
      body: { before: { value: before, currency: before && 'TRY' }, price: { value: price, currency } },
    })

  test('one price is changed, added and removed, unless it is another by now', async () => {
    const id = await create('TEK', standard)
    expect((await change(id, drill.unitId, '100', '1.234,5')).body).toEqual({
      price: { value: 1234.5, currency: 'TRY' },
      isWaiting: false,
    })
    expect(await lastAudit()).toMatchObject({
      noun: 'price_list',
      before: { prices: { 'MATKAP · ADET': { sale: '100,00 TRY' } } },
      after: { prices: { 'MATKAP · ADET': { sale: '1.234,50 TRY' } } },
    })
    const late = await change(id, drill.unitId, '100', '90')
    expect([codeOf(late), sentenceOf(late)]).toEqual([
      'price_changed',
      'Bu fiyat bu arada değişti; şimdi 1.234,50 TRY.',
    ])
    const box = drill.units['KOLİ']!
    const both = await Promise.all(['1100', '1150'].map((price) => change(id, box, '', price)))
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
    expect((await change(id, drill.unitId, '1234,50', '')).body).toEqual({ price: null, isWaiting: false })
    expect(await pricesOf(id, '?show=missing')).toEqual([['MATKAP ADET', null]])
    expect(Object.keys(fieldsOf(await change(id, drill.unitId, '', '-5')))).toEqual(['price'])
    expect(Object.keys(fieldsOf(await change(id, drill.unitId, '', '5', 'XXX')))).toEqual(['price'])
    expect(codeOf(await change(id, 999_999, '', '5'))).toBe('not_found')
  })

  test('the list shows pages, finds products as the store does, and narrows to a brand', async () => {
    const brand = (await shop.database.pool.one<{ id: number }>("SELECT id FROM brands WHERE code = 'KORD'"))?.id
    expect(await pricesOf(standard, '?q=matkap')).toEqual([['MATKAP ADET', '100 TRY']])
    expect(await pricesOf(standard, `?brand=${brand}`)).toEqual([['TESTERE ADET', '19.99 EUR']])
    expect(await pricesOf(standard, '?limit=2&page=2')).toEqual([['TESTERE ADET', '19.99 EUR']])
  })

  test('the file of a list has the columns that an import of units reads', async () => {
    const { text } = await staff.send('GET', `/yonetim/fiyat-listeleri/fiyatlar.csv?list=${standard}`)
    const [head, ...rows] = text.trim().split(/\r?\n/)
    expect(head).toContain('Fiyat para birimi')
    expect(rows.map((row) => row.split(';')[0]?.replaceAll('"', ''))).toEqual(['HALAT', 'MATKAP', 'TESTERE'])
  })
})

describe('two lists side by side', () => {
  const compare = (query: string) => get<Reply<typeof comparePriceLists>>(`/yonetim/price-list-comparison?${query}`)

  test('shows different prices with their difference, rows of one list only, and equal ones', async () => {
    const id = await create('KARŞI', standard)
    const { pool } = shop.database
    await pool.execute('UPDATE unit_prices SET sale_value = 112.5 WHERE price_list_id = $1 AND unit_id = $2', [
      id,
      drill.unitId,
    ])
    await pool.execute('DELETE FROM unit_prices WHERE price_list_id = $1 AND unit_id = $2', [id, rope.unitId])
    await pool.execute(
      "INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 1, 'TRY')",
      [id, drill.units['KOLİ']],
    )
    const view = `a=${standard}&b=${id}`
    expect(await compare(view)).toMatchObject({
      counts: { different: 1, onlyA: 1, onlyB: 1, same: 1 },
      items: [{ code: 'MATKAP', a: { value: 100 }, b: { value: 112.5 }, percent: 12.5 }],
    })
    await pool.execute('UPDATE unit_prices SET sale_value = 30 WHERE price_list_id = $1 AND unit_id = $2', [
      id,
      saw.unitId,
    ])
    const codes = async (sort: string) => (await compare(`${view}&sort=${sort}`)).items.map(({ code }) => code)
    expect([await codes('code'), await codes('change')]).toEqual([
      ['MATKAP', 'TESTERE'],
      ['TESTERE', 'MATKAP'],
    ])
    await pool.execute('UPDATE unit_prices SET sale_value = 19.99 WHERE price_list_id = $1 AND unit_id = $2', [
      id,
      saw.unitId,
    ])
    const kinds = await Promise.all(['onlyA', 'onlyB', 'same', 'all'].map((show) => compare(`${view}&show=${show}`)))
    expect(kinds.map(({ items }) => items.map(({ code, unit }) => `${code} ${unit}`))).toEqual([
      ['HALAT ADET'],
      ['MATKAP KOLİ'],
      ['TESTERE ADET'],
      ['HALAT ADET', 'MATKAP ADET', 'MATKAP KOLİ', 'TESTERE ADET'],
    ])
    expect((await compare(`${view}&show=all&q=testere`)).total).toBe(1)
    const { text } = await staff.send('GET', `/yonetim/fiyat-listeleri/karsilastirma.csv?${view}&show=all`)
    expect(text.trim().split(/\r?\n/)).toHaveLength(5)
  })
})

describe('with a limit for changes by one person', () => {
  let second: TestVisitor
  beforeAll(async () => {
    second = await shop.signedIn(await addAdmin(shop.database.pool))
    await shop.setSetting('pricesNeedTwoOver', 20)
  })
  afterAll(() => shop.setSetting('pricesNeedTwoOver', 0))
  const waiting = async (id: number) => (await get<Reply<typeof listPriceProposals>>(`${path}/${id}/proposals`)).items
  const decide = (
    by: TestVisitor,
    id: number,
    proposal: number,
    decision: 'approve' | 'decline',
    stamp: string | null = null,
  ) =>
    by.send('POST', `${path}/${id}/proposals/${proposal}/${decision}`, {
      body: decision === 'approve' ? { stamp } : {},
    })

  test('a raise at the limit is made at once; above it, it waits and a second person applies what the preview shows', async () => {
    const id = await create('İKİNCİ', standard)
    expect((await raise(id, { percent: '20' })).body).toEqual({ units: expect.any(Number), isWaiting: false })
    const before = await pricesOf(id)
    expect((await raise(id, { percent: '-20,01' })).body).toMatchObject({ isWaiting: true })
    expect(await pricesOf(id)).toEqual(before)
    const [proposal] = await waiting(id)
    expect(proposal).toMatchObject({ raise: { percent: '-20,01' }, facts: { percent: '-20.01' } })
    expect((await lists()).find((list) => list.id === id)?.waiting).toBe(1)
    const { stamp } = await preview(id, { percent: '-20,01' })
    expect(codeOf(await decide(staff, id, proposal!.id, 'approve', stamp))).toBe('second_person_needed')
    expect(codeOf(await decide(second, id, proposal!.id, 'approve', 'an earlier state'))).toBe('price_list_changed')
    expect(codeOf(await decide(second, standard, proposal!.id, 'approve', stamp))).toBe('not_found')
    const answers = await Promise.all([1, 2].map(() => decide(second, id, proposal!.id, 'approve', stamp)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await pricesOf(id)).not.toEqual(before)
    expect(await waiting(id)).toEqual([])
  })

  test('one price waits alike, is refused if it has changed meanwhile, and can be withdrawn', async () => {
    const id = await create('TEK-2', standard)
    const change = (value: string, from: string) =>
      staff.send('PATCH', `${path}/${id}/prices/${drill.unitId}`, {
        body: { before: { value: from, currency: 'TRY' }, price: { value, currency: 'TRY' } },
      })
    expect((await change('120', '100')).body).toMatchObject({ isWaiting: false, price: { value: 120 } })
    expect((await change('200', '120')).body).toMatchObject({ isWaiting: true, price: { value: 120 } })
    const [late] = await waiting(id)
    await change('121', '120')
    expect(codeOf(await decide(second, id, late!.id, 'approve'))).toBe('price_changed')
    expect((await decide(staff, id, late!.id, 'decline')).status).toBe(200)
    await change('200', '121')
    const [next] = await waiting(id)
    expect((await decide(second, id, next!.id, 'approve')).status).toBe(200)
    expect(await pricesOf(id, '?q=MATKAP')).toContainEqual(['MATKAP ADET', '200 TRY'])
  })
})
