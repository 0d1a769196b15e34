import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isUnavailable, UnknownOutcomeError } from './failure.ts'
import { createPool } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  await database.pool.execute('CREATE TABLE account (id int PRIMARY KEY, amount int NOT NULL CHECK (amount >= 0))')
})
beforeEach(async () => {
  await database.pool.execute('TRUNCATE account')
  await database.pool.execute('INSERT INTO account VALUES (1, 100), (2, 100)')
})
afterAll(() => database.drop())

const amounts = () => database.pool.query('SELECT id, amount FROM account ORDER BY id')

/** Lets each side lock its first row before either requests its second one. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = size
  return () => {
    missing -= 1
    if (missing <= 0) resolve()
    return promise
  }
}

test('returns the result of the work and commits it', async () => {
  const taken = await transaction(database.pool, (db) => db.execute('UPDATE account SET amount = 60 WHERE id = 1'))
  expect(taken).toBe(1)
  expect(await amounts()).toEqual([
    { id: 1, amount: 60 },
    { id: 2, amount: 100 },
  ])
})

test('rolls back when the work throws, and returns a clean connection', async () => {
  const work = transaction(database.pool, async (db) => {
    await db.execute('UPDATE account SET amount = 1')
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await amounts()).toEqual([
    { id: 1, amount: 100 },
    { id: 2, amount: 100 },
  ])
  const state = await database.pool.one('SELECT pg_current_xact_id_if_assigned() AS id')
  expect(state).toEqual({ id: null })
})

test('runs again after a deadlock, so that both sides succeed', async () => {
  const meet = meeting(2)
  let runs = 0
  const move = (from: number, to: number) =>
    transaction(database.pool, async (db) => {
      runs += 1
      await db.execute('UPDATE account SET amount = amount - 10 WHERE id = $1', [from])
      await meet()
      await db.execute('UPDATE account SET amount = amount + 10 WHERE id = $1', [to])
    })
  await Promise.all([move(1, 2), move(2, 1)])
  // A busy machine may deadlock them once more.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect(await amounts()).toEqual([
    { id: 1, amount: 100 },
    { id: 2, amount: 100 },
  ])
})

test('gives up after three retries', async () => {
  let runs = 0
  const work = transaction(database.pool, async (db) => {
    runs += 1
    await db.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`)
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect(runs).toBe(4)
})

test('does not run again after a constraint violation', async () => {
  let runs = 0
  const work = transaction(database.pool, async (db) => {
    runs += 1
    await db.execute('UPDATE account SET amount = -1 WHERE id = 1')
  })
  await expect(work).rejects.toMatchObject({ code: '23514' })
  expect(runs).toBe(1)
})

test('does not report success when the work swallows a failed statement', async () => {
  const work = transaction(database.pool, async (db) => {
    await db.execute('UPDATE account SET amount = -1').catch(() => {})
  })
  await expect(work).rejects.toThrow(/rolled back instead of committed/)
})

test('reports an unknown outcome when the connection dies during the commit, and does not run again', async () => {
  await database.pool.execute(`
    CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`)
  await database.pool.execute(`
    CREATE CONSTRAINT TRIGGER hang_up AFTER UPDATE ON account DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.amount = 13) EXECUTE FUNCTION hang_up()`)
  let runs = 0
  const work = transaction(database.pool, (db) => {
    runs += 1
    return db.execute('UPDATE account SET amount = 13 WHERE id = 1')
  })
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnknownOutcomeError)
  expect(isUnavailable(error)).toBe(true)
  expect(runs).toBe(1)
  expect(await amounts()).toContainEqual({ id: 2, amount: 100 })
})

test('reports the database as unavailable when a row is locked at every attempt', async () => {
  const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = transaction(database.pool, async (db) => {
    await db.execute('UPDATE account SET amount = 1 WHERE id = 1')
    taken.resolve()
    await held.promise
  })
  await taken.promise
  const late = transaction(
    database.pool,
    async (db) => {
      await db.execute("SET LOCAL lock_timeout = '10ms'")
      await db.execute('UPDATE account SET amount = 2 WHERE id = 1')
    },
    { retries: 1 },
  )
  const error: unknown = await late.catch((reason: unknown) => reason)
  held.resolve()
  await holder
  expect(isUnavailable(error)).toBe(true)
})

test('work as large as the shop has longer limits, in the database and in the driver, until it ends', async () => {
  const pool = createPool(database.connection, { role: 'server', max: 1 })
  const send = vi.spyOn(pg.Client.prototype, 'query')
  const limitOf = (db: Pick<typeof pool, 'one'>) => db.one('SHOW statement_timeout')
  expect(await transaction(pool, limitOf, { statementSeconds: 60 })).toEqual({ statement_timeout: '1min' })
  // The driver would give up a statement after nine seconds.
  const shown = send.mock.calls
    .map(([query]) => query)
    .find((query) => (query as { text?: string }).text?.startsWith('SHOW'))
  expect(shown).toMatchObject({ query_timeout: 61_000 })
  send.mockRestore()
  expect(await transaction(pool, limitOf)).toEqual({ statement_timeout: '8s' })
  await pool.close()
})
