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

const nothing = () => undefined
const soon = () => vi.advanceTimersByTimeAsync(0)

test('fetches once for many watchers and notifies all of them', async () => {
  const store = new QueryCache()
  const ask = vi.fn(() => Promise.resolve('cart'))
  const told = [vi.fn(), vi.fn()]
  for (const watcher of told) store.watch('cart', ask, 30_000, watcher)
  expect(store.isBusy()).toBe(true)
  await soon()
  expect(ask).toHaveBeenCalledTimes(1)
  expect(store.read('cart')).toBe('cart')
  for (const watcher of told) expect(watcher).toHaveBeenCalledTimes(1)
  expect(store.isBusy()).toBe(false)
})

test('drops the result of a fetch in flight when newer data is written', async () => {
  const store = new QueryCache()
  const late = Promise.withResolvers<string>()
  store.watch('cart', () => late.promise, 30_000, nothing)
  store.write('cart', 'newer')
  late.resolve('older')
  await soon()
  expect(store.read('cart')).toBe('newer')
})

test('retries a failed fetch once, then keeps the data on screen', async () => {
  const store = new QueryCache()
  store.write('cart', 'kept')
  const ask = vi.fn(() => Promise.reject(new Error('unreachable')))
  store.watch('cart', ask, 30_000, nothing)
  store.refresh('cart')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(store.read('cart')).toBe('kept')
})

test('refetches when the page becomes visible after the data became stale, and not before', async () => {
  const store = new QueryCache()
  const ask = vi.fn(() => Promise.resolve('cart'))
  const leave = store.watch('cart', ask, 30_000, nothing)
  await soon()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(30_000)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(ask).toHaveBeenCalledTimes(2)
  await soon()
  leave()
  await vi.advanceTimersByTimeAsync(30_000)
  page.dispatchEvent(new Event('online'))
  expect(ask).toHaveBeenCalledTimes(2)
})

test('fetches nothing for a watcher without a fetcher', async () => {
  const store = new QueryCache()
  store.watch('cart', null, 30_000, nothing)
  store.refresh('cart')
  await soon()
  expect(store.isBusy()).toBe(false)
  expect(store.read('cart')).toBeUndefined()
})
