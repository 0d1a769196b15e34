import { describe, expect, test } from 'vitest'
import { readRateSheet } from './read-sheet.ts'
import type { Grid, PlainNumbers } from './sheet.ts'

const families = ['Axess', 'Bonus', 'Maximum', 'World', 'Miles&Smiles', 'CardFinans']
const readSheet = (grid: Grid, plain: PlainNumbers | 'auto' = 'auto') => readRateSheet(grid, { families, plain })
/** program class count+extra percent, in the order of the sheet. */
const ratesOf = (grid: Grid, plain: PlainNumbers | 'auto' = 'auto') =>
  readSheet(grid, plain).rates.map(
    ({ family, cardClass, installment, extraInstallments: extra, percent }) =>
      `${family ?? '*'} ${cardClass ?? '*'} ${installment}${extra > 0 ? `+${extra}` : ''} ${percent}`,
  )

describe('a sheet with a row per number of installments', () => {
  test('and a column per program', () => {
    const grid = [
      ['Üye işyeri komisyon oranları', '', ''],
      [],
      ['Taksit Sayısı', 'BONUS', 'Axess Kart'],
      ['Tek Çekim', '%1,79', '1,89 %'],
      ['2 Taksit', '4.5', '-'],
      ['6+2 Taksit', '%9,20', '9,5'],
      ['* Oranlara BSMV dahildir.', '', ''],
    ]
    expect(ratesOf(grid)).toEqual([
      'Bonus * 1 1.79',
      'Axess * 1 1.89',
      'Bonus * 2 4.5',
      'Bonus * 6+2 9.2',
      'Axess * 6+2 9.5',
    ])
    const { layouts, unread, problems } = readSheet(grid)
    expect([layouts, problems]).toEqual([['installments'], []])
    expect(unread.map(({ address }) => address)).toEqual(['A1', 'A7'])
  })

  test('with merged titles of programs above personal and commercial columns', () => {
    const grid = [
      ['', 'Bonus', '', 'World', ''],
      ['Taksit', 'Bireysel', 'Ticari Kart', 'Bireysel', 'Ticari Kart'],
      ['1', '0.0179', '0.0199', '0.018', '0.02'],
      ['3', '0.055', '0.06', '0.056', '0.061'],
    ]
    expect(ratesOf(grid)).toEqual([
      'Bonus personal 1 1.79',
      'Bonus commercial 1 1.99',
      'World personal 1 1.8',
      'World commercial 1 2',
      'Bonus personal 3 5.5',
      'Bonus commercial 3 6',
      'World personal 3 5.6',
      'World commercial 3 6.1',
    ])
    expect(readSheet(grid).plain).toBe('fraction')
  })

  test('with a column of extra installments for each program', () => {
    const grid = [
      ['', 'Bonus', '', 'Axess', ''],
      ['Taksit', 'Oran', 'Ek Taksit', 'Oran', 'Ek Taksit'],
      ['6', '%9', '+2', '%8', ''],
    ]
    expect(ratesOf(grid)).toEqual(['Bonus * 6+2 9', 'Axess * 6 8'])
  })
})

describe('a sheet with a row per program', () => {
  test('and a column per number of installments', () => {
    const grid = [
      ['Kart', 'Tek Çekim', '2 Taksit', '3 Taksit', '6 Taksit'],
      ['Bonus / Miles&Smiles', '1,79', '3,5', '4,4', '8,9 (+2)'],
      ['Ticari Maximum', '1,99', '3,9', '', 'Yok'],
      ['Diğer kartlar', '2,19', '', '', ''],
    ]
    expect(ratesOf(grid)).toEqual([
      'Miles&Smiles * 1 1.79',
      'Bonus * 1 1.79',
      'Miles&Smiles * 2 3.5',
      'Bonus * 2 3.5',
      'Miles&Smiles * 3 4.4',
      'Bonus * 3 4.4',
      'Miles&Smiles * 6+2 8.9',
      'Bonus * 6+2 8.9',
      'Maximum commercial 1 1.99',
      'Maximum commercial 2 3.9',
      '* * 1 2.19',
    ])
    expect(readSheet(grid).layouts).toEqual(['programs'])
  })

  test('names a program that is not known by its cell', () => {
    const grid = [
      ['Kart', '1', '2', '3'],
      ['Zümrüt', '%1', '%2', '%3'],
      ['Bonus', '%1', '%2', '%3'],
    ]
    expect(readSheet(grid).problems).toEqual([{ code: 'family_unknown', address: 'A2', text: 'Zümrüt' }])
    expect(ratesOf(grid)).toHaveLength(3)
  })
})

test('blocks below titles have the program and class of their title', () => {
  const grid = [
    ['BONUS KART', ''],
    ['Taksit Sayısı', 'Komisyon Oranı'],
    ['Peşin', '%1,79'],
    ['3', '%4,40'],
    [],
    ['Axess Ticari Kartlar', ''],
    ['2', '%3,10'],
    ['3', '%4,60'],
  ]
  expect(ratesOf(grid)).toEqual(['Bonus * 1 1.79', 'Bonus * 3 4.4', 'Axess commercial 2 3.1', 'Axess commercial 3 4.6'])
})

