import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPool } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'
import { type AddedCount, type Counts, type CountStore, createCounts } from './counts.ts'
import { postgresStore } from './postgres-store.ts'
import { redisStore } from './redis-store.ts'
import { requestStore } from './request-store.ts'
import { openTestRedis } from './test-redis.ts'

const rate = { max: 20, seconds: 60 }
const take = (counts: Counts, times = 1) => {
  for (let n = 0; n < times; n += 1) counts.of('test', 'a network', rate).add()
}
async function afterExchange<Value>(counts: Counts, read: () => Value | Promise<Value>): Promise<Value> {
  await counts.exchange()
  return read()
}
const countIn = (counts: Counts) => counts.of('test', 'a network', rate).count

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.pool.execute('DELETE FROM limit_counts'))

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})
const opened = <Value extends { close(): Promise<unknown> }>(value: Value): Value => {
  open.push(value)
  return value
}

const stores: readonly [string, () => Promise<() => Promise<CountStore>>][] = [
  ['PostgreSQL', async () => async () => postgresStore(database.pool)],
  [
    'Redis',
    async () => {
      const redis = await openTestRedis()
      open.push({ close: redis.stop })
      return () => redisStore(redis.url, () => {})
    },
  ],
]

describe.each(stores)('with %s', (_name, prepare) => {
  async function twoProcesses(): Promise<[Counts, Counts]> {
    const openStore = await prepare()
    const [first, second] = [createCounts({ store: await openStore() }), createCounts({ store: await openStore() })]
    // Closed before the server, which the list of open things has already.
    open.unshift(first, second)
    return [first, second]
  }

  test('two processes have one count', async () => {
    const [first, second] = await twoProcesses()
    take(first, 12)
    let own = 0
    const countsOfOthers = () => {
      take(second)
      own += 1
      return afterExchange(second, () => countIn(second) - own)
    }
    await expect.poll(countsOfOthers).toBe(12)
    take(first)
    await expect.poll(() => afterExchange(first, () => countIn(first))).toBe(13 + own)
  })

  test('a request that one server counts is refused by the other', async () => {
    const servers = await Promise.all(
      (await twoProcesses()).map(async (counts) => {
        const app = Fastify()
        await app.register(rateLimit, { ...rate, timeWindow: '1 minute', store: requestStore(counts) })
        app.get('/', () => 'ok')
        app.get('/file', { config: { rateLimit: { max: 2, timeWindow: '1 minute' } } }, () => 'ok')
        open.unshift({ close: () => app.close() })
        return { counts, get: async (url: string) => (await app.inject(url)).statusCode }
      }),
    )
    const [first, second] = servers as [(typeof servers)[0], (typeof servers)[0]]
    for (let n = 0; n < rate.max; n += 1) expect(await first.get('/')).toBe(200)
    expect(await first.get('/')).toBe(429)
    // Until it knows the other's count, a server admits 5%.
    await expect.poll(() => afterExchange(first.counts, () => second.get('/'))).toBe(429)
    // Routes with a limit of their own are counted apart.
    expect(await second.get('/file')).toBe(200)
  })
})

test('most visitors cost no statement: a key is shared from 5% of its maximum on', async () => {
  const added: AddedCount[][] = []
  const counts = opened(
    createCounts({
      store: {
        async add(batch) {
          added.push([...batch])
          return new Map(batch.map(({ key, count, millisecondsLeft }) => [key, { count, millisecondsLeft }]))
        },
        async close() {},
      },
    }),
  )
  const many = { max: 3000, seconds: 60 }
  for (let n = 1; n < 150; n += 1) counts.of('requests', 'a network', many).add()
  await counts.exchange()
  expect(added).toEqual([])
  counts.of('requests', 'a network', many).add()
  await counts.exchange()
  expect(added).toMatchObject([[{ count: 150 }]])
  expect(JSON.stringify(added)).not.toContain('network')
})

test('a flood of made-up visitors leaves no rows, and those of ended windows are removed', async () => {
  const counts = opened(createCounts({ store: postgresStore(database.pool) }))
  const many = { max: 3000, seconds: 60 }
  for (let n = 0; n < 20_000; n += 1) counts.of('requests', `network ${n}`, many).add()
  await counts.exchange()
  expect(await database.pool.query('SELECT FROM limit_counts')).toEqual([])
  for (let n = 0; n < 500; n += 1) counts.of('small', `network ${n}`, rate).add()
  await counts.exchange()
  expect(await database.pool.query('SELECT FROM limit_counts')).toHaveLength(500)
  await database.pool.execute("UPDATE limit_counts SET ends_at = now() - interval '1 second'")
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const store = postgresStore(database.pool)
    vi.advanceTimersByTime(61_000)
    await store.add([{ key: 'new', count: 1, millisecondsLeft: 1000 }])
  } finally {
    vi.useRealTimers()
  }
  expect(await database.pool.query('SELECT key FROM limit_counts')).toEqual([{ key: 'new' }])
})

