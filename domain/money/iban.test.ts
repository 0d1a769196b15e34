import { expect, test } from 'vitest'
import { findBankProblem, formatIban, isIban, parseBankAccounts } from './iban.ts'

test.each([
  ['TR330006100519786457841326', true],
  ['tr33 0006 1005 1978 6457 8413 26', true],
  ['DE89370400440532013000', true],
  ['GB82WEST12345698765432', true],
  ['TR330006100519786457841327', false],
  ['TR33000610051978645784132', false],
  ['TR3300061005197864578413261', false],
  ['TR33000610051978645784132A', false],
  ['0006100519786457841326', false],
  // A word with valid check digits is not an account number.
  ['TR33-0006-1005-1978-6457-8413-26', false],
  ['DE8937040044', false],
  ['', false],
])('%s is a valid IBAN: %s', (text, is) => {
  expect(isIban(text)).toBe(is)
})

test('formats an IBAN in groups of four', () => {
  expect(formatIban('tr330006100519786457841326')).toBe('TR33 0006 1005 1978 6457 8413 26')
})

test('parses one account per line, whatever separates bank and number', () => {
  const iban = 'TR33 0006 1005 1978 6457 8413 26'
  expect(
    parseBankAccounts(`Ziraat Bankası · ${iban}\n\n  İş Bankası; TR330006100519786457841326 \r\nQNB - ${iban}`),
  ).toEqual(['Ziraat Bankası', 'İş Bankası', 'QNB'].map((bank) => ({ bank, iban })))
  const named = ['IBAN: ', 'IBAN ', '· iban · '].map((word) => `Akbank ${word}${iban}`)
  expect(parseBankAccounts(named.join('\n'))).toEqual(named.map(() => ({ bank: 'Akbank', iban })))
  expect(parseBankAccounts(`IBAN: ${iban}`)).toBeNull()
  expect(parseBankAccounts('')).toEqual([])
  for (const wrong of [iban, 'Ziraat', `Ziraat · TR34 0006 1005 1978 6457 8413 26`]) {
    expect(parseBankAccounts(wrong)).toBeNull()
  }
})

test.each([
  ['Ziraat · TR330006100519786457841326', null],
  ['', null],
  ['Ziraat · TR330006100519786457841326\n\nQNB | TR330006100519786457841327', { line: 3, problem: 'iban' }],
  ['QNB TR330006100519786457841326\nTR33 0006 1005 1978 6457 8413 26', { line: 2, problem: 'bank' }],
  [': TR330006100519786457841326', { line: 1, problem: 'bank' }],
  ['TR330006100519786457841327', { line: 1, problem: 'iban' }],
  ['Ziraat', { line: 1, problem: 'iban' }],
  ['Ziraat -\nQNB', { line: 1, problem: 'iban' }],
])('reports the invalid line %j of %j', (text, problem) => {
  expect(findBankProblem(text)).toEqual(problem)
  expect(parseBankAccounts(text) === null).toBe(problem !== null)
})
