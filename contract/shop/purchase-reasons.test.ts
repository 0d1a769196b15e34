import { expect, test } from 'vitest'
import { reasonSentences } from './purchase-reasons.ts'

const reading = { formatMoney: (value: string | number) => Number(value).toFixed(2), isOwn: false }
const none = { categories: [] }

test('an order over a limit names the limit, the order and the difference', () => {
  const why = {
    ...none,
    reasons: ['order' as const],
    perOrder: 50_000,
    perMonth: null,
    monthTotal: 0,
    orderTotal: 62_400.1,
  }
  const facts = { limit: '50000.00', total: '62400.10', over: '12400.10' }
  expect(reasonSentences(why, reading)).toEqual([{ reason: 'order', key: 'orderOf', facts }])
  expect(reasonSentences(why, { ...reading, isOwn: true })).toEqual([{ reason: 'order', key: 'orderOfOwn', facts }])
})

test('a month names what was used before, and by how much this order exceeds the limit', () => {
  const why = {
    ...none,
    reasons: ['month' as const],
    perOrder: null,
    perMonth: 1000,
    monthTotal: 600,
    orderTotal: 500.05,
  }
  expect(reasonSentences(why, reading)[0]).toMatchObject({
    key: 'monthOf',
    facts: { limit: '1000.00', spent: '600.00', total: '1100.05', over: '100.05' },
  })
})

test('without amounts, with a limit of 0 and for categories there is nothing to subtract', () => {
  const reasons = ['order', 'month', 'category'] as const
  const keys = (why: object) =>
    reasonSentences({ reasons: [...reasons], categories: ['Boya'], ...why }, reading).map(({ key }) => key)
  expect(keys({})).toEqual(['order', 'month', 'category'])
  expect(keys({ perOrder: 0, perMonth: null, monthTotal: 0, orderTotal: 1 })).toEqual(['always', 'month', 'category'])
})
