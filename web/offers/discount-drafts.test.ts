import { describe, expect, test } from 'vitest'
import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import {
  amountNow,
  commonDraft,
  discountMap,
  discountOf,
  draftsForAll,
  hasInvalid,
  isChanged,
  savedDraft,
  totalsNow,
  typedDraft,
} from './discount-drafts.ts'

function item(id: number, profit: number, value = 100, quantity = 2): OfferItem {
  const price = { value, currency: 'TRY' }
  const product = { productId: 1, url: null, code: `K${id}`, name: `Ürün ${id}`, image: null }
  return { id, order: id, ...product, unit: 'ADET', multiplier: 1, quantity, price, profit, taxRate: 20 }
}
const offer: Offer = {
  ...{ id: 1, orderNo: 'T2026000001', date: '', creator: '', isCancel: false, description: '' },
  ...{ customerName: '', customerCompanyName: '', customerEmail: '', customerPhone: '', letter: null },
  currency: 'TRY',
  rates: { TRY: 1 },
  offerItems: [item(1, 0), item(2, -10), item(3, 5)],
}

describe('the field of a line', () => {
  test.each([
    [0, { text: '0', isMarkUp: false }],
    [-12.5, { text: '12,5', isMarkUp: false }],
    [5, { text: '5', isMarkUp: true }],
  ])('shows a saved profit of %d as %j', (profit, draft) => {
    expect(savedDraft({ profit })).toEqual(draft)
  })

  test.each([
    ['10', false, 10],
    ['10,5', false, 10.5],
    ['%10', false, 10],
    ['10 %', true, -10],
    ['', false, 0],
    ['', true, 0],
    ['0', true, 0],
    ['1000', true, -1000],
    ['100', false, 100],
    ['101', false, null],
    ['1001', true, null],
    ['abc', false, null],
  ])('reads %j (mark-up: %s) as %j', (text, isMarkUp, discount) => {
    expect(discountOf({ text, isMarkUp })).toBe(discount)
  })

  test('a typed minus turns it into a mark-up', () => {
    expect(typedDraft('-5', false)).toEqual({ text: '5', isMarkUp: true })
    expect(typedDraft('5', true)).toEqual({ text: '5', isMarkUp: true })
  })
})

test('an offer is changed when a field differs from its saved value', () => {
  expect(isChanged(offer, {})).toBe(false)
  expect(isChanged(offer, { 2: { text: '10,0', isMarkUp: false } })).toBe(false)
  expect(isChanged(offer, { 2: { text: '10', isMarkUp: true } })).toBe(true)
  expect(isChanged(offer, { 1: { text: 'x', isMarkUp: false } })).toBe(true)
  expect(hasInvalid(offer, { 1: { text: 'x', isMarkUp: false } })).toBe(true)
})

test('applies one percentage to all lines and recalculates the totals', () => {
  const drafts = draftsForAll(offer, { text: '10', isMarkUp: false })
  expect(discountMap(offer, drafts)).toEqual({ 1: 10, 2: 10, 3: 10 })
  const totals = totalsNow(offer, drafts)
  // 3 × 2 × 90 = 540, and 20 percent tax on it.
  expect([totals?.subtotal.toNumber(), totals?.tax.toNumber(), totals?.total.toNumber()]).toEqual([540, 108, 648])
  expect(amountNow(offer, item(3, 5), {})?.toNumber()).toBe(210)
})

test('has no totals when prices are hidden', () => {
  const { price: _price, ...hidden } = item(1, 0)
  expect(totalsNow({ ...offer, offerItems: [hidden] }, {})).toBeUndefined()
})

describe('the field for all lines', () => {
  test('shows what all lines have in common, and nothing while they differ', () => {
    expect(commonDraft(offer, {})).toBeNull()
    const typed = draftsForAll(offer, { text: '12,5', isMarkUp: true })
    expect(commonDraft(offer, typed)).toEqual({ text: '12,5', isMarkUp: true })
    expect(commonDraft(offer, { ...typed, 2: { text: '10', isMarkUp: true } })).toBeNull()
    expect(commonDraft({ ...offer, offerItems: [item(1, -10)] }, {})).toEqual({ text: '10', isMarkUp: false })
  })

  test('is what is saved, in every line', () => {
    const typed = draftsForAll(offer, { text: '12,5', isMarkUp: false })
    expect(discountMap(offer, typed)).toEqual({ 1: 12.5, 2: 12.5, 3: 12.5 })
    expect(isChanged(offer, typed)).toBe(true)
  })
})