test('a list has a rate per row, with days and who bears it', () => {
  const grid = [
    [
      'Kart programı',
      'Kart sınıfı',
      'Taksit',
      'Ek taksit',
      'Banka oranı (%)',
      'Ödeyen',
      'Valör (gün)',
      'Başlangıç',
      'Bitiş',
    ],
    ['Bonus', 'Ticari', '6', '2', '%9,2', 'Mağaza', '30', '2026-12-01', '2026-12-31'],
    ['', '', '1', '', '%0,5', 'Taksit tablosu', '', '01.12.2026', ''],
  ]
  expect(readSheet(grid).rates).toEqual([
    {
      address: 'E2',
      family: 'Bonus',
      cardClass: 'commercial',
      installment: 6,
      extraInstallments: 2,
      percent: '9.2',
      bearer: 'Mağaza',
      payOutDays: 30,
      validFrom: '2026-12-01',
      validUntil: '2026-12-31',
    },
    {
      address: 'E3',
      family: null,
      cardClass: null,
      installment: 1,
      extraInstallments: 0,
      percent: '0.5',
      bearer: 'Taksit tablosu',
      payOutDays: null,
      validFrom: '2026-12-01',
      validUntil: null,
    },
  ])
})

describe('numbers without a percent sign', () => {
  const grid = (...numbers: string[]): Grid => [
    ['Taksit', 'Bonus'],
    ...numbers.map((number, i) => [String(i + 1), number]),
  ]
  test.each<[string, string[], string[], string]>([
    ['that are all small are fractions', ['0.0179', '0.35'], ['1.79', '35'], 'fraction'],
    ['that are all 1 or more are percents', ['1.79', '35', '0'], ['1.79', '35', '0'], 'percent'],
    ['are not fractions where one would be too high', ['0.0179', '0.75'], [], 'percent'],
    ['of both kinds are ambiguous below 1', ['0.0179', '3.5'], ['3.5'], 'percent'],
    ['do not decide about those with a sign', ['%0,5', '3.5'], ['0.5', '3.5'], 'percent'],
  ])('%s', (_what, numbers, percents, plain) => {
    const read = readSheet(grid(...numbers))
    expect([read.rates.map(({ percent }) => percent), read.plain]).toEqual([percents, plain])
    const ambiguous = read.problems.filter(({ code }) => code === 'percent_ambiguous')
    expect(read.rates.length + ambiguous.length).toBe(numbers.length)
  })
  test('are what the user says', () => {
    expect(ratesOf(grid('0.0179', '3.5'), 'percent')).toEqual(['Bonus * 1 0.018', 'Bonus * 2 3.5'])
    expect(ratesOf(grid('0.0179', '0.75'), 'fraction')).toEqual(['Bonus * 1 1.79', 'Bonus * 2 75'])
    expect(readSheet(grid('0.0179', '3.5'), 'fraction').problems).toMatchObject([
      { code: 'percent_invalid', address: 'B3' },
    ])
  })
})

describe('problems of cells', () => {
  test.each<[string, Grid, object]>([
    [
      'a percent above 100',
      [
        ['Taksit', 'Bonus'],
        ['2', '%101'],
      ],
      { code: 'percent_invalid', address: 'B2', text: '%101' },
    ],
    [
      'a text in place of a percent',
      [
        ['Taksit', 'Bonus'],
        ['2', 'sorunuz'],
        ['3', '%5'],
      ],
      { code: 'percent_invalid', address: 'B2' },
    ],
    [
      'a number of installments above 12',
      [
        ['Taksit', 'Bonus'],
        ['15', '%9'],
      ],
      { code: 'count_invalid', address: 'A2', text: '15' },
    ],
    [
      'a count that occurs twice',
      [
        ['Taksit', 'Bonus'],
        ['2', '%3'],
        ['2', '%4'],
      ],
      { code: 'duplicate', address: 'B3', text: 'B2' },
    ],
    [
      'a day that is none',
      [
        ['Taksit', 'Oran', 'Başlangıç'],
        ['2', '%3', '31.02.2026'],
      ],
      { code: 'day_invalid', address: 'C2' },
    ],
  ])('%s is named by its address', (_what, grid, problem) => {
    expect(readSheet(grid).problems).toEqual([expect.objectContaining(problem)])
  })

  test('a column of percents below an unknown program is named by its head, one of notes is not read', () => {
    const read = readSheet([
      ['Taksit', 'Bonus', 'Zümrüt', 'Açıklama'],
      ['2', '%3', '%4', 'kampanya'],
    ])
    expect(read.problems).toEqual([{ code: 'family_unknown', address: 'C1', text: 'Zümrüt' }])
    expect(read.unread).toEqual([{ address: 'D1', text: 'Açıklama' }])
    expect(read.rates).toHaveLength(1)
  })

  test('a sheet without rates has none, and says what it did not read', () => {
    const read = readSheet([
      ['Sayın üye işyerimiz', ''],
      ['', 'Tarih: 29.11.2026'],
    ])
    expect([read.rates, read.problems, read.unread.map(({ address }) => address)]).toEqual([[], [], ['A1', 'B2']])
    expect(readSheet([])).toMatchObject({ rates: [], unread: [] })
  })
})
