import { expect, test } from 'vitest'
import { partsText, readParts, readSteps, stepsText } from './promotion-cells.ts'

const part = (product: string, unit = '', quantity = '1') => ({ product, unit, quantity })
const step = (amount: string, percent: string, freeDelivery = false) => ({ amount, percent, freeDelivery })

test.each([
  [[part('MATKAP'), part('UÇ-SETİ', 'KUTU', '2')], '1 x MATKAP | 2 x UÇ-SETİ (KUTU)'],
  [[part('A (1)')], '1 x A (1) ()'],
  [[part('A (1)', 'KOLİ (12)', '3')], '3 x A (1) (KOLİ (12))'],
  [[part('A | B', 'AD'), part('C', 'AD')], '1 x A | B (AD) | 1 x C (AD)'],
  [[], ''],
])('parts %o are written as %s and read again', (parts, text) => {
  expect(partsText(parts)).toBe(text)
  expect(readParts(text)).toEqual(parts)
})

test.each([
  ['MATKAP | UC', [part('MATKAP'), part('UC')]],
  ['2x MATKAP|1 X UC (KUTU)', [part('MATKAP', '', '2'), part('UC', 'KUTU')]],
  ['1,5 × A', [part('A', '', '1.5')]],
  ['2 x ', null],
  ['A | ', null],
])('parts are read from %s', (text, parts) => {
  expect(readParts(text)).toEqual(parts)
})

test.each([
  [{ decimal: ',', delivery: 'kargo' }, '50000: %3 | 100000,5: %2,5 + kargo | 200000: kargo'],
  [{ decimal: '.', delivery: 'delivery' }, '50000: %3 | 100000.5: %2.5 + delivery | 200000: delivery'],
] as const)('steps are written with %o and read again', (notation, text) => {
  const steps = [step('50000', '3'), step('100000.5', '2.5', true), step('200000', '', true)]
  expect(stepsText(steps, notation)).toBe(text)
  expect(readSteps(text)).toEqual(steps)
})

test.each([
  ['50.000: 3', [step('50000', '3')]],
  ['50,000: 3%', [step('50000', '3')]],
  ['1.250,50: 3 + ücretsiz kargo', [step('1250.5', '3', true)]],
  ['50000 3', null],
  ['50000: üç', null],
  ['50000: 3 + 4', null],
  ['50000 TL: 3', null],
  ['50000: 3 |', null],
])('steps are read from %s', (text, steps) => {
  expect(readSteps(text)).toEqual(steps)
})
