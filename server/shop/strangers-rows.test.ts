import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { purgeExpiredData } from './jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const many = 4_000
/** What visitors without an account leave, each from a network of its own, and its age when its time is over. */
const left: Readonly<Record<string, { age: string; insert: string }>> = {
  searches: {
    age: '800 days',
    insert: `INSERT INTO searches (query, folded, result_count, created_at)
             SELECT repeat('kelime' || n || ' ', 10), 'kelime' || n, 0, now() - $2::interval`,
  },
  carts: {
    age: '400 days',
    insert: 'INSERT INTO carts (guest_hash, updated_at) SELECT sha256(n::text::bytea), now() - $2::interval',
  },
  login_failures: {
    age: '61 minutes',
    insert:
      "INSERT INTO login_failures (account, address, failed_at) SELECT 'biri' || n, 'ag' || n, now() - $2::interval",
  },
  password_requests: {
    age: '61 minutes',
    insert: `INSERT INTO password_requests (email_hash, address, asked_at)
             SELECT sha256(n::text::bytea), 'ag' || n, now() - $2::interval`,
  },
  used_challenges: {
    age: '61 minutes',
    insert: "INSERT INTO used_challenges (challenge, used_at) SELECT 'c' || n, now() - $2::interval",
  },
  application_attempts: {
    age: '25 hours',
    insert: "INSERT INTO application_attempts (network, at) SELECT 'ag' || n, now() - $2::interval",
  },
}
const tables = Object.keys(left)

async function flood(age: (table: string) => string): Promise<void> {
  for (const [table, { insert }] of Object.entries(left)) {
    await database.pool.execute(`${insert} FROM generate_series(1, $1::int) n`, [many, age(table)])
  }
}

async function rows(): Promise<number[]> {
  const counts = await Promise.all(
    tables.map((table) => database.pool.one<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)),
  )
  return counts.map((each) => each?.count ?? -1)
}

async function bytes(): Promise<number> {
  const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')
  const found = await database.pool.one<{ bytes: number }>(`SELECT (${sizes})::int AS bytes`)
  return found?.bytes ?? 0
}

test('what strangers left is removed after its time, not before, and later floods take its place', async () => {
  const { pool } = database
  const none = tables.map(() => 0)
  expect(await rows()).toEqual(none)
  await flood(() => '1 minute')
  await purgeExpiredData(pool)
  expect(await rows()).toEqual(tables.map(() => many))
  for (const table of tables) await pool.execute(`TRUNCATE ${table} CASCADE`)
  const sizes: number[] = []
  for (let i = 0; i < 5; i++) {
    await flood((table) => left[table]?.age ?? '')
    sizes.push(await bytes())
    await purgeExpiredData(pool)
    expect(await rows()).toEqual(none)
    for (const table of tables) await pool.execute(`VACUUM ${table}`)
  }
  // Pages of an index are used again one vacuum later; without that, five floods take five times as much.
  expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) * 2)
})

/** What the shop itself and its users leave, 4,000 rows each, all too old. */
const ofOthers: Readonly<Record<string, string>> = {
  sessions: `INSERT INTO sessions (id, user_id, expires_at)
             SELECT sha256(n::text::bytea), (SELECT id FROM users LIMIT 1), now() - interval '1 day'`,
  erp_runs: `INSERT INTO erp_runs (connection_id, kind, state, started_at)
             SELECT (SELECT id FROM erp_connections LIMIT 1), 'full', 'done', now() - interval '61 days'`,
  job_runs: `INSERT INTO job_runs (job_id, name, process, started_at)
             SELECT gen_random_uuid(), 'purge', 'biri:' || n, now() - interval '31 days'`,
}

test('every table is emptied in batches, and no statement removes all that has piled up', async () => {
  const { pool } = database
  await pool.execute("INSERT INTO users (email, name, role) VALUES ('biri@example.com', 'Biri', 'admin')")
  await pool.execute(
    `INSERT INTO erp_connections (name, kind, settings, mapping, is_active, expanded_seq)
     VALUES ('Logo', 'logo', '{}', '{}', false, 0)`,
  )
  await flood((table) => left[table]?.age ?? '')
  for (const insert of Object.values(ofOthers))
    await pool.execute(`${insert} FROM generate_series(1, $1::int) n`, [many])
  const unlimited: string[] = []
  const statements = new Map<string, number>()
  const watched: Pool = {
    ...pool,
    async execute(sql, params, name) {
      const removed = await pool.execute(sql, params, name)
      const [, table] = /^DELETE FROM (\w+)/.exec(sql) ?? []
      if (table !== undefined) {
        if (!/LIMIT \d+\)/.test(sql)) unlimited.push(sql)
        expect(removed).toBeLessThanOrEqual(2_000)
        statements.set(table, (statements.get(table) ?? 0) + 1)
      }
      return removed
    },
  }
  await purgeExpiredData(watched)
  expect(unlimited).toEqual([])
  for (const table of [...tables, ...Object.keys(ofOthers)]) {
    expect([table, await pool.one(`SELECT count(*)::int AS count FROM ${table}`)]).toEqual([table, { count: 0 }])
    expect([table, statements.get(table)]).toEqual([table, table === 'carts' ? 21 : 3])
  }
})
