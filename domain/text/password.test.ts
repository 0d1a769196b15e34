import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

test.each([
  ['12345', 'dealer', 'too_short'],
  ['123456', 'dealer', null],
  ['çğıöşü', 'dealer', null],
  ['x'.repeat(30), 'dealer', null],
  ['x'.repeat(31), 'dealer', 'too_long'],
  ['x'.repeat(11), 'admin', 'too_short'],
  ['x'.repeat(12), 'admin', null],
  ['x'.repeat(31), 'admin', null],
] as const)('"%s" for a %s: %s', (password, role, problem) => {
  expect(passwordProblem(password, role)).toBe(problem)
})
