import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { openSearchLog, purgeSearches } from './search-log.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterAll(() => database.drop())
// Also after a failure: the next file runs in the same process.
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  await pool.execute('DELETE FROM searches')
})

const guest = { actor: null, visitorId: 'guest-1', network: '203.0.113.1' }
const unlimited = { guests: { take: () => 0 }, users: { take: () => 0 } }
const rows = () =>
  pool.query<{ user_id: number | null; query: string; folded: string; result_count: number }>(
    'SELECT user_id, query, folded, result_count FROM searches ORDER BY id',
  )
const words = () =>
  pool.query<{ folded: string; query: string; searches: number }>(
    'SELECT folded, query, searches FROM search_words ORDER BY folded',
  )
const users = () => pool.query('SELECT user_id, searches FROM search_users ORDER BY user_id')

describe('writing searches', () => {
  test('stores a search as typed and folded, with user and results; for guests only the query', async () => {
    const dealer = await addDealer(pool)
    const log = openSearchLog(pool)
    log.record({ ...guest, actor: dealer, visitorId: 's1' }, '  ÇEKİÇ  Işıklı ', 12)
    log.record(guest, 'cekic isikli', 0)
    await log.close()
    expect(await rows()).toEqual([
      { user_id: dealer.userId, query: 'ÇEKİÇ Işıklı', folded: 'cekic isikli', result_count: 12 },
      { user_id: null, query: 'cekic isikli', folded: 'cekic isikli', result_count: 0 },
    ])
    expect(await words()).toEqual([{ folded: 'cekic isikli', query: 'cekic isikli', searches: 2 }])
    expect(await users()).toEqual([{ user_id: dealer.userId, searches: 1 }])
  })

  test('writes buffered searches within about a second', async () => {
    const log = openSearchLog(pool)
    log.record(guest, 'vida', 3)
    expect(await rows()).toEqual([])
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 60_000 })
    await log.close()
  })

  test('stores the time of a search by the database clock', async () => {
    const log = openSearchLog(pool)
    log.record(guest, 'vida', 3)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await log.close()
    const row = await pool.one<{ age: number }>(
      'SELECT extract(epoch FROM now() - created_at)::float8 AS age FROM searches',
    )
    expect(row?.age).toBeGreaterThan(0.29)
    expect(row?.age).toBeLessThan(10)
  })

  test('does not store searches by administrators or empty ones', async () => {
    const admin = { ...(await addDealer(pool)), role: 'admin' as const, dealer: null }
    const log = openSearchLog(pool)
    log.record({ ...guest, actor: admin, visitorId: 'a' }, 'vida', 1)
    for (const empty of ['', '   ', '\u0000\u0007', '\u202e\u200f', '\ud800']) log.record(guest, empty, 0)
    await log.close()
    expect(await rows()).toEqual([])
  })

  test.each([
    ['a NUL and a bell', 'vi\u0000da\u0007', 'vi da'],
    ['direction marks', '\u202evida\u202c', 'vida'],
    ['a broken letter', 'vida \ud83d', 'vida'],
    ['a letter cut at the limit', `${'x'.repeat(199)}🔨`, 'x'.repeat(199)],
    ['ten thousand letters', 'x'.repeat(10_000), 'x'.repeat(200)],
    ['emoji', '🔨 vida', '🔨 vida'],
    ['Arabic', 'مطرقة', 'مطرقة'],
    ['letters that unfold to three', '\ufb2c'.repeat(300), '\ufb2c'.repeat(200)],
  ])('stores %s in readable form', async (_what, typed, expected) => {
    const log = openSearchLog(pool)
    log.record(guest, typed, 0)
    await log.close()
    expect((await rows()).map(({ query }) => query)).toEqual([expected])
  })

  test('stores only the query when the user was deleted meanwhile', async () => {
    const dealer = await addDealer(pool)
    const log = openSearchLog(pool)
    log.record({ ...guest, actor: dealer, visitorId: 's1' }, 'vida', 1)
    await pool.execute('DELETE FROM users WHERE id = $1', [dealer.userId])
    await log.close()
    expect(await rows()).toMatchObject([{ user_id: null, query: 'vida' }])
  })
})

describe('repeated searches', () => {
  test('counts a query of one visitor once a minute, however it is written', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const log = openSearchLog(pool)
    log.record(guest, 'Çekiç', 1)
    log.record(guest, 'ÇEKİÇ', 1)
    log.record({ ...guest, visitorId: 'guest-2' }, 'çekiç', 1)
    log.record(guest, 'çekiç sapı', 1)
    vi.advanceTimersByTime(59_000)
    log.record(guest, 'çekiç', 1)
    vi.advanceTimersByTime(2_000)
    log.record(guest, 'cekic', 1)
    vi.useRealTimers()
    await log.close()
    expect((await rows()).map(({ query }) => query)).toEqual(['Çekiç', 'çekiç', 'çekiç sapı', 'cekic'])
  })
})

