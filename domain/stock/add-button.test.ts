import { describe, expect, test } from 'vitest'
import { addButton, type AddButtonFacts, canMessage } from './add-button.ts'
import { showStock } from './stock.ts'

const facts = (changed: Partial<AddButtonFacts> = {}): AddButtonFacts => ({
  isOutOfStock: false,
  salePrice: 10,
  unitPrice: 10,
  needsVariant: false,
  cartStockControl: false,
  messaging: { isOn: false, number: '' },
  offersStockInquiry: false,
  ...changed,
})
const chat = { isOn: true, number: '905551112233' }

describe('addButton', () => {
  test.each([
    ['everything in order', {}, 'add'],
    ['no stock', { isOutOfStock: true }, 'sold_out'],
    ['no stock, messaging on', { isOutOfStock: true, messaging: chat }, 'not_in_stock'],
    [
      'no stock, messaging on, notInStock',
      { isOutOfStock: true, messaging: chat, offersStockInquiry: true },
      'ask_stock',
    ],
    ['no stock, notInStock without messaging', { isOutOfStock: true, offersStockInquiry: true }, 'sold_out'],
    ['no stock, control on', { isOutOfStock: true, cartStockControl: true }, 'add'],
    ['price 0', { salePrice: 0 }, 'ask_price'],
    ['unit price 0', { unitPrice: 0 }, 'ask_unit_stock'],
    ['unit price below 0', { unitPrice: -1 }, 'ask_unit_stock'],
    ['prices are hidden', { salePrice: undefined, unitPrice: undefined }, 'add'],
    ['a variant is to be chosen', { needsVariant: true }, 'choose_variant'],
  ] as [string, Partial<AddButtonFacts>, string][])('%s', (_, changed, button) => {
    expect(addButton(facts(changed))).toBe(button)
  })

  test('returns the first that applies: stock, then sale price, then unit price', () => {
    const all = { isOutOfStock: true, salePrice: 0, unitPrice: 0, messaging: chat }
    expect(addButton(facts(all))).toBe('not_in_stock')
    expect(addButton(facts({ ...all, isOutOfStock: false }))).toBe('ask_price')
    expect(addButton(facts({ ...all, isOutOfStock: false, salePrice: 3 }))).toBe('ask_unit_stock')
    for (const unitPrice of [3, 0.01]) {
      expect(addButton(facts({ ...all, isOutOfStock: false, salePrice: 3, unitPrice }))).toBe('add')
    }
  })
})

describe('the smallest stock that can be added, in every mode', () => {
  const smallest: Record<number, number> = {
    ...{ 0: 1, 1: 1, 2: 1, 15: 1, 16: 1, 17: 1, 18: 1, 19: 1, 20: 1 },
    ...{ 3: -4, 4: -9, 5: -49, 6: -99, 7: -999, 8: -19 },
    ...{ 9: 6, 10: 11, 11: 51, 12: 101, 13: 1001, 14: 21 },
  }
  test.each(Object.entries(smallest))('mode %s: %i', (mode, quantity) => {
    const button = (changed: number, cartStockControl: boolean) => {
      const { isOutOfStock } = showStock(changed, Number(mode))
      return addButton(facts({ isOutOfStock, cartStockControl }))
    }
    expect([button(quantity, false), button(quantity - 1, false)]).toEqual(['add', 'sold_out'])
    expect(button(quantity - 1, true)).toBe('add')
  })
})

test('asks for a variant after stock and price, and before the unit price', () => {
  const parent = { needsVariant: true, unitPrice: 0 }
  expect(addButton(facts({ ...parent, isOutOfStock: true }))).toBe('sold_out')
  expect(addButton(facts({ ...parent, salePrice: 0 }))).toBe('ask_price')
  expect(addButton(facts(parent))).toBe('choose_variant')
})

test.each([
  [true, '12345', true],
  [true, '1234', false],
  [true, '', false],
  [false, '905551112233', false],
])('messaging %s with number "%s" is offered: %s', (isOn, number, counts) => {
  expect(canMessage({ isOn, number })).toBe(counts)
})
