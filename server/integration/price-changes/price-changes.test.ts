import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  createProgramChange,
  getProgramChange,
  publishProgramChange,
} from '#contract/integration/price-changes.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { getPriceChange } from '#contract/admin/price-changes.ts'
import { publishDue } from '#server/catalog/price-changes/publish-due.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addProduct } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program
let staff: TestVisitor
let maker: TestVisitor
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['prices:read', 'prices:write'])
  const admin = await addAdmin(db())
  staff = await shop.signedIn(admin)
  const makerActor = await addAdmin(db())
  maker = await shop.signedIn(makerActor)
  await db().execute('UPDATE api_keys SET created_by = $2 WHERE id = $1', [program.keyId, makerActor.userId])
  await addProduct(db(), { code: 'MATKAP', price: 100, stock: 100, units: { KOLİ: 12 } })
  await addProduct(db(), { code: 'TUTKAL', price: 40 })
  await db().execute("INSERT INTO price_lists (code, name) VALUES ('T2', 'Toptan 2')")
})
beforeEach(async () => {
  await db().execute('DELETE FROM price_changes')
  await db().execute(
    "UPDATE unit_prices SET sale_value = CASE WHEN sale_value >= 90 THEN 100 ELSE 40 END, sale_currency = 'TRY'",
  )
  await db().execute("DELETE FROM unit_prices WHERE price_list_id = (SELECT id FROM price_lists WHERE code = 'T2')")
})
afterAll(() => shop.close())

type Written = Reply<typeof createProgramChange>
type Published = Reply<typeof publishProgramChange>
const prices = [
  { code: 'MATKAP', price: '110.5' },
  { code: 'TUTKAL', price: 44 },
]
const create = (body: object = {}, by = program, headers = {}) =>
  by.send('POST', '/price-changes', { body: { name: 'Ocak', rows: prices, ...body }, headers })
async function draft(body: object = {}) {
  const answer = await create(body)
  expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
  const { change } = answer.body as Written
  if (change === null) throw new Error('Nothing was written.')
  return change
}
const move = (id: number, step: string, body?: object, by = program, headers = {}) =>
  by.send('POST', `/price-changes/${id}/${step}`, { ...(body && { body }), headers })
const publish = ({ id, revision }: { id: number; revision: number }, body: object = {}) =>
  move(id, 'publish', { revision, ...body })
const show = async (id: number, query = '') =>
  (await program.send('GET', `/price-changes/${id}${query}`)).body as Reply<typeof getProgramChange>
/** The sale prices of the default list by product. */
async function sold() {
  const rows = await db().query<{ code: string; price: string }>(
    `SELECT p.code, trim_scale(up.sale_value)::text AS price FROM unit_prices up JOIN price_lists l ON l.id = up.price_list_id
       JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.default_unit_id = u.id
      WHERE l.is_default ORDER BY p.code`,
  )
  return Object.fromEntries(rows.map(({ code, price }) => [code, price]))
}

test('a draft is made with prices, compared, extended, published at once and undone', async () => {
  const change = await draft()
  expect(change).toMatchObject({ name: 'Ocak', state: 'draft', rows: 2, approvedBy: null, undoneBy: null })
  expect(await sold()).toEqual({ MATKAP: '100', TUTKAL: '40' })
  const compared = await show(change.id, '?sort=code')
  expect(compared).toMatchObject({
    ...{ counts: { all: 2, dearer: 2, conflict: 0 }, highest: 10.5, lowest: 10, secondPersonOver: 0, total: 2 },
    items: [
      {
        ...{ code: 'MATKAP', unit: 'ADET', kind: 'dearer', percent: 10.5, outcome: null },
        before: { value: '100', currency: 'TRY' },
        after: { value: '110.5', currency: 'TRY' },
      },
      { code: 'TUTKAL', after: { value: '44', currency: 'TRY' } },
    ],
  })
  const more = await move(change.id, 'prices', { revision: change.revision, rows: [{ code: 'TUTKAL', price: 39.99 }] })
  expect(more.body).toMatchObject({ isWritten: true, changed: 1, rejected: 0, change: { rows: 2 } })
  const next = (more.body as Written).change
  expect(next?.revision).toBeGreaterThan(change.revision)
  const published = await publish(next ?? change)
  expect(published.body).toMatchObject({ units: 2, change: { state: 'published', left: 0 } })
  expect(await sold()).toEqual({ MATKAP: '110.5', TUTKAL: '39.99' })
  const undone = await move(change.id, 'undo')
  expect(undone.body).toMatchObject({ units: 2, change: { state: 'published', undoes: change.id } })
  expect(await sold()).toEqual({ MATKAP: '100', TUTKAL: '40' })
  expect((await show(change.id)).change).toMatchObject({
    state: 'undone',
    undoneBy: (undone.body as Published).change.id,
  })
  expect(codeOf(await move(change.id, 'undo'))).toBe('price_change_state')
  const list = (await program.send('GET', '/price-changes?limit=1')).body as { items: object[]; cursor: string }
  expect(list).toMatchObject({ items: [{ id: change.id }], cursor: `r${change.id}` })
  const entries = await db().query(
    `SELECT DISTINCT action FROM audit_log WHERE noun = 'price_change' AND key_id = $1 AND user_id IS NULL ORDER BY 1`,
    [program.keyId],
  )
  expect(entries).toEqual([{ action: 'apply' }, { action: 'create' }, { action: 'undo' }])
})

