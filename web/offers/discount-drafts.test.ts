import { describe, expect, test } from 'vitest'
import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import {
  amountNow,
  commonDraft,
  discountOf,
  draftsForAll,
  editedLines,
  hasInvalid,
  isChanged,
  marginNow,
  savedDraft,
  totalMarginNow,
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
  ...{ acceptedAt: null },
  ...{ customerName: '', customerCompanyName: '', customerEmail: '', customerPhone: '', customerTaxOffice: '' },
  ...{ customerTaxNumber: '', validUntil: null, isExpired: false, terms: '', emails: [] },
  currency: 'TRY',
  rates: { TRY: 1 },
  rateNotes: [],
  ratesLockedUntil: null,
  negotiation: null,
  agreedUntil: null,
  isAgreementExpired: false,
  link: null,
  becameOrder: null,
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
  const drafts = draftsForAll(offer, {}, { text: '10', isMarkUp: false })
  const line = { discount: 10, quantity: 2, basePrice: null }
  expect(editedLines(offer, drafts)).toEqual({ 1: line, 2: line, 3: line })
  const totals = totalsNow(offer, drafts)
  // 3 × 2 × 90 = 540, and 20 percent tax on it.
  expect([totals?.subtotal.toNumber(), totals?.tax.toNumber(), totals?.total.toNumber()]).toEqual([540, 108, 648])
  expect(amountNow(offer, item(3, 5), {})?.toNumber()).toBe(210)
})

test('quantity and base price of the fields count for amount and margin; an invalid field keeps the saved value', () => {
  const [first] = offer.offerItems
  if (first === undefined) throw new Error('The offer has no lines.')
  const draft = { text: '10', isMarkUp: false, quantity: '1.000', basePrice: '1.250,50' }
  expect(amountNow(offer, first, { 1: draft })?.toNumber()).toBe(1_125_450)
  const margin = marginNow(offer, first, { 1: draft })
  expect([margin?.margin.toNumber(), margin?.percent?.toFixed(1)]).toEqual([1_025_450, '91.1'])
  const below = marginNow(offer, first, { 1: { ...draft, quantity: '2', basePrice: '99,99' } })
  expect(below?.margin.toFixed(2)).toBe('-20.02')
  for (const odd of [
    { quantity: '0' },
    { quantity: 'x' },
    { basePrice: '-5' },
    { basePrice: '0,12345' },
    { basePrice: 'x' },
  ])
    expect([odd, hasInvalid(offer, { 1: { ...draft, ...odd } })]).toEqual([odd, true])
  expect(amountNow(offer, first, { 1: { text: '0', isMarkUp: false, quantity: 'x' } })?.toNumber()).toBe(200)
  expect(isChanged(offer, { 1: { text: '0', isMarkUp: false, quantity: '2', basePrice: '' } })).toBe(false)
  expect(totalMarginNow(offer, {})?.margin.toNumber()).toBe(-10)
  const free = marginNow(offer, first, { 1: { text: '100', isMarkUp: false } })
  expect([free?.margin.toNumber(), free?.percent]).toEqual([-200, null])
})

test('a cost with fractions of a kuruş is no loss at the same price; a real loss and one of a percent by rounding are', () => {
  const [first] = offer.offerItems
  if (first === undefined) throw new Error('The offer has no lines.')
  const marginAt = (price: number, basePrice?: string) => {
    const line = { ...first, price: { value: price, currency: 'TRY' }, quantity: 10 }
    const draft = { text: '0', isMarkUp: false, ...(basePrice !== undefined && { basePrice }) }
    return marginNow(offer, line, { 1: draft })?.margin.toFixed(2)
  }
  expect([marginAt(314.364), marginAt(314.366)]).toEqual(['0.00', '0.00'])
  expect(marginAt(314.364, '314,35')).toBe('-0.10')
  // The customer's price is rounded to 0.
  expect(marginAt(0.004)).toBe('-0.04')
})

test('one percentage for all lines keeps typed quantities and prices', () => {
  const typed = { 1: { text: '0', isMarkUp: false, quantity: '7', basePrice: '50' } }
  expect(draftsForAll(offer, typed, { text: '10', isMarkUp: true })[1]).toEqual({
    text: '10',
    isMarkUp: true,
    quantity: '7',
    basePrice: '50',
  })
})

test('has no totals when prices are hidden', () => {
  const { price: _price, ...hidden } = item(1, 0)
  expect(totalsNow({ ...offer, offerItems: [hidden] }, {})).toBeUndefined()
})

describe('the field for all lines', () => {
  test('shows what all lines have in common, and nothing while they differ', () => {
    expect(commonDraft(offer, {})).toBeNull()
    const typed = draftsForAll(offer, {}, { text: '12,5', isMarkUp: true })
    expect(commonDraft(offer, typed)).toEqual({ text: '12,5', isMarkUp: true })
    expect(commonDraft(offer, { ...typed, 2: { text: '10', isMarkUp: true } })).toBeNull()
    expect(commonDraft({ ...offer, offerItems: [item(1, -10)] }, {})).toEqual({ text: '10', isMarkUp: false })
  })

  test('is what is saved, in every line', () => {
    const typed = draftsForAll(offer, {}, { text: '12,5', isMarkUp: false })
    const line = { discount: 12.5, quantity: 2, basePrice: null }
    expect(editedLines(offer, typed)).toEqual({ 1: line, 2: line, 3: line })
    expect(isChanged(offer, typed)).toBe(true)
  })
})
