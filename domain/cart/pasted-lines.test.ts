import { describe, expect, test } from 'vitest'
import { parsePaste, pastedQuantity, textOfLines } from './pasted-lines.ts'

const pastedLines = (text: string) => parsePaste(text).lines

const rows = (text: string) => pastedLines(text).map(({ code, quantity, unit }) => [code, quantity, unit])

describe('parsePaste', () => {
  test.each([
    [
      'tabs of a spreadsheet',
      'KVR-1\t5\r\nKVR-2\t12\r\n',
      [
        ['KVR-1', 5],
        ['KVR-2', 12],
      ],
    ],
    ['a unit in the third column', 'KVR-1\t5\tKOLİ', [['KVR-1', 5, 'KOLİ']]],
    [
      'semicolons',
      'KVR-1;5;KOLİ\nKVR-2;1',
      [
        ['KVR-1', 5, 'KOLİ'],
        ['KVR-2', 1],
      ],
    ],
    [
      'commas and spaces',
      'KVR-1, 5\nKVR-2   7\nKVR-3,9',
      [
        ['KVR-1', 5],
        ['KVR-2', 7],
        ['KVR-3', 9],
      ],
    ],
    ['a code with spaces and commas beside a tab', 'A 1,5 B\t3', [['A 1,5 B', 3]]],
    [
      'codes alone',
      '8690000000012\n8690000000029',
      [
        ['8690000000012', 1],
        ['8690000000029', 1],
      ],
    ],
    ['a heading', 'Stok Kodu\tMiktar\nKVR-1\t5', [['KVR-1', 5]]],
    ['empty rows and quotes', '\n"KVR-1"\t"5"\n\n\t\n', [['KVR-1', 5]]],
    ['a quantity without a code', '\t5', [['', 5]]],
    [
      'what is no quantity',
      'KVR-1\t5\nKVR-2\tbeş\nKVR-3\t1,5',
      [
        ['KVR-1', 5],
        ['KVR-2', null],
        ['KVR-3', null],
      ],
    ],
  ] as [string, string, (string | number | null)[][]][])('%s', (_, text, expected) => {
    expect(rows(text)).toEqual(expected.map(([code, quantity, unit]) => [code, quantity, unit]))
  })

  test('keeps the row number of the pasted text', () => {
    expect(pastedLines('Kod\tMiktar\n\nA\t1\nB\t2').map(({ row }) => row)).toEqual([3, 4])
  })

  test('returns the quantity as typed; an empty quantity is 1 and is reported as empty', () => {
    const typed = pastedLines('A\t1.200\nB\tbeş\nC\t\nD').map(({ quantity, typed: text }) => [quantity, text])
    expect(typed).toEqual([
      [1200, '1.200'],
      [null, 'beş'],
      [1, ''],
      [1, ''],
    ])
  })

  test.each([
    ['KVR-1\t5 ADET', ['KVR-1', 5, 'ADET']],
    ['KVR-1;5adet', ['KVR-1', 5, 'adet']],
    ['KVR-1\t1.200 KOLİ (12)', ['KVR-1', 1200, 'KOLİ']],
    ['KVR-1\t5 ADET\tKOLİ', ['KVR-1', 5, 'KOLİ']],
    ['KVR-1 5 ADET', ['KVR-1', 5, 'ADET']],
    ['KVR-1, 5, koli', ['KVR-1', 5, 'koli']],
    ['KVR-1,5,ADET', ['KVR-1', 5, 'ADET']],
    ['A 10 B 5 adet', ['A 10 B', 5, 'adet']],
    ['5 adet KVR-1', ['KVR-1', 5, 'adet']],
    ['12 x KVR-1', ['KVR-1', 12, undefined]],
    ['3X KVR-1', ['KVR-1', 3, undefined]],
  ] as const)('splits quantity and unit of %j', (text, expected) => {
    expect(rows(text)).toEqual([expected])
  })

  test.each([
    ['KVR-1\tPense 180 mm\t5', ['KVR-1', 5, undefined]],
    ['KVR-1\tPense 180 mm\t5\tKOLİ', ['KVR-1', 5, 'KOLİ']],
    ['KVR-1\tADET\t5', ['KVR-1', 5, 'ADET']],
    // A price in another column: which number is the quantity is not known.
    ['KVR-1\tPense\t12\t5', ['KVR-1', null, undefined]],
  ] as const)('finds the quantity of %j in a later column', (text, expected) => {
    expect(rows(text)).toEqual([expected])
  })

  test.each([
    ['KVR-1 12', ['KVR-1', 12, undefined]],
    ['12 KVR-1', ['KVR-1', 12, undefined]],
    ['12 ad KVR-1', ['KVR-1', 12, 'ad']],
    ['12 ad. KVR PNS 180', ['KVR PNS 180', 12, 'ad']],
    ['KVR-1 x 12', ['KVR-1', 12, undefined]],
    ['KVR-1 x12 koli', ['KVR-1', 12, 'koli']],
    ['KVR-1 × 12', ['KVR-1', 12, undefined]],
    ['KVR-1 - 5 ad 2,50 tl', ['KVR-1', 5, 'ad']],
    ['KVR-1 – 5 ad.', ['KVR-1', 5, 'ad']],
    ['KVR-1: 5', ['KVR-1', 5, undefined]],
    ['KVR-1 = 5', ['KVR-1', 5, undefined]],
    ['- KVR-1 5 adet', ['KVR-1', 5, 'adet']],
    ['• 5 kutu KVR-1', ['KVR-1', 5, 'kutu']],
    ['8690000000012 6', ['8690000000012', 6, undefined]],
    ['6 8690000000012', ['8690000000012', 6, undefined]],
    ['8690000000012 x 6', ['8690000000012', 6, undefined]],
  ] as const)('reads %j', (text, expected) => {
    expect(rows(text)).toEqual([expected])
  })

  test.each([
    ['KVR-1 - 5 ad 2,50 tl', '2,50 tl'],
    ['KVR-1 5 ₺12,50', '₺12,50'],
    ["KVR-1 5 adet 1.250,00 TL'den", "1.250,00 TL'den"],
    ['KVR-1 5 adet @ 3 USD + KDV', '@ 3 USD + KDV'],
  ])('sets the price of %j aside', (text, price) => {
    const [line] = pastedLines(text)
    expect([line?.code, line?.quantity, line?.price]).toEqual(['KVR-1', 5, price])
  })

  test('a number at either end may belong to a code: both readings are given', () => {
    const readings = (text: string) =>
      pastedLines(text).flatMap((line) => [line, ...(line.others ?? [])].map((one) => [one.code, one.quantity]))
    expect(readings('KVR PNS 180')).toEqual([
      ['KVR PNS', 180],
      ['KVR PNS 180', 1],
    ])
    expect(readings('12 KVR PNS 180')).toEqual([
      ['12 KVR PNS', 180],
      ['KVR PNS 180', 12],
      ['12 KVR PNS 180', 1],
    ])
    expect(readings('KVR-1')).toEqual([['KVR-1', 1]])
  })

  test('sets aside what is said to a person, and never drops a row with a number', () => {
    const text = 'Merhaba,\nkolay gelsin\n\nKVR-1 5\n3 ad KVR-2\nyarın 10 gibi alırız\nteşekkürler'
    expect(parsePaste(text).spoken).toEqual(['Merhaba,', 'kolay gelsin', 'teşekkürler'])
    expect(rows(text).map(([code]) => code)).toEqual(['KVR-1', 'KVR-2', 'yarın 10 gibi'])
    expect(parsePaste(text).heading).toBeNull()
  })

  test('a message on one line is split into its orders; a row of code, quantity and unit is not', () => {
    const message = 'Selam, 5 ad KVR-1, KVR-2 x 3, KVR-3 - 2 ad 12,50 tl, teşekkürler'
    expect(rows(message)).toEqual([
      ['KVR-1', 5, 'ad'],
      ['KVR-2', 3, undefined],
      ['KVR-3', 2, 'ad'],
    ])
    expect(parsePaste(message)).toMatchObject({ heading: null, spoken: ['Selam', 'teşekkürler'] })
    expect(rows('KVR-1, 5, koli')).toEqual([['KVR-1', 5, 'koli']])
    expect(rows('KVR-1, 5 ADET')).toEqual([['KVR-1', 5, 'ADET']])
  })

  test('returns the heading that it skipped, and the text of each row', () => {
    expect(parsePaste('Kod Miktar\nKVR-1 5 ADET\n').heading).toBe('Kod Miktar')
    expect(parsePaste('KVR-1\t5').heading).toBeNull()
    expect(pastedLines('KVR-1 5 ADET\n  KVR-2\tbeş ').map(({ text }) => text)).toEqual(['KVR-1 5 ADET', 'KVR-2\tbeş'])
  })

  test('textOfLines returns text that is parsed into the same rows, whatever the first of them is', () => {
    const cells = (text: string) => pastedLines(text).map(({ code, quantity, unit }) => [code, quantity, unit])
    for (const text of ['A\t1\nB 7\tbeş\nC\t2\tKOLİ', 'Kod\tMiktar\nB 7\tbeş\nD 5 adet', 'E', '\t5'])
      expect(cells(textOfLines(pastedLines(text), 'Kod\tMiktar'))).toEqual(cells(text))
    expect(textOfLines([], 'Kod\tMiktar')).toBe('')
  })

  test('returns no rows for an empty text', () => {
    expect(pastedLines(' \n\t\n')).toEqual([])
  })
})

test.each([
  ['5', 5],
  ['5,00', 5],
  ['5.0', 5],
  ['1.200', 1200],
  ['1,200', 1200],
  ['1 200', 1200],
  ['1.000.000', 1_000_000],
  [undefined, 1],
  ['', 1],
  ['0', null],
  ['-1', null],
  ['1,5', null],
  ['1.20', null],
  ['1000001', null],
  ['1e3', null],
  ['٥', null],
] as const)('pastedQuantity of %j is %j', (text, quantity) => {
  expect(pastedQuantity(text)).toBe(quantity)
})
