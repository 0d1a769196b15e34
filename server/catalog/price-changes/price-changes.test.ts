import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import type { getPriceChange } from '#contract/admin/price-changes.ts'
import type { previewPriceChange } from '#contract/admin/price-change-publication.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { decimal } from '#domain/money/money.ts'
import { changedPrice, priceForms, roundingDirections } from '#domain/pricing/price-rounding.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import { publishDue } from './publish-due.ts'

let shop: TestShop
let staff: TestVisitor
let second: TestVisitor
let standard: number
let products: Record<'drill' | 'saw' | 'rope' | 'glue' | 'nail', TestProduct>

const path = '/yonetim/price-changes'
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(db()))
  second = await shop.signedIn(await addAdmin(db()))
  products = {
    drill: await addProduct(db(), { code: 'MATKAP', price: 100, stock: 100, units: { KOLİ: 12 } }),
    saw: await addProduct(db(), { code: 'TESTERE', price: 19.99, currency: 'EUR' }),
    rope: await addProduct(db(), { code: 'HALAT', price: 0 }),
    glue: await addProduct(db(), { code: 'TUTKAL', price: 40, stock: 100 }),
    nail: await addProduct(db(), { code: 'ÇİVİ', price: 2, stock: 100 }),
  }
  await db().execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'EUR'")
  await db().execute("INSERT INTO brands (code, name, slug) VALUES ('KORD', 'Kordavel', 'kordavel')")
  await db().execute(
    "UPDATE products SET brand_id = (SELECT id FROM brands) WHERE code IN ('MATKAP', 'TESTERE', 'HALAT')",
  )
  standard = (await db().one<{ id: number }>('SELECT id FROM price_lists WHERE is_default'))!.id
})
afterAll(() => shop.close())

let limit = 0
/** The percentage above which a second person is needed. */
async function limitTo(percent: number): Promise<void> {
  if (limit !== percent) await shop.setSetting('pricesNeedTwoOver', percent)
  limit = percent
}