test('people see who made it, and its steps', async () => {
  const { id } = await draft()
  const { body } = await staff.send('GET', `/yonetim/price-changes/${id}`)
  expect(body as Reply<typeof getPriceChange>).toMatchObject({
    change: { createdBy: 'ERP', requestedBy: null, rows: 2 },
    steps: [{ kind: 'file', user: 'ERP', facts: { lines: 2, problems: 0, units: 2 } }],
  })
})

test('another list is named by its code; null takes a unit out of the list, other units are named', async () => {
  const list = { priceList: 'T2' }
  const first = await draft({ ...list, rows: [{ code: 'MATKAP', unit: 'KOLİ', price: 1000, currency: 'EUR' }] })
  expect(first.priceList).toBe('T2')
  await publish(first)
  const second = await draft({ ...list, rows: [{ code: 'MATKAP', unit: 'KOLİ', price: null }] })
  expect((await show(second.id)).items).toMatchObject([
    { unit: 'KOLİ', kind: 'removed', before: { value: '1000', currency: 'EUR' }, after: null },
  ])
  expect((await publish(second)).body).toMatchObject({ units: 1 })
  expect(await sold()).toEqual({ MATKAP: '100', TUTKAL: '40' })
})

describe('prices with problems', () => {
  const rows = [
    ...prices,
    { code: 'YOK', price: 5 },
    { code: 'MATKAP', unit: 'FIÇI', price: 5 },
    { code: 'MATKAP', unit: 'KOLİ', price: -1 },
    { code: 'MATKAP', unit: 'KOLİ', price: '1.23456' },
    { code: 'MATKAP', unit: 'KOLİ', price: '1.234,56' },
    { code: 'MATKAP', unit: 'KOLİ', price: 5, currency: 'XYZ' },
    { code: 'MATKAP', unit: 'adet', price: 7 },
    { code: 'TUTKAL' },
    { code: 'TUTKAL', price: 1, discount: 3 },
  ]
  const problems = [
    '2 code product_unknown',
    '3 unit unit_unknown',
    '4 price value_invalid',
    '5 price value_invalid',
    '6 price value_invalid',
    '7 currency currency_unknown',
    '8 null key_repeated',
    '9 price value_missing',
    '10 discount field_unknown',
  ]

  test('are named with their place, and the others go in', async () => {
    const { body } = await create({ rows })
    const written = body as Written
    expect(written).toMatchObject({ isWritten: true, changed: 2, rejected: 9, change: { rows: 2 } })
    expect(written.problems.map(({ row, field, code }) => `${row} ${field} ${code}`)).toEqual(problems)
    expect(written.problems[0]).toMatchObject({ key: 'YOK', message: 'Bu ürün mağazada yok.' })
  })

  test('let nothing in if the request is atomic, nor if no price is good', async () => {
    const bad = rows.slice(2, 8)
    for (const [body, rejected] of [
      [{ rows, atomic: true }, 9],
      [{ rows: bad }, 6],
    ] as const) {
      expect((await create(body)).body).toMatchObject({ isWritten: false, change: null, changed: 0, rejected })
    }
    expect(await db().query('SELECT FROM price_changes')).toEqual([])
    const { id, revision } = await draft()
    const late = await move(id, 'prices', {
      revision,
      rows: [{ code: 'MATKAP', price: 1 }, ...rows.slice(2, 3)],
      atomic: true,
    })
    expect(late.body).toMatchObject({ isWritten: false, change: null, rejected: 1 })
    expect((await show(id)).change.revision).toBe(revision)
  })

  test('more than 5,000, none, no name and an unknown list are refused', async () => {
    const many = Array.from({ length: 5_001 }, (_, at) => ({ code: `K${at}`, price: 1 }))
    expect(codeOf(await create({ rows: many }))).toBe('validation_failed')
    expect(codeOf(await create({ rows: [] }))).toBe('validation_failed')
    expect(codeOf(await create({ name: ' ' }))).toBe('validation_failed')
    expect(codeOf(await create({ priceList: 'YOK' }))).toBe('price_list_not_found')
  })
})

