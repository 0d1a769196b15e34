import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryCache } from './query-cache.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const noop = () => undefined
const flush = () => vi.advanceTimersByTimeAsync(0)

test('fetches once for many watchers and notifies all of them', async () => {
  const cache = new QueryCache()
  const fetcher = vi.fn(() => Promise.resolve('cart'))
  const watchers = [vi.fn(), vi.fn()]
  for (const watcher of watchers) cache.watch('cart', fetcher, 30_000, watcher)
  expect(cache.isBusy()).toBe(true)
  await flush()
  expect(fetcher).toHaveBeenCalledTimes(1)
  expect(cache.read('cart')).toBe('cart')
  for (const watcher of watchers) expect(watcher).toHaveBeenCalledTimes(1)
  expect(cache.isBusy()).toBe(false)
})

test('drops the result of a fetch in flight when newer data is written', async () => {
  const cache = new QueryCache()
  const late = Promise.withResolvers<string>()
  cache.watch('cart', () => late.promise, 30_000, noop)
  cache.write('cart', 'newer')
  late.resolve('older')
  await flush()
  expect(cache.read('cart')).toBe('newer')
})

test('retries a failed fetch once, then keeps the data on screen', async () => {
  const cache = new QueryCache()
  cache.write('cart', 'cached')
  const fetcher = vi.fn(() => Promise.reject(new Error('unreachable')))
  cache.watch('cart', fetcher, 30_000, noop)
  cache.refresh('cart')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(fetcher).toHaveBeenCalledTimes(2)
  expect(cache.read('cart')).toBe('cached')
})

test('refetches when the page becomes visible after the data became stale, and not before', async () => {
  const cache = new QueryCache()
  const fetcher = vi.fn(() => Promise.resolve('cart'))
  const unwatch = cache.watch('cart', fetcher, 30_000, noop)
  await flush()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(fetcher).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(30_000)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(fetcher).toHaveBeenCalledTimes(2)
  await flush()
  unwatch()
  await vi.advanceTimersByTimeAsync(30_000)
  page.dispatchEvent(new Event('online'))
  expect(fetcher).toHaveBeenCalledTimes(2)
})

test('fetches nothing for a watcher without a fetcher', async () => {
  const cache = new QueryCache()
  cache.watch('cart', null, 30_000, noop)
  cache.refresh('cart')
  await flush()
  expect(cache.isBusy()).toBe(false)
  expect(cache.read('cart')).toBeUndefined()
})
