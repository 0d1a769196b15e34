import { expect, test } from 'vitest'
import { addFigures, describeFigures } from './figures.ts'

const first = { counts: { kills: 12, orders: 1_300 }, longest: { outage: 3_420 }, notes: ['first'] }

test('counts add up over runs, of times the longest is kept, and the last notes', () => {
  const second = { counts: { kills: 3, cancellations: 1 }, longest: { outage: 900, start: 40 }, notes: ['second'] }
  expect(addFigures(first, second)).toEqual({
    counts: { kills: 15, orders: 1_300, cancellations: 1 },
    longest: { outage: 3_420, start: 40 },
    notes: ['second'],
  })
  expect(addFigures(first, {}).notes).toEqual(['first'])
})

test('figures are one line', () => {
  expect(describeFigures(first)).toBe('12 kills, 1,300 orders; outage 3.4 s; first')
  expect(describeFigures({ longest: { answer: 41.6 } })).toBe('answer 42 ms')
  expect(describeFigures({})).toBe('')
})