describe('publication', () => {
  test('twice is once: the second request is refused, one with the same key gets the first answer', async () => {
    const change = await draft()
    const headers = { 'idempotency-key': 'yayin-1' }
    const body = { revision: change.revision }
    const first = await move(change.id, 'publish', body, program, headers)
    const again = await move(change.id, 'publish', body, program, headers)
    expect(first.body).toMatchObject({ units: 2 })
    expect(again.body).toEqual(first.body)
    expect(codeOf(await publish(change))).toBe('price_change_state')
    const other = await move(change.id, 'publish', { ...body, conflicts: 'keep' }, program, headers)
    expect(codeOf(other)).toBe('idempotency_mismatch')
    expect((await create({}, program, { 'idempotency-key': 'taslak' })).body).toEqual(
      (await create({}, program, { 'idempotency-key': 'taslak' })).body,
    )
    expect(await db().query("SELECT FROM price_changes WHERE state = 'draft'")).toHaveLength(1)
  })

  test('at a time waits for it, and can be withdrawn', async () => {
    const change = await draft()
    const at = new Date(Date.now() + 86_400_000).toISOString()
    expect((await publish(change, { at })).body).toMatchObject({
      units: 0,
      change: { state: 'scheduled', publishAt: at },
    })
    expect((await move(change.id, 'withdraw')).body).toMatchObject({ change: { state: 'draft', publishAt: null } })
    expect(codeOf(await move(change.id, 'withdraw'))).toBe('price_change_state')
    await publish(change, { at })
    await db().execute("UPDATE price_changes SET publish_at = now() - interval '1 second'")
    await publishDue(db())
    expect(await sold()).toEqual({ MATKAP: '110.5', TUTKAL: '44' })
    const [entry] = await db().query(
      "SELECT key_id, user_id FROM audit_log WHERE noun = 'price_change' AND action = 'apply' ORDER BY id DESC LIMIT 1",
    )
    expect(entry).toEqual({ key_id: program.keyId, user_id: null })
  })

  test.each([
    ['in the past', '2020-01-01T08:00:00+03:00'],
    ['in two years', new Date(Date.now() + 2 * 366 * 86_400_000).toISOString()],
    ['without an offset', '2030-01-01T08:00:00'],
  ])('%s is refused and loses nothing', async (_case, at) => {
    const change = await draft()
    expect(codeOf(await publish(change, { at }))).toBe('validation_failed')
    expect((await show(change.id)).change.state).toBe('draft')
  })

  test('of a draft that somebody else changed is refused until the program knows the change', async () => {
    const change = await draft()
    const body = { revision: change.revision, code: 'MATKAP', unit: '', value: '120', currency: 'TRY' }
    expect((await staff.send('POST', `/yonetim/price-changes/${change.id}/prices`, { body })).status).toBe(200)
    expect(codeOf(await publish(change))).toBe('price_change_changed')
    expect(codeOf(await move(change.id, 'prices', { revision: change.revision, rows: prices }))).toBe(
      'price_change_changed',
    )
    expect((await publish((await show(change.id)).change)).body).toMatchObject({ units: 2 })
    expect(await sold()).toEqual({ MATKAP: '120', TUTKAL: '44' })
  })

  test('asks what to do with prices that have changed since', async () => {
    const change = await draft()
    await db().execute('UPDATE unit_prices SET sale_value = 99 WHERE sale_value = 100')
    const asked = await publish(change)
    expect(asked.body).toMatchObject({ error: { code: 'price_change_conflicts', facts: { count: 1 } } })
    expect((await show(change.id, '?show=conflict')).items).toMatchObject([{ code: 'MATKAP', isConflict: true }])
    expect((await publish(change, { conflicts: 'keep' })).body).toMatchObject({ units: 1, change: { left: 1 } })
    expect(await sold()).toEqual({ MATKAP: '99', TUTKAL: '44' })
  })

  test('above the store’s limit waits for a person, who is not the one that made the key', async () => {
    await shop.setSetting('pricesNeedTwoOver', 5)
    const change = await draft()
    expect((await publish(change)).body).toMatchObject({ units: 0, change: { state: 'waiting' } })
    expect(codeOf(await publish(change))).toBe('price_change_state')
    expect(await sold()).toEqual({ MATKAP: '100', TUTKAL: '40' })
    const approve = (by: TestVisitor) =>
      by.send('POST', `/yonetim/price-changes/${change.id}/approve`, { body: { revision: change.revision } })
    expect(codeOf(await approve(maker))).toBe('second_person_needed')
    expect((await approve(staff)).body).toMatchObject({ state: 'published', units: 2 })
    expect((await show(change.id)).change.approvedBy).not.toBeNull()
    // The way back is as large.
    expect((await move(change.id, 'undo')).body).toMatchObject({ units: 0, change: { state: 'waiting' } })
    expect(await sold()).toEqual({ MATKAP: '110.5', TUTKAL: '44' })
    await shop.setSetting('pricesNeedTwoOver', 0)
  })

  test('of a draft that has come to equal the list is refused', async () => {
    const change = await draft()
    const rows = [
      { code: 'MATKAP', price: 100 },
      { code: 'TUTKAL', price: 40 },
    ]
    const { body } = await move(change.id, 'prices', { revision: change.revision, rows })
    expect(codeOf(await publish((body as Written).change ?? change))).toBe('price_change_empty')
  })
})

