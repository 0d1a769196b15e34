import { beforeAll, describe, expect, test } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { addProduct } from '#testing/store-rows.ts'
import { codes, guest, openTestShop } from '#server/catalog/test-shop.ts'
import { openSqlFinder } from '#server/catalog/list/sql-finder.ts'

const shop = openTestShop()
const english = { locale: 'en' } as const
let power = 0

beforeAll(async () => {
  const { pool } = shop.database
  const define = async (parts: Record<string, unknown>, labels: string[]) => {
    const names = Object.keys(parts)
    const row = await pool.one<{ id: number }>(
      `INSERT INTO attributes (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING id`,
      Object.values(parts),
    )
    await pool.execute(
      'INSERT INTO attribute_labels (folded, attribute_id) SELECT fold(l), $2 FROM unnest($1::text[]) l',
      [labels, row?.id],
    )
    return row?.id ?? 0
  }
  const filter = { is_filter: true }
  const { hammers } = shop.labels
  power = await define(
    {
      key: 'guc',
      name_tr: 'Güç',
      name_en: 'Power',
      type: 'number',
      unit: 'kW',
      position: 1,
      group_tr: 'Elektrik',
      group_en: 'Electric',
      ...filter,
    },
    ['Güç', 'Power'],
  )
  const color = await define({ key: 'renk', name_tr: 'Renk', name_en: 'Color', type: 'list', position: 2, ...filter }, [
    'Renk',
  ])
  await pool.execute(
    `INSERT INTO attribute_values (attribute_id, name, folded, name_en, position)
     VALUES ($1, 'Mavi', 'mavi', 'Blue', 2), ($1, 'Kırmızı', fold('Kırmızı'), 'Red', 1)`,
    [color],
  )
  await define({ key: 'akulu', name_tr: 'Akülü', type: 'yes_no', position: 3, category_id: hammers, ...filter }, [
    'Akülü',
  ])
  await define({ key: 'koli', name_tr: 'Koli', type: 'number', unit: 'kg', position: 4, is_filter: false }, ['Koli'])
  const add = async (code: string, pairs: [string, string][], parts: object = {}) => {
    const { id } = await addProduct(pool, { code, price: 10, stock: 5, ...parts })
    await pool.execute('UPDATE products SET attributes = $2, category_id = $3 WHERE id = $1', [
      id,
      JSON.stringify(pairs),
      hammers,
    ])
    return id
  }
  await add('P1', [
    ['Güç', '750 W'],
    ['Renk', 'mavi'],
    ['Akülü', 'evet'],
    ['Koli', '3 kg'],
    ['Sap', 'Ahşap'],
  ])
  await add('P2', [
    ['Güç', '0,75 kW'],
    ['Renk', 'Red'],
    ['Akülü', 'hayır'],
    ['Koli', '4 kg'],
  ])
  await add('P3', [
    ['Power', '2 kW'],
    ['Renk', 'Mavi'],
    ['Akülü', 'Yok'],
  ])
  await add('P4', [
    ['Güç', '1.100 W'],
    ['Renk', 'Kırmızı'],
  ])
  await add(
    'P5',
    [
      ['Güç', '1,4 kW'],
      ['Renk', 'Mor'],
    ],
    { stock: 0 },
  )
  await add('P6', [['Güç', '2200 W']])
  const family = await add('FAM', [], { price: null, variantNames: ['Güç'] })
  for (const [at, watts] of ['750 W', '5 kW'].entries()) {
    const child = await addProduct(pool, {
      code: `FAM-${at}`,
      price: 10,
      stock: 2,
      parentId: family,
      variantValues: [watts],
    })
    await pool.execute('UPDATE products SET attributes = $2 WHERE id = $1', [
      child.id,
      JSON.stringify([['Güç', watts]]),
    ])
  }
})

const inHammers = (filters: string, query: Record<string, string> = {}) =>
  shop.list('cekicler', { ...(filters !== '' && { filters }), ...query })
const facetOf = ({ facets }: ProductList, key: string) => facets.attributes?.find((attribute) => attribute.key === key)
const countsOf = (list: ProductList, key: string) =>
  Object.fromEntries(facetOf(list, key)?.values.map(({ name, count }) => [name, count]) ?? [])
const tokenOf = (list: ProductList, key: string, name: string) =>
  facetOf(list, key)?.values.find((value) => value.name === name)?.value ?? ''

