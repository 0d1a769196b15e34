import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRetryable, isUnavailable } from './failure.ts'
import { createPool } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ empty: true, max: 2 })
})
afterAll(() => database.drop())

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('returns money as text, counts as numbers, days as text and timestamps as dates', async () => {
  const row = await database.pool.one(
    `SELECT 10.50::numeric AS money, 5::int8 AS count, DATE '2026-11-21' AS day, ARRAY[1.10, NULL]::numeric[] AS moneys,
            ARRAY[1, 2]::int8[] AS counts, ARRAY[DATE '2026-01-02'] AS days,
            TIMESTAMPTZ '2026-11-21 00:00+03' AS moment, current_setting('timezone') AS zone`,
  )
  expect(row).toEqual({
    money: '10.50',
    count: 5,
    day: '2026-11-21',
    moneys: ['1.10', null],
    counts: [1, 2],
    days: ['2026-01-02'],
    moment: new Date('2026-11-20T21:00:00Z'),
    zone: 'Europe/Istanbul',
  })
})

test('throws for an integer that a number cannot hold, instead of rounding it', async () => {
  await expect(database.pool.query('SELECT 9007199254740993::int8 AS big')).rejects.toThrow(RangeError)
  expect(await database.pool.one('SELECT 9007199254740991::int8 AS big')).toEqual({ big: Number.MAX_SAFE_INTEGER })
})

test('prepares a named statement once per connection', async () => {
  await database.pool.withClient(async (client) => {
    for (const id of [1, 2, 3]) await client.query({ name: 'pool-test', text: 'SELECT $1::int AS id', values: [id] })
    const { rows } = await client.query(`SELECT name FROM pg_prepared_statements`)
    expect(rows).toEqual([{ name: 'pool-test' }])
  })
  expect(await database.pool.query('SELECT $1::int AS id', [4], 'pool-test')).toEqual([{ id: 4 }])
})

test('keeps the connection after an invalid statement', async () => {
  const backend = () => database.pool.one('SELECT pg_backend_pid() AS pid')
  const before = await backend()
  const error = await failure(database.pool.query('SELECT 1 / 0'))
  expect(isUnavailable(error) || isRetryable(error)).toBe(false)
  expect(await backend()).toEqual(before)
})

test('refuses as unavailable when the pool is full, and recovers as soon as a connection is free', async () => {
  const held = Promise.withResolvers<void>()
  const holders = [1, 2].map(() => database.pool.withClient(() => held.promise))
  const error = await failure(database.pool.query('SELECT 1'))
  expect(isUnavailable(error)).toBe(true)
  held.resolve()
  await Promise.all(holders)
  expect(await database.pool.one('SELECT 1 AS x')).toEqual({ x: 1 })
})

