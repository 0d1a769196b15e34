import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { type ApprovalFacts, type ApprovalRules, approvalReasonsOf, marginOf } from './order-approval.ts'

const off: ApprovalRules = { all: false, overAmount: 0, overLimit: false, first: false, belowMargin: 0 }
const plain: ApprovalFacts = {
  totalTry: decimal(1000),
  isOverLimit: false,
  isFirst: false,
  margin: decimal(20),
  exceedsAuthority: false,
}
const reasons = (rules: Partial<ApprovalRules>, facts: Partial<ApprovalFacts> = {}) =>
  approvalReasonsOf({ ...off, ...rules }, { ...plain, ...facts })

describe('which orders wait for approval', () => {
  test('none without a rule, whatever the order is like', () => {
    expect(reasons({}, { isOverLimit: true, isFirst: true, margin: decimal(-50) })).toEqual([])
  })

  test.each([
    ['all', { all: true }, {}, ['all']],
    ['an order of exactly the amount does not wait', { overAmount: 1000 }, {}, []],
    ['one kuruş more waits', { overAmount: 1000 }, { totalTry: decimal('1000.01') }, ['amount']],
    ['over the limit', { overLimit: true }, { isOverLimit: true }, ['limit']],
    ['the first order', { first: true }, { isFirst: true }, ['first']],
    ['a later order', { first: true }, {}, []],
    ['exactly the margin', { belowMargin: 20 }, {}, []],
    ['below the margin', { belowMargin: 20 }, { margin: decimal('19.99') }, ['margin']],
    ['an unknown margin', { belowMargin: 20 }, { margin: null }, []],
  ] as const)('%s', (_, rules, facts, expected) => {
    expect(reasons(rules, facts)).toEqual(expected)
  })

  test('a discount beyond the authority of its representative waits without any rule', () => {
    expect(reasons({}, { exceedsAuthority: true })).toEqual(['discount'])
  })

  test('every rule that applies is named', () => {
    expect(reasons({ overAmount: 10, first: true }, { isFirst: true })).toEqual(['amount', 'first'])
  })
})

describe('margin', () => {
  const lines = (...pairs: [number, number][]) =>
    marginOf(pairs.map(([amount, cost]) => ({ amount: decimal(amount), cost: decimal(cost) })))?.toNumber() ?? null

  test('is in percent of the price, over all lines', () => {
    expect(lines([100, 80])).toBe(20)
    expect(lines([100, 80], [100, 120])).toBe(0)
    expect(lines([100, 150])).toBe(-50)
  })

  test('goods for nothing lose their whole cost', () => {
    expect(lines([0, 10])).toBe(-100)
  })

  test('is unknown without a line whose cost is known', () => {
    expect(lines()).toBeNull()
    expect(lines([0, 0])).toBeNull()
  })
})
