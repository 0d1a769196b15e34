import { expect, test } from 'vitest'
import type { Check } from './check.ts'
import { planRun } from './plan.ts'
import type { Result, State } from './state.ts'

const program = async () => ({})
const filesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ file: `${from + i}.test.ts` }))
const checks: Check[] = [
  { name: 'kills', fault: '', holds: '', program, share: 3, tests: filesFrom(0, 5) },
  { name: 'clock', fault: '', holds: '', program },
  { name: 'csrf', fault: '', holds: '', tests: filesFrom(3, 4) },
  { name: 'markup', fault: '', holds: '', tests: filesFrom(20, 9) },
]
const none: State = { results: {} }
const held: Result = { outcome: 'held', figures: {}, seconds: 1, at: '', load: 0 }
const milliseconds = 100_000

test('programs share their part of the time, tests run in batches by file', () => {
  const { programs, batches } = planRun(checks, { milliseconds, state: none })
  expect(programs.map(({ check, budget }) => [check.name, budget])).toEqual([
    ['kills', 45_000],
    ['clock', 15_000],
  ])
  expect(batches.map((batch) => batch.map(({ check }) => check.name))).toEqual([['kills', 'csrf'], ['markup']])
})

test('what has a result is not run again, but for the checks that are named', () => {
  const state: State = { results: { kills: held, 'csrf (tests)': { ...held, outcome: 'broken' } } }
  const { programs, batches } = planRun(checks, { milliseconds, state })
  expect(programs.map(({ check }) => check.name)).toEqual(['clock'])
  expect(batches.flat().map(({ check }) => check.name)).toEqual(['kills', 'markup'])
  const named = planRun(checks, { milliseconds, state, only: ['csrf', 'clock'] })
  expect(named.batches.flat().map(({ check }) => check.name)).toEqual(['csrf'])
  expect(planRun(checks, { milliseconds, state, only: ['clock'] }).programs[0]?.budget).toBe(milliseconds)
})

test('an unknown name is refused with the names that there are', () => {
  expect(() => planRun(checks, { milliseconds, state: none, only: ['clocks'] })).toThrow(
    'There is no check clocks. There are: kills, clock, csrf, markup.',
  )
})
