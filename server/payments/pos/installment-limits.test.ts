import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import type { LimitValues, ManagedLimit } from '#contract/admin/installment-limits.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { type CardShop, openCardShop } from '#testing/card-shop.ts'
import { codeOf, type Method, type TestVisitor } from '#testing/shop.ts'

let bank: CardShop
let staff: TestVisitor
let dealer: TestVisitor

beforeAll(async () => {
  bank = await openCardShop()
  staff = await bank.shop.signedIn(await addAdmin(bank.pool))
  dealer = await bank.shop.signedIn(await addDealer(bank.pool))
  await bank.pool.execute("INSERT INTO categories (name, slug) VALUES ('Elektronik', 'elektronik')")
})
afterAll(() => bank.close())

const nothing: LimitValues = { most: '', cardClass: '', category: '', from: '', until: '', note: '' }
const send = (method: Method, path: string, body?: object) =>
  staff.send(method, `/yonetim/installment-limits${path}`, body === undefined ? {} : { body })
const itemsOf = ({ body }: { body: unknown }) => (body as { items: ManagedLimit[] }).items
const audit = async () =>
  ((await staff.send('GET', '/yonetim/audit?noun=installment_limit')).body as { items: AuditEntry[] }).items

/** The highest number of installments that a dealer is offered. */
async function offered(): Promise<number> {
  const { body } = await dealer.send('GET', '/api/catalog/installments?type=pay&amount=1000')
  const { banks } = body as { banks: { posPlans: Record<string, object> }[] }
  return Math.max(...banks.flatMap(({ posPlans }) => Object.keys(posPlans).map(Number)))
}

test('a limit is added, changed and removed, and dealers are offered only what it allows', async () => {
  const without = await offered()
  expect(without).toBeGreaterThan(4)
  const added = await send('POST', '', { values: { ...nothing, most: '4', from: '01.01.2020', note: ' Yönetmelik ' } })
  const [limit] = itemsOf(added)
  expect(limit).toMatchObject({
    goods: null,
    state: 'in_force',
    values: { ...nothing, most: '4', from: '2020-01-01', note: 'Yönetmelik' },
  })
  expect(await offered()).toBe(4)

  const { id, values: before } = limit as ManagedLimit
  const values: LimitValues = {
    ...before,
    most: '2',
    cardClass: 'personal',
    category: 'elektronik',
    until: '2020-12-31',
  }
  const changed = itemsOf(await send('PATCH', `/${id}`, { before, values }))
  expect(changed).toMatchObject([{ id, values, goods: 'Elektronik', state: 'over' }])
  expect(await offered()).toBe(without)
  // The first of two concurrent changes wins.
  expect(codeOf(await send('PATCH', `/${id}`, { before, values: { ...before, most: '9' } }))).toBe('limit_changed')
  expect(itemsOf(await send('DELETE', `/${id}`))).toEqual([])
  expect(codeOf(await send('DELETE', `/${id}`))).toBe('not_found')
  expect(codeOf(await send('PATCH', `/${id}`, { before, values }))).toBe('not_found')

  const log = await audit()
  expect(log.map(({ action }) => action)).toEqual(['remove', 'change', 'create'])
  expect(log[1]).toMatchObject({
    before: { most: 4, cardClass: null, category: null, until: null },
    after: { most: 2, cardClass: 'personal', category: 'Elektronik', until: '2020-12-31' },
  })
})

test.each<[string, Partial<LimitValues>, string[]]>([
  ['no number', { most: 'dört' }, ['most']],
  ['more than twelve', { most: '13' }, ['most']],
  ['an unknown category', { category: 'yok' }, ['category']],
  ['days that are none', { from: '31.02.2026', until: 'yarın' }, ['from', 'until']],
  ['days in the wrong order', { from: '2026-12-31', until: '2026-01-01' }, ['until']],
])('a limit with %s is refused', async (_what, wrong, fields) => {
  const answer = await send('POST', '', { values: { ...nothing, most: '4', ...wrong } })
  const { error } = answer.body as { error: { code: string; fields: object } }
  expect({ code: error.code, fields: Object.keys(error.fields) }).toEqual({ code: 'validation_failed', fields })
  expect(itemsOf(await send('GET', ''))).toEqual([])
})
