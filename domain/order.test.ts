import { expect, test } from 'vitest'
import { orderNote, orderNumber } from './order.ts'

test.each([
  [undefined, 'Sipariş notu yok'],
  ['', 'Sipariş notu yok'],
  ['  \n ', 'Sipariş notu yok'],
  [' Sabah teslim ', 'Sabah teslim'],
])('the note %j is kept as "%s"', (text, note) => {
  expect(orderNote(text)).toBe(note)
})

test.each([
  [2026, 1, 'S2026000001'],
  [2026, 999_999, 'S2026999999'],
  [2027, 1_000_000, 'S20271000000'],
])('order %i/%i is %s', (year, sequence, number) => {
  expect(orderNumber(year, sequence)).toBe(number)
})
