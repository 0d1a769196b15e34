import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program
beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['dealers:write'])
  await post('dealers', [
    { code: 'B-1', name: 'Bir' },
    { code: 'B-2', name: 'İki' },
  ])
})
afterAll(() => shop.close())

type Reply = { isWritten: boolean; results: { status: string; error: { code: string; field: string | null } | null }[] }
const post = async (resource: string, rows: object[], more: object = {}): Promise<Reply> => {
  const answer = await program.send('POST', `/${resource}`, { body: { rows, ...more } })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
const outcomes = ({ results }: Reply) => results.map(({ status, error }) => error?.code ?? status)
const stored = (email: string) =>
  shop.database.pool.one<{ id: number; dealer: string | null; name: string; can_order: boolean; is_disabled: boolean }>(
    `SELECT u.id, d.code AS dealer, u.name, u.role, u.can_order, u.disabled_at IS NOT NULL AS is_disabled, u.password_hash
       FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id WHERE u.email = $1`,
    [email],
  )

test('users of dealers are added without a password, and change only in what a row names', async () => {
  const row = { email: ' Ayse@Example.com', dealer: 'B-1', name: 'Ayşe  Yıldız' }
  expect(outcomes(await post('users', [row]))).toEqual(['created'])
  expect(await stored('ayse@example.com')).toMatchObject({
    ...{ dealer: 'B-1', name: 'Ayşe Yıldız', role: 'dealer', can_order: true, is_disabled: false, password_hash: null },
  })
  expect(outcomes(await post('users', [row]))).toEqual(['unchanged'])
  expect(outcomes(await post('users', [{ email: 'ayse@example.com', canOrder: false }]))).toEqual(['updated'])
  expect(await stored('ayse@example.com')).toMatchObject({ dealer: 'B-1', name: 'Ayşe Yıldız', can_order: false })
  const audit = await shop.database.pool.query('SELECT action, key_id FROM audit_log WHERE noun_id = $1 ORDER BY id', [
    'ayse@example.com',
  ])
  expect(audit).toEqual(['create', 'change'].map((action) => ({ action, key_id: program.keyId })))
})

test('a user of another dealer, and one that is deactivated, is signed out', async () => {
  const rows = ['veli', 'can', 'ece'].map((name) => ({ email: `${name}@example.com`, dealer: 'B-1', name }))
  await post('users', rows)
  const users = await Promise.all(rows.map(({ email }) => stored(email)))
  const browsers = await Promise.all(users.map((user) => shop.signedIn({ userId: user?.id ?? 0 })))
  await post('users', [
    { email: 'veli@example.com', dealer: 'B-2' },
    { email: 'can@example.com', isActive: false },
    { email: 'ece@example.com', name: 'Ece' },
  ])
  const answers = await Promise.all(browsers.map((browser) => browser.send('GET', '/api/catalog/cart')))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 200])
  expect(await stored('can@example.com')).toMatchObject({ is_disabled: true })
  expect(outcomes(await post('users', [{ email: 'can@example.com', isActive: true }]))).toEqual(['updated'])
})

test('wrong rows are named with field and reason; administrators stay as they are', async () => {
  const admin = await addAdmin(shop.database.pool)
  const before = await stored(admin.email)
  const rows = [
    { email: admin.email, dealer: 'B-1', name: 'X', isActive: false },
    { email: 'yanlış', dealer: 'B-1', name: 'X' },
    { email: 'a@example.com', dealer: 'yok', name: 'X' },
    { email: 'b@example.com', name: 'X' },
    { email: 'c@example.com', dealer: 'B-1' },
    { email: 'd@example.com', dealer: 'B-1', name: 'D' },
    { email: 'D@example.com', dealer: 'B-1', name: 'D' },
    { email: 'e@example.com', dealer: 'B-1', name: 'E', role: 'admin' },
  ]
  const reply = await post('users', rows)
  expect(reply.results.map(({ error }) => error && [error.code, error.field])).toEqual([
    ['email_taken', 'email'],
    ['email_invalid', 'email'],
    ['dealer_unknown', 'dealer'],
    ['value_missing', 'dealer'],
    ['value_missing', 'name'],
    null,
    ['key_repeated', null],
    ['field_unknown', 'role'],
  ])
  expect(await stored(admin.email)).toEqual(before)
  expect(await stored('d@example.com')).toMatchObject({ dealer: 'B-1' })
  const atomic = [
    { email: 'f@example.com', dealer: 'B-1', name: 'F' },
    { email: 'g@example.com', dealer: 'yok', name: 'G' },
  ]
  expect(await post('users', atomic, { atomic: true })).toMatchObject({ isWritten: false })
  expect(await stored('f@example.com')).toBeUndefined()
})
