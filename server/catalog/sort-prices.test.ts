import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { addProduct } from '#testing/store-rows.ts'

type Member = { id: number; unitId: number }
type Price = { list: number; unit: number; value: number; currency: string }
type Sorted = { list: number; product: number; price: number; currency: string | null }

const rates: Record<string, number> = { TRY: 1, EUR: 40 }

let database: TestDatabase
let lists: { standard: number; others: number[] }
/** Products without variants stand for themselves; the inactive variant counts nowhere. */
let owners: { id: number; members: Member[] }[]
let units: number[]

const db = () => database.pool

beforeAll(async () => {
  database = await createTestDatabase()
  await db().execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'EUR'")
  await db().execute("INSERT INTO price_lists (code, name) VALUES ('BAYİ', 'Bayi'), ('ŞEHİR', 'Şehir')")
  const rows = await db().query<{ id: number; is_default: boolean }>(
    'SELECT id, is_default FROM price_lists ORDER BY id',
  )
  lists = {
    standard: rows.find((row) => row.is_default)!.id,
    others: rows.filter((row) => !row.is_default).map(({ id }) => id),
  }
  const simple = [await addProduct(db(), { price: null }), await addProduct(db(), { price: null })]
  owners = simple.map((product) => ({ id: product.id, members: [product] }))
  units = simple.map(({ unitId }) => unitId)
  for (const family of [['S', 'M', 'L'], ['Kırmızı']]) {
    const parent = await addProduct(db(), { price: null, hasDefaultUnit: false, variantNames: ['Seçenek'] })
    const members: Member[] = []
    for (const value of family) {
      members.push(await addProduct(db(), { price: null, parentId: parent.id, variantValues: [value] }))
    }
    owners.push({ id: parent.id, members }, ...members.map((member) => ({ id: member.id, members: [member] })))
    units.push(...members.map(({ unitId }) => unitId))
    const inactive = await addProduct(db(), { price: null, parentId: parent.id, variantValues: ['Pasif'] })
    await db().execute('UPDATE products SET is_active = false WHERE id = $1', [inactive.id])
    units.push(inactive.unitId)
  }
})
afterAll(() => database.drop())

const inLira = ({ value, currency }: Price): number | null => (value > 0 ? value * rates[currency]! : null)

/** What an owner costs in a list: its cheapest member. Where a list has prices of variants, the others have the default list's. */
function sortedPrice(prices: readonly Price[], list: number, { id, members }: (typeof owners)[number]): Sorted | null {
  const priceIn = (of: number, { unitId }: Member) => prices.find((price) => price.list === of && price.unit === unitId)
  if (!members.some((member) => priceIn(list, member))) return null
  const shown = members.flatMap((member) => priceIn(list, member) ?? priceIn(lists.standard, member) ?? [])
  const [cheapest] = shown
    .map((price) => ({ price: inLira(price), currency: price.currency === 'TRY' ? null : price.currency }))
    .toSorted((a, b) => (a.price ?? Infinity) - (b.price ?? Infinity) || (a.currency === null ? 1 : -1))
  if (cheapest === undefined || (cheapest.price === null && list === lists.standard)) return null
  return { list, product: id, price: cheapest.price ?? 0, currency: cheapest.currency }
}

async function readSorted(): Promise<Sorted[]> {
  return db().query<Sorted>(
    `SELECT price_list_id AS list, product_id AS product, price_try::float8 AS price, currency FROM product_sort_prices
      ORDER BY product_id, price_list_id`,
  )
}

