import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { approversOfStep, isDeputyOn, monthStart, purchaseReasonsOf, stepsNeeded } from './purchase-approval.ts'

const reasons = (
  perOrder: number | null,
  perMonth: number | null,
  { total, month = 0, hasCategory = false }: { total: number; month?: number; hasCategory?: boolean },
) =>
  purchaseReasonsOf(
    {
      perOrder: perOrder === null ? null : decimal(perOrder),
      perMonth: perMonth === null ? null : decimal(perMonth),
    },
    { totalTry: decimal(total), monthTry: decimal(month), hasCategory },
  )

describe('an order needs approval', () => {
  test.each([
    { perOrder: null, perMonth: null, order: { total: 1e9 }, expected: [] },
    { perOrder: 1000, perMonth: null, order: { total: 1000 }, expected: [] },
    { perOrder: 1000, perMonth: null, order: { total: 1000.01 }, expected: ['order'] },
    { perOrder: null, perMonth: 1000, order: { total: 400, month: 600 }, expected: [] },
    { perOrder: null, perMonth: 1000, order: { total: 400.01, month: 600 }, expected: ['month'] },
    { perOrder: 100, perMonth: 1000, order: { total: 2000 }, expected: ['order', 'month'] },
    { perOrder: 0, perMonth: null, order: { total: 0 }, expected: ['order'] },
    { perOrder: null, perMonth: null, order: { total: 1, hasCategory: true }, expected: ['category'] },
  ])('with limits $perOrder and $perMonth of $order for $expected', ({ perOrder, perMonth, order, expected }) => {
    expect(reasons(perOrder, perMonth, order)).toEqual(expected)
  })
})

test.each([
  { total: 500, over: null, approvers: 5, steps: 1 },
  { total: 500, over: 500, approvers: 5, steps: 1 },
  { total: 500.01, over: 500, approvers: 2, steps: 2 },
  { total: 500.01, over: 500, approvers: 1, steps: 1 },
])('a total of $total over $over with $approvers approvers needs $steps', ({ total, over, approvers, steps }) => {
  expect(stepsNeeded(decimal(total), over === null ? null : decimal(over), approvers)).toBe(steps)
})

test('a month starts on its first day', () => {
  expect(monthStart('2026-02-28')).toBe('2026-02-01')
})

test('a deputy stands in on the first day, on the last one, and on no other day than those between', () => {
  const days = { from: '2026-03-02', to: '2026-03-04' }
  const on = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map((day) => isDeputyOn(days, day))
  expect(on).toEqual([false, true, true, true, false])
})

test.each([
  { what: 'nobody is named', named: [], expected: [1, 2, 3], isFallback: false },
  { what: 'one is named', named: [2], expected: [2], isFallback: false },
  { what: 'one of the named has left', named: [2, 9], expected: [2], isFallback: false },
  { what: 'all of the named have left', named: [8, 9], expected: [1, 2, 3], isFallback: true },
])('where $what, $expected decide', ({ named, expected, isFallback }) => {
  const possible = [{ authorityId: 1 }, { authorityId: 2 }, { authorityId: 3 }]
  const step = approversOfStep(possible, named)
  expect(step.approvers.map(({ authorityId }) => authorityId)).toEqual(expected)
  expect(step.isFallback).toBe(isFallback)
})
