import { describe, expect, test } from 'vitest'
import { addToCart, type CartProduct, changeLine } from './cart-changes.ts'

const [piece, box] = [1, 2]
const product = (changed: Partial<CartProduct> = {}): CartProduct => ({
  defaultUnitId: piece,
  needsVariant: false,
  stock: 30,
  units: [
    { id: piece, multiplier: 1, hasPrice: true },
    { id: box, multiplier: 12, hasPrice: true },
  ],
  lines: [],
  ...changed,
})
const rule = { stockInfoStatus: 0, cartStockControl: false }
const line = (id: number, unitId: number, quantity: number) => {
  return { id, unitId, quantity, multiplier: unitId === box ? 12 : 1 }
}

describe('addToCart (catalogue, section 5)', () => {
  test.each([
    ['no default unit', { defaultUnitId: null }, 'no_default_unit'],
    ['a variant is not chosen', { needsVariant: true }, 'variant_not_chosen'],
    ['the unit is another product’s', { units: [] }, 'unit_not_found'],
    ['no price', { units: [{ id: piece, multiplier: 1, hasPrice: false }] }, 'price_unknown'],
  ] as [string, Partial<CartProduct>, string][])('rejects %s', (_, changed, code) => {
    expect(addToCart(product(changed), { unitId: piece, quantity: 1 }, rule)).toMatchObject({ ok: false, code })
  })

  test.each([
    { what: 'all there is', unit: piece, quantity: 30, fits: true },
    { what: 'one more than there is', unit: piece, quantity: 31, fits: false, amount: 31 },
    { what: 'amount × multiplier', unit: box, quantity: 2, fits: true },
    { what: 'amount × multiplier beyond stock', unit: box, quantity: 3, fits: false, amount: 36 },
    { what: 'beside the cart', unit: box, quantity: 2, held: [line(1, piece, 6)], fits: true },
    { what: 'with the cart beyond stock', unit: box, quantity: 2, held: [line(1, piece, 7)], fits: false, amount: 31 },
    {
      what: 'with its own line beyond stock',
      unit: piece,
      quantity: 1,
      held: [line(1, piece, 30)],
      fits: false,
      amount: 31,
    },
    { what: 'within an offset of +5', unit: piece, quantity: 35, mode: 3, fits: true },
    { what: 'beyond an offset of +5', unit: piece, quantity: 36, mode: 3, fits: false, amount: 36 },
    { what: 'within an offset of -10', unit: piece, quantity: 20, mode: 10, fits: true },
    { what: 'beyond an offset of -10', unit: piece, quantity: 21, mode: 10, fits: false, amount: 21 },
    { what: 'capped stock counts whole', unit: piece, quantity: 30, mode: 15, fits: true },
    { what: 'hidden stock counts too', unit: piece, quantity: 31, mode: 1, fits: false, amount: 31 },
    { what: 'anything while stock control is on', unit: box, quantity: 500, control: true, fits: true },
  ])('$what: $fits', ({ unit, quantity, held = [], mode = 0, control = false, fits, amount }) => {
    const wanted = { unitId: unit, quantity }
    const outcome = addToCart(product({ lines: held }), wanted, { stockInfoStatus: mode, cartStockControl: control })
    if (fits) expect(outcome.ok).toBe(true)
    else expect(outcome).toMatchObject({ ok: false, code: 'insufficient_stock', facts: { amount } })
  })

  test('increases the line of the same unit and adds a new line for another unit', () => {
    const held = product({ lines: [line(7, piece, 2)] })
    expect(addToCart(held, { unitId: piece, quantity: 3 }, rule)).toEqual({
      ...{ ok: true, lineId: 7, unitId: piece, quantity: 5 },
    })
    expect(addToCart(held, { unitId: box, quantity: 1 }, rule)).toEqual({ ok: true, unitId: box, quantity: 1 })
  })

  test('returns the available quantity only where the store shows exact stock', () => {
    const facts = (stockInfoStatus: number) => {
      const outcome = addToCart(product(), { unitId: box, quantity: 9 }, { ...rule, stockInfoStatus })
      return outcome.ok ? null : outcome.facts
    }
    expect(facts(0)).toEqual({ amount: 108, available: 30, fits: 2, left: 30 })
    expect(facts(4)).toEqual({ amount: 108, available: 40, fits: 3, left: 40 })
    for (const mode of [1, 2, 15, 20]) expect(facts(mode)).toEqual({ amount: 108 })
  })

  test.each([
    ['beside what its line holds', 30, { amount: 33, available: 30, fits: 2 }],
    ['where the line holds more than there is', 10, { amount: 33, available: 10, fits: 0 }],
    ['of an imported negative stock', -3, { amount: 33, available: 0, fits: 0 }],
  ])('returns the available quantity %s', (_, stock, facts) => {
    const held = product({ stock, lines: [line(1, piece, 28)] })
    expect(addToCart(held, { unitId: piece, quantity: 5 }, rule)).toMatchObject({ facts })
  })

  test('limits a line to 1,000,000 and a product to the base units that the stock columns hold', () => {
    const wide = (multiplier: number, held: number) =>
      product({ units: [{ id: box, multiplier, hasPrice: true }], lines: [line(1, piece, held)] })
    const add = (given: CartProduct, quantity: number) =>
      addToCart(given, { unitId: box, quantity }, { ...rule, cartStockControl: true })
    expect(add(wide(1, 0), 1_000_000)).toMatchObject({ ok: true })
    expect(add(wide(1, 0), 1_000_001)).toEqual({ ok: false, code: 'quantity_invalid' })
    // 99,999 × 1,000,000 plus 999,999 pieces are 99,999,999,999, the maximum of numeric(14, 3).
    expect(add(wide(99_999, 999_999), 1_000_000)).toMatchObject({ ok: true })
    expect(add(wide(99_999, 1_000_000), 1_000_000)).toEqual({ ok: false, code: 'quantity_invalid' })
  })
})

