import { expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

const keysIn = (cache: { get(key: string): unknown }, keys: string) =>
  Array.from(keys)
    .filter((key) => cache.get(key) !== undefined)
    .join('')

test('keeps the most recently used entries up to the limit', () => {
  const cache = createLruCache<string>({ entries: 2, bytes: 100, bytesOf: (text) => text.length })
  for (const key of 'ab') cache.set(key, 'value')
  cache.get('a')
  cache.set('c', 'value')
  expect(keysIn(cache, 'abc')).toBe('ac')
})

test('keeps entries up to the byte limit, not counting replaced or removed ones', () => {
  const cache = createLruCache<string>({ entries: 10, bytes: 10, bytesOf: (text) => text.length })
  for (const key of 'abc') cache.set(key, 'four')
  expect(keysIn(cache, 'abc')).toBe('bc')
  cache.set('c', 'sixsix')
  expect(keysIn(cache, 'bc')).toBe('bc')
  cache.set('d', 'more than all of them')
  expect(keysIn(cache, 'bcd')).toBe('')
  cache.set('e', 'ten bytes!')
  expect(cache.get('e')).toBe('ten bytes!')
})
