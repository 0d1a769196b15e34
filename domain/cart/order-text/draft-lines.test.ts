import { describe, expect, test } from 'vitest'
import { readDraftLines, textOfLines } from './draft-lines.ts'

const short = (text: string) => readDraftLines(text).lines.map(({ code, quantity, unit }) => [code, quantity, unit])
/** Names, quantity and unit of each line. */
const all = (text: string) =>
  readDraftLines(text).lines.map(({ code, quantity, unit, others }) => [
    [code, ...others.map((other) => other.code)],
    quantity,
    unit,
  ])

describe('the columns of a sheet are recognized by their heading', () => {
  test.each([
    ['Stok Kodu\tÜrün Adı\tMiktar\tBirim\tBirim Fiyat\nA-1\tPense\t5\tKOLİ\t12,50', [[['A-1', 'Pense'], '5', 'KOLİ']]],
    ['Sıra\tBarkod\tAçıklama\tAdet\n1\t8690000000012\tPense\t5', [[['8690000000012', 'Pense'], '5', '']]],
    ['Qty;SKU;Description;Unit price\n5;A-1;Pliers;2.50', [[['A-1', 'Pliers'], '5', '']]],
    ['BİRİM FİYATI (TL)\tÜRÜN KODU\tSİPARİŞ MİKTARI\n3\tA-1\t7', [[['A-1'], '7', '']]],
    [
      'Adet\tAçıklama\tStok Kodu\n5\tPense 180\tA-1\n12\tTornavida\tB-2',
      [
        [['A-1', 'Pense 180'], '5', ''],
        [['B-2', 'Tornavida'], '12', ''],
      ],
    ],
    [
      'code,name,quantity\nA-1,"Pense, 180 mm",5\nB-2,"3/4"" dirsek",2',
      [
        [['A-1', 'Pense, 180 mm'], '5', ''],
        [['B-2', '3/4" dirsek'], '2', ''],
      ],
    ],
    [
      'Kod\tBarkod\tAd\tMiktar\nA-1\t8690000000012\tPense\t5\n\t8690000000029\tKeski\t1',
      [
        [['A-1', '8690000000012', 'Pense'], '5', ''],
        [['8690000000029', 'Keski'], '1', ''],
      ],
    ],
  ])('%j', (text, lines) => {
    expect(all(text)).toEqual(lines)
  })
})

describe('the columns of a sheet are recognized by their content', () => {
  test.each([
    [
      'A-1\tPense 180 mm\t5\tADET\t12,50\nB-2\tYan keski 160\t2\tkoli\t7,25',
      [
        [['A-1', 'Pense 180 mm'], '5', 'ADET'],
        [['B-2', 'Yan keski 160'], '2', 'koli'],
      ],
    ],
    [
      '1\tA-1\t50\n2\tB-2\t10\n3\tC-3\t20',
      [
        [['A-1'], '50', ''],
        [['B-2'], '10', ''],
        [['C-3'], '20', ''],
      ],
    ],
    [
      '8690000000012\t5\n8690000000029\t2',
      [
        [['8690000000012'], '5', ''],
        [['8690000000029'], '2', ''],
      ],
    ],
    [
      '5\tKVR-180\n2\tVLT-40',
      [
        [['KVR-180'], '5', ''],
        [['VLT-40'], '2', ''],
      ],
    ],
    [
      '1001\t5\n1002\t7',
      [
        [['1001'], '5', ''],
        [['1002'], '7', ''],
      ],
    ],
    [
      'Pense 180 mm\t5\nYan keski\t2',
      [
        [['Pense 180 mm'], '5', ''],
        [['Yan keski'], '2', ''],
      ],
    ],
    [
      'A-1\t₺12,50\t3\nB-2\t₺7,00\t9',
      [
        [['A-1'], '3', ''],
        [['B-2'], '9', ''],
      ],
    ],
    ['KVR-1\tPense 180 mm\t5', [[['KVR-1', 'Pense 180 mm'], '5', '']]],
    ['A 1,5 B\t3', [[['A 1,5 B'], '3', '']]],
    [
      'KVR-1;5;KOLİ\nKVR-2;1',
      [
        [['KVR-1'], '5', 'KOLİ'],
        [['KVR-2'], '1', ''],
      ],
    ],
  ])('%j', (text, lines) => {
    expect(all(text)).toEqual(lines)
  })
})

