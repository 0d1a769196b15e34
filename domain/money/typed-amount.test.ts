import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from './money.ts'
import { type AmountNotation, groupSignOf, readTypedAmount, writeAmount } from './typed-amount.ts'

const turkish: AmountNotation = { sign: ',', places: 2 }
const english: AmountNotation = { sign: '.', places: 2 }
const price: AmountNotation = { sign: ',', places: 4 }

describe('a typed amount', () => {
  test.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1234,56', '1234.56'],
    ['1234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567.8', '1234567.8'],
    ['1.234.50', '1234.5'],
    ['₺ 1.234,50', '1234.5'],
    ['1 234,50 TL', '1234.5'],
    ['10,', '10'],
    [',5', '0.5'],
    ['0,01', '0.01'],
    ['999999999999,99', '999999999999.99'],
  ])('%s is %s in either language', (text, value) => {
    expect(readTypedAmount(text, turkish)).toEqual({ kind: 'amount', value })
    expect(readTypedAmount(text, english)).toEqual({ kind: 'amount', value })
  })

  test.each<[string, AmountNotation, object]>([
    ['10.555', turkish, { kind: 'amount', value: '10555' }],
    ['10,555', turkish, { kind: 'unclear', grouped: '10555', decimals: '10.55' }],
    ['10,555', english, { kind: 'amount', value: '10555' }],
    ['10.555', english, { kind: 'unclear', grouped: '10555', decimals: '10.55' }],
    ['10,555', price, { kind: 'unclear', grouped: '10555', decimals: '10.555' }],
    ['10.555', price, { kind: 'unclear', grouped: '10555', decimals: '10.555' }],
    ['0.555', price, { kind: 'amount', value: '0.555' }],
    ['12,3456', price, { kind: 'amount', value: '12.3456' }],
  ])(
    '%s, three digits after one sign, is grouped by the group sign and otherwise unclear (%o)',
    (text, notation, read) => {
      expect(readTypedAmount(text, notation)).toEqual(read)
    },
  )

  test.each(['', '  ', '₺', 'TL'])('"%s" is empty', (text) => {
    expect(readTypedAmount(text, turkish)).toEqual({ kind: 'empty' })
  })

  test.each([
    '-5',
    '+5',
    'beş',
    '1e3',
    '0,125',
    '1234,567',
    '1.234,567',
    '1.23.4',
    '12.34,5',
    '1,2,3',
    '$5',
    '1..2',
    '.',
    '1000000000000',
  ])('%s is invalid', (text) => {
    expect(readTypedAmount(text, turkish)).toEqual({ kind: 'invalid' })
    expect(readTypedAmount(text, english)).toEqual({ kind: 'invalid' })
  })

  const notations = fc.record({ sign: fc.constantFrom<',' | '.'>(',', '.'), places: fc.constantFrom(2, 4) })

  test('that is written by the program has one reading, in either language', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), notations, notations, (units, written, read) => {
        const value = decimal(units).dividedBy(10 ** written.places)
        const text = writeAmount(value.toFixed(), written.sign)
        expect(readTypedAmount(text, { ...read, places: 4 })).toEqual({ kind: 'amount', value: value.toFixed() })
      }),
    )
  })

  test('without three digits after its sign is read the same in both languages, and otherwise never below a thousandth of it', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,5}$/)
    fc.assert(
      fc.property(digits, fc.constantFrom('.', ','), fc.stringMatching(/^\d{0,3}$/), (whole, sign, decimals) => {
        const text = `${whole}${sign}${decimals}`
        const reads = [readTypedAmount(text, turkish), readTypedAmount(text, english)]
        if (decimals.length < 3) expect(reads[0]).toEqual(reads[1])
        else if (whole.length > 3) expect(reads).toEqual([{ kind: 'invalid' }, { kind: 'invalid' }])
        else {
          const grouped = decimal(whole + decimals).toFixed()
          const clear = { kind: 'amount', value: grouped }
          expect(reads.filter((read) => read.kind === 'unclear')).toMatchObject([{ grouped }])
          expect(reads).toContainEqual(clear)
        }
      }),
    )
  })

  test('is never read as another number than one of its two notations', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d.,]{1,12}$/), notations, (text, notation) => {
        const read = readTypedAmount(text, notation)
        if (read.kind !== 'amount') return
        const readings = ([',', '.'] as const).map((sign) => text.replaceAll(groupSignOf(sign), '').replace(sign, '.'))
        const sloppy = text.replaceAll(/[.,](?=.*[.,])/g, '').replace(',', '.')
        const possible = [...readings, sloppy]
          .filter((each) => /^\d*\.?\d*$/.test(each))
          .map((each) => Number(`0${each}`))
        expect(possible).toContain(Number(read.value))
      }),
    )
  })
})