describe('lists filtered by technical attributes', () => {
  test('offer attributes in their order, with values as numbers in one unit and choices in the order of their list', async () => {
    const list = await inHammers('')
    expect(list.facets.attributes?.map(({ key }) => key)).toEqual(['guc', 'renk', 'akulu'])
    expect(facetOf(list, 'guc')).toEqual({
      key: 'guc',
      name: 'Güç',
      values: [
        { value: '0.75', name: '0,75 kW', count: 3, selected: false },
        { value: '1.1', name: '1,1 kW', count: 1, selected: false },
        { value: '1.4', name: '1,4 kW', count: 1, selected: false },
        { value: '2', name: '2 kW', count: 1, selected: false },
        { value: '2.2', name: '2,2 kW', count: 1, selected: false },
        { value: '5', name: '5 kW', count: 1, selected: false },
      ],
      range: { min: 0.75, max: 5, unit: 'kW' },
    })
    expect(facetOf(list, 'renk')?.values.map(({ name }) => name)).toEqual(['Kırmızı', 'Mavi'])
    expect(countsOf(list, 'akulu')).toEqual({ Hayır: 2, Evet: 1 })
  })

  test('name attributes and values in the language and notation of the visitor', async () => {
    const list = await shop.list('cekicler', {}, { ...guest, ...english })
    expect(facetOf(list, 'guc')).toMatchObject({
      name: 'Power',
      values: expect.arrayContaining([expect.objectContaining({ name: '0.75 kW' })]),
    })
    expect(countsOf(list, 'renk')).toEqual({ Red: 2, Blue: 2 })
    expect(countsOf(list, 'akulu')).toEqual({ No: 2, Yes: 1 })
  })

  test('find products by value in any unit, and families by the values of their variants', async () => {
    expect(codes(await inHammers('a.guc:0.75'))).toEqual(['P1', 'P2', 'FAM'])
    expect(codes(await inHammers('a.guc:0.75,2'))).toEqual(['P1', 'P2', 'P3', 'FAM'])
    expect(codes(await inHammers('a.guc:5'))).toEqual(['FAM'])
  })

  test('find numbers in a range with both ends, and count it exactly', async () => {
    const list = await inHammers('a.guc:1..2')
    expect(codes(list)).toEqual(['P3', 'P4', 'P5'])
    expect(facetOf(list, 'guc')?.values[0]).toEqual({ value: '1..2', name: '1 kW – 2 kW', count: 3, selected: true })
    expect(codes(await inHammers('a.guc:..0.75'))).toEqual(['P1', 'P2', 'FAM'])
    expect(codes(await inHammers('a.guc:1.4..'))).toEqual(['P3', 'P5', 'P6', 'FAM'])
    expect(codes(await inHammers('a.guc:2..1'))).toEqual(['P3', 'P4', 'P5'])
    // A family with values on both sides of an end is one product.
    expect(facetOf(await inHammers('a.guc:0.5..9'), 'guc')?.values[0]?.count).toBe(7)
  })

  test('count under all other filters, and within an attribute without its own selection', async () => {
    const blue = tokenOf(await inHammers(''), 'renk', 'Mavi')
    const list = await inHammers(`a.renk:${blue};stock:1`)
    expect(codes(list)).toEqual(['P1', 'P3'])
    expect(countsOf(list, 'guc')).toEqual({ '0,75 kW': 1, '2 kW': 1 })
    expect(countsOf(list, 'renk')).toEqual({ Kırmızı: 2, Mavi: 2 })
    expect(list.facets.category.find(({ selected }) => selected)?.count).toBe(2)
    const both = await inHammers(`a.renk:${blue};a.guc:0.75`)
    expect(codes(both)).toEqual(['P1'])
    expect(countsOf(both, 'guc')).toMatchObject({ '0,75 kW': 1, '2 kW': 1 })
  })

  test('ignore unknown attributes, and unknown values beside existing ones', async () => {
    expect((await inHammers('a.yok:1')).total).toBe((await inHammers('')).total)
    expect((await inHammers('a.koli:3')).total).toBe((await inHammers('')).total)
    expect(codes(await inHammers('a.guc:2,77'))).toEqual(['P3'])
    for (const value of ['77', 'x', '..', '1..x', '-', "'"]) expect((await inHammers(`a.guc:${value}`)).total).toBe(0)
  })

  test('offer an attribute of a category in that category only, and none on an unfiltered home page', async () => {
    expect((await shop.list('')).facets.attributes).toBeUndefined()
    expect((await shop.list('search', { q: 'P' })).facets.attributes?.map(({ key }) => key)).not.toContain('akulu')
    expect((await shop.list('', { filters: 'a.guc:2' })).items.map(({ code }) => code)).toEqual(['P3'])
  })

  test('are the same from SQL as from the index', async () => {
    const { pool } = shop.database
    await shop.catalog.catchUp()
    const indexed = await shop.catalog.finder()
    const sql = await openSqlFinder(pool)
    const prices = { listId: 1, withTax: false, defaultTaxRate: 20 }
    const requestOf = ({ labels }: typeof sql, numbers: number[]) => {
      const attribute = labels.attributeByKey.get('guc') ?? 0
      const values =
        labels.valuesOf[attribute]?.filter((ordinal) => numbers.includes(labels.values.rows[ordinal]?.number ?? 0)) ??
        []
      const filter = {
        brands: [],
        models: [],
        categories: [],
        inStockOnly: false,
        text: '',
        attributes: [{ attribute, values }],
      }
      return { filter, prices, offset: 0, limit: 50 }
    }
    for (const numbers of [[0.75], [5], [0.75, 5], [1.4, 2]]) {
      const found = await sql.find(requestOf(sql, numbers))
      expect(found).toEqual(await indexed.find(requestOf(indexed, numbers)))
      expect(found.total).toBeGreaterThan(0)
    }
  })

  test('follow changes of products', async () => {
    const { pool } = shop.database
    const pairs = (text: string) =>
      pool.execute(
        "UPDATE products SET attributes = jsonb_build_array(jsonb_build_array('Güç', $1::text)) WHERE code = 'P6'",
        [text],
      )
    await pairs('9 kW')
    expect(codes(await inHammers('a.guc:9'))).toEqual(['P6'])
    await pairs('2200 W')
    expect((await inHammers('a.guc:9')).total).toBe(0)
    await pool.execute("UPDATE products SET is_active = false WHERE code = 'FAM-1'")
    expect((await inHammers('a.guc:5')).total).toBe(0)
    await pool.execute("UPDATE products SET is_active = true WHERE code = 'FAM-1'")
    expect(codes(await inHammers('a.guc:5'))).toEqual(['FAM'])
  })
})

