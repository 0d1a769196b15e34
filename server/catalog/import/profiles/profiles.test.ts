import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import type { ListedProfile } from '#contract/admin/imports/import-profiles.ts'
import { TestImports, url } from '#server/catalog/import/runs/test-imports.ts'

let imports: TestImports

beforeAll(async () => {
  imports = await TestImports.open()
})
afterAll(() => imports.close())
beforeEach(async () => {
  await imports.pool.execute('DELETE FROM import_profiles')
  await imports.reset()
})

const columns = ['Kod', 'Ad', 'Tutar', 'Mevcut']
const file = (titles: readonly string[], ...rows: string[]) => `${[titles.join(';'), ...rows].join('\n')}\n`
const answers = { mapping: { Tutar: 'price' }, prices: 'gross', inStock: '25', defaults: { tax_rate: '20' } }
/** What the screen sends after an upload. */
const untouched = { ...defaultImportOptions, units: null }

async function previewAs(id: number, body: object) {
  expect(await imports.post(url(id, '/preview'), body)).toMatchObject({ status: 200 })
  await imports.work()
  return imports.state(id)
}

async function applied(name = 'tedarikci-2026-01-31 (2).csv'): Promise<number> {
  const id = await imports.upload(file(columns, 'A;Vida;120;Var'), name)
  // Null: not with the profile of the shape.
  await imports.preview(id, { ...answers, profile: null })
  await imports.apply(id)
  return id
}

const saveAs = (id: number, name: string) => imports.post(url(id, '/profile'), { name })

async function saved(name = 'Tedarikçi'): Promise<number> {
  expect(await saveAs(await applied(), name)).toMatchObject({ status: 200, body: { profile: { name } } })
  return (await list()).find((each) => each.name === name)?.id ?? expect.fail('a profile')
}

async function list(): Promise<ListedProfile[]> {
  return ((await imports.staff.send('GET', '/yonetim/import-profiles')).body as { items: ListedProfile[] }).items
}

describe('saving', () => {
  test('an applied import suggests a name, and its profile stores the answers but not what is about one file', async () => {
    const id = await applied()
    expect(await imports.state(id)).toMatchObject({
      state: 'applied',
      profile: null,
      suggestedProfile: 'tedarikci',
    })
    expect(await saveAs(id, ' Tedarikçi ')).toMatchObject({
      status: 200,
      body: { profile: { name: 'Tedarikçi', isChanged: false }, suggestedProfile: null },
    })
    expect(await list()).toMatchObject([
      { kind: 'products', name: 'Tedarikçi', prices: 'gross', inStock: '25', mapping: { Tutar: 'price' } },
    ])
    expect((await list())[0]?.columns).toEqual([
      { name: 'Kod', use: 'code' },
      { name: 'Ad', use: 'name' },
      { name: 'Tutar', use: null },
      { name: 'Mevcut', use: 'stock' },
    ])
    const row = await imports.pool.one<{ options: object }>('SELECT options FROM import_profiles')
    expect(row?.options).not.toHaveProperty('units')
  })

  test.each(['', 'tedarıkçi'])('a name that is missing or taken (“%s”) is refused', async (name) => {
    await saved('Tedarıkçi')
    expect(await saveAs(await applied(), name)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed' } },
    })
  })

  test('an import that is not applied cannot be saved', async () => {
    const id = await imports.upload(file(columns, 'A;Vida;120;Var'))
    await imports.preview(id, answers)
    expect(await saveAs(id, 'Erken')).toMatchObject({ status: 409 })
  })

  test('saving under the name of the profile that was used changes it', async () => {
    const profile = await saved()
    const id = await imports.upload(file(columns, 'B;Somun;60;Var'))
    await previewAs(id, { ...defaultImportOptions, ...answers, prices: 'net', profile })
    await imports.apply(id)
    expect(await imports.state(id)).toMatchObject({ profile: { isChanged: true }, suggestedProfile: 'Tedarikçi' })
    expect(await saveAs(id, 'Tedarikçi')).toMatchObject({ status: 200 })
    expect(await list()).toMatchObject([{ id: profile, prices: 'net' }])
  })
})

