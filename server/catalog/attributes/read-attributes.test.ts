import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parseNumber } from '#domain/money/number-text.ts'
import { addProduct } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await database.pool.execute('DELETE FROM products')
  await database.pool.execute('DELETE FROM attributes')
})
afterAll(() => database.drop())

const db = () => database.pool

async function numberOf(value: string, unit: string): Promise<number | null> {
  const row = await db().one<{ number: number | null }>('SELECT attribute_number($1, $2)::float8 AS number', [
    value,
    unit,
  ])
  return row?.number ?? null
}

test.each([
  ['750', 'W', 750],
  ['0,75 kW', 'W', 750],
  ['0.75kW', 'W', 750],
  ['0,75 KW', 'W', 750],
  ['1.500 W', 'kW', 1.5],
  ['1.234,5 W', 'W', 1234.5],
  ['1,234.5 W', 'W', 1234.5],
  ['1 234,5 W', 'W', 1234.5],
  ['0.750', 'kW', 0.75],
  ['1,500', 'kW', 1.5],
  ['230V', 'V', 230],
  ['10 mA', 'A', 0.01],
  ['2,5 mm2', 'mm²', 2.5],
  ['2.5 mm²', 'mm²', 2.5],
  ['Ø12 mm', 'mm', 12],
  ['1,2 cm', 'mm', 12],
  ['IP65', 'IP', 65],
  ['IP 65', 'IP', 65],
  ['65', 'IP', 65],
  ['-40 °C', '°C', -40],
  ['120°', '°', 120],
  ['15.000 saat', 'saat', 15_000],
  ['2 yıl', 'ay', 24],
  ['3 kademe', 'kademe', 3],
  ['1 A', 'mA', 1000],
])('%j is %s × %s', async (value, unit, expected) => {
  expect(await numberOf(value, unit)).toBe(expected)
})

test.each([
  ['450/750 V', 'V'],
  ['2×2,0 Ah', 'Ah'],
  ['3×2,5 mm²', 'mm²'],
  ['-40 / +85 °C', '°C'],
  ['0-45°', '°'],
  ['IPX4', 'IP'],
  ['13 mm anahtarsız', 'mm'],
  ['750 W', 'V'],
  ['750 W', ''],
  // mW or MW.
  ['5 mw', 'W'],
  ['Ömür boyu', 'ay'],
  ['1.23.4', ''],
  ['', 'W'],
  ['9'.repeat(40), 'W'],
  ['Infinity', ''],
  ['NaN', ''],
])('%j is no number in %j', async (value, unit) => {
  expect(await numberOf(value, unit)).toBeNull()
})

test('reads numbers without a unit like parseNumber, in either notation', async () => {
  const digits = fc
    .array(fc.constantFrom(...'0123456789.,- '.split('')), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(''))
  const texts = fc.sample(digits, { numRuns: 3000, seed: 1 })
  const rows = await db().query<{ number: string | null }>(
    `SELECT attribute_number(t, '')::text AS number FROM unnest($1::text[]) WITH ORDINALITY given (t, n) ORDER BY n`,
    [texts],
  )
  const different = texts.flatMap((text, at) => {
    const parsed = parseNumber(text, ',')
    const number = rows[at]?.number ?? null
    // parseNumber also accepts spaces within a number at any place, signs of lira and texts without a leading digit.
    if (!/^-?\d[\d., ]*$/.test(text.trim()) || / /.test(text.trim())) return []
    const expected = parsed.ok ? Number(parsed.value) : null
    return (number === null ? null : Number(number)) === expected ? [] : [{ text, number, expected }]
  })
  expect(different).toEqual([])
})

async function define(key: string, type: string, unit = ''): Promise<number> {
  const row = await db().one<{ id: number }>(
    'INSERT INTO attributes (key, name_tr, type, unit, is_filter) VALUES ($1, $1, $2, $3, true) RETURNING id',
    [key, type, unit],
  )
  const id = row?.id ?? 0
  await db().execute('INSERT INTO attribute_labels (folded, attribute_id) VALUES (fold($1), $2)', [key, id])
  return id
}

const valuesOf = (id: number) =>
  db().query(
    `SELECT a.key, v.number::float8 AS number, v.name FROM product_attributes o JOIN attributes a ON a.id = o.attribute_id
       JOIN attribute_values v ON v.id = o.value_id WHERE o.product_id = $1 ORDER BY a.key`,
    [id],
  )

const write = (id: number, pairs: [string, string][]) =>
  db().execute('UPDATE products SET attributes = $2 WHERE id = $1', [id, JSON.stringify(pairs)])

test('whoever writes a product, its values follow its technical data', async () => {
  await define('guc', 'number', 'W')
  await define('renk', 'text')
  await define('ayar', 'yes_no')
  const { id } = await addProduct(db(), { code: 'A' })
  await write(id, [
    ['GÜÇ', '0,75 kW'],
    ['Guc', '900 W'],
    ['Renk', ' Mavi '],
    ['Ayar', 'Var'],
    ['Serbest', 'x'],
  ])
  expect(await valuesOf(id)).toEqual([
    { key: 'ayar', number: 1, name: null },
    { key: 'guc', number: 750, name: null },
    { key: 'renk', number: null, name: 'Mavi' },
  ])
  await write(id, [
    ['Güç', 'belirsiz'],
    ['renk', 'MAVİ'],
  ])
  // Texts that fold alike are one value, as it was first written.
  expect(await valuesOf(id)).toEqual([{ key: 'renk', number: null, name: 'Mavi' }])
  await write(id, [])
  expect(await valuesOf(id)).toEqual([])
  await db().execute('INSERT INTO products (code, name, seo, attributes) VALUES ($1, $1, $1, $2)', [
    'B',
    JSON.stringify([['Güç', '5 kW']]),
  ])
  const inserted = await db().one<{ id: number }>("SELECT id FROM products WHERE code = 'B'")
  expect(await valuesOf(inserted?.id ?? 0)).toEqual([{ key: 'guc', number: 5000, name: null }])
})

test('saving a product without new values does not change the version of labels that all processes cache', async () => {
  await define('guc', 'number', 'W')
  const { id } = await addProduct(db(), { code: 'A' })
  const version = async () =>
    (await db().one<{ version: number }>("SELECT version FROM cache_versions WHERE name = 'catalog'"))?.version
  await write(id, [['Güç', '750']])
  const before = await version()
  await write(id, [])
  await write(id, [['Güç', '0,75 kW']])
  expect(await version()).toBe(before)
  await write(id, [['Güç', '751']])
  expect(await version()).not.toBe(before)
})