describe('a flood of searches', () => {
  /** Quotas are counted for a pool: this one has counted nothing. */
  const unused = () => ({ ...pool })

  test('stores a hundred an hour of one network, five hundred a day, and ten thousand a day of all guests', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const log = openSearchLog(unused())
    const counts = async () => {
      await log.flush()
      const row = await pool.one<{ count: number }>('SELECT count(*)::int AS count FROM searches')
      return row?.count
    }
    const flood = (network: string, count: number) => {
      for (let i = 0; i < count; i += 1) log.record({ ...guest, network }, `${network} ${i} ${performance.now()}`, 0)
    }
    flood('203.0.113.1', 2_750)
    expect(await counts()).toBe(100)
    for (let hour = 0; hour < 8; hour += 1) {
      vi.advanceTimersByTime(3_600_000)
      flood('203.0.113.1', 150)
    }
    expect(await counts()).toBe(500)
    flood('203.0.113.2', 1)
    expect(await counts()).toBe(501)
    for (let i = 0; i < 120; i += 1) flood(`2001:db8:0:${i}::/64`, 100)
    expect(await counts()).toBe(10_000)
    const dealer = await addDealer(pool)
    for (let i = 0; i < 2_100; i += 1) log.record({ ...guest, actor: dealer }, `vida ${i}`, 0)
    expect(await counts()).toBe(12_000)
    vi.useRealTimers()
    await log.close()
  })

  test('the purge keeps the newest searches of guests up to a maximum, and those of users', async () => {
    const dealer = await addDealer(pool)
    const log = openSearchLog(unused())
    log.record({ ...guest, actor: dealer }, 'bayi', 1)
    for (const query of ['bir', 'iki', 'üç', 'dört']) log.record(guest, query, 1)
    await log.close()
    await purgeSearches(pool, 180, 2)
    expect((await rows()).map(({ query }) => query)).toEqual(['bayi', 'üç', 'dört'])
    expect((await words()).map(({ query }) => query).toSorted()).toEqual(['bayi', 'dört', 'üç'].toSorted())
  })
})

describe('an unavailable database', () => {
  test('buffers at most ten thousand searches and warns once', async () => {
    let isAway = true
    const flaky: Pool = {
      ...pool,
      execute: (sql, params, name) => (isAway ? Promise.reject(new Error('away')) : pool.execute(sql, params, name)),
    }
    const warn = vi.fn<(message: string) => void>()
    const log = openSearchLog(flaky, { warn, quotas: unlimited })
    for (let i = 0; i < 10_500; i++) log.record({ ...guest, visitorId: `g${i}` }, 'vida', 1)
    await log.flush()
    await log.flush()
    isAway = false
    await log.close()
    expect((await pool.one<{ count: number }>('SELECT count(*)::int AS count FROM searches'))?.count).toBe(10_000)
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

describe('search totals', () => {
  const add = (folded: string, userId: number | null, days = 0) =>
    pool.execute(
      `INSERT INTO searches (user_id, query, folded, result_count, created_at)
       VALUES ($1, upper($2), $2, 1, now() - $3 * interval '1 day')`,
      [userId, folded, days],
    )
  const expectRight = async () => {
    expect(
      await pool.query(
        `SELECT folded, count(*) AS searches FROM searches GROUP BY folded
         EXCEPT ALL SELECT folded, searches FROM search_words`,
      ),
    ).toEqual([])
    expect(
      await pool.query(
        `SELECT user_id, searches FROM search_users EXCEPT ALL
         SELECT user_id, count(*) FROM searches WHERE user_id IS NOT NULL GROUP BY user_id`,
      ),
    ).toEqual([])
  }

  test('follow inserted, purged and deleted searches', async () => {
    const [one, other] = [await addDealer(pool), await addDealer(pool)]
    for (const days of [0, 1, 181]) await add('vida', one.userId, days)
    await add('somun', other.userId)
    await add('pul', other.userId, 200)
    await expectRight()
    await purgeSearches(pool, 180)
    expect(await words()).toMatchObject([
      { folded: 'somun', searches: 1 },
      { folded: 'vida', searches: 2 },
    ])
    await expectRight()
    await pool.execute('DELETE FROM users WHERE id = $1', [one.userId])
    expect(await words()).toMatchObject([{ folded: 'somun', searches: 1 }])
    expect(await users()).toEqual([{ user_id: other.userId, searches: 1 }])
    await expectRight()
  })

  test('keep the latest search when an older one is written later', async () => {
    await add('vida', null)
    await pool.execute(
      `INSERT INTO searches (query, folded, result_count, created_at)
       VALUES ('old', 'vida', 1, now() - interval '1 day')`,
    )
    expect(await words()).toEqual([{ folded: 'vida', query: 'VIDA', searches: 2 }])
  })
})