describe('using', () => {
  test('the first preview of a file with the same columns, in any order and spelling, uses the profile and asks nothing', async () => {
    const profile = await saved()
    const id = await imports.upload(file(['MEVCUT', 'tutar', 'Kod', 'Ad'], 'Var;60;B;Somun'), 'yeni.csv')
    expect(await previewAs(id, untouched)).toMatchObject({
      state: 'ready',
      questions: [],
      options: { prices: 'gross', inStock: '25' },
      profile: { id: profile, isChanged: false },
      summary: { created: 1, samples: [{ isGross: true }] },
    })
    await imports.apply(id)
    expect(await imports.state(id)).toMatchObject({ suggestedProfile: null })
    expect(
      await imports.pool.one(
        "SELECT sum(i.quantity) AS n FROM inventory i JOIN products p ON p.id = i.product_id WHERE p.code = 'B'",
      ),
    ).toMatchObject({ n: expect.stringMatching(/^25(\.0+)?$/) })
  })

  test('answers that were given before are not replaced, and a second preview without the profile stays without', async () => {
    await saved()
    const given = await imports.upload(file(columns, 'B;Somun;60;Var'))
    expect(await previewAs(given, { ...defaultImportOptions, decimal: '.' })).toMatchObject({ profile: null })
    const id = await imports.upload(file(columns, 'B;Somun;60;Var'))
    await previewAs(id, untouched)
    expect(await previewAs(id, { ...untouched, profile: null })).toMatchObject({
      profile: null,
      options: { prices: null },
    })
  })

  test('a file with one more column is not read with the profile, which is only offered when most columns are shared', async () => {
    const profile = await saved()
    const near = await imports.upload(file([...columns, 'Raf'], 'B;Somun;60;Var;3'))
    expect(await previewAs(near, untouched)).toMatchObject({ profile: null, profiles: [{ id: profile }] })
    const far = await imports.upload(file(['Kod', 'Ad', 'Fiyat', 'Marka', 'Raf'], 'B;Somun;60;X;3'))
    expect(await previewAs(far, untouched)).toMatchObject({ profile: null, profiles: [] })
  })

  test('of two profiles of the same shape the one used last is taken', async () => {
    const older = await saved('Eski')
    await saved('Yeni')
    await imports.pool.execute(`UPDATE import_profiles SET used_at = now() + interval '1 hour' WHERE id = $1`, [older])
    const id = await imports.upload(file(columns, 'B;Somun;60;Var'))
    expect(await previewAs(id, untouched)).toMatchObject({ profile: { id: older } })
  })

  test('a price list chosen at the upload stays', async () => {
    await saved()
    const id = await imports.upload(file(columns, 'B;Somun;60;Var'))
    expect(await previewAs(id, { ...untouched, priceList: 'BAYI' })).toMatchObject({
      profile: { name: 'Tedarikçi' },
      options: { priceList: 'BAYI', prices: 'gross' },
    })
  })
})