test('survives connections that the server ends: reads and transactions run again, other changes are unavailable', async () => {
  const told: string[] = []
  const pool = createPool(database.connection, {
    role: 'command',
    max: 4,
    onError: (error) => told.push(error.message),
  })
  // One of them is idle later.
  await Promise.all([1, 2, 3, 4].map(() => pool.query('SELECT 7 AS idle')))
  await database.pool.execute('CREATE TABLE gate (id int)')
  let starts = 0
  const works = await database.pool.withClient(async (holder) => {
    await holder.query('BEGIN; LOCK TABLE gate')
    const reading = pool.one('SELECT 2 AS x FROM (SELECT count(*) FROM gate) g')
    const working = transaction(pool, async (db) => {
      starts += 1
      return db.one('INSERT INTO gate VALUES (1) RETURNING id')
    })
    const changing = failure(pool.execute('INSERT INTO gate VALUES (2)'))
    const servers =
      "FROM pg_stat_activity WHERE datname = current_database() AND (wait_event_type = 'Lock' OR query = 'SELECT 7 AS idle')"
    const states = `SELECT count(*) FILTER (WHERE wait_event_type = 'Lock') AS waiting, count(*) AS all ${servers}`
    await expect.poll(() => database.pool.one(states)).toEqual({ waiting: 3, all: 4 })
    await database.pool.query(`SELECT pg_terminate_backend(pid) ${servers}`)
    const unavailable = await changing
    await holder.query('ROLLBACK')
    return [await reading, await working, isUnavailable(unavailable)]
  })
  expect(works).toEqual([{ x: 2 }, { id: 1 }, true])
  expect(starts).toBe(2)
  expect(await pool.query('SELECT id FROM gate')).toEqual([{ id: 1 }])
  const idle = "query = 'SELECT id FROM gate' AND state = 'idle'"
  await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${idle}`)
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(await pool.one('SELECT 1 AS x')).toEqual({ x: 1 })
  await pool.close()
})

describe('behind a pooler in transaction mode', () => {
  test('prepares no statements and has the time zone of the shop', async () => {
    const pool = createPool(database.connection, { direct: database.connection, max: 1 })
    await pool.query('SELECT $1::int AS id', [1], 'pooled')
    expect(await pool.query('SELECT name FROM pg_prepared_statements')).toEqual([])
    expect(await transaction(pool, (db) => db.query('SELECT name FROM pg_prepared_statements', [], 'in'))).toEqual([])
    expect(await pool.one("SELECT current_setting('timezone') AS zone")).toEqual({ zone: 'Europe/Istanbul' })
    await pool.close()
  })

  test('limits the time of each transaction, and leaves nothing behind on the connection', async () => {
    const pool = createPool(database.connection, { direct: database.connection, max: 1 })
    const limits = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
                           current_setting('idle_in_transaction_session_timeout') AS idle`
    expect(await transaction(pool, (db) => db.one(limits))).toEqual({ statement: '8s', lock: '4s', idle: '10s' })
    expect(await pool.one(limits)).toEqual({ statement: '0', lock: '0', idle: '0' })
    await pool.close()
  })

  test('takes a connection of its own, past the pooler, for the state of a session', async () => {
    const nowhere = { host: '/nowhere/at/all', port: 5432, user: 'x', database: 'x' }
    const pool = createPool(nowhere, { direct: database.connection })
    const value = await pool.withSession(async (client) => {
      await client.query('CREATE TEMP TABLE own (id int)')
      return (await client.query('SELECT count(*) AS count FROM own')).rows
    })
    expect(value).toEqual([{ count: 0 }])
    expect(pool.connection).toBe(database.connection)
    await pool.close()
  })
})

test('reports a missing server, a wrong folder and a starting server as unavailable, but not a missing file', async () => {
  for (const connection of [
    { host: '127.0.0.1', port: 1, user: 'x', database: 'x' },
    { host: '/nowhere/at/all', port: 5432, user: 'x', database: 'x' },
  ]) {
    const pool = createPool(connection)
    expect(isUnavailable(await failure(pool.query('SELECT 1')))).toBe(true)
    await pool.close()
  }
  expect(isUnavailable(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
  // A hung database does not accept connections, so that the queue of its socket fills.
  const full = Object.assign(new Error('connect EAGAIN /run/.s.PGSQL.5432'), { code: 'EAGAIN', syscall: 'connect' })
  expect(isUnavailable(full)).toBe(true)
  expect(isUnavailable(Object.assign(new Error('read EAGAIN'), { code: 'EAGAIN', syscall: 'read' }))).toBe(false)
  expect(isUnavailable(new Error('anything'))).toBe(false)
})

test('reports a lock timeout as retryable and a statement timeout as unavailable', async () => {
  await database.pool.execute('CREATE TABLE lonely (id int)')
  const error = await failure(
    database.pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query('LOCK TABLE lonely')
      await database.pool
        .withClient(async (other) => {
          await other.query("SET lock_timeout = '50ms'")
          await other.query('SELECT * FROM lonely').finally(() => other.query('SET lock_timeout = DEFAULT'))
        })
        .finally(() => client.query('ROLLBACK'))
    }),
  )
  expect(isRetryable(error)).toBe(true)
  const slow = await failure(
    database.pool.withClient(async (client) => {
      await client.query("SET statement_timeout = '50ms'")
      await client.query('SELECT pg_sleep(5)').finally(() => client.query('SET statement_timeout = DEFAULT'))
    }),
  )
  expect(isUnavailable(slow)).toBe(true)
})
