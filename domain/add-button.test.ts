import { describe, expect, test } from 'vitest'
import { addButton, type AddButtonFacts, canMessage } from './add-button.ts'

const facts = (changed: Partial<AddButtonFacts> = {}): AddButtonFacts => ({
  quantity: 5,
  salePrice: 10,
  unitPrice: 10,
  needsVariant: false,
  rule: { stockInfoStatus: 0, cartStockControl: false },
  messaging: { isOn: false, number: '' },
  asksWhenNotInStock: false,
  ...changed,
})
const chat = { isOn: true, number: '905551112233' }

describe('what stands on the add button', () => {
  test.each([
    ['everything in order', {}, 'add'],
    ['no stock', { quantity: 0 }, 'sold_out'],
    ['negative stock', { quantity: -2 }, 'sold_out'],
    ['no stock, messaging on', { quantity: 0, messaging: chat }, 'not_in_stock'],
    ['no stock, messaging on, notInStock', { quantity: 0, messaging: chat, asksWhenNotInStock: true }, 'ask_stock'],
    ['no stock, notInStock without messaging', { quantity: 0, asksWhenNotInStock: true }, 'sold_out'],
    ['no stock, control on', { quantity: 0, rule: { stockInfoStatus: 0, cartStockControl: true } }, 'add'],
    ['an offset covers', { quantity: 0, rule: { stockInfoStatus: 3, cartStockControl: false } }, 'add'],
    ['an offset takes it away', { quantity: 5, rule: { stockInfoStatus: 9, cartStockControl: false } }, 'sold_out'],
    ['stock is hidden', { quantity: undefined }, 'add'],
    ['price 0', { salePrice: 0 }, 'ask_price'],
    ['unit price 0', { unitPrice: 0 }, 'ask_unit_stock'],
    ['unit price below 0', { unitPrice: -1 }, 'ask_unit_stock'],
    ['prices are hidden', { salePrice: undefined, unitPrice: undefined }, 'add'],
    ['a variant is to be chosen', { needsVariant: true }, 'choose_variant'],
  ] as [string, Partial<AddButtonFacts>, string][])('%s', (_, changed, button) => {
    expect(addButton(facts(changed))).toBe(button)
  })

  test('the first that holds: stock, then sale price, then unit price', () => {
    const all = { quantity: 0, salePrice: 0, unitPrice: 0, messaging: chat }
    expect(addButton(facts(all))).toBe('not_in_stock')
    expect(addButton(facts({ ...all, quantity: 1 }))).toBe('ask_price')
    expect(addButton(facts({ ...all, quantity: 1, salePrice: 3 }))).toBe('ask_unit_stock')
    expect(addButton(facts({ ...all, quantity: 1, salePrice: 3, unitPrice: 3 }))).toBe('add')
  })
})

test.each([
  [true, '12345', true],
  [true, '1234', false],
  [true, '', false],
  [false, '905551112233', false],
])('messaging %s with number "%s" counts: %s', (isOn, number, counts) => {
  expect(canMessage({ isOn, number })).toBe(counts)
})
