import { expect, test } from 'vitest'
import { isWeekend } from '#domain/text/calendar-day.ts'
import { addressLines, deliveryDay, deliveryPeriod, saysNothing } from './delivery.ts'

const today = '2026-11-28'

test.each([
  ['today', '2026-11-28', '2026-11-28'],
  ['a day as Turks write it', '04.12.2026', '2026-12-04'],
  ['the last day', '2027-05-27', '2027-05-27'],
  ['yesterday', '2026-11-27', null],
  ['the day after the last one', '2027-05-28', null],
  ['31 February', '2027-02-31', null],
  ['nonsense', 'yarın', null],
])('reads %s as a requested day', (_name, text, day) => {
  expect(deliveryDay(text, today)).toBe(day)
})

test('offers 180 days from today on', () => {
  expect(deliveryPeriod(today)).toEqual({ from: today, to: '2027-05-27' })
})

test('recognizes Saturday and Sunday', () => {
  expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(isWeekend)).toEqual([false, true, true, false])
})

test('stores nothing for an order without an address and wishes', () => {
  const plain = { address: null, requestedOn: null, partDelivery: true, carrier: null }
  expect(saysNothing(plain)).toBe(true)
  const wishes = [{ requestedOn: today }, { partDelivery: false }, { carrier: 'aras' }]
  expect(wishes.map((wish) => saysNothing({ ...plain, ...wish }))).toEqual([false, false, false])
})

test('writes an address in two lines, without what is empty', () => {
  const place = { address: 'Sanayi Caddesi 12', district: 'Gebze', city: 'Kocaeli', postalCode: '41400' }
  expect(addressLines(place)).toEqual(['Sanayi Caddesi 12', '41400 Gebze / Kocaeli'])
  expect(addressLines({ ...place, address: '', postalCode: '', district: '' })).toEqual(['Kocaeli'])
})
