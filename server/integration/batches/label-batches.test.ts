import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let program: Program
beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['catalog:write'])
})
afterAll(() => shop.close())

type Reply = {
  isWritten: boolean
  results: { key: string; status: string; error: { code: string; field: string | null; message: string } | null }[]
}
const post = async (resource: string, rows: object[], more: object = {}): Promise<Reply> => {
  const answer = await program.send('POST', `/${resource}`, { body: { rows, ...more } })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
/** Of each row its status, or the code of its problem. */
const outcomes = ({ results }: Reply) => results.map(({ status, error }) => error?.code ?? status)

const tree = async () => {
  const rows = await shop.database.pool.query<{ path: string; code: string | null }>(
    `WITH RECURSIVE t AS (
       SELECT id, code, name::text COLLATE "C" AS path FROM categories WHERE parent_id IS NULL
       UNION ALL SELECT c.id, c.code, t.path || '/' || c.name COLLATE "C" FROM categories c JOIN t ON t.id = c.parent_id)
     SELECT path, code FROM t ORDER BY path`,
  )
  return Object.fromEntries(rows.map(({ path, code }) => [path, code]))
}

describe('categories', () => {
  test('make a tree by codes, a child before its parent; sent again they change nothing', async () => {
    const rows = [
      { code: '01.01', name: 'Matkaplar', parentCode: '01' },
      { code: '01.01.1', name: 'Darbeli', parentCode: '01.01' },
      { code: '01', name: 'Aletler', parentCode: null },
    ]
    expect(outcomes(await post('categories', rows))).toEqual(['created', 'created', 'created'])
    const made = { Aletler: '01', 'Aletler/Matkaplar': '01.01', 'Aletler/Matkaplar/Darbeli': '01.01.1' }
    expect(await tree()).toEqual(made)
    expect(outcomes(await post('categories', rows))).toEqual(['unchanged', 'unchanged', 'unchanged'])
    const moved = await post('categories', [
      { code: '01.01.1', parentCode: null },
      { code: '01', name: 'El Aletleri' },
    ])
    expect(outcomes(moved)).toEqual(['updated', 'updated'])
    expect(await tree()).toEqual({ Darbeli: '01.01.1', 'El Aletleri': '01', 'El Aletleri/Matkaplar': '01.01' })
  })

  test('swap their names and places', async () => {
    await post('categories', [
      { code: 'S', name: 'Takas' },
      { code: 'S1', name: 'Bir', parentCode: 'S' },
      { code: 'S2', name: 'İki', parentCode: 'S' },
    ])
    const swapped = [
      { code: 'S1', name: 'İki' },
      { code: 'S2', name: 'Bir' },
    ]
    expect(outcomes(await post('categories', swapped))).toEqual(['updated', 'updated'])
    expect(await tree()).toMatchObject({ 'Takas/İki': 'S1', 'Takas/Bir': 'S2' })
  })

  test('take over the categories that imports made, with all below them', async () => {
    await post('products', [{ code: 'K-1', name: 'Ampul', category: ['Aydınlatma', 'Ampuller'] }])
    const rows = [
      { code: '7', name: 'AYDINLATMA' },
      { code: '7.1', name: 'Ampuller', parentCode: '7' },
    ]
    expect(outcomes(await post('categories', rows))).toEqual(['updated', 'updated'])
    expect(await tree()).toMatchObject({ AYDINLATMA: '7', 'AYDINLATMA/Ampuller': '7.1' })
    expect(await tree()).not.toHaveProperty('Aydınlatma')
  })

  test('are refused if they make a cycle, with a reason; other rows are written', async () => {
    await post('categories', [
      { code: 'A', name: 'A' },
      { code: 'B', name: 'B', parentCode: 'A' },
    ])
    const reply = await post('categories', [
      { code: 'A', parentCode: 'B' },
      { code: 'C', name: 'C', parentCode: 'D' },
      { code: 'D', name: 'D', parentCode: 'C' },
      { code: 'E', name: 'E', parentCode: 'E' },
      { code: 'F', name: 'F', parentCode: 'C' },
      { code: 'G', name: 'G', parentCode: 'A' },
    ])
    expect(outcomes(reply)).toEqual([
      ...['category_cycle', 'category_cycle', 'category_cycle', 'category_cycle', 'parent_unknown', 'created'],
    ])
    expect(reply.results[0]?.error).toEqual({
      code: 'category_cycle',
      field: 'parentCode',
      message: 'Bu kategori kendi altına taşınamaz (üst kategori: B).',
    })
    expect(await tree()).toMatchObject({ A: 'A', 'A/B': 'B', 'A/G': 'G' })
  })

  test('are refused without a name, below an unknown one, twice, or with a name that is taken', async () => {
    const before = await tree()
    const rows = [
      { code: 'N1' },
      { code: 'N2', name: 'N', parentCode: 'yok' },
      { code: 'N3', name: 'N', parentCode: 'N2' },
      { code: 'N4', name: 'a' },
      { code: 'N5', name: 'N' },
      { code: 'N5', name: 'N' },
      { code: 'N6', name: 'n' },
      { code: 'K'.repeat(300), name: 'Uzun' },
      { code: 'N7', name: ' ' },
    ]
    const reply = await post('categories', rows)
    expect(outcomes(reply)).toEqual([
      ...['value_missing', 'parent_unknown', 'parent_unknown', 'name_taken', 'created', 'key_repeated', 'name_taken'],
      ...['value_too_long', 'value_invalid'],
    ])
    expect(await post('categories', [{ code: 'N8', name: 'Yeni' }, { code: 'N9' }], { atomic: true })).toMatchObject({
      isWritten: false,
    })
    expect(await tree()).toEqual({ ...before, N: 'N5' })
  })

  test('are deleted with those below them, but not with products or with categories that stay', async () => {
    await post('categories', [
      { code: 'X', name: 'X' },
      { code: 'X1', name: 'X1', parentCode: 'X' },
      { code: 'Y', name: 'Y' },
      { code: 'Y1', name: 'Y1', parentCode: 'Y' },
      { code: 'Z', name: 'Z' },
    ])
    await post('products', [{ code: 'Z-1', name: 'Ürün', category: ['Z'] }])
    const rows = ['X', 'X1', 'Y', 'Z', 'yok'].map((code) => ({ code, delete: true }))
    const reply = await post('categories', rows)
    expect(outcomes(reply)).toEqual([
      ...['deleted', 'deleted', 'category_has_children', 'category_in_use', 'unchanged'],
    ])
    expect(await tree()).toMatchObject({ Y: 'Y', 'Y/Y1': 'Y1', Z: 'Z' })
    expect(await tree()).not.toHaveProperty('X')
  })
})

describe('brands', () => {
  const brands = async () => {
    const rows = await shop.database.pool.query<{ code: string; name: string }>('SELECT code, name FROM brands')
    return Object.fromEntries(rows.map(({ code, name }) => [code, name]))
  }

  test('are added, renamed and deleted by codes, and take over what an import made', async () => {
    await post('products', [{ code: 'M-1', name: 'Matkap', brand: 'Voltan' }])
    const rows = [
      { code: 'M-017', name: 'VOLTAN' },
      { code: 'M-018', name: 'Karataş' },
    ]
    expect(outcomes(await post('brands', rows))).toEqual(['updated', 'created'])
    expect(outcomes(await post('brands', rows))).toEqual(['unchanged', 'unchanged'])
    expect(await brands()).toMatchObject({ 'M-017': 'VOLTAN', 'M-018': 'Karataş' })
    const more = [
      { code: 'M-017', delete: true },
      { code: 'M-018', delete: true },
      { code: 'M-019', name: 'Karataş' },
      { code: 'M-020', name: 'voltan' },
      { code: 'M,21', name: 'Virgül' },
      { code: 'M-022' },
      { code: 'yok', delete: true },
    ]
    expect(outcomes(await post('brands', more))).toEqual([
      ...['brand_in_use', 'deleted', 'created', 'name_taken', 'value_invalid', 'value_missing', 'unchanged'],
    ])
    expect(await brands()).toMatchObject({ 'M-017': 'VOLTAN', 'M-019': 'Karataş' })
  })
})

test('products get brands and categories by their codes; unknown codes are refused', async () => {
  await post('categories', [
    { code: '50', name: 'Boru > Vana' },
    { code: '51', name: 'Küresel', parentCode: '50' },
  ])
  await post('brands', [{ code: 'B-50', name: 'Akış' }])
  const rows = [
    { code: 'V-1', name: 'Vana', categoryCode: '51', brandCode: 'B-50' },
    { code: 'V-2', name: 'Vana', categoryCode: '99' },
    { code: 'V-3', name: 'Vana', brandCode: '99' },
  ]
  expect(outcomes(await post('products', rows))).toEqual(['created', 'category_unknown', 'brand_unknown'])
  const labels = () =>
    shop.database.pool.one(
      `SELECT c.code AS category, b.code AS brand FROM products p LEFT JOIN categories c ON c.id = p.category_id
         LEFT JOIN brands b ON b.id = p.brand_id WHERE p.code = 'V-1'`,
    )
  expect(await labels()).toEqual({ category: '51', brand: 'B-50' })
  expect(outcomes(await post('products', rows.slice(0, 1)))).toEqual(['unchanged'])
  expect(outcomes(await post('products', [{ code: 'V-1', categoryCode: '50' }]))).toEqual(['updated'])
  expect(await labels()).toEqual({ category: '50', brand: 'B-50' })
  expect(outcomes(await post('products', [{ code: 'V-1', category: null }]))).toEqual(['updated'])
  expect(await labels()).toEqual({ category: null, brand: 'B-50' })
})

test('categories and brands need the scope to write the catalog', async () => {
  const other = await addProgram(shop, ['prices:write', 'catalog:read'])
  for (const resource of ['categories', 'brands']) {
    const answer = await other.send('POST', `/${resource}`, { body: { rows: [{ code: '01', name: 'A' }] } })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'scope_missing'])
  }
})
