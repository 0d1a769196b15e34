import { expect, test } from 'vitest'
import { parseCodes, parseMoment } from './campaign-args.ts'

test('reads one code per line from the first column and keeps its spaces', () => {
  expect(parseCodes('\uFEFF06A 905-115;çekiç\r\n\r\n  EŞ-42\t3\nP,1\n')).toEqual(['06A 905-115', 'EŞ-42', 'P,1'])
})

test.each([
  ['2026-11-20', '2026-11-19T21:00:00.000Z', '2026-11-20T21:00:00.000Z'],
  ['2026-11-20T09:30', '2026-11-20T06:30:00.000Z', '2026-11-20T06:30:00.000Z'],
  ['2026-11-20 23:59', '2026-11-20T20:59:00.000Z', '2026-11-20T20:59:00.000Z'],
  ['2026-12-31', '2026-12-30T21:00:00.000Z', '2026-12-31T21:00:00.000Z'],
])('reads %s as first and as last day in Turkey', (text, first, last) => {
  expect(parseMoment(text, 'first')?.toISOString()).toBe(first)
  expect(parseMoment(text, 'last')?.toISOString()).toBe(last)
})

test('reads "none" as no limit and rejects texts that are not a day', () => {
  expect(parseMoment('none', 'last')).toBeNull()
  for (const text of [
    '',
    'yarın',
    '2026-02-30',
    '2026-13-01',
    '20.11.2026',
    '2026-11-20T24:00',
    '2026-11-20T9',
    '2026-11-20x',
  ])
    expect(parseMoment(text, 'first')).toBeUndefined()
})
