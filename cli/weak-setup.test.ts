import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { hashPassword } from '#server/account/account.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { checkOutsideCalls, weakAccounts, weakSettings } from './weak-setup.ts'

const good = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://bayi.example.com',
  SESSION_SECRET: 'k3Jq8vWm2Xz7Rb5Tn9Lc4Hd6Fg1Ps0Ya',
  SMTP_URL: 'smtps://bayi:5k2m@mail.example.com',
  TRUSTED_PROXIES: '10.0.0.5',
  METRICS_FROM: '10.0.0.7',
}

test('a good set-up has no weak points', () => {
  expect(weakSettings(parseConfig(good))).toEqual([])
})

test.each([
  ['SESSION_SECRET', 'a'.repeat(40)],
  ['SESSION_SECRET', 'change-me-change-me-change-me-please'],
  ['FORMER_SESSION_SECRET', 'my-very-long-password-of-the-shop'],
  ['BACKUP_KEY', '1234567890123456789012345678901234567890'],
  ['PUBLIC_URL', 'http://bayi.example.com'],
  ['SMTP_URL', ''],
  ['METRICS_FROM', '10.0.0.0/8'],
  ['REDIS_URL', 'redis://redis.example.com:6379'],
])('%s=%s is weak', (name, value) => {
  expect(weakSettings(parseConfig({ ...good, [name]: value }))).toEqual([
    expect.stringContaining(name.replace('FORMER_', '')),
  ])
})

test('outside calls that are off are reported, as weak in production', () => {
  expect(checkOutsideCalls({ production: true })).toEqual([])
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  try {
    const text = expect.stringContaining('OUTSIDE_CALLS is off')
    expect(checkOutsideCalls({ production: true })).toEqual([{ level: 'weak', text }])
    expect(checkOutsideCalls({ production: false })).toEqual([{ level: 'note', text }])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('metrics that visitors of an unknown proxy could read are weak', () => {
  const settings = { ...good, HOST: '0.0.0.0', TRUSTED_PROXIES: '' }
  expect(weakSettings(parseConfig(settings))).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('accounts of the demo with its password are weak; changed and disabled ones are not', async () => {
  const { pool } = database
  const add = async (email: string, password: string) => {
    const { userId } = await addAdmin(pool, await hashPassword(password))
    await pool.execute('UPDATE users SET email = $2 WHERE id = $1', [userId, email])
    return userId
  }
  await add('yonetici@example.com', 'demo1234')
  await add('ayse@example.com', 'another-password')
  await pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [await add('eski@example.com', 'demo1234')])
  expect(await weakAccounts(pool)).toEqual([expect.stringMatching(/^yonetici@example\.com: /)])
})
