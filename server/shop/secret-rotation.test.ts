import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPos } from '#demo/trade/pos.ts'
import { openTestShop, type TestShop, testSecret } from '#testing/shop.ts'
import { openSecrets, resealKeys } from '#server/payments/payments.ts'
import { csrfTokenOf, seal, unseal } from '#server/platform/http/secrets.ts'

const former = 'the former secret of at least thirty-two letters'
const other = 'another secret of at least thirty-two letters'
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { FORMER_SESSION_SECRET: former } })
})
afterAll(() => shop.close())

test('what the former secret signed stays valid, and everything new is signed with the current one', () => {
  const both = [testSecret, former] as const
  expect(unseal(both, seal(former, { a: 1 }))).toEqual({ a: 1 })
  expect(unseal(both, seal(testSecret, { a: 1 }))).toEqual({ a: 1 })
  expect(unseal(both, seal(other, { a: 1 }))).toBeNull()
  expect(unseal(testSecret, seal(both, { a: 1 }))).toEqual({ a: 1 })
  expect(unseal(former, seal(both, { a: 1 }))).toBeNull()
})

test('a page that was open during the rotation can still send its forms', async () => {
  const guest = await shop.guest()
  const statusWith = async (secret: string) => {
    const token = csrfTokenOf(secret, guest.cookies['toptan_guest'] ?? '')
    const headers = { 'x-csrf-token': token }
    return (await guest.send('POST', '/api/catalog/searches', { body: { q: 'matkap' }, headers })).status
  }
  expect(await statusWith(testSecret)).toBe(200)
  expect(await statusWith(former)).toBe(200)
  expect(await statusWith(other)).toBe(403)
})

test('keys of POS accounts stay readable, and are encrypted with the current secret at the next start', async () => {
  const { pool } = shop.database
  await insertPos(pool, former)
  const accounts = () =>
    pool.query<{ id: number; code: string; secrets: Buffer }>(
      'SELECT id, code, secrets FROM pos_accounts WHERE secrets IS NOT NULL ORDER BY id',
    )
  const [account] = await accounts()
  if (account === undefined) throw new Error('There is no account.')
  expect((await shop.app.payments.gatewayOf(pool, account.id)).origins).toEqual(expect.any(Array))
  const keys = openSecrets(former, account.code, account.secrets)
  expect(() => openSecrets(testSecret, account.code, account.secrets)).toThrow('another SESSION_SECRET')
  await resealKeys(pool, [testSecret, former])
  for (const { code, secrets } of await accounts()) expect(openSecrets(testSecret, code, secrets)).not.toEqual({})
  const [after] = await accounts()
  expect(openSecrets(testSecret, account.code, after?.secrets ?? null)).toEqual(keys)
  // A second process, or a second start, changes nothing.
  await resealKeys(pool, [testSecret, former])
  expect((await accounts())[0]?.secrets.equals(after?.secrets ?? Buffer.alloc(0))).toBe(true)
})
