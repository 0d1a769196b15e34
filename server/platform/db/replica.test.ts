import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoAnswerError } from './failure.ts'
import type { Pool } from './pool.ts'
import { openReplica, type Replica } from './replica.ts'

type Row = Record<string, unknown>

/** A pool whose rows name it, and a standby that has applied what the test says. */
function fakePool(name: string, check: (params: readonly unknown[]) => Row): Pool {
  const one = vi.fn(async (sql: string, params: readonly unknown[] = []) =>
    sql.includes('lsn') ? check(params) : { name },
  )
  const pool = {
    one,
    query: vi.fn(async () => [{ name }]),
    execute: vi.fn(async () => 1),
    close: vi.fn(async () => {}),
  }
  return pool as unknown as Pool
}

let replica: { pool: Pool } & Replica
let standby: Pool
let isApplying: boolean
let warnings: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  isApplying = true
  warnings = []
  const primary = fakePool('primary', () => ({ lsn: '0/1' }))
  standby = fakePool('standby', (params) => ({ at: isApplying ? Math.max(...(params[1] as number[])) : null }))
  replica = openReplica(primary, standby, (message) => warnings.push(message))
})
afterEach(async () => {
  await replica.close()
  vi.useRealTimers()
})

const reader = (sql = 'SELECT 1') => replica.read(async () => (await replica.pool.one<Row>(sql))?.['name'])
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('reads come from the standby once it is known to follow, others from the primary', async () => {
  expect(await reader()).toBe('primary')
  await pass(1_000)
  expect(await reader()).toBe('standby')
  expect(await replica.pool.one('SELECT 1')).toEqual({ name: 'primary' })
  expect(await replica.read(() => replica.pool.query('SELECT 1'))).toEqual([{ name: 'standby' }])
})

test('statements that change or lock rows use the primary', async () => {
  await pass(1_000)
  expect(await reader('INSERT INTO t VALUES (1) RETURNING 1')).toBe('primary')
  expect(await reader('SELECT 1 FROM t FOR UPDATE')).toBe('primary')
  await replica.read(() => replica.pool.execute('DELETE FROM t'))
  expect(standby.execute).not.toHaveBeenCalled()
})

test('the primary is read while the standby is more than five seconds behind', async () => {
  await pass(1_000)
  isApplying = false
  await pass(4_000)
  expect(await reader()).toBe('standby')
  await pass(1_500)
  expect(await reader()).toBe('primary')
  expect(replica.isUsed()).toBe(false)
  expect(replica.lag()).toBeGreaterThan(5)
  isApplying = true
  await pass(1_000)
  expect(await reader()).toBe('standby')
  expect(warnings).toEqual([
    'Reports and lists read from the replica.',
    'The replica is late or down: the primary is read.',
    'Reports and lists read from the replica.',
  ])
})

test('a read that the standby cannot answer goes to the primary', async () => {
  await pass(1_000)
  vi.mocked(standby.one).mockRejectedValueOnce(new NoAnswerError())
  expect(await reader()).toBe('primary')
  vi.mocked(standby.one).mockRejectedValueOnce(new Error('a bug'))
  await expect(reader()).rejects.toThrow('a bug')
})

test('work that must not be older than its start waits for the standby', async () => {
  await pass(1_000)
  isApplying = false
  const reading = replica.readCurrent(() => replica.pool.one('SELECT 1'))
  await pass(1_000)
  isApplying = true
  await pass(1_000)
  expect(await reading).toEqual({ name: 'standby' })
  isApplying = false
  await pass(10)
  const late = replica.readCurrent(() => replica.pool.one('SELECT 1'))
  await pass(6_000)
  expect(await late).toEqual({ name: 'primary' })
})
