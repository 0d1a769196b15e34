import { describe, expect, test } from 'vitest'
import { readPastedTable } from './pasted-table.ts'

const short = (text: string) => readPastedTable(text)?.rows.map(({ code, quantity, unit }) => [code, quantity, unit])
const columnsOf = (text: string) => readPastedTable(text)?.columns

describe('columns are recognized by their heading', () => {
  test.each([
    [
      'Stok Kodu\tÜrün Adı\tMiktar\tBirim\tBirim Fiyat\nA-1\tPense\t5\tKOLİ\t12,50',
      ['code', 'name', 'quantity', 'unit', 'price'],
    ],
    ['Sıra\tBarkod\tAçıklama\tAdet\n1\t8690000000012\tPense\t5', ['other', 'barcode', 'name', 'quantity']],
    ['Qty;SKU;Description;Unit price\n5;A-1;Pliers;2.50', ['quantity', 'code', 'name', 'price']],
    ['BİRİM FİYATI (TL)\tÜRÜN KODU\tSİPARİŞ MİKTARI\n3\tA-1\t7', ['price', 'code', 'quantity']],
  ])('%j', (text, columns) => {
    expect(columnsOf(text)).toEqual(columns)
  })

  test('in any order', () => {
    expect(short('Adet\tAçıklama\tStok Kodu\n5\tPense 180\tA-1\n12\tTornavida\tB-2')).toEqual([
      ['A-1', '5', ''],
      ['B-2', '12', ''],
    ])
  })

  test('of a file with commas, with quoted cells', () => {
    expect(short('code,name,quantity\nA-1,"Pense, 180 mm",5\nB-2,"3/4"" dirsek",2')).toEqual([
      ['A-1', '5', ''],
      ['B-2', '2', ''],
    ])
  })
})

describe('columns are recognized by their content', () => {
  test.each([
    [
      'A-1\tPense 180 mm\t5\tADET\t12,50\nB-2\tYan keski 160\t2\tkoli\t7,25',
      ['code', 'name', 'quantity', 'unit', 'price'],
    ],
    ['1\tA-1\t50\n2\tB-2\t10\n3\tC-3\t20', ['other', 'code', 'quantity']],
    ['8690000000012\t5\n8690000000029\t2', ['barcode', 'quantity']],
    ['5\tKVR-180\n2\tVLT-40', ['quantity', 'code']],
    ['1001\t5\n1002\t7', ['code', 'quantity']],
    ['Pense 180 mm\t5\nYan keski\t2', ['name', 'quantity']],
    ['A-1\t₺12,50\t3\nB-2\t₺7,00\t9', ['code', 'price', 'quantity']],
  ])('%j', (text, columns) => {
    expect(columnsOf(text)).toEqual(columns)
  })
})

test('a row keeps what else names its product', () => {
  expect(
    readPastedTable('Kod\tBarkod\tAd\tMiktar\nA-1\t8690000000012\tPense\t5\n\t8690000000029\tKeski\t1')?.rows,
  ).toEqual([
    { code: 'A-1', others: ['8690000000012', 'Pense'], quantity: '5', unit: '' },
    { code: '8690000000029', others: ['Keski'], quantity: '1', unit: '' },
  ])
})

test('quantities stay as typed, and their unit is split off', () => {
  expect(short('A-1\t5 KOLİ\nB-2\t1.200\nC-3\t2,5\nD-4\tbeş\nE-5\t')).toEqual([
    ['A-1', '5', 'KOLİ'],
    ['B-2', '1.200', ''],
    ['C-3', '2,5', ''],
    ['D-4', 'beş', ''],
    ['E-5', '', ''],
  ])
})

test('empty rows and totals are set aside, cells of merged rows stay', () => {
  const table = readPastedTable('Kod\tMiktar\n\n\nA-1\t5\n\t3\nGENEL TOPLAM\t8\n')
  expect(table?.rows.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['A-1', '5'],
    ['', '3'],
  ])
  expect(table).toMatchObject({ heading: 'Kod · Miktar', setAside: ['GENEL TOPLAM'] })
})

test('line ends in cells, invisible characters, markup, formulas and emoji change no rows', () => {
  expect(short('"A-1\nyeni"\t5\n\u202eB-2\u200b\u0000\t2\n<b>C</b>\t=1+1\n🔧 D-4\t3')).toEqual([
    ['A-1 yeni', '5', ''],
    ['B-2', '2', ''],
    ['<b>C</b>', '=1+1', ''],
    ['🔧 D-4', '3', ''],
  ])
})

test('a quote that nothing closes is a sign of inches', () => {
  expect(short('"A-1\t5\nB-2\t3')).toEqual([
    ['"A-1', '5', ''],
    ['B-2', '3', ''],
  ])
})

test('texts are cut to the length of a line', () => {
  const [row] =
    readPastedTable(`Kod\tMiktar\tBirim\n${'k'.repeat(500)}\t${'9'.repeat(500)}\t${'b'.repeat(500)}`)?.rows ?? []
  expect([row?.code.length, row?.quantity.length]).toEqual([100, 20])
})

test.each(['A-1 5', 'selam', '', 'A-1\nB-2', '5 ad A-1, 3 ad B-2'])('%j has no columns', (text) => {
  expect(readPastedTable(text)).toBeNull()
})