test('quantities of a sheet stay as typed, and their unit is split off', () => {
  expect(short('A-1\t5 KOLİ\nB-2\t1.200\nC-3\t2,5\nD-4\tbeş\nE-5\t')).toEqual([
    ['A-1', '5', 'KOLİ'],
    ['B-2', '1.200', ''],
    ['C-3', '2,5', ''],
    ['D-4', 'beş', ''],
    ['E-5', '', ''],
  ])
})

test('empty rows and totals are set aside, cells of merged rows stay', () => {
  const read = readDraftLines('Kod\tMiktar\n\n\nA-1\t5\n\t3\nGENEL TOPLAM\t8\n')
  expect(read.lines.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['A-1', '5'],
    ['', '3'],
  ])
  expect(read).toMatchObject({ heading: 'Kod · Miktar', setAside: ['GENEL TOPLAM 8'] })
})

test('line ends in cells, invisible characters, formulas and quotes that nothing closes change no rows', () => {
  expect(short('"A-1\nyeni"\t5\n\u202eB-2\u200b\u0000\t2\nC-3\t=1+1\n"D-4\t3')).toEqual([
    ['A-1 yeni', '5', ''],
    ['B-2', '2', ''],
    ['C-3', '=1+1', ''],
    ['"D-4', '3', ''],
  ])
})

test('texts are cut to the length of a field', () => {
  const [row] = readDraftLines(`Kod\tMiktar\tBirim\n${'k'.repeat(500)}\t${'9'.repeat(500)}\t${'b'.repeat(500)}`).lines
  expect([row?.code.length, row?.quantity.length, row?.unit.length]).toEqual([100, 20, 40])
})

describe('a message', () => {
  test.each([
    ['KVR-1 5 ADET', ['KVR-1', '5', 'ADET']],
    ['KVR-1, 5, koli', ['KVR-1', '5', 'KOLİ']],
    ['5 adet KVR-1', ['KVR-1', '5', 'ADET']],
    ['12 x KVR-1', ['KVR-1', '12', '']],
    ['KVR-1 12', ['KVR-1', '12', '']],
    ['KVR-1 - 5 ad 2,50 tl', ['KVR-1', '5', 'ADET']],
    ['beş koli KVR-1', ['KVR-1', '5', 'KOLİ']],
    ['8690000000012 6', ['8690000000012', '6', '']],
    ['8690000000012', ['8690000000012', '', '']],
  ])('%j becomes a line', (text, line) => {
    expect(short(text)).toEqual([line])
  })

  test('has its lines split; greetings and prices are set aside', () => {
    const read = readDraftLines('Selam, 5 ad KVR-1, KVR-2 x 3, KVR-3 - 2 ad 12,50 tl\nteşekkürler')
    expect(read.lines.map(({ code, quantity }) => [code, quantity])).toEqual([
      ['KVR-1', '5'],
      ['KVR-2', '3'],
      ['KVR-3', '2'],
    ])
    expect(read).toMatchObject({ heading: null, setAside: ['Selam', 'teşekkürler'], hasPrice: true })
  })

  test('a number at either end may belong to a code: both readings are given', () => {
    const readings = readDraftLines('KVR PNS 180').lines.flatMap((line) => [line, ...line.others])
    expect(readings.map(({ code, quantity }) => [code, quantity])).toEqual([
      ['KVR PNS', '180'],
      ['KVR PNS 180', ''],
    ])
  })

  test.each(['', ' \n\t\n', '👍'])('%j has no lines', (text) => {
    expect(readDraftLines(text).lines).toEqual([])
  })
})

test('textOfLines returns a text that is read as the same rows', () => {
  for (const rows of [
    [
      { code: 'A', typed: '1' },
      { code: 'B 7', typed: 'beş' },
      { code: 'C', typed: '2', unit: 'KOLİ' },
    ],
    [
      { code: 'Stok', typed: 'beş' },
      { code: 'B 7', typed: '7' },
      { code: 'D', typed: '5', unit: 'ADET' },
    ],
    [{ code: 'E', typed: '' }],
    [{ code: '', typed: '5' }],
  ]) {
    const read = readDraftLines(textOfLines(rows)).lines
    expect(read.map(({ code, quantity, unit }) => [code, quantity, unit])).toEqual(
      rows.map(({ code, typed, unit = '' }: { code: string; typed: string; unit?: string }) => [code, typed, unit]),
    )
  }
  expect(textOfLines([])).toBe('')
})
