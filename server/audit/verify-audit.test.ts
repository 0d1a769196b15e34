import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import {
  auditHead,
  commandLine,
  eraseFromAudit,
  sealAudit,
  verifyAudit,
  writeAudit,
  writeAuditEntries,
} from './audit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** As a superuser who has disabled the triggers that protect the log. */
async function forge(...statements: string[]): Promise<void> {
  await transaction(database.pool, async (db) => {
    await db.execute("SELECT set_config('session_replication_role', 'replica', true)")
    for (const sql of statements) await db.execute(sql)
  })
}

const write = (...ids: string[]) =>
  writeAuditEntries(
    database.pool,
    commandLine,
    ids.map((id) => ({ action: 'change', noun: 'setting', id, before: { value: 1 }, after: { value: 2.5 } })),
  )

beforeEach(async () => {
  await forge('TRUNCATE audit_log RESTART IDENTITY', 'TRUNCATE audit_seals', 'TRUNCATE audit_unsealed')
  await write('a', 'b', 'c', 'd')
  await sealAudit(database.pool)
})

const verify = (heads?: Parameters<typeof verifyAudit>[1]) => verifyAudit(database.pool, heads)

test('accepts what the program wrote, sealed or not yet', async () => {
  await write('e')
  expect(await verify()).toMatchObject({ problem: null, head: { seq: 4 }, unsealed: 1 })
  expect(await sealAudit(database.pool)).toBe(1)
  expect(await sealAudit(database.pool)).toBe(0)
  expect(await verify()).toMatchObject({ problem: null, head: { seq: 5 }, unsealed: 0, erased: 0 })
})

test('seals in batches, and an entry whose transaction ends late', async () => {
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const late = transaction(database.pool, async (db) => {
    await writeAudit(db, commandLine, { action: 'change', noun: 'setting', id: 'late' })
    written.resolve()
    await release.promise
  })
  await written.promise
  await write(...Array.from({ length: 1_500 }, (_, i) => `n${i}`))
  expect(await sealAudit(database.pool)).toBe(1_500)
  release.resolve()
  await late
  expect(await sealAudit(database.pool)).toBe(1)
  expect(await verify()).toMatchObject({ problem: null, head: { seq: 1_505 } })
})

test('processes that seal at the same time make one chain', async () => {
  await write(...Array.from({ length: 50 }, (_, i) => `n${i}`))
  const counts = await Promise.all([1, 2, 3].map(() => sealAudit(database.pool)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(50)
  expect(await verify()).toMatchObject({ problem: null, head: { seq: 54 } })
})

test.each<[string, string[], object]>([
  ['a changed value', [`UPDATE audit_log SET after = '{"value": 3}' WHERE id = 2`], { kind: 'changed', entry: 2 }],
  [
    'a changed time',
    ["UPDATE audit_log SET at = at - interval '1 microsecond' WHERE id = 3"],
    { kind: 'changed', entry: 3 },
  ],
  ['a removed entry', ['DELETE FROM audit_log WHERE id = 2'], { kind: 'missing', entry: 2 }],
  [
    'an entry removed with its seal',
    ['DELETE FROM audit_log WHERE id = 2', 'DELETE FROM audit_seals WHERE audit_id = 2'],
    { kind: 'broken', seal: 2 },
  ],
  [
    'an inserted entry',
    ["INSERT INTO audit_log (action, noun, noun_id) VALUES ('change', 'setting', 'forged')"],
    { kind: 'inserted', entry: 5 },
  ],
  [
    'exchanged entries',
    ['UPDATE audit_log a SET noun_id = b.noun_id FROM audit_log b WHERE (a.id, b.id) IN ((2, 3), (3, 2))'],
    { kind: 'changed', entry: 2 },
  ],
  [
    'exchanged seals',
    [
      'UPDATE audit_seals SET seq = -seq + 5 + 10 WHERE seq IN (2, 3)',
      'UPDATE audit_seals SET seq = seq - 10 WHERE seq > 10',
    ],
    { kind: 'broken', seal: 2 },
  ],
  [
    'a changed entry with a new digest',
    [
      "UPDATE audit_log SET noun_id = 'x' WHERE id = 2",
      `UPDATE audit_seals s SET digest = sha256(convert_to(jsonb_build_array(a.id, a.user_id, a.key_id, extract(epoch FROM a.at)::text,
         a.action, a.noun, a.noun_id, a.before, a.after, a.address)::text, 'UTF8')) FROM audit_log a WHERE a.id = 2 AND s.audit_id = 2`,
    ],
    { kind: 'broken', seal: 2 },
  ],
])('finds %s', async (_what, statements, problem) => {
  await forge(...statements)
  expect((await verify()).problem).toEqual(problem)
})

test('finds entries removed at the end by a head that is stored elsewhere', async () => {
  const head = await auditHead(database.pool)
  await forge('DELETE FROM audit_log WHERE id > 2', 'DELETE FROM audit_seals WHERE audit_id > 2')
  expect((await verify()).problem).toBeNull()
  expect((await verify([head])).problem).toEqual({ kind: 'shortened', seal: 3 })
})

test('finds a chain that was made anew by a head that is stored elsewhere', async () => {
  const head = await auditHead(database.pool)
  await forge(
    'DELETE FROM audit_seals',
    "UPDATE audit_log SET noun_id = 'x' WHERE id = 1",
    'INSERT INTO audit_unsealed SELECT id FROM audit_log',
  )
  await sealAudit(database.pool)
  expect((await verify()).problem).toBeNull()
  expect((await verify([head])).problem).toEqual({ kind: 'replaced', seal: 4 })
})

test('finds an entry removed before it was sealed', async () => {
  await write('e')
  await forge('DELETE FROM audit_log WHERE id = 5')
  expect(await sealAudit(database.pool)).toBe(0)
  expect((await verify()).problem).toEqual({ kind: 'missing', entry: 5 })
})

test('counts an erasure, and finds a change that only looks like one', async () => {
  await writeAudit(database.pool, commandLine, { action: 'change', noun: 'user', id: 'ayse@example.com' })
  await sealAudit(database.pool)
  await transaction(database.pool, (db) => eraseFromAudit(db, { email: 'ayse@example.com', name: 'Ayşe' }, 'erased'))
  expect(await verify()).toMatchObject({ problem: null, erased: 1, head: { seq: 6 } })
  await forge("UPDATE audit_log SET noun_id = 'erased-2' WHERE id = 5")
  expect((await verify()).problem).toEqual({ kind: 'changed', entry: 5 })
})

test('seals cannot be changed or removed', async () => {
  for (const sql of ['UPDATE audit_seals SET seq = seq + 1', 'DELETE FROM audit_seals', 'TRUNCATE audit_seals'])
    await expect(database.pool.execute(sql)).rejects.toThrow('Seals of the audit log are only ever added.')
})
