import { expect, test } from 'vitest'
import { applicationNumber, applicationStates, canMoveApplication, statesBefore } from './application.ts'

test('an application is decided once, and a question waits for its answer', () => {
  const moves = applicationStates.flatMap((from) =>
    applicationStates.filter((to) => canMoveApplication(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(moves).toEqual([
    'new → asked',
    'new → approved',
    'new → refused',
    'asked → answered',
    'asked → approved',
    'asked → refused',
    'answered → asked',
    'answered → approved',
    'answered → refused',
  ])
  expect(statesBefore('answered')).toEqual(['asked'])
})

test('numbers have the year and at least six digits', () => {
  expect([applicationNumber(2026, 1), applicationNumber(2026, 1_234_567)]).toEqual(['B2026000001', 'B20261234567'])
})