/** The default list as it was at the beginning, and no draft. */
beforeEach(async () => {
  await db().execute('DELETE FROM price_changes')
  await db().execute('DELETE FROM price_rules')
  await db().execute('DELETE FROM unit_prices')
  await db().execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
     SELECT $1, u.id, v.value, v.currency
       FROM (VALUES ('MATKAP', 100, 'TRY'), ('TESTERE', 19.99, 'EUR'), ('HALAT', 0, 'TRY'), ('TUTKAL', 40, 'TRY'), ('ÇİVİ', 2, 'TRY'))
         v (code, value, currency)
       JOIN products p ON p.code = v.code JOIN product_units u ON u.id = p.default_unit_id`,
    [standard],
  )
  await limitTo(0)
  await shop.settle()
})

const send = (visitor: TestVisitor, url: string, body: object = {}) => visitor.send('POST', `${path}${url}`, { body })
const detail = async (id: number, query = '') =>
  (await staff.send('GET', `${path}/${id}${query}`)).body as Reply<typeof getPriceChange>
const revisionOf = async (id: number) => (await detail(id)).change.revision

async function draft(list = standard, name = 'Ocak zammı'): Promise<number> {
  const { status, body } = await send(staff, '', { list, name })
  expect(status).toBe(200)
  return (body as { id: number }).id
}

const everything = { brand: null, category: null }
const rule = { by: 'percent', value: '8', currency: 'TRY', form: '.90', direction: 'nearest', ...everything }

const raise = async (id: number, body: object = {}) =>
  send(staff, `/${id}/raise`, { revision: await revisionOf(id), ...rule, ...body })
const type = async (id: number, code: string, value: string, more: object = {}) =>
  send(staff, `/${id}/prices`, { revision: await revisionOf(id), code, unit: '', value, currency: 'TRY', ...more })
const publish = async (id: number, body: object = {}, by = staff) =>
  send(by, `/${id}/publish`, { revision: await revisionOf(id), at: null, conflicts: 'ask', ...body })

/** The rows of a draft: code and unit, price before, after. */
const rowsOf = async (id: number, query = '?sort=code') =>
  (await detail(id, query)).items.map(({ code, unit, before, after }) => [
    `${code} ${unit}`,
    before?.value ?? null,
    after?.value ?? null,
  ])

const pricesIn = async (list = standard): Promise<Record<string, number>> => {
  const rows = await db().query<{ code: string; value: number }>(
    `SELECT p.code, up.sale_value::float8 AS value FROM unit_prices up JOIN product_units u ON u.id = up.unit_id
       JOIN products p ON p.id = u.product_id WHERE up.price_list_id = $1 AND u.id = p.default_unit_id`,
    [list],
  )
  return Object.fromEntries(rows.map(({ code, value }) => [code, value]))
}
const setPublished = (code: string, value: number) =>
  db().execute(
    `UPDATE unit_prices SET sale_value = $2 WHERE unit_id = (SELECT default_unit_id FROM products WHERE code = $1)
        AND price_list_id = $3`,
    [code, value, standard],
  )
const shownPrice = async (visitor: TestVisitor, code: string) => {
  const { body } = await visitor.send('GET', `/api/catalog/products?q=${encodeURIComponent(code)}`)
  const product = (body as ProductList).items.find((item) => item.code === code)
  return (product?.cartPrice ?? product?.salePrice)?.value
}
const audit = async () =>
  db().query<{ action: string; after: Record<string, unknown> }>(
    "SELECT action, after FROM audit_log WHERE noun = 'price_change' ORDER BY id",
  )

describe('steps', () => {
  test('a brand is raised by 8 % to .90 in the draft only, with list and plan prices; prices on request stay', async () => {
    const brand = (await db().one<{ id: number }>('SELECT id FROM brands'))!.id
    await db().execute("UPDATE unit_prices SET plan2_value = 95, plan2_currency = 'TRY' WHERE unit_id = $1", [
      products.drill.unitId,
    ])
    const id = await draft()
    expect((await raise(id, { brand })).body).toEqual({ units: 2 })
    expect(await rowsOf(id)).toEqual([
      ['MATKAP ADET', 100, 107.9],
      ['TESTERE ADET', 19.99, 21.9],
    ])
    expect(await pricesIn()).toMatchObject({ MATKAP: 100, TESTERE: 19.99 })
    const row = await db().one<{ value: string }>(
      'SELECT after_values[4] AS value FROM price_change_rows WHERE change_id = $1 AND unit_id = $2',
      [id, products.drill.unitId],
    )
    expect(row?.value).toBe('102.9000')
    const { steps } = await detail(id)
    expect(steps).toMatchObject([{ kind: 'raise', facts: { value: '8', form: '.90', brand: 'Kordavel', units: 2 } }])
  })

  test('steps build on each other, and a price that returns to the list’s leaves the draft', async () => {
    const id = await draft()
    await type(id, 'TUTKAL', '50')
    await raise(id, { by: 'amount', value: '5', form: '0.01' })
    expect(await rowsOf(id)).toEqual([
      ['MATKAP ADET', 100, 105],
      ['TUTKAL ADET', 40, 55],
      ['ÇİVİ ADET', 2, 7],
    ])
    await type(id, 'TUTKAL', '40')
    await type(id, 'MATKAP', '')
    await type(id, 'MATKAP', '1.234,5', { unit: 'koli' })
    expect(await rowsOf(id)).toEqual([
      ['MATKAP ADET', 100, null],
      ['MATKAP KOLİ', null, 1234.5],
      ['ÇİVİ ADET', 2, 7],
    ])
    expect((await detail(id)).counts).toMatchObject({ all: 3, removed: 1, new: 1, dearer: 1 })
    const reset = await send(staff, `/${id}/prices/${products.nail.unitId}/reset`, { revision: await revisionOf(id) })
    expect(reset.body).toEqual({ units: 1 })
    expect((await detail(id)).change.rows).toBe(2)
  })

  test('a rule that leaves a price at 0 or below is refused as a whole, with the number and one of them', async () => {
    const id = await draft()
    const refused = await raise(id, { by: 'amount', value: '-2', form: '0.01' })
    expect([codeOf(refused), sentenceOf(refused)]).toEqual([
      'price_change_negative',
      'Bu kuralla 1 fiyat sıfıra ya da altına iner (örneğin ÇİVİ). Değişikliği küçültün ya da kapsamı daraltın.',
    ])
    expect(await rowsOf(id)).toEqual([])
    expect(codeOf(await raise(id, { value: '0' }))).toBe('validation_failed')
    expect(codeOf(await raise(id, { value: '-100' }))).toBe('validation_failed')
    expect(codeOf(await raise(id, { value: 'abc' }))).toBe('validation_failed')
  })

  test('a step for another revision than the one on screen is refused: a rule sent twice counts once', async () => {
    const id = await draft()
    const revision = await revisionOf(id)
    const both = await Promise.all([1, 2].map(() => send(staff, `/${id}/raise`, { revision, ...rule })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await rowsOf(id)).toContainEqual(['MATKAP ADET', 100, 107.9])
  })

  test('the statement agrees with the rule for prices, factors, forms and directions', async () => {
    const id = await draft()
    const price = fc.integer({ min: 1, max: 500_000_000 }).map((units) => decimal(units).times('0.0001').toFixed())
    const percent = fc.integer({ min: -9999, max: 20_000 }).filter((units) => units !== 0)
    await fc.assert(
      fc.asyncProperty(
        price,
        percent,
        fc.constantFrom(...priceForms),
        fc.constantFrom(...roundingDirections),
        async (value, hundredths, form, direction) => {
          await db().execute('DELETE FROM price_change_rows')
          await db().execute('UPDATE unit_prices SET sale_value = $2 WHERE unit_id = $1', [
            products.drill.unitId,
            value,
          ])
          const typed = decimal(hundredths).times('0.01').toFixed().replace('.', ',')
          expect((await raise(id, { value: typed, form, direction })).status).toBe(200)
          const row = await db().one<{ value: string }>(
            `SELECT coalesce((SELECT after_values[1] FROM price_change_rows WHERE unit_id = $1 AND change_id = $2),
                             (SELECT sale_value FROM unit_prices WHERE unit_id = $1)) AS value`,
            [products.drill.unitId, id],
          )
          const factor = decimal(hundredths).plus(10_000).times('0.0001').toFixed()
          expect(row?.value).toBe(changedPrice(value, { factor, amount: '0', form, direction })?.toFixed(4))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('prices of another list are copied into the draft; prices that it does not have are removed if requested', async () => {
    const list = await db().one<{ id: number }>(
      "INSERT INTO price_lists (code, name) VALUES ('ÖZ', 'Özel') RETURNING id",
    )
    await db().execute(
      "INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 90, 'TRY'), ($1, $3, 480, 'TRY')",
      [list?.id, products.drill.unitId, products.drill.units['KOLİ']],
    )
    const id = await draft()
    const copy = async (removes: boolean) =>
      send(staff, `/${id}/copy`, { revision: await revisionOf(id), list: list?.id, removes, ...everything })
    expect((await copy(false)).body).toEqual({ units: 2 })
    expect(await rowsOf(id)).toEqual([
      ['MATKAP ADET', 100, 90],
      ['MATKAP KOLİ', null, 480],
    ])
    expect((await copy(true)).body).toEqual({ units: 4 })
    expect((await detail(id)).counts).toMatchObject({ removed: 4, cheaper: 1, new: 1 })
    await db().execute('DELETE FROM price_lists WHERE id = $1', [list?.id])
  })

  test('a workbook sets prices; lines with problems are left out and named, and nothing else is lost', async () => {
    const id = await draft()
    const file = await writeWorkbook([
      ['Stok Kodu', 'Birim', 'Fiyat', 'Döviz'],
      ['MATKAP', null, 107.92, null],
      ['MATKAP', 'koli', '1.200,50', 'TL'],
      ['TESTERE', null, '21,5', 'EUR'],
      ['YOK', null, 5, null],
      ['TUTKAL', 'KASA', 5, null],
      ['TUTKAL', null, '-5', null],
      ['ÇİVİ', null, null, null],
      ['MATKAP', null, 1, null],
      ['ÇİVİ', null, 3, 'XYZ'],
    ]).toBuffer()
    const revision = await revisionOf(id)
    const sent = await staff.send('POST', `${path}/${id}/file?revision=${revision}`, { body: file })
    expect(sent.body).toEqual({ units: 3, problems: 5 })
    expect(await rowsOf(id)).toEqual([
      ['MATKAP ADET', 100, 107.92],
      ['MATKAP KOLİ', null, 1200.5],
      ['TESTERE ADET', 19.99, 21.5],
    ])
    expect((await detail(id)).steps[0]?.problems.map(({ line, text }) => `${line} ${text}`)).toEqual([
      '5 “YOK” kodlu ürün yok.',
      '6 “TUTKAL” ürününün “KASA” birimi yok.',
      '7 “-5” fiyat olarak okunamadı.',
      '9 “MATKAP” 2. satırda da var.',
      '10 “XYZ” para birimi yok.',
    ])
    const bad = await staff.send('POST', `${path}/${id}/file?revision=${await revisionOf(id)}`, {
      body: Buffer.from('Ad;Tutar\nx;1\n'),
    })
    expect(codeOf(bad)).toBe('price_change_file')
    expect((await detail(id)).change.rows).toBe(3)
  })
})

describe('the rows', () => {
  test('are filtered by kind, sorted by the greatest change, and warn of large changes, costs and floors', async () => {
    await db().execute(
      `INSERT INTO product_costs (product_id, cost, currency) VALUES ($1, 35, 'TRY')
       ON CONFLICT (product_id) DO UPDATE SET cost = excluded.cost`,
      [products.glue.id],
    )
    await db().execute(
      `INSERT INTO price_rules (name, kind, product_id, fixed_value, fixed_currency) VALUES ('Taban', 'floor', $1, 1.9, 'TRY')`,
      [products.nail.id],
    )
    const id = await draft()
    await type(id, 'MATKAP', '150')
    await type(id, 'TUTKAL', '34')
    await type(id, 'ÇİVİ', '1,8')
    expect((await rowsOf(id, '')).map(([name]) => name)).toEqual(['MATKAP ADET', 'TUTKAL ADET', 'ÇİVİ ADET'])
    expect((await rowsOf(id, '?sort=fall')).map(([name]) => name)).toEqual(['TUTKAL ADET', 'ÇİVİ ADET', 'MATKAP ADET'])
    const { counts, average, highest, lowest, items } = await detail(id)
    expect(counts).toMatchObject({ dearer: 1, cheaper: 2, large: 1, belowCost: 1, belowFloor: 1, conflict: 0 })
    expect([average, highest, lowest]).toEqual([8.33, 50, -15])
    expect(items.find(({ code }) => code === 'TUTKAL')).toMatchObject({ isBelowCost: true, isBelowFloor: false })
    expect(await rowsOf(id, '?show=large&over=10&sort=code')).toHaveLength(3)
    expect(await rowsOf(id, '?show=belowFloor')).toEqual([['ÇİVİ ADET', 2, 1.8]])
    expect(await rowsOf(id, '?q=tutkal')).toEqual([['TUTKAL ADET', 40, 34]])
    const { text } = await staff.send(
      'GET',
      `/yonetim/fiyat-listeleri/degisiklikler/satirlar.csv?change=${id}&sort=code`,
    )
    expect(text.trim().split(/\r?\n/)).toHaveLength(4)
    expect(text).toContain('Stok Kodu')
  })
})

describe('publication', () => {
  test('sets all prices at once; the dealer sees them in list and cart, and an order at the old price is refused', async () => {
    const dealer = await shop.signedIn(await addDealer(db()))
    await dealer.send('POST', `/api/catalog/cart/${products.drill.id}`, {
      body: { quantity: 2, productValue: products.drill.unitId },
    })
    const id = await draft()
    await raise(id)
    expect((await publish(id)).body).toEqual({ state: 'published', units: 4 })
    await shop.settle()
    expect(await shownPrice(dealer, 'MATKAP')).toBe(107.9)
    const late = await dealer.send('POST', '/api/catalog/cart', { body: { total: 240 } })
    expect(codeOf(late)).toBe('total_changed')
    expect((await audit()).at(-1)).toMatchObject({ action: 'apply', after: { name: 'Ocak zammı', units: 4, left: 0 } })
    expect(codeOf(await publish(id))).toBe('price_change_state')
    expect(codeOf(await raise(id))).toBe('price_change_state')
    expect(codeOf(await staff.send('DELETE', `${path}/${id}`))).toBe('price_change_state')
  })

  test('a price that changed since the draft is shown and, as chosen, kept or overwritten', async () => {
    for (const [conflicts, expected] of [
      ['keep', { MATKAP: 111, TUTKAL: 43 }],
      ['overwrite', { MATKAP: 108, TUTKAL: 43 }],
    ] as const) {
      const id = await draft()
      await type(id, 'MATKAP', '108')
      await type(id, 'TUTKAL', '43')
      await setPublished('MATKAP', 111)
      const asked = await publish(id)
      expect([codeOf(asked), (asked.body as { error: { facts: object } }).error.facts]).toEqual([
        'price_change_conflicts',
        { count: 1 },
      ])
      expect((await detail(id, '?show=conflict')).items).toMatchObject([{ code: 'MATKAP', now: { value: 111 } }])
      expect((await publish(id, { conflicts })).status).toBe(200)
      expect(await pricesIn()).toMatchObject(expected)
      expect(await rowsOf(id, '?show=left')).toEqual(conflicts === 'keep' ? [['MATKAP ADET', 100, 108]] : [])
      await setPublished('MATKAP', 100)
      await setPublished('TUTKAL', 40)
    }
  })

  const schedule = async (id: number) => {
    const at = new Date(Date.now() + 86_400_000)
    expect((await publish(id, { at: `${at.toISOString().slice(0, 10)}T09:30` })).body).toMatchObject({
      state: 'scheduled',
    })
    const row = await db().one<{ at: string }>(
      "SELECT to_char(publish_at AT TIME ZONE 'Europe/Istanbul', 'HH24:MI') AS at FROM price_changes WHERE id = $1",
      [id],
    )
    expect(row?.at).toBe('09:30')
  }
  const makeDue = (id: number) =>
    db().execute("UPDATE price_changes SET publish_at = now() - interval '1 second' WHERE id = $1", [id])

  test('at a set time happens once, whatever number of processes see that it is due', async () => {
    const id = await draft()
    await raise(id)
    await schedule(id)
    await publishDue(db())
    expect(await pricesIn()).toMatchObject({ MATKAP: 100 })
    await makeDue(id)
    const others = [1, 2, 3].map(() => createPool(db().connection, { role: 'command', max: 2 }))
    await Promise.all([db(), ...others].map((pool) => publishDue(pool)))
    await Promise.all(others.map((pool) => pool.close()))
    expect(await pricesIn()).toMatchObject({ MATKAP: 107.9, TUTKAL: 42.9 })
    const entries = await db().query(
      "SELECT FROM audit_log WHERE noun = 'price_change' AND action = 'apply' AND noun_id = $1",
      [String(id)],
    )
    expect(entries).toHaveLength(1)
  })

  test('a process that dies in the middle of it leaves the old prices, and the next check publishes all', async () => {
    const id = await draft()
    await raise(id)
    await schedule(id)
    await makeDue(id)
    // Holds the last price, so that the publication stands in the middle.
    const holder = createPool(db().connection, { role: 'command', max: 1 })
    const died = holder.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM unit_prices WHERE unit_id = $1 FOR UPDATE', [products.nail.unitId])
      const attempt = publishDue(db()).then(
        () => 'published',
        () => 'died',
      )
      const stuck = () =>
        db().query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'UPDATE unit_prices%' AND wait_event_type = 'Lock'`,
        )
      await expect.poll(async () => (await stuck()).length).toBe(1)
      // A transaction whose connection ends runs again; a process that dies does not.
      let outcome: string | undefined
      void attempt.then((end) => (outcome = end))
      await expect
        .poll(async () => {
          for (const { pid } of await stuck()) await db().query('SELECT pg_terminate_backend($1)', [pid])
          return outcome
        })
        .toBeDefined()
      await client.query('ROLLBACK')
      return outcome
    })
    expect(await died).toBe('died')
    await holder.close()
    expect(await pricesIn()).toMatchObject({ MATKAP: 100, TUTKAL: 40 })
    expect((await detail(id)).change.state).toBe('scheduled')
    await publishDue(db())
    expect(await pricesIn()).toMatchObject({ MATKAP: 107.9, TUTKAL: 42.9 })
  })

  test('one that cannot be published is reported, and does not keep the next one waiting', async () => {
    const [broken, next] = [await draft(standard, 'Bozuk'), await draft()]
    for (const [id, code] of [
      [broken, 'MATKAP'],
      [next, 'TUTKAL'],
    ] as const) {
      await type(id, code, '55')
      await schedule(id)
      await makeDue(id)
    }
    await db().execute(
      `CREATE FUNCTION refuse_publication() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$`,
    )
    await db().execute(
      `CREATE TRIGGER refuse_publication BEFORE UPDATE ON price_changes FOR EACH ROW
        WHEN (NEW.name = 'Bozuk' AND NEW.state = 'published') EXECUTE FUNCTION refuse_publication()`,
    )
    await expect(publishDue(db())).rejects.toThrow(`${broken} (disk full)`)
    await db().execute('DROP FUNCTION refuse_publication CASCADE')
    expect(await pricesIn()).toMatchObject({ MATKAP: 100, TUTKAL: 55 })
    expect([(await detail(broken)).change.state, (await detail(next)).change.state]).toEqual(['scheduled', 'published'])
  })

  test('prices that change between draft and set time are left, counted and listed', async () => {
    const id = await draft()
    await raise(id)
    await schedule(id)
    await setPublished('TUTKAL', 41)
    await makeDue(id)
    await publishDue(db())
    expect(await pricesIn()).toMatchObject({ MATKAP: 107.9, TUTKAL: 41 })
    expect((await detail(id)).change).toMatchObject({ state: 'published', left: 1 })
  })

  test('a withdrawn change is a draft again and is not published', async () => {
    const id = await draft()
    await raise(id)
    await schedule(id)
    expect((await send(staff, `/${id}/withdraw`)).status).toBe(200)
    await makeDue(id)
    await publishDue(db())
    expect(await pricesIn()).toMatchObject({ MATKAP: 100 })
    expect((await detail(id)).change).toMatchObject({ state: 'draft', requestedBy: null })
    const wrong = ['dün', '2020-01-01T09:00', '2099-01-01T09:00', '2026-13-01T09:00']
    for (const at of wrong) expect(codeOf(await publish(id, { at }))).toBe('validation_failed')
    expect(codeOf(await publish(await draft()))).toBe('price_change_empty')
  })

  test('waits for a second person above the store’s limit, who is not the one who requested it', async () => {
    await limitTo(7)
    const id = await draft()
    await raise(id, { form: '0.01' })
    expect((await publish(id)).body).toMatchObject({ state: 'waiting' })
    expect(await pricesIn()).toMatchObject({ MATKAP: 100 })
    const revision = await revisionOf(id)
    expect(codeOf(await send(staff, `/${id}/approve`, { revision }))).toBe('second_person_needed')
    expect(codeOf(await send(second, `/${id}/approve`, { revision: revision + 1 }))).toBe('price_change_changed')
    expect((await send(second, `/${id}/approve`, { revision })).body).toMatchObject({ state: 'published', units: 4 })
    expect(await pricesIn()).toMatchObject({ MATKAP: 108 })

    // The reversal of a large change needs a second person as well; a small change does not.
    const undone = await send(staff, `/${id}/undo`)
    expect(undone.body).toMatchObject({ state: 'waiting' })
    expect(await pricesIn()).toMatchObject({ MATKAP: 108 })
    const small = await draft()
    await type(small, 'ÇİVİ', '2,2')
    expect((await publish(small)).body).toMatchObject({ state: 'published' })
  })

  test('a plan price that moves far waits, too, and so does a change that is too large by its set time', async () => {
    await limitTo(10)
    await db().execute("UPDATE unit_prices SET plan1_value = 50, plan1_currency = 'TRY' WHERE unit_id = $1", [
      products.drill.unitId,
    ])
    const plans = await draft()
    await type(plans, 'MATKAP', '105')
    await db().execute('UPDATE price_change_rows SET after_values[3] = 90 WHERE change_id = $1 AND unit_id = $2', [
      plans,
      products.drill.unitId,
    ])
    expect((await publish(plans)).body).toMatchObject({ state: 'waiting' })
    const id = await draft()
    await type(id, 'TUTKAL', '44')
    const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect((await publish(id, { at: `${at}T09:30`, conflicts: 'overwrite' })).body).toMatchObject({
      state: 'scheduled',
    })
    await setPublished('TUTKAL', 30)
    await makeDue(id)
    await publishDue(db())
    expect((await detail(id)).change).toMatchObject({ state: 'waiting', problem: 'second' })
    expect(await pricesIn()).toMatchObject({ TUTKAL: 30 })
  })
})

