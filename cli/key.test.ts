import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { root } from './root.ts'
import { programPath } from '#testing/program.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function key(...args: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'test' }
  const child = spawn(process.execPath, [programPath('cli/toptan.ts'), 'key', ...args], { cwd: root, env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output }
}

test('makes a key, which is printed once, lists it by its prefix, and revokes it', async () => {
  const made = await key('create', 'Logo', '--scopes', 'orders:ack,orders:read', '--addresses', '192.0.2.0/24')
  expect(made.code).toBe(0)
  const text = made.output.trim()
  expect(text).toMatch(/^tpt_[0-9A-Za-z]{8}_[\w-]{43}$/)
  const [, prefix = ''] = text.split('_')
  const listed = await key('list')
  expect(listed.output).toBe(`${prefix}  Logo  (orders:read orders:ack; never used)\n`)
  expect((await key('revoke', prefix)).code).toBe(0)
  expect((await key('list')).output).toContain('revoked')
  const audited = await database.pool.query(
    "SELECT action, noun_id, key_id FROM audit_log WHERE noun = 'api_key' ORDER BY id",
  )
  expect(audited).toMatchObject([
    { action: 'create', noun_id: `Logo (${prefix})` },
    { action: 'revoke', noun_id: `Logo (${prefix})` },
  ])
  expect(JSON.stringify(audited)).not.toContain(text)
})

test.each([
  [['create', 'Logo'], 1, 'scope'],
  [['create', 'Logo', '--scopes', 'orders:delete'], 2, 'There is no scope "orders:delete".'],
  [['create', 'Logo', '--scopes', 'orders:read', '--addresses', '300.0.0.1'], 1, '300.0.0.1'],
  [['create', 'Logo', '--scopes', 'orders:read', '--expires', '2026-02-31'], 1, 'date'],
  [['revoke', 'AAAAAAAA'], 1, 'There is no key with this prefix.'],
  [['show'], 2, 'toptan key list'],
])('refuses %j', async (args, code, said) => {
  const count = () => database.pool.one('SELECT count(*), count(revoked_at) AS revoked FROM api_keys')
  const before = await count()
  const answer = await key(...args)
  expect([answer.code, answer.output]).toEqual([code, expect.stringContaining(said)])
  expect(await count()).toEqual(before)
})