describe('changeLine', () => {
  test('never rejects a decrease, whatever the stock', () => {
    const held = product({ stock: 0, lines: [line(1, piece, 8)] })
    expect(changeLine(held, undefined, { quantity: 7 }, rule)).toEqual({
      ok: true,
      lineId: 1,
      unitId: piece,
      quantity: 7,
    })
    expect(changeLine(held, undefined, { quantity: 8 }, rule)).toMatchObject({ ok: true, quantity: 8 })
    expect(changeLine(held, undefined, { quantity: 9 }, rule)).toMatchObject({ code: 'insufficient_stock' })
    expect(changeLine(held, undefined, { addQuantity: 1 }, rule)).toMatchObject({ code: 'insufficient_stock' })
  })

  test('merges two lines when the new unit already has one', () => {
    const held = product({ lines: [line(1, piece, 2), line(2, box, 1)] })
    expect(changeLine(held, box, { unit: piece }, rule)).toEqual({
      ...{ ok: true, lineId: 1, unitId: piece, quantity: 3, mergedLineId: 2 },
    })
    expect(changeLine(held, undefined, { unit: piece }, rule)).toMatchObject({ code: 'line_ambiguous' })
    expect(changeLine(held, piece, { unit: box }, rule)).toMatchObject({ code: 'insufficient_stock' })
  })

  test('increases when stock covers it', () => {
    const held = product({ lines: [line(1, piece, 8)] })
    expect(changeLine(held, piece, { addQuantity: 22 }, rule)).toEqual({
      ...{ ok: true, lineId: 1, unitId: piece, quantity: 30 },
    })
    expect(changeLine(held, box, { quantity: 1 }, rule)).toEqual({ ok: false, code: 'line_not_found' })
  })

  test('allows a unit of the same size when stock is gone', () => {
    const [single, lone] = [3, { id: 3, multiplier: 1, hasPrice: true }]
    const held = product({ stock: 0, lines: [line(1, piece, 8)], units: [...product().units, lone] })
    expect(changeLine(held, piece, { unit: single }, rule)).toEqual({
      ...{ ok: true, lineId: 1, unitId: single, quantity: 8 },
    })
    expect(changeLine(held, piece, { unit: box }, rule)).toMatchObject({ code: 'insufficient_stock' })
    expect(changeLine(held, piece, { unit: 4 }, rule)).toEqual({ ok: false, code: 'unit_not_found' })
  })

  test('requires a price of the smaller unit, and stock for both lines', () => {
    const units = product().units.map((unit) => ({ ...unit, hasPrice: false }))
    const priceless = product({ units, lines: [line(1, box, 2)] })
    expect(changeLine(priceless, box, { unit: piece }, rule)).toEqual({ ok: false, code: 'price_unknown' })
    // Nothing changes, so nothing is required.
    expect(changeLine(priceless, box, { unit: box }, rule)).toEqual({
      ...{ ok: true, lineId: 1, unitId: box, quantity: 2 },
    })
    const full = (pieces: number) => product({ lines: [line(1, piece, pieces), line(2, box, 2)] })
    expect(changeLine(full(999_998), box, { unit: piece }, rule)).toMatchObject({ ok: true, quantity: 1_000_000 })
    expect(changeLine(full(999_999), box, { unit: piece }, rule)).toEqual({ ok: false, code: 'quantity_invalid' })
  })
})
