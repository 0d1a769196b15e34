import { describe, expect, test } from 'vitest'
import { limitApprovalProblem, limitApprovalStateAt, type StoredLimitApproval } from './limit-approval.ts'

const now = new Date('2026-03-10T09:00:00Z')
const approved: StoredLimitApproval = {
  state: 'approved',
  expiresAt: new Date('2026-03-12T09:00:00Z'),
  cartHash: 'a',
  totalTry: '1200.00',
}
const order = { cartHash: 'a', totalTry: '1200.00' }

describe('an approval over the limit', () => {
  test.each<[string, Partial<StoredLimitApproval>, Partial<typeof order>, string | null]>([
    ['lets the same cart pass', {}, {}, null],
    ['lets it pass when it costs less', {}, { totalTry: '1199.99' }, null],
    ['is void when the total grew by a kuruş', {}, { totalTry: '1200.01' }, 'total_grew'],
    ['is for these lines only', {}, { cartHash: 'b' }, 'other_cart'],
    ['ends at its time', { expiresAt: now }, {}, 'not_approved'],
    ['does not count while it waits', { state: 'waiting' }, {}, 'not_approved'],
    ['is used once', { state: 'used' }, {}, 'not_approved'],
  ])('%s', (_, changes, changedOrder, problem) => {
    expect(limitApprovalProblem({ ...approved, ...changes }, { ...order, ...changedOrder }, now)).toBe(problem)
  })

  test.each<[StoredLimitApproval['state'], string]>([
    ['waiting', 'expired'],
    ['approved', 'expired'],
    ['refused', 'refused'],
    ['withdrawn', 'withdrawn'],
    ['used', 'used'],
  ])('after its time, %s is %s', (state, then) => {
    expect(limitApprovalStateAt({ ...approved, state, expiresAt: now }, now)).toBe(then)
  })
})