test('a store that is lost for three seconds makes limits unavailable; what was counted meanwhile is not lost', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const [failures, added]: [string[], AddedCount[]] = [[], []]
    let isDown = true
    const counts = createCounts({
      store: {
        async add(batch) {
          if (isDown) throw new Error('down')
          added.push(...batch)
          return new Map()
        },
        async close() {},
      },
      warn: ({ message }) => failures.push(message),
    })
    take(counts, 3)
    await counts.exchange()
    expect(counts.isAvailable()).toBe(true)
    vi.advanceTimersByTime(3_100)
    await counts.exchange()
    expect(counts.isAvailable()).toBe(false)
    expect(countIn(counts)).toBe(3)
    // One warning for each loss.
    expect(failures).toHaveLength(1)
    isDown = false
    await counts.exchange()
    expect(counts.isAvailable()).toBe(true)
    expect(added).toMatchObject([{ count: 3 }])
    await counts.close()
  } finally {
    vi.useRealTimers()
  }
})

describe('without the store', () => {
  let shop: TestShop
  beforeAll(async () => {
    // Nothing listens there.
    shop = await openTestShop({ env: { REDIS_URL: 'redis://127.0.0.1:1' }, hasRateLimits: true })
  })
  afterAll(() => shop.close())

  test('reading goes on, and signing in and paying answer 503 with a sentence', async () => {
    const guest = await shop.guest()
    const dealer = await shop.signedIn(await addDealer(shop.database.pool))
    const signIn = () =>
      guest.send('POST', '/api/account/login', { body: { username: 'a@example.com', password: 'x' } })
    await expect.poll(async () => (await signIn()).status).toBe(503)
    const refused = await signIn()
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual(['limits_unavailable', '5'])
    const paying = await dealer.send('POST', '/api/payment/start', { body: {} })
    expect([paying.status, codeOf(paying)]).toEqual([503, 'limits_unavailable'])
    expect((await guest.send('GET', '/api/catalog/products')).status).toBe(200)
    expect((await dealer.send('GET', '/api/catalog/cart')).status).toBe(200)
    const metrics = (await shop.app.inject('/metrics')).body
    expect(metrics).toMatch(/^limiter_available 0$/m)
    expect(metrics).toMatch(/^limiter_failures_total 1$/m)
  })
})

test('failed sign-ins are counted over all processes', async () => {
  const shop = await openTestShop({ hasRateLimits: true })
  try {
    const { userId } = await addDealer(shop.database.pool)
    const { email } = (await shop.database.pool.one<{ email: string }>('SELECT email FROM users WHERE id = $1', [
      userId,
    ])) ?? {
      email: '',
    }
    // As another process writes them.
    await shop.database.pool.execute(
      "INSERT INTO login_failures (account, address) SELECT 'user:' || $1, '127.0.0.1' FROM generate_series(1, 5)",
      [userId],
    )
    const guest = await shop.guest()
    const answer = await guest.send('POST', '/api/account/login', { body: { username: email, password: 'wrong' } })
    expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_attempts'])
    expect((await shop.app.inject('/metrics')).body).toMatch(/^limiter_available 1$/m)
  } finally {
    await shop.close()
  }
})

test('features that read from a replica share their limits, too: wrong keys of programs at two processes', async () => {
  const standby = createPool(database.connection, { max: 2 })
  const own = { ...database, standby, drop: async () => {} }
  const shops = await Promise.all([openTestShop({ database: own }), openTestShop({ database: own })])
  const [first, second] = shops
  const answer = async ({ app }: TestShop) =>
    (
      await app.inject({
        url: '/api/integration/v1/me',
        headers: { authorization: 'Bearer x' },
        remoteAddress: '198.51.100.77',
      })
    ).statusCode
  try {
    for (let n = 0; n < 100 && (await answer(first)) === 401; n += 1);
    expect(await answer(first)).toBe(429)
    // Far fewer than the 60 that one process allows.
    let asked = 0
    const askSecond = () => {
      asked += 1
      return answer(second)
    }
    await expect.poll(askSecond, { interval: 500, timeout: 15_000 }).toBe(429)
    expect(asked).toBeLessThan(50)
  } finally {
    for (const shop of shops) await shop.close()
    await standby.close()
  }
})
