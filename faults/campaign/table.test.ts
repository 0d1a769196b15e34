import { expect, test } from 'vitest'
import type { Check } from './check.ts'
import type { Result } from './state.ts'
import { campaignTable, countOutcomes, replaceTable } from './table.ts'

const program = async () => ({})
const tests = [{ file: 'a.test.ts' }]
const checks: Check[] = [
  { name: 'kills', fault: 'kill -9', holds: 'orders | stock', program, tests },
  { name: 'clock', fault: 'the clock jumps', holds: 'numbers rise', program },
  { name: 'csrf', fault: 'forged forms', holds: '403', tests },
]
const held: Result = {
  outcome: 'held',
  figures: { counts: { kills: 3 } },
  seconds: 1,
  at: '2026-11-30T02:00:00.000Z',
  load: 3,
}

test('has a row for each check with its figures, and says what is not run', () => {
  const text = campaignTable(checks, { results: { kills: held, clock: held } })
  expect(text.split('\n').slice(2)).toEqual([
    String.raw`| 1 kills | kill -9 | orders \| stock | 3 kills | partly run |`,
    '| 2 clock | the clock jumps | numbers rise | 3 kills | held |',
    '| 3 csrf | forged forms | 403 |  | not run |',
  ])
})

test('a check is broken if one of its parts is, and shows what broke in one line', () => {
  const broken: Result = { ...held, outcome: 'broken', reason: 'an order\nis lost' }
  const state = { results: { kills: held, 'kills (tests)': broken } }
  expect(campaignTable(checks, state)).toContain('| 3 kills; 3 kills; an order is lost | **broken** |')
  const out: Result = { ...held, outcome: 'left out', figures: {}, reason: 'needs root' }
  expect(campaignTable(checks, { results: { clock: out } })).toContain('| needs root | left out |')
  const all = { results: { ...state.results, clock: out } }
  expect(countOutcomes(checks, all)).toEqual({ broken: 1, 'left out': 1, 'not run': 1 })
})

test('replaces what is between the markers and nothing else', () => {
  const page = 'before\n<!-- campaign -->\nold\n<!-- /campaign -->\nafter\n'
  const next = replaceTable(page, 'new')
  expect(next).toBe('before\n<!-- campaign -->\nnew\n<!-- /campaign -->\nafter\n')
  expect(replaceTable(next, 'new')).toBe(next)
  expect(() => replaceTable('before', 'new')).toThrow('no place for the table')
})
