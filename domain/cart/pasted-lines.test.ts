import { describe, expect, test } from 'vitest'
import { pastedLines, pastedQuantity, pickRows } from './pasted-lines.ts'

const rows = (text: string) => pastedLines(text).map(({ code, quantity, unit }) => [code, quantity, unit])

describe('pastedLines', () => {
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

  test('pickRows returns rows unchanged, and all of them parse again', () => {
    const text = 'A\t1\r\nB 7\tbeş\r\n\r\nC;2,5;KOLİ'
    expect(pickRows(text, [2, 4], 'Kod\tMiktar')).toBe('Kod\tMiktar\nB 7\tbeş\nC;2,5;KOLİ')
    expect(pickRows(text, [4], 'Kod\tMiktar')).toBe('C;2,5;KOLİ')
    expect(pastedLines(pickRows(text, [2, 4], 'Kod\tMiktar')).map(({ code }) => code)).toEqual(['B 7', 'C'])
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