describe('undo', () => {
  test('restores values, additions and removals, and leaves and lists what changed since', async () => {
    const id = await draft()
    await raise(id, { form: '0.01' })
    await type(id, 'ÇİVİ', '')
    await type(id, 'MATKAP', '1200', { unit: 'KOLİ' })
    await publish(id)
    expect(await pricesIn()).toEqual({ MATKAP: 108, TESTERE: 21.59, HALAT: 0, TUTKAL: 43.2 })
    await setPublished('TUTKAL', 45)
    const undone = await send(staff, `/${id}/undo`)
    expect(undone.body).toMatchObject({ state: 'published', units: 4, left: 1 })
    expect(await pricesIn()).toEqual({ MATKAP: 100, TESTERE: 19.99, HALAT: 0, TUTKAL: 45, ÇİVİ: 2 })
    const box = await db().query('SELECT FROM unit_prices WHERE unit_id = $1', [products.drill.units['KOLİ']])
    expect(box).toEqual([])
    const reversal = (undone.body as { id: number }).id
    expect(await rowsOf(reversal, '?show=left')).toEqual([['TUTKAL ADET', 43.2, 40]])
    expect((await detail(id)).change).toMatchObject({ state: 'undone', undoneBy: { id: reversal } })
    expect(codeOf(await send(staff, `/${id}/undo`))).toBe('price_change_state')
    expect((await audit()).at(-1)).toMatchObject({ action: 'undo', after: { units: 4, left: 1 } })
  })

  test('two people who undo the same change reverse it once, and overwritten prices return to what they replaced', async () => {
    const id = await draft()
    await type(id, 'MATKAP', '120')
    await setPublished('MATKAP', 111)
    await publish(id, { conflicts: 'overwrite' })
    const both = await Promise.all([staff, second].map((visitor) => send(visitor, `/${id}/undo`)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await pricesIn()).toMatchObject({ MATKAP: 111 })
  })
})

describe('the preview', () => {
  const preview = async (id: number) =>
    (await staff.send('GET', `${path}/${id}/preview?limit=100`)).body as Reply<typeof previewPriceChange>

  test('names for each dealer of the list exactly what changes when the draft is published', async () => {
    const partial = await db().one<{ id: number }>(
      "INSERT INTO price_lists (code, name) VALUES ('KISMİ', 'Kısmi') RETURNING id",
    )
    await db().execute(
      "INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 95, 'TRY')",
      [partial?.id, products.drill.unitId],
    )
    const actors = {
      plain: await addDealer(db(), { discount: 10 }),
      agreed: await addDealer(db()),
      fallback: await addDealer(db(), { priceListId: partial?.id ?? 0 }),
      ruled: await addDealer(db(), { priceListId: partial?.id ?? 0 }),
    }
    const dealerOf = (name: keyof typeof actors) => actors[name].dealer!
    // A fixed price does not follow the list.
    await db().execute(
      `INSERT INTO price_rules (name, kind, dealer_id, product_id, fixed_value, fixed_currency)
       VALUES ('Anlaşma', 'agreement', $1, $2, 88, 'TRY')`,
      [dealerOf('agreed').id, products.drill.id],
    )
    await db().execute(
      "INSERT INTO price_rules (name, kind, dealer_id, price_list_id) VALUES ('Liste', 'list', $1, $2)",
      [dealerOf('ruled').id, standard],
    )
    await shop.settle()
    const id = await draft()
    await type(id, 'MATKAP', '110')
    await type(id, 'TUTKAL', '50')
    const shown = await preview(id)
    expect(shown).toMatchObject({ products: 2, sampled: 2 })
    const rowOf = (name: keyof typeof actors) => shown.items.find((item) => item.id === dealerOf(name).id)
    expect(rowOf('plain')).toMatchObject({ via: 'own', changed: 2, estimated: 2, average: 17.5 })
    expect(rowOf('agreed')).toMatchObject({ via: 'own', changed: 1, average: 25 })
    expect(rowOf('fallback')).toMatchObject({ via: 'fallback', changed: 1, average: 25 })
    expect(rowOf('ruled')).toMatchObject({ via: 'rule', changed: 2 })

    const names = Object.keys(actors) as (keyof typeof actors)[]
    const codes = ['MATKAP', 'TUTKAL', 'TESTERE', 'ÇİVİ']
    const visitors = await Promise.all(names.map((name) => shop.signedIn(actors[name])))
    const pricesOf = async () =>
      Promise.all(visitors.map((visitor) => Promise.all(codes.map((code) => shownPrice(visitor, code)))))
    const before = await pricesOf()
    await publish(id)
    await shop.settle()
    const after = await pricesOf()
    for (const [i, name] of names.entries()) {
      const moved = codes.filter((_, at) => before[i]?.[at] !== after[i]?.[at])
      expect([name, rowOf(name)?.changed]).toEqual([name, moved.length])
    }
    // The published change still tells what it changed.
    const published = await preview(id)
    expect(published.items.filter((item) => names.some((name) => item.id === dealerOf(name).id))).toEqual(
      shown.items.filter((item) => names.some((name) => item.id === dealerOf(name).id)),
    )
    await db().execute('DELETE FROM price_rules')
    await db().execute('UPDATE dealers SET price_list_id = NULL')
    await db().execute('DELETE FROM price_lists WHERE id = $1', [partial?.id])
  })

  test('counts open carts, and groups the dealers', async () => {
    const actor = await addDealer(db())
    const group = await db().one<{ id: number }>(
      "INSERT INTO dealer_groups (code, name) VALUES ('EGE', 'Ege bayileri') RETURNING id",
    )
    await db().execute('UPDATE dealers SET group_id = $2 WHERE id = $1', [actor.dealer!.id, group?.id])
    const dealer = await shop.signedIn(actor)
    const id = await draft()
    await type(id, 'TUTKAL', '50')
    const { carts } = await preview(id)
    await dealer.send('POST', `/api/catalog/cart/${products.glue.id}`, {
      body: { quantity: 1, productValue: products.glue.unitId },
    })
    const shown = await preview(id)
    expect(shown.carts).toBe(carts + 1)
    expect(shown.groups.find(({ name }) => name === 'Ege bayileri')).toMatchObject({
      dealers: 1,
      changed: 1,
      average: 25,
    })
  })

  test('has the mean over the dealers of a group, also where several have equal prices', async () => {
    const group = await db().one<{ id: number }>(
      "INSERT INTO dealer_groups (code, name) VALUES ('TRAKYA', 'Trakya bayileri') RETURNING id",
    )
    const actors = await Promise.all([1, 2, 3, 4].map(() => addDealer(db(), { discount: 7 })))
    const ids = actors.map(({ dealer }) => dealer!.id)
    await db().execute('UPDATE dealers SET group_id = $2 WHERE id = ANY ($1)', [ids, group?.id])
    // A fixed price does not follow the list.
    await db().execute(
      `INSERT INTO price_rules (name, kind, dealer_id, product_id, fixed_value, fixed_currency)
       SELECT 'Anlaşma', 'agreement', $1, product, 33, 'TRY' FROM unnest($2::integer[]) AS product`,
      [ids[0], [products.drill.id, products.nail.id]],
    )
    await shop.settle()
    const id = await draft()
    await type(id, 'MATKAP', '110')
    await type(id, 'TUTKAL', '50')
    await type(id, 'ÇİVİ', '3')
    // Three dealers: 3 products, 10 %, 25 % and 50 %; one dealer: 1 product, 25 %.
    const { groups } = await preview(id)
    expect(groups.find(({ name }) => name === 'Trakya bayileri')).toMatchObject({
      dealers: 4,
      computed: 4,
      changed: 3,
      average: 27.5,
    })
  })
})