describe('technical data of a product', () => {
  const idOf = async (code: string) =>
    (await shop.database.pool.one<{ id: number }>('SELECT id FROM products WHERE code = $1', [code]))?.id ?? 0

  test('come in the order of attributes with groups and units, then as they were entered', async () => {
    const id = await idOf('P1')
    expect((await shop.show(id)).attributes).toEqual([
      ['Güç', '0,75 kW', 'Elektrik'],
      ['Renk', 'Mavi', ''],
      ['Akülü', 'Evet', ''],
      ['Koli', '3 kg', ''],
      ['Sap', 'Ahşap', ''],
    ])
    expect((await shop.show(id, { ...guest, ...english })).attributes.slice(0, 2)).toEqual([
      ['Power', '0.75 kW', 'Electric'],
      ['Color', 'Blue', ''],
    ])
  })

  test('are shown as entered where they cannot be read, and those of the parent where a variant has none', async () => {
    expect((await shop.show(await idOf('P5'))).attributes).toContainEqual(['Renk', 'Mor', ''])
    const { pool } = shop.database
    await pool.execute("UPDATE products SET attributes = '[]' WHERE code = 'FAM-0'")
    await pool.execute(`UPDATE products SET attributes = '[["Güç","9 W"]]' WHERE code = 'FAM'`)
    expect((await shop.show(await idOf('FAM-0'))).attributes).toEqual([['Güç', '0,009 kW', 'Elektrik']])
  })

  test('are compared side by side, with what is shared and what differs', async () => {
    const ids = await Promise.all(['P1', 'P2', 'P1', '06A 905-115'].map(idOf))
    const compared = async (u: string) => {
      const answer = await shop.call('/api/catalog/comparison', { query: { u } })
      if (!answer.ok) throw new Error('refused')
      return answer.body as { items: { code: string }[]; gone: number; extra: number; rows: { name: string }[] }
    }
    const found = await compared(ids.join())
    expect(found.items.map(({ code }) => code)).toEqual(['P1', 'P2', '06A 905-115'])
    expect(found.rows).toEqual([
      { name: 'Güç', group: 'Elektrik', values: ['0,75 kW', '0,75 kW', null], isShared: true, isDifferent: true },
      { name: 'Renk', group: '', values: ['Mavi', 'Kırmızı', null], isShared: true, isDifferent: true },
      { name: 'Akülü', group: '', values: ['Evet', 'Hayır', null], isShared: true, isDifferent: true },
      { name: 'Koli', group: '', values: ['3 kg', '4 kg', null], isShared: true, isDifferent: true },
      { name: 'Sap', group: '', values: ['Ahşap', null, null], isShared: false, isDifferent: true },
      { name: 'Ağırlık', group: '', values: [null, null, '500 gr'], isShared: false, isDifferent: true },
    ])
    const five = await Promise.all(['P1', 'P2', 'P3', 'P4', 'P5'].map(idOf))
    expect(await compared(five.join())).toMatchObject({ gone: 0, extra: 1 })
    expect(await compared(`${ids[0]},999999,${await idOf('HIDDEN')}`)).toMatchObject({ gone: 2, extra: 0 })
    expect(await compared('x,-1,0,1e3')).toMatchObject({ items: [], gone: 0, rows: [] })
    expect(power).toBeGreaterThan(0)
  })
})
