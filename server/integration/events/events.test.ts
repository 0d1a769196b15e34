import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventType } from '#contract/integration/event-types.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { cursorOf, numberEvents, parseCursor, purgeEvents, readEvents } from './events.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.pool.execute('DELETE FROM events'))
afterAll(() => database.drop())

const insert = 'INSERT INTO events (type, subject_id) VALUES ($1, $2)'
const subjects = (events: { subject_id: number }[]) => events.map(({ subject_id }) => subject_id)
const read = (after: number, types: EventType[] = ['order.created']) => readEvents(database.pool, types, after, 1000)

test('an event whose transaction commits late comes after the ones that were read meanwhile', async () => {
  const { pool } = database
  let commit = () => {}
  const open = new Promise<void>((resolve) => {
    commit = resolve
  })
  let inserted = () => {}
  const isInserted = new Promise<void>((resolve) => {
    inserted = resolve
  })
  const late = transaction(pool, async (db) => {
    await db.execute(insert, ['order.created', 1])
    inserted()
    await open
  })
  await isInserted
  await pool.execute(insert, ['order.created', 2])
  const first = await read(0)
  expect(subjects(first)).toEqual([2])
  commit()
  await late
  expect(subjects(await read(first.at(-1)?.seq ?? 0))).toEqual([1])
})

test('writers and readers at once: no reader skips an event or sees it twice', async () => {
  const { pool } = database
  const writers = 8
  const each = 25
  let isWriting = true
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < each; n++) {
        await transaction(pool, async (db) => {
          await db.execute(insert, ['order.created', writer * each + n])
          await db.execute('SELECT pg_sleep($1)', [((writer * 7 + n * 3) % 5) / 1000])
        })
      }
    }),
  ).finally(() => {
    isWriting = false
  })
  const reader = async () => {
    const seen: number[] = []
    for (let after = 0, isLast = false; ; ) {
      isLast = !isWriting
      const page = await read(after)
      seen.push(...subjects(page))
      after = page.at(-1)?.seq ?? after
      if (isLast) return seen
    }
  }
  const [a, b] = await Promise.all([reader(), reader(), writing])
  const all = Array.from({ length: writers * each }, (_, n) => n)
  expect([...a].sort((x, y) => x - y)).toEqual(all)
  expect(b).toEqual(a)
})

test('events of other types are left out, and their numbers are no gaps', async () => {
  const { pool } = database
  for (const [n, type] of ['order.created', 'dealer.created', 'order.created'].entries()) {
    await pool.execute(insert, [type, n])
  }
  expect(subjects(await read(0))).toEqual([0, 2])
  expect(subjects(await read(0, ['dealer.created']))).toEqual([1])
})

test('more events than one transaction numbers are all numbered, in the order of their ids', async () => {
  const { pool } = database
  await pool.execute(`INSERT INTO events (type, subject_id) SELECT 'order.created', n FROM generate_series(1, 20100) n`)
  await numberEvents(pool)
  const { wrong } = (await pool.one<{ wrong: number }>(
    `SELECT count(*) AS wrong FROM (SELECT seq, lag(seq) OVER (ORDER BY id) AS before FROM events) e
      WHERE seq IS NULL OR seq <= before`,
  )) ?? { wrong: -1 }
  expect(wrong).toBe(0)
})

test('old events are removed; a cursor from before them is refused, and reading from the start goes on', async () => {
  const { pool } = database
  await pool.execute(`INSERT INTO events (type, subject_id, at) VALUES
    ('order.created', 1, now() - interval '200 days'), ('order.created', 2, now() - interval '181 days'),
    ('order.created', 3, now())`)
  const [first, second, third] = await read(0)
  await purgeEvents(pool)
  expect(subjects(await read(0))).toEqual([3])
  expect(await parseCursor(pool, cursorOf(first?.seq ?? 0))).toMatchObject({ ok: false, code: 'cursor_expired' })
  expect(await parseCursor(pool, cursorOf(second?.seq ?? 0))).toBe(second?.seq)
  expect(await parseCursor(pool, cursorOf(third?.seq ?? 0))).toBe(third?.seq)
  expect(await parseCursor(pool, undefined)).toBe(0)
})

test.each(['x', 'e', 'e-1', 'e1.5', "e1'", 'e9999999999999999', 'E1'])('%s is no cursor', async (text) => {
  expect(await parseCursor(database.pool, text)).toMatchObject({
    code: 'validation_failed',
    fields: { cursor: 'invalid' },
  })
})
