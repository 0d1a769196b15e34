import { expect, test } from 'vitest'
import { createAttemptKeys } from './attempt-keys.ts'

test('the same request keeps its key while the outcome is unknown', () => {
  const keys = createAttemptKeys()
  const first = keys.keyFor('refund 10.5')
  expect(first.length).toBeGreaterThanOrEqual(8)
  for (const status of [0, 500, 503]) {
    keys.answered(status)
    expect(keys.keyFor('refund 10.5')).toBe(first)
  }
})

test('another request, or a known outcome, gets a new key', () => {
  const keys = createAttemptKeys()
  const first = keys.keyFor('refund 10.5')
  const second = keys.keyFor('refund 11')
  expect(second).not.toBe(first)
  for (const status of [200, 409, 422]) {
    const key = keys.keyFor('refund 11')
    keys.answered(status)
    expect(keys.keyFor('refund 11')).not.toBe(key)
  }
})