test('a draft that is not published can be deleted, a published one cannot', async () => {
  const change = await draft()
  const remove = () => program.send('DELETE', `/price-changes/${change.id}`)
  expect((await remove()).body).toEqual({ isDeleted: true })
  expect(codeOf(await remove())).toBe('price_change_not_found')
  const published = await draft()
  await publish(published)
  expect(codeOf(await program.send('DELETE', `/price-changes/${published.id}`))).toBe('price_change_state')
})

describe('rights', () => {
  test('another key neither reads nor moves the change; nor does a key those of people', async () => {
    const other = await addProgram(shop, ['prices:read', 'prices:write'])
    const { id, revision } = await draft()
    const [list] = await db().query<{ id: number }>('SELECT id FROM price_lists WHERE is_default')
    const byPerson = await staff.send('POST', '/yonetim/price-changes', { body: { list: list?.id, name: 'Elle' } })
    const foreign = [
      [other, id],
      [program, (byPerson.body as { id: number }).id],
    ] as const
    for (const [by, change] of foreign) {
      const answers = [
        await by.send('GET', `/price-changes/${change}`),
        await move(change, 'prices', { revision, rows: prices }, by),
        await move(change, 'publish', { revision }, by),
        await move(change, 'withdraw', undefined, by),
        await move(change, 'undo', undefined, by),
        await by.send('DELETE', `/price-changes/${change}`),
      ]
      expect(answers.map(codeOf)).toEqual(answers.map(() => 'price_change_not_found'))
    }
    expect((await other.send('GET', '/price-changes')).body).toEqual({ items: [], cursor: null })
    expect((await show(id)).change).toMatchObject({ state: 'draft', revision })
  })

  test('writing needs prices:write, reading prices:read', async () => {
    const reader = await addProgram(shop, ['prices:read', 'catalog:write'])
    const writer = await addProgram(shop, ['prices:write'])
    const { id, revision } = await draft()
    const refused = [
      await create({}, reader),
      await move(id, 'prices', { revision, rows: prices }, reader),
      await move(id, 'publish', { revision }, reader),
      await move(id, 'withdraw', undefined, reader),
      await move(id, 'undo', undefined, reader),
      await reader.send('DELETE', `/price-changes/${id}`),
      await writer.send('GET', '/price-changes'),
      await writer.send('GET', `/price-changes/${id}`),
    ]
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'scope_missing'))
  })
})
