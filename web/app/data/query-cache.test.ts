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

test('many watchers ask once, and all are told', async () => {
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

test('an answer that was on its way is dropped when something newer is written', async () => {
  const store = new QueryCache()
  const late = Promise.withResolvers<string>()
  store.watch('cart', () => late.promise, 30_000, nothing)
  store.write('cart', 'newer')
  late.resolve('older')
  await soon()
  expect(store.read('cart')).toBe('newer')
})

test('a failure is tried once more, then what was shown stays', async () => {
  const store = new QueryCache()
  store.write('cart', 'kept')
  const ask = vi.fn(() => Promise.reject(new Error('unreachable')))
  store.watch('cart', ask, 30_000, nothing)
  store.refresh('cart')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(store.read('cart')).toBe('kept')
})

test('asks again when the page is seen after its answer has become old, and not before', async () => {
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

test('who may not ask is told of nothing', async () => {
  const store = new QueryCache()
  store.watch('cart', null, 30_000, nothing)
  store.refresh('cart')
  await soon()
  expect(store.isBusy()).toBe(false)
  expect(store.read('cart')).toBeUndefined()
})
