import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changeCartLine, quantity } from '#contract/shop/cart.ts'
import { refuse } from './errors.ts'
import { publicSettings, settingKeys, storeSettings } from '#contract/shop/settings.ts'
import { sortFields } from './sort-fields.ts'
import { choice } from './visitor.ts'

describe('quantity', () => {
  test.each([
    [1, 1],
    [1_000_000, 1_000_000],
    ['1', 1],
    ['101', 101],
    ['1000000', 1_000_000],
  ])('parses %j as %i', (sent, read) => {
    expect(z.parse(quantity, sent)).toBe(read)
  })

  test.each([
    0,
    -1,
    0.5,
    1_000_001,
    1e9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    [],
    {},
    '0',
    '-1',
    '0.5',
    '1,5',
    '1e9',
    '1000001',
    '',
    ' 1',
    '0x10',
    'abc',
    '99999999999',
  ])('rejects %j', (sent) => {
    expect(z.safeParse(quantity, sent).success).toBe(false)
  })
})

test.each([
  [{ quantity: 2 }, true],
  [{ addQuantity: '3' }, true],
  [{ unit: 5 }, true],
  [{ quantity: 2, unit: 5 }, false],
  [{ quantity: 2, price: 0 }, false],
  [{}, false],
])('a change of a cart line has exactly one of its three fields: %j %s', (body, isOne) => {
  expect(changeCartLine.body.safeParse(body).success).toBe(isOne)
})

test('sortFields are those of the specification', () => {
  expect(sortFields).toEqual(['name', '-name', 'price', '-price', 'brand', '-brand', 'quantity', '-quantity'])
})

describe('storeSettings', () => {
  test('has a default for every setting', () => {
    expect(Object.keys(z.parse(storeSettings, {}))).toEqual(settingKeys)
  })

  test.each([
    ['stockInfoStatus', 20, true],
    ['stockInfoStatus', 21, false],
    ['stockInfoStatus', -1, false],
    ['showPriceStatus', '2', false],
    ['defaultSort', '', true],
    ['defaultSort', '-price', true],
    ['defaultSort', 'id', false],
    ['brandColor', 'red; }', false],
  ])('%s = %j is valid: %s', (key, value, isTaken) => {
    expect(z.safeParse(storeSettings, { [key]: value }).success).toBe(isTaken)
  })

  test('publicSettings contains no setting that only the server needs', () => {
    expect(Object.keys(publicSettings.shape)).not.toContain('sessionDays')
  })

  test.each([
    [{ key: 'productListView', value: 'grid' }, true],
    [{ key: 'productListView', value: 'cards' }, false],
    [{ key: 'showNotInStocks', value: '0' }, true],
    [{ key: 'showNotInStocks', value: 0 }, false],
    [{ key: 'locale', value: 'en' }, true],
    [{ key: 'locale', value: 'de' }, false],
    [{ key: 'cartStockControl', value: '1' }, false],
    [{ key: 'locale', value: 'en', role: 'admin' }, false],
  ])('choice accepts %j: %s', (sent, isOne) => {
    expect(choice.safeParse(sent).success).toBe(isOne)
  })
})

test('refuse returns a code with its facts', () => {
  expect(refuse('cart_empty')).toEqual({ ok: false, code: 'cart_empty' })
  expect(refuse('insufficient_stock', { amount: 5 })).toEqual({
    ok: false,
    code: 'insufficient_stock',
    facts: { amount: 5 },
  })
})
