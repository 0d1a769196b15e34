import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { insertPos } from '#demo/trade/pos.ts'
import { openTestShop, type TestShop, testSecret } from '#testing/shop.ts'
import { openSecrets, resealKeys } from '#server/payments/payments.ts'
import { csrfTokenOf, seal, unseal } from '#server/platform/http/secrets.ts'

const former = 'the former secret of at least thirty-two letters'
const other = 'another secret of at least thirty-two letters'
/** What a shop of two processes changes to, one process after the other. */
const next = 'the next secret of at least thirty-two letters'
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

describe('two processes, in the middle of the change from one secret to the next', () => {
  let waiting: TestShop
  let changed: TestShop
  beforeAll(async () => {
    waiting = await openTestShop({ env: { FORMER_SESSION_SECRET: next } })
    const database = { ...waiting.database, drop: async () => {} }
    changed = await openTestShop({ database, env: { SESSION_SECRET: next, FORMER_SESSION_SECRET: testSecret } })
  })
  afterAll(async () => {
    await changed.close()
    await waiting.close()
  })

  test('each takes the forms of pages that the other has rendered', async () => {
    for (const each of [waiting, changed]) {
      const guest = await each.guest()
      for (const secret of [testSecret, next]) {
        const headers = { 'x-csrf-token': csrfTokenOf(secret, guest.cookies['toptan_guest'] ?? '') }
        const { status } = await guest.send('POST', '/api/catalog/searches', { body: { q: 'matkap' }, headers })
        expect(status).toBe(200)
      }
    }
  })

  test('each reads the keys of POS accounts, whichever of them started last', async () => {
    const { pool } = waiting.database
    await insertPos(pool, testSecret)
    const [account] = await pool.query<{ id: number }>('SELECT id FROM pos_accounts WHERE secrets IS NOT NULL LIMIT 1')
    const reads = ({ app }: TestShop) => app.payments.gatewayOf(pool, account?.id ?? 0)
    for (const secrets of [
      [next, testSecret],
      [testSecret, next],
      [next, testSecret],
    ] as const) {
      await resealKeys(pool, secrets)
      for (const each of [waiting, changed]) expect((await reads(each)).origins).toEqual(expect.any(Array))
    }
  })
})

/** How what a file signs, without storing it, is recognized while the secret is replaced: in itself, or in another file. */
const verifiers: Readonly<Record<string, string | null>> = {
  'server/account/password/one-time-links.ts': 'server/account/password/password-email.ts',
  'server/applications/link-token.ts': 'server/applications/link-token.ts',
  'server/backup/make/make-backup.ts': 'cli/restore.ts',
  'server/offers/quote-links/link-token.ts': 'server/offers/quote-links/link-token.ts',
  'server/payment-links/link-token.ts': 'server/payment-links/link-email.ts',
  'server/payments/start/attempt-limits.ts': 'server/payments/start/attempt-limits.ts',
  'server/payments/start/repeated-start.ts': 'server/payments/start/repeated-start.ts',
  'server/platform/http/encrypted.ts': 'server/platform/http/encrypted.ts',
  'server/platform/http/secrets.ts': 'server/platform/http/secrets.ts',
  // The address of a cart that is not stored yet; the cookie has it from then on.
  'server/visitor/visit.ts': null,
}

test('every file that signs with the current secret has one that accepts the former, too', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const signing = globSync('server/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/test-/.test(file) && !file.startsWith('server/sandbox-'))
    .filter((file) =>
      /\b(?:currentSecret|sign)\((?:secret|deps\.secret|each)\b|createHmac\('sha256', each\)/.test(read(file)),
    )
  expect(signing.toSorted()).toEqual(Object.keys(verifiers).toSorted())
  const forgetful = Object.values(verifiers).filter((file) => file !== null && !read(file).includes('acceptedSecrets('))
  expect(forgetful).toEqual([])
})
