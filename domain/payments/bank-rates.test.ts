import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decimal, decimal } from '#domain/money/money.ts'
import {
  bankCost,
  type BankRate,
  findOverlap,
  mayPayerBear,
  payOutDay,
  rateFor,
  type RatedCard,
  surchargePercent,
} from './bank-rates.ts'
import { chargeOf } from './payment.ts'

let serial = 0
const rate = (rest: Partial<BankRate> = {}): BankRate => {
  serial += 1
  return {
    id: serial,
    family: null,
    cardClass: null,
    installment: 6,
    percent: '10',
    extraInstallments: 0,
    bearer: 'store',
    payOutDays: null,
    validFrom: '2026-01-01',
    validUntil: null,
    ...rest,
  }
}
const bonus: RatedCard = { family: 'Bonus', isCommercial: false }
const day = '2026-11-29'

describe('the rate of a card', () => {
  const any = rate({ percent: '1' })
  const commercial = rate({ percent: '2', cardClass: 'commercial' })
  const family = rate({ percent: '3', family: 'Bonus' })
  const both = rate({ percent: '4', family: 'Bonus', cardClass: 'commercial' })
  const rates = [any, commercial, both, family]
  test.each<[string, RatedCard | null, string]>([
    ['is its program’s before that of any program', bonus, '3'],
    ['is its class’s within its program', { ...bonus, isCommercial: true }, '4'],
    ['is its class’s where its program has none', { family: 'Axess', isCommercial: true }, '2'],
    ['is that of any card where neither has one', { family: null, isCommercial: false }, '1'],
    ['is the dearest while the card is not known', null, '4'],
  ])('%s', (_what, card, percent) => {
    expect(rateFor(rates, card, 6, day)?.percent).toBe(percent)
    expect(rateFor(rates.toReversed(), card, 6, day)?.percent).toBe(percent)
    expect(rateFor(rates, card, 3, day)).toBe(undefined)
  })

  test('of its program without its class comes before that of its class without its program', () => {
    expect(rateFor([commercial, family], { ...bonus, isCommercial: true }, 6, day)?.percent).toBe('3')
  })

  test('does not come from another program or class', () => {
    expect(rateFor([family], { family: 'Axess', isCommercial: false }, 6, day)).toBe(undefined)
    expect(rateFor([commercial], bonus, 6, day)).toBe(undefined)
  })

  test.each([
    ['2026-05-31', undefined],
    ['2026-06-01', '5'],
    ['2026-06-30', '5'],
    ['2026-07-01', '7'],
  ])('on %s is %s, by its first and last day', (on, percent) => {
    const dated = [
      rate({ percent: '5', validFrom: '2026-06-01', validUntil: '2026-06-30' }),
      rate({ percent: '7', validFrom: '2026-07-01' }),
    ]
    expect(rateFor(dated, bonus, 6, on)?.percent).toBe(percent)
  })

  test('promises an unknown card only the extra installments that all rows have', () => {
    const given = [rate({ percent: '9', extraInstallments: 3 }), rate({ family: 'Bonus', extraInstallments: 2 })]
    expect(rateFor(given, null, 6, day)).toMatchObject({ percent: '10', extraInstallments: 2 })
  })
})

describe('what a payer is charged', () => {
  test.each([
    [{ bearer: 'store', percent: '10' }, '4', '0'],
    [{ bearer: 'plan', percent: '10' }, '4', '4'],
    [{ bearer: 'plan', percent: '10' }, null, null],
    [{ bearer: 'payer', percent: '0' }, null, '0'],
    [{ bearer: 'payer', percent: '10' }, null, '11.111'],
    [{ bearer: 'payer', percent: '1.79' }, null, '1.823'],
    [{ bearer: 'payer', percent: '50' }, null, '100'],
  ] as const)('%j with the plan’s %s is %s percent', (given, plan, percent) => {
    expect(surchargePercent(given, plan)).toBe(percent)
  })

  test('leaves the store the amount, up to the rounding of the percent and of both amounts to kuruş', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (kurus, thousandths) => {
          const given = { bearer: 'payer', percent: decimal(thousandths).dividedBy(1000).toFixed() } as const
          const amount = decimal(kurus).dividedBy(100)
          const { total } = chargeOf(amount, surchargePercent(given, null) ?? '0')
          const kept: Decimal = total.minus(bankCost(total, given))
          const allowed = amount.times('0.000005').plus('0.01')
          expect(kept.minus(amount).abs().lessThanOrEqualTo(allowed)).toBe(true)
        },
      ),
    )
  })

  test('never contains the bank’s percent of the single payment', () => {
    expect(mayPayerBear({ installment: 1, percent: '2' })).toBe(false)
    expect(mayPayerBear({ installment: 2, percent: '50' })).toBe(true)
    expect(mayPayerBear({ installment: 2, percent: '50.001' })).toBe(false)
  })
})

test('the bank keeps its percent of the total, rounded to kuruş', () => {
  expect(bankCost('1000', { percent: '1.79' }).toFixed(2)).toBe('17.90')
  expect(bankCost('33.35', { percent: '10' }).toFixed(2)).toBe('3.34')
})

test.each([
  ['2026-12-01', 1, '2026-12-02'],
  ['2026-12-04', 1, '2026-12-07'],
  ['2026-12-31', 1, '2027-01-04'],
  ['2026-12-01', 0, '2026-12-01'],
  ['2026-12-01', null, null],
])('a payment of %s is paid out after %s days on %s', (captured, payOutDays, on) => {
  expect(payOutDay(captured, { payOutDays })).toBe(on)
})

describe('rows of one program, class and count', () => {
  const first = rate({ validUntil: '2026-06-30' })
  test.each<[string, Partial<BankRate>, boolean]>([
    ['begin the day after', { validFrom: '2026-07-01' }, false],
    ['begin on the last day', { validFrom: '2026-06-30' }, true],
    ['are of another program', { validFrom: '2026-06-01', family: 'Bonus' }, false],
    ['are of another class', { validFrom: '2026-06-01', cardClass: 'personal' }, false],
    ['are of another count', { validFrom: '2026-06-01', installment: 3 }, false],
    ['begin on the same day', {}, true],
  ])('that %s: overlap is found: %s', (_what, rest, isFound) => {
    const other = rate(rest)
    expect(findOverlap([other, first]) !== null).toBe(isFound)
    expect(findOverlap([first, other]) !== null).toBe(isFound)
  })
  test('overlap where the first has no end', () => {
    expect(findOverlap([rate(), rate({ validFrom: '2027-01-01' })])).not.toBe(null)
  })
})
