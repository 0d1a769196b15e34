import { expect, test } from 'vitest'
import { isInScope } from './address-scope.ts'

test('a user who is bound to no address sees every order', () => {
  expect([isInScope(null, 7), isInScope(null, null)]).toEqual([true, true])
})

test('a bound user sees the orders of the own addresses alone', () => {
  expect([isInScope([7, 8], 8), isInScope([7, 8], 9), isInScope([7, 8], null), isInScope([], 7)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
