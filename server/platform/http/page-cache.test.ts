import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

const pageOf = (size: () => number) => ({
  bytes: { size, as: () => Buffer.alloc(0) },
  scripts: [],
  listeners: [],
})

test('removes the least recently used pages beyond its limit, and counts what pages have grown by', () => {
  const cache = createPageCache(100)
  let grown = 40
  cache.set(
    'a',
    pageOf(() => grown),
  )
  cache.set(
    'b',
    pageOf(() => 40),
  )
  expect(cache.get('a')).toBeDefined()
  cache.set(
    'c',
    pageOf(() => 20),
  )
  expect(cache.get('b')).toBeDefined()
  grown = 50
  expect(cache.get('a')).toBeDefined()
  expect(cache.get('c')).toBeUndefined()
  expect(cache.get('b')).toBeDefined()
  expect(cache.get('a')).toBeDefined()
})
