import { describe, expect, test } from 'vitest'
import { groupCardNumber } from '#domain/payments/card.ts'
import { binOf, caretBeforeDelete, caretIn, shownCvc, shownExpiry } from './typed-card.ts'

describe('typed, pasted and autofilled values', () => {
  test.each([
    ['0', '0'],
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['8', '08'],
    ['1/', '01'],
    ['1/28', '01/28'],
    ['8/29', '08/29'],
    ['8 / 29', '08/29'],
    ['08/2029', '08/29'],
    ['08-29', '08/29'],
    ['2029-08', '08/29'],
    ['2029/8', '08/29'],
    ['0829', '08/29'],
    ['08/29/77', '08/29'],
  ])('formats the expiry %s as %s', (typed, shown) => expect(shownExpiry(typed)).toBe(shown))

  test.each([
    ['4355-0843-5508-4358', '4355 0843 5508 4358'],
    ['  4355084355084358\n', '4355 0843 5508 4358'],
    ['43550843550843581234', '4355 0843 5508 4358'],
    ['378282246310005', '3782 822463 10005'],
    ['kart: 4355', '4355'],
  ])('formats the number %s as %s', (typed, shown) => expect(groupCardNumber(typed)).toBe(shown))

  test('limits the security code to three digits, four for American Express', () => {
    expect(shownCvc('0 0 0 1', '4355 0843 5508 4358')).toBe('000')
    expect(shownCvc('12345', '3782 822463 10005')).toBe('1234')
    expect(shownCvc('abc', '')).toBe('')
  })

  test.each([
    ['4355 0843 5508 4358', '43550843'],
    ['4355 0843 5508 435', null],
    ['3782 822463 10005', '37828224'],
    ['3782 822463 1000', null],
    ['', null],
  ])('the BIN of %s is %s', (number, bin) => expect(binOf(number)).toBe(bin))
})

describe('the caret', () => {
  test('stays behind its digit when a space is inserted', () => {
    const typed = '43559 0843 55'
    expect(caretIn(groupCardNumber(typed), typed, 5)).toBe(6)
  })
  test('stays at the end while typing there', () => {
    expect(caretIn('4355 0', '43550', 5)).toBe(6)
    expect(caretIn('08', '8', 1)).toBe(2)
  })
  test('stays where a digit in the middle was deleted', () => {
    const typed = '435 0843 5508 4358'
    expect(caretIn(groupCardNumber(typed), typed, 3)).toBe(3)
  })
  test('deletes the digit beyond a space', () => {
    expect(caretBeforeDelete('4355 0843', 5, 'Backspace')).toBe(4)
    expect(caretBeforeDelete('4355 0843', 4, 'Backspace')).toBe(4)
    expect(caretBeforeDelete('4355 0843', 4, 'Delete')).toBe(5)
    expect(caretBeforeDelete('4355 0843', 9, 'Delete')).toBe(9)
    expect(caretBeforeDelete('4355 0843', 0, 'Backspace')).toBe(0)
  })
})