describe('changing and deleting', () => {
  const patch = (id: number, before: object, part: object) =>
    imports.staff.send('PATCH', `/yonetim/import-profiles/${id}`, { body: { before, values: { ...before, ...part } } })
  const formOf = ({ name, mapping, decimal, prices, inStock, priceList, warehouse }: ListedProfile) => {
    return { name, mapping, decimal, prices, inStock, priceList, warehouse }
  }

  test('name and answers are changed; the columns stay, and emptied answers are open again', async () => {
    const id = await saved()
    const before = formOf((await list())[0] ?? expect.fail('a profile'))
    expect(await patch(id, before, { name: 'Voltan', prices: '', priceList: 'BAYI' })).toMatchObject({ status: 200 })
    expect(await list()).toMatchObject([{ name: 'Voltan', prices: '', priceList: 'BAYI', mapping: { Tutar: 'price' } }])
  })

  test('a wrong answer names its field, and a change of another tab is a conflict', async () => {
    const id = await saved()
    const before = formOf((await list())[0] ?? expect.fail('a profile'))
    expect(await patch(id, before, { inStock: 'çok' })).toMatchObject({ status: 422 })
    await patch(id, before, { prices: 'net' })
    expect(await patch(id, before, { prices: '' })).toMatchObject({
      status: 409,
      body: { error: { code: 'import_profile_changed' } },
    })
  })

  test('changed columns apply to the next file of the shape, in any spelling of its columns', async () => {
    const id = await saved()
    const before = formOf((await list())[0] ?? expect.fail('a profile'))
    const mapping = { Tutar: ['price', 'list_price'], Mevcut: 'ignore' }
    expect(await patch(id, before, { mapping })).toMatchObject({ status: 200 })
    expect(await list()).toMatchObject([{ mapping }])
    const next = await imports.upload(file(['KOD', 'AD', 'TUTAR', 'MEVCUT'], 'B;Somun;60;Var'))
    const read = await previewAs(next, untouched)
    expect(read).toMatchObject({ state: 'ready', profile: { id, isChanged: false }, questions: [] })
    expect(read.columns[0]?.columns.map(({ name, use }) => [name, use])).toEqual([
      ['KOD', 'code'],
      ['AD', 'name'],
      ['TUTAR', 'price+list_price'],
      ['MEVCUT', null],
    ])
  })

  test.each([
    ['a column that its files do not have', { Raf: 'ignore' }, 'olmayan bir sütun'],
    ['a field of another kind of files', { Tutar: 'debit' }, 'olmayan bir alan'],
    ['a field for two columns', { Tutar: 'price', Mevcut: ['stock', 'price'] }, 'iki sütuna'],
    ['one column in two spellings', { Tutar: 'price', TUTAR: 'list_price' }, 'olmayan bir sütun'],
  ])('%s is refused and nothing changes', async (_title, mapping, message) => {
    const id = await saved()
    const before = formOf((await list())[0] ?? expect.fail('a profile'))
    const reply = await patch(id, before, { mapping })
    expect(reply).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } })
    expect(JSON.stringify(reply.body)).toMatch(new RegExp(message))
    expect(await list()).toMatchObject([{ mapping: { Tutar: 'price' } }])
  })

  test('columns changed in another tab are a conflict, whatever their order', async () => {
    const id = await saved()
    const before = formOf((await list())[0] ?? expect.fail('a profile'))
    const two = { Tutar: 'price', Mevcut: 'ignore' }
    await patch(id, before, { mapping: two })
    expect(await patch(id, before, { mapping: { Ad: 'description' } })).toMatchObject({ status: 409 })
    expect(
      await patch(id, { ...before, mapping: { Mevcut: 'ignore', Tutar: 'price' } }, { mapping: { Ad: 'description' } }),
    ).toMatchObject({ status: 200 })
  })

  test('a profile saved before has the columns as they are compared', async () => {
    await saved()
    await imports.pool.execute(`UPDATE import_profiles SET columns = '[]'`)
    expect((await list())[0]?.columns.map(({ name }) => name)).toEqual(['ad', 'kod', 'mevcut', 'Tutar'])
  })

  test('a deleted profile leaves its imports, and its sources keep its answers', async () => {
    const id = await saved()
    await imports.pool.execute(
      `INSERT INTO import_sources (name, url, options, created_by, profile_id)
       SELECT 'Kaynak', 'https://example.com/a.csv', '{"prices": null}', min(id), $1 FROM users WHERE role = 'admin'`,
      [id],
    )
    expect(await list()).toMatchObject([{ sources: ['Kaynak'] }])
    expect(await imports.staff.send('DELETE', `/yonetim/import-profiles/${id}`)).toMatchObject({
      status: 200,
      body: { items: [] },
    })
    expect(await imports.pool.one('SELECT profile_id, options FROM import_sources')).toMatchObject({
      profile_id: null,
      options: { prices: 'gross' },
    })
    expect(await imports.pool.query('SELECT profile_id FROM imports')).toEqual([{ profile_id: null }])
    await imports.pool.execute('DELETE FROM import_sources')
  })
})