/** One statement for all of them: a null value removes the price. */
async function writePrices(prices: readonly (Omit<Price, 'value'> & { value: number | null })[]): Promise<void> {
  const removed = prices.filter(({ value }) => value === null)
  const kept = prices.filter(({ value }) => value !== null)
  await db().execute(
    `DELETE FROM unit_prices WHERE (price_list_id, unit_id) IN (SELECT * FROM unnest($1::integer[], $2::integer[]))`,
    [removed.map(({ list }) => list), removed.map(({ unit }) => unit)],
  )
  await db().execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
     SELECT * FROM unnest($1::integer[], $2::integer[], $3::numeric[], $4::text[])
     ON CONFLICT (unit_id, price_list_id)
       DO UPDATE SET sale_value = excluded.sale_value, sale_currency = excluded.sale_currency`,
    [kept.map((p) => p.list), kept.map((p) => p.unit), kept.map((p) => p.value), kept.map((p) => p.currency)],
  )
}

test('changes of some lists leave the sortable prices that computing all of them gives', async () => {
  const change = fc.record({
    list: fc.constantFrom(lists.standard, ...lists.others),
    unit: fc.constantFrom(...units),
    // Few values, so that members cost the same; 0 asks for the price.
    value: fc.constantFrom(null, 0, 1, 40, 80),
    currency: fc.constantFrom('TRY', 'EUR'),
  })
  const statement = fc.uniqueArray(change, {
    minLength: 1,
    maxLength: 12,
    selector: ({ list, unit }) => `${list} ${unit}`,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 4 }), async (statements) => {
      await db().execute('DELETE FROM unit_prices')
      for (const prices of statements) {
        await writePrices(prices)
        const present = await db().query<Price>(
          `SELECT price_list_id AS list, unit_id AS unit, sale_value::float8 AS value, sale_currency AS currency
             FROM unit_prices`,
        )
        const expected = owners
          .flatMap((owner) => [lists.standard, ...lists.others].map((list) => sortedPrice(present, list, owner)))
          .filter((row) => row !== null)
          .toSorted((a, b) => a.product - b.product || a.list - b.list)
        const found = await readSorted()
        expect(found).toEqual(expected)
        await db().execute('SELECT refresh_sort_prices(array(SELECT id FROM products))')
        expect(await readSorted()).toEqual(found)
      }
    }),
    { numRuns: 40, seed: 350 },
  )
})

test('products changed by one statement, few or many, are sorted by their prices as soon as these count', async () => {
  for (const count of [2, 150]) {
    const code = `TOPLU-${count}-`
    await db().execute(
      `INSERT INTO products (code, name, seo) SELECT $1 || n, $1 || n, $1 || n FROM generate_series(1, $2::integer) n`,
      [code, count],
    )
    await db().execute(
      `INSERT INTO product_units (product_id, name, multiplier)
       SELECT id, unit.name, unit.multiplier FROM products, (VALUES ('ADET', 1), ('KOLİ', 12)) AS unit (name, multiplier)
        WHERE starts_with(code, $1)`,
      [code],
    )
    await db().execute(
      `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
       SELECT $2, u.id, u.multiplier * 10, 'TRY' FROM product_units u JOIN products p ON p.id = u.product_id
        WHERE starts_with(p.code, $1)`,
      [code, lists.standard],
    )
    const prices = async () =>
      db().query<{ price: number; products: number }>(
        `SELECT s.price_try::float8 AS price, count(*)::integer AS products
           FROM product_sort_prices s JOIN products p ON p.id = s.product_id
          WHERE starts_with(p.code, $1) GROUP BY s.price_try`,
        [code],
      )
    const setUnit = (unit: string) =>
      db().execute(
        `UPDATE products p SET default_unit_id = u.id FROM product_units u
          WHERE u.product_id = p.id AND u.name = $2 AND starts_with(p.code, $1)`,
        [code, unit],
      )
    expect(await prices()).toEqual([])
    await setUnit('ADET')
    expect(await prices()).toEqual([{ price: 10, products: count }])
    await setUnit('KOLİ')
    expect(await prices()).toEqual([{ price: 120, products: count }])
    const setPrices = (unit: string, price: number) =>
      db().execute(
        `UPDATE unit_prices SET sale_value = $3 FROM product_units u JOIN products p ON p.id = u.product_id
          WHERE u.id = unit_id AND u.name = $2 AND starts_with(p.code, $1)`,
        [code, unit, price],
      )
    await setPrices('ADET', 11)
    expect(await prices()).toEqual([{ price: 120, products: count }])
    await setPrices('KOLİ', 99)
    expect(await prices()).toEqual([{ price: 99, products: count }])
    await db().execute('UPDATE products SET is_active = false WHERE starts_with(code, $1)', [code])
    expect(await prices()).toEqual([])
  }
})
