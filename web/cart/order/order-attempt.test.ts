import { expect, test } from 'vitest'
import { attemptKey, endAttempt } from './order-attempt.ts'

test('a retry keeps the key; another order and a finished attempt get a new one', () => {
  const first = attemptKey('{"description":"a"}')
  expect(attemptKey('{"description":"a"}')).toBe(first)
  expect(attemptKey('{"description":"b"}')).not.toBe(first)
  const second = attemptKey('{"description":"b"}')
  endAttempt()
  expect(attemptKey('{"description":"b"}')).not.toBe(second)
  expect(second).toMatch(/^[0-9a-f]{32}$/)
})
