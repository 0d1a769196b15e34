import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { discountedPrice, exceededAuthority, linePercent, parsePercent } from './representative-discount.ts'

describe('parsePercent', () => {
  test.each([
    ['', '0'],
    ['12', '12'],
    ['%12,5', '12.5'],
    ['7.25 %', '7.25'],
    ['99,99', '99.99'],
  ])('reads %j as %s', (text, percent) => expect(parsePercent(text)).toBe(percent))

  test.each(['100', '-5', 'on', '1e1', '12,345', '250', '1.000', 'NaN'])('refuses %j', (text) => {
    expect(parsePercent(text)).toBe(null)
  })
})

describe('linePercent', () => {
  test.each([
    ['the discount of the order alone', '12', '0', '12'],
    ['the discount of the line alone', '0', '7.5', '7.5'],
    ['both, one after the other', '10', '10', '19'],
    ['both exactly', '0.01', '99.99', '99.990001'],
  ])('is %s', (_, totalPercent, own, percent) => {
    expect(linePercent({ totalPercent, lines: new Map([[7, own]]) }, 7).toString()).toBe(percent)
  })

  test('leaves lines without a discount of their own to the one of the order', () => {
    expect(linePercent({ totalPercent: '5', lines: new Map([[7, '20']]) }, 8).toString()).toBe('5')
  })
})

test('a discounted price has at most four decimals, half away from zero', () => {
  expect(discountedPrice({ value: '0.0333', currency: 'USD' }, decimal('10'))).toEqual({
    value: '0.03',
    currency: 'USD',
  })
  expect(discountedPrice({ value: '1.0005', currency: 'TRY' }, decimal('50'))).toEqual({
    value: '0.5003',
    currency: 'TRY',
  })
})

describe('exceededAuthority', () => {
  const line = (percent: string, before: string, cost: string | null = null) => ({
    percent: decimal(percent),
    before: decimal(before),
    after: decimal(before).times(decimal(100).minus(percent)).dividedBy(100),
    cost: cost === null ? null : decimal(cost),
  })
  const authority = { line: 15, total: 10, floor: 5 }

  test('allows a discount up to the limits, which belong to it', () => {
    expect(exceededAuthority([line('10', '100'), line('10', '0.3333')], authority)).toEqual([])
    expect(exceededAuthority([line('15', '100'), line('0', '900')], authority)).toEqual([])
  })

  test('names each exceeded part', () => {
    expect(exceededAuthority([line('12', '100')], authority)).toEqual(['total'])
    expect(exceededAuthority([line('15.01', '1'), line('0', '999')], authority)).toEqual(['line'])
    expect(exceededAuthority([line('10', '100', '85.72')], authority)).toEqual(['floor'])
    expect(exceededAuthority([line('40', '100', '90')], authority)).toEqual(['line', 'total', 'floor'])
  })

  test('counts discounts of lines in the one of the whole order', () => {
    expect(exceededAuthority([line('15', '800'), line('0', '100')], authority)).toEqual(['total'])
  })

  test('does not judge lines without a discount by the floor, or lines whose cost is unknown', () => {
    expect(exceededAuthority([line('0', '100', '200'), line('5', '100')], authority)).toEqual([])
    expect(exceededAuthority([line('10', '100', '100')], { ...authority, floor: null })).toEqual([])
  })

  test('allows nothing without authority, and needs none without a discount', () => {
    const none = { line: 0, total: 0, floor: null }
    expect(exceededAuthority([line('0.01', '100')], none)).toEqual(['line', 'total'])
    expect(exceededAuthority([line('0', '100')], none)).toEqual([])
  })
})
