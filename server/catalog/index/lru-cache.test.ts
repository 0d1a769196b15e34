import { expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

const kept = (recent: { get(key: string): unknown }, keys: string) =>
  Array.from(keys)
    .filter((key) => recent.get(key) !== undefined)
    .join('')

test('what was used last stays, up to the number of entries', () => {
  const recent = createLruCache<string>({ entries: 2, bytes: 100, bytesOf: (text) => text.length })
  for (const key of 'ab') recent.set(key, 'value')
  recent.get('a')
  recent.set('c', 'value')
  expect(kept(recent, 'abc')).toBe('ac')
})

test('and up to the bytes, which what is replaced or forgotten no longer counts', () => {
  const recent = createLruCache<string>({ entries: 10, bytes: 10, bytesOf: (text) => text.length })
  for (const key of 'abc') recent.set(key, 'four')
  expect(kept(recent, 'abc')).toBe('bc')
  recent.set('c', 'sixsix')
  expect(kept(recent, 'bc')).toBe('bc')
  recent.set('d', 'more than all of them')
  expect(kept(recent, 'bcd')).toBe('')
  recent.set('e', 'ten bytes!')
  expect(recent.get('e')).toBe('ten bytes!')
})
