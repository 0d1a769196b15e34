import { expect, test } from 'vitest'
import { taxByRate } from './tax-by-rate.ts'

const read = (lines: [string, number][], subtotal: string, tax: string) =>
  taxByRate(
    lines.map(([amount, taxRate]) => ({ amount, taxRate })),
    { subtotal, tax },
  ).map(({ rate, base, tax: share }) => [rate, base.toFixed(2), share.toFixed(2)])

test.each([
  ['no lines', [], '0', '0', []],
  ['one rate', [['100', 20]], '100', '20', [[20, '100.00', '20.00']]],
  [
    'several rates, lowest first, 0 included',
    [
      ['100', 20],
      ['50.50', 10],
      ['7', 0],
      ['100', 20],
    ] as [string, number][],
    '257.50',
    '45.05',
    [
      [0, '7.00', '0.00'],
      [10, '50.50', '5.05'],
      [20, '200.00', '40.00'],
    ],
  ],
  [
    'the largest base takes what rounding once left over',
    [
      ['0.125', 20],
      ['0.125', 20],
      ['0.125', 10],
    ] as [string, number][],
    '0.38',
    '0.06',
    [
      [10, '0.13', '0.01'],
      [20, '0.25', '0.05'],
    ],
  ],
  [
    'a difference of a kuruş in base and tax',
    [
      ['10.004', 10],
      ['20.004', 20],
    ] as [string, number][],
    '30.01',
    '5.00',
    [
      [10, '10.00', '1.00'],
      [20, '20.01', '4.00'],
    ],
  ],
] as const)('tax by rate: %s', (_case, lines, subtotal, tax, expected) => {
  expect(read(lines as [string, number][], subtotal, tax)).toEqual(expected)
})
