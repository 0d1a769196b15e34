import { expect, test } from 'vitest'
import type { ListedSetting } from '#contract/admin/settings.ts'
import { changesOf, isInEffect, splitAtMatches, isFound, numberOf, withDraft } from './settings-form.ts'

const setting = (key: string, value: string | number, isOwn = false): ListedSetting => {
  return { key, value, default: value, isOwn, stamp: isOwn ? '7' : '', changed: null }
}

test('typing the saved value again is not a change', () => {
  const rate = setting('defaultTaxRate', 20)
  const typed = withDraft({}, rate, '10,5')
  expect(changesOf([rate], typed)).toEqual([{ key: 'defaultTaxRate', stamp: '', value: 10.5 }])
  expect(withDraft(typed, rate, '20')).toEqual({})
  expect(withDraft(typed, rate, null)).toEqual({})
})

test('the amount from which the store pays the carrier counts only under the policy that has one', () => {
  const from = setting('carrierSenderFrom', 10_000)
  const under = (policy: string, drafts = {}) => isInEffect(from, [setting('carrierPolicy', policy), from], drafts)
  expect([under('recipient'), under('sender'), under('sender_from')]).toEqual([false, false, true])
  expect(under('recipient', { carrierPolicy: 'sender_from' })).toBe(true)
  expect(under('sender_from', { carrierPolicy: 'sender' })).toBe(false)
  // It has an error or a value to take back.
  expect(under('sender', { carrierSenderFrom: 'on bin' })).toBe(true)
})

test('a choice is sent in its stored type, number or text', () => {
  const items = [setting('stockInfoStatus', 0), setting('b2b_urun_detay_ozel_kod_gosterim', '0')]
  expect(
    changesOf(items, { stockInfoStatus: '19', b2b_urun_detay_ozel_kod_gosterim: '1' }).map(({ value }) => value),
  ).toEqual([19, '1'])
})

test.each([
  ['10,5', 10.5],
  [' 7 ', 7],
  ['1.000,5', '1.000,5'],
  ['', ''],
])('reads %j as the number %j', (typed, value) => {
  expect(numberOf(typed)).toBe(value)
})

test.each([
  ['ÇALIŞMA', true],
  ['calisma', true],
  ['saat çal', true],
  ['', true],
  ['kur', false],
])('a search for %j', (search, found) => {
  expect(isFound(search, ['Çalışma saatleri', 'storeHours'])).toBe(found)
})

test.each([
  ['Stok dışı', 'STOK', ['', 'Stok', ' dışı']],
  ['Marka rengi', 'reng', ['Marka ', 'reng', 'i']],
  ['İstok', 'istok', ['', 'İstok']],
  ['Adres', '', ['Adres']],
])('%s is split at %j', (text, search, pieces) => {
  expect(splitAtMatches(text, search)).toEqual(pieces)
})
