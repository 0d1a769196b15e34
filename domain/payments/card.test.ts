import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cardBrand,
  cardDigits,
  cardLength,
  checkCard,
  cvcLength,
  groupCardNumber,
  groupExpiry,
  isCardNumber,
  isExpired,
  maskedCardNumber,
  parseExpiry,
  type TypedCard,
} from './card.ts'
import { passesLuhn } from './luhn.ts'

const visa = '4355084355084358'
const amex = '378282246310005'
const today = '2026-11-21'
const good: TypedCard = { number: '4355 0843 5508 4358', expiry: '12/26', cvc: '000', holder: 'Ayşe Işık' }

test.each([
  ['4355084355084358', 'VISA'],
  ['5571135571135575', 'MASTERCARD'],
  ['2221000000000009', 'MASTERCARD'],
  ['2720990000000007', 'MASTERCARD'],
  ['2721000000000004', 'OTHER'],
  ['9792030394440796', 'TROY'],
  ['6501700139082826', 'TROY'],
  ['378282246310005', 'AMEX'],
  ['341111111111111', 'AMEX'],
  ['36577700000000', 'OTHER'],
  ['', 'OTHER'],
])('the brand of %s is %s', (number, brand) => {
  expect(cardBrand(number)).toBe(brand)
})

test('numbers have 16 digits and a code of 3, American Express 15 and 4', () => {
  expect([cardLength(visa), cvcLength(visa)]).toEqual([16, 3])
  expect([cardLength('34'), cvcLength('37')]).toEqual([15, 4])
  expect(isCardNumber(visa)).toBe(true)
  expect(isCardNumber(visa.slice(0, 15))).toBe(false)
  expect(isCardNumber(`${visa}0`)).toBe(false)
  expect(isCardNumber(amex)).toBe(true)
  expect(['9792030394440796', '6501700139082826'].map(isCardNumber)).toEqual([true, true])
  expect(['9792030394440797', '435508435508435x', ''].map(isCardNumber)).toEqual([false, false, false])
})

test('Luhn detects one wrong digit and two swapped neighbours', () => {
  const position = fc.integer({ min: 0, max: 15 })
  fc.assert(
    fc.property(position, fc.integer({ min: 1, max: 9 }), (at, plus) => {
      const digits = visa.split('')
      digits[at] = String((Number(digits[at]) + plus) % 10)
      expect(passesLuhn(digits.join(''))).toBe(false)
    }),
  )
  expect(passesLuhn('3455084355084358')).toBe(false)
  expect(passesLuhn('')).toBe(false)
})

test('a number is shown in groups however it is typed, and grouping is idempotent', () => {
  expect(groupCardNumber('4355-0843 55084358999')).toBe('4355 0843 5508 4358')
  expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005')
  expect(groupCardNumber('3782822463100051')).toBe('3782 822463 10005')
  expect(groupCardNumber('43550')).toBe('4355 0')
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const shown = groupCardNumber(typed)
      expect(groupCardNumber(shown)).toBe(shown)
      expect(cardDigits(typed).startsWith(cardDigits(shown))).toBe(true)
    }),
  )
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['3', '03'],
  ['123', '12/3'],
  ['12/26', '12/26'],
  ['12/2026', '12/26'],
  ['1226', '12/26'],
  ['12/20', '12/20'],
])('an expiry typed as %s is shown as %s', (typed, shown) => {
  expect(groupExpiry(typed)).toBe(shown)
})

test.each([
  ['12/26', { month: '12', year: '26' }],
  ['01 / 2030', { month: '01', year: '30' }],
  ['13/26', null],
  ['00/26', null],
  ['1/26', null],
  ['12/2', null],
  ['1226', null],
])('parses %s as the expiry %j', (text, expiry) => {
  expect(parseExpiry(text)).toEqual(expiry)
})

test('a card is valid until the end of its month', () => {
  const expiry = { month: '11', year: '26' }
  expect(isExpired(expiry, '2026-11-30')).toBe(false)
  expect(isExpired(expiry, '2026-12-01')).toBe(true)
})

test('a masked number shows the first six and last four digits only', () => {
  expect(maskedCardNumber('435508', '4358')).toBe('4355 08** **** 4358')
  expect(maskedCardNumber('378282', '0005')).toBe('3782 82**** *0005')
})

describe('checkCard', () => {
  test.each<[Partial<TypedCard>, number | string | null, string | null]>([
    [{}, '100', null],
    [{ number: amex, cvc: '1234' }, 1, null],
    [{ number: '4355 0843 5508 435' }, '100', 'card_number_invalid'],
    [{ number: '4355084355084359' }, '100', 'card_number_wrong'],
    [{ expiry: '12/2' }, '100', 'card_expiry_invalid'],
    [{ expiry: '13/25' }, '100', 'card_month_wrong'],
    [{ expiry: '00/30' }, '100', 'card_month_wrong'],
    [{ expiry: '/30' }, '100', 'card_expiry_invalid'],
    [{ expiry: '10/26' }, '100', 'card_expired'],
    [{ expiry: '11/26' }, '100', null],
    [{ cvc: '12' }, '100', 'card_cvc_invalid'],
    [{ cvc: '1234' }, '100', 'card_cvc_invalid'],
    [{ number: amex, cvc: '123' }, '100', 'card_cvc_invalid'],
    [{ cvc: '12x' }, '100', 'card_cvc_invalid'],
    [{ holder: '  ' }, '100', 'card_holder_missing'],
    [{}, '', 'amount_missing'],
    [{}, 0, 'amount_missing'],
    [{}, '0,00', 'amount_missing'],
    [{}, null, 'amount_missing'],
  ])('reports %j for %j: %s', (change, amount, problem) => {
    expect(checkCard({ ...good, ...change }, amount, today)).toBe(problem)
  })

  test('reports problems in the order of the specification', () => {
    const wrong = { number: '4', expiry: '', cvc: '', holder: '' }
    expect(checkCard(wrong, 0, today)).toBe('card_number_invalid')
    expect(checkCard({ ...wrong, number: visa }, 0, today)).toBe('card_expiry_invalid')
    expect(checkCard({ ...wrong, number: visa, expiry: '12/26' }, 0, today)).toBe('card_cvc_invalid')
    expect(checkCard({ ...good, holder: '' }, 0, today)).toBe('card_holder_missing')
    expect(checkCard(good, 0, today)).toBe('amount_missing')
  })
})
