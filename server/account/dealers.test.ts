import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { addUser, disableUser, setPassword } from './account.ts'
import { listDealers, saveDealer } from './dealers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const plain = { discount: null, riskLimit: null, riskMode: null, priceListCode: null }
const stored = () =>
  database.pool.one('SELECT name, discount, risk_limit, risk_mode FROM dealers WHERE code = $1', ['B-1'])

test('saveDealer adds a dealer once and changes it by its code; omitted values remain', async () => {
  const { pool } = database
  expect(await saveDealer(pool, { ...plain, code: 'B-1', name: 'Işık Elektrik', discount: '7.5' })).toEqual({
    ok: true,
  })
  expect(await saveDealer(pool, { ...plain, code: 'B-1', name: 'Işık A.Ş.', riskLimit: '50000' })).toEqual({ ok: true })
  expect(await stored()).toEqual({ name: 'Işık A.Ş.', discount: '7.500', risk_limit: '50000.00', risk_mode: 'order' })
  expect(await saveDealer(pool, { ...plain, code: 'B-1', name: 'Işık A.Ş.', riskMode: 'balance' })).toEqual({
    ok: true,
  })
  const limit = { risk_limit: '50000.00', risk_mode: 'balance' }
  expect(await listDealers(pool)).toEqual([{ code: 'B-1', name: 'Işık A.Ş.', users: 0, is_disabled: false, ...limit }])
})

test('writes changed fields of a dealer to the audit log, and no entry when nothing changed', async () => {
  const { pool } = database
  const entries = () =>
    pool.query("SELECT action, before, after, user_id FROM audit_log WHERE noun_id = 'B-9' ORDER BY id")
  await saveDealer(pool, { ...plain, code: 'B-9', name: 'Dokuz', discount: '5' })
  await saveDealer(pool, { ...plain, code: 'B-9', name: 'Dokuz', riskLimit: '1000' })
  await saveDealer(pool, { ...plain, code: 'B-9', name: 'Dokuz' })
  expect(await entries()).toEqual([
    {
      action: 'create',
      before: null,
      after: expect.objectContaining({ name: 'Dokuz', discount: '5,00' }),
      user_id: null,
    },
    { action: 'change', before: { riskLimit: '0,00' }, after: { riskLimit: '1.000,00' }, user_id: null },
  ])
  await pool.execute("DELETE FROM dealers WHERE code = 'B-9'")
})

test.each(['75.000,50', '75,000.50', '75000.5', '₺75.000,50'])('accepts the risk limit %s', async (riskLimit) => {
  await saveDealer(database.pool, { ...plain, code: 'B-1', name: 'Işık A.Ş.', riskLimit })
  expect(await stored()).toMatchObject({ risk_limit: '75000.50' })
})

test.each([
  [{ discount: '101' }, 'number_invalid'],
  [{ discount: '-1' }, 'number_invalid'],
  [{ riskLimit: 'çok' }, 'number_invalid'],
  [{ riskLimit: '-5' }, 'number_invalid'],
  [{ riskLimit: '0,125' }, 'number_invalid'],
  [{ priceListCode: 'YOK' }, 'price_list_unknown'],
] as const)('rejects %j', async (part, problem) => {
  const before = await listDealers(database.pool)
  expect(await saveDealer(database.pool, { ...plain, code: 'B-2', name: 'B', ...part })).toEqual({ ok: false, problem })
  expect(await listDealers(database.pool)).toEqual(before)
})

test('the audit log contains users added, disabled or given a password by the command line, but never the password', async () => {
  const { pool } = database
  const actor = await addDealer(pool)
  const entries = () =>
    pool.query<{ action: string }>(
      "SELECT action, after, user_id FROM audit_log WHERE noun_id = 'ayse@example.com' ORDER BY id",
    )
  const person = { name: 'Ayşe', canOrder: true, dealerCode: actor.dealer?.code ?? null, password: 'gizli6-ilk' }
  await addUser(pool, { ...person, email: 'Ayse@Example.com' })
  await addUser(pool, { ...person, email: 'Ayse@Example.com' })
  await setPassword(pool, 'AYSE@example.com', 'gizli6-son')
  await disableUser(pool, 'ayse@example.com', true)
  await disableUser(pool, 'ayse@example.com', true)
  await disableUser(pool, 'ayse@example.com', false)
  const rows = await entries()
  expect(rows.map(({ action }) => action)).toEqual(['create', 'set_password', 'deactivate', 'activate'])
  expect(rows[0]).toMatchObject({ after: { role: 'dealer', dealer: actor.dealer?.code }, user_id: null })
  expect(JSON.stringify(rows)).not.toContain('gizli6')
})
