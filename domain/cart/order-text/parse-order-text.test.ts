import { describe, expect, test } from 'vitest'
import { orderTextMax, parseOrderText } from './parse-order-text.ts'
import { orderLinesMax, pieceLengthMax } from './split-text.ts'

/** Quantity, unit and product text of the first reading of each line. */
const read = (text: string) =>
  parseOrderText(text).lines.map(({ readings: [{ quantity, unit, rest }] }) => [quantity, unit, rest])
const asides = (text: string) => parseOrderText(text).asides.map(({ reason, text: piece }) => [reason, piece])

describe('quantities', () => {
  test.each([
    ['10 ad pense', 10, 'ADET', 'pense'],
    ['10adt pense', 10, 'ADET', 'pense'],
    ['pense 10 tane', 10, 'ADET', 'pense'],
    ['pense x 10', 10, undefined, 'pense'],
    ['10x pense', 10, undefined, 'pense'],
    ['pense*10', 10, undefined, 'pense'],
    ['pense: 10', 10, undefined, 'pense'],
    ['5 kt vida', 5, 'KUTU', 'vida'],
    ['3 pk vida', 3, 'PAKET', 'vida'],
    ['2 çuval çimento', 2, 'ÇUVAL', 'çimento'],
    ['4 rulo bant', 4, 'RULO', 'bant'],
    ['2 düzine eldiven', 2, 'DÜZİNE', 'eldiven'],
    ['bir adet çekiç', 1, 'ADET', 'çekiç'],
    ['on iki adet çekiç', 12, 'ADET', 'çekiç'],
    ['yirmi beş koli çekiç', 25, 'KOLİ', 'çekiç'],
    ['yüz elli adet çekiç', 150, 'ADET', 'çekiç'],
    ['iki bin beş yüz adet vida', 2500, 'ADET', 'vida'],
    ['yarım koli priz', 0.5, 'KOLİ', 'priz'],
    ['bir buçuk koli priz', 1.5, 'KOLİ', 'priz'],
    ['2 şer adet priz', 2, 'ADET', 'priz'],
    ['1.200 adet vida', 1200, 'ADET', 'vida'],
    ['1,200 adet vida', 1200, 'ADET', 'vida'],
    ['5,00 adet vida', 5, 'ADET', 'vida'],
    ['prizden 60', 60, undefined, 'prizden'],
    ['15-kavrem baret', 15, undefined, 'kavrem baret'],
    ['-5 ad pense', null, 'ADET', 'pense'],
    ['0 ad pense', null, 'ADET', 'pense'],
    ['1e9 ad pense', null, 'ADET', 'pense'],
    ['1.000,50 ad pense', null, 'ADET', 'pense'],
    ['99999999 ad pense', null, 'ADET', 'pense'],
  ])('%s', (text, quantity, unit, rest) => {
    expect(read(text)).toEqual([[quantity, unit, rest]])
  })

  test.each([
    ['3x2.5 nym kablo 10 adet', '3x2.5 nym kablo'],
    ['10 adet M8x40 cıvata', 'M8x40 cıvata'],
    ['10 adet 1/2" vana', '1/2" vana'],
    ["10 adet kablo bağı 100'lü", "kablo bağı 100'lü"],
    ['10 adet kablo bağı 100 lük', "kablo bağı 100'lük"],
    ['10 adet pense 180 mm', 'pense 180 mm'],
    ['10 x 3x2,5 nym', '3x2,5 nym'],
    ['10 adet şerit metre 5 m', 'şerit metre 5 m'],
  ])('figures of the product are no quantity: %s', (text, rest) => {
    const [line] = parseOrderText(text).lines
    expect(line?.readings[0]).toMatchObject({ quantity: 10, rest })
  })

  test('a number that may belong to the product has a second reading', () => {
    const [line] = parseOrderText('5 metre şerit').lines
    expect(line?.readings.map(({ quantity, unit, rest }) => [quantity, unit, rest])).toEqual([
      [5, 'METRE', 'şerit'],
      [5, undefined, 'metre şerit'],
      [null, undefined, '5 metre şerit'],
    ])
  })
})

describe('lines of a message', () => {
  test.each([
    ['commas', '10 ad pense, 5 kutu vida', 2],
    ['conjunctions', '10 ad pense ve 5 ad çekiç', 2],
    ['semicolons', '10 ad pense; 5 ad çekiç', 2],
    ['sentences', 'Bize 10 ad pense gönderin. Ayrıca 5 ad çekiç lazım.', 2],
    ['bullets', '- 10 ad pense\n• 5 ad çekiç', 2],
    ['numbers of a list', '1. 10 ad pense\n2. 5 ad çekiç', 2],
    ['a quantity below the name', 'pense 180 mm\n10 adet\nçekiç\n5 adet', 2],
    ['a comma within a name', '10 ad topraklı priz, çocuk korumalı, beyaz', 1],
    ['a conjunction within a name', '10 ad çizilmez ve buğulanmaz gözlük', 1],
  ])('%s', (_, text, count) => {
    const { lines } = parseOrderText(text)
    expect(lines.map(({ readings: [{ quantity }] }) => quantity)).toEqual([10, 5].slice(0, count))
  })

  test('what is for each belongs to all', () => {
    expect(read("pense, çekiç ve metre 2'şer adet")).toEqual([
      [2, 'ADET', 'pense'],
      [2, 'ADET', 'çekiç'],
      [2, 'ADET', 'metre'],
    ])
  })

  test('prices are taken out and kept as written', () => {
    const [line] = parseOrderText('pense - 4 ad 12,50 tl').lines
    expect(line).toMatchObject({ price: '12,50 tl', readings: [{ quantity: 4, unit: 'ADET', rest: 'pense' }] })
  })

  test.each([
    ['Selam, kolay gelsin', 'greeting'],
    ['teşekkürler', 'greeting'],
    ['Toplam: 1.250,00 TL', 'total'],
    ['Atatürk Mah. Gül Sok. No:5 Kadıköy', 'address'],
    ['Tel: 0532 123 45 67', 'address'],
    ['12,50 TL', 'price'],
  ])('%s is set aside', (text, reason) => {
    expect(asides(text)).toEqual([[reason, text]])
    expect(read(text)).toEqual([])
  })
})

describe('rows of a sheet', () => {
  const cells = (text: string) =>
    parseOrderText(text).lines.map(({ cells: given, readings: [{ quantity, unit }] }) => [
      given?.code,
      given?.name,
      quantity,
      unit,
    ])

  test.each([
    [
      'a unit in a column without heading',
      'Stok Kodu\tMiktar\nP-1\t12\nP-2\t2\tKOLİ',
      [
        ['P-1', '', 12, undefined],
        ['P-2', '', 2, 'KOLİ'],
      ],
    ],
    ['a number in a column of something else', 'Stok Kodu\tMiktar\tRaf\t\nP-1\t12\t7\t3', [['P-1', '', 12, undefined]]],
    ['headings in any order', 'Miktar\tBirim\tÜrün Adı\tStok Kodu\n5\tKOLİ\tPense\tP-1', [['P-1', 'Pense', 5, 'KOLİ']]],
    [
      'no headings',
      'P-1\tPense 180 mm\t5\tADET\nP-2\tÇekiç 500 g\t3\tADET',
      [
        ['P-1', 'Pense 180 mm', 5, 'ADET'],
        ['P-2', 'Çekiç 500 g', 3, 'ADET'],
      ],
    ],
    [
      'empty columns and several headings',
      'Kod\t\tMiktar\nP-1\t\t5\nKod\t\tMiktar\nP-2\t\t3',
      [
        ['P-1', '', 5, undefined],
        ['P-2', '', 3, undefined],
      ],
    ],
    [
      'a numbered list',
      '1\tP-1\t5\n2\tP-2\t3\n3\tP-3\t4',
      [
        ['P-1', '', 5, undefined],
        ['P-2', '', 3, undefined],
        ['P-3', '', 4, undefined],
      ],
    ],
    [
      'quantities in words are not read',
      'P-1\tbeş\nP-2\t2',
      [
        ['P-1', '', null, undefined],
        ['P-2', '', 2, undefined],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected)
  })

  test('a price column is ignored and kept as written', () => {
    const [line] = parseOrderText('Kod\tFiyat\tMiktar\nP-1\t12,50 TL\t5').lines
    expect(line).toMatchObject({ price: '12,50 TL', readings: [{ quantity: 5 }] })
  })

  test('titles and totals between the rows are set aside', () => {
    expect(asides('ELEKTRİK\t\nP-1\t5\nTOPLAM\t5').map(([reason]) => reason)).toEqual(['heading', 'total'])
  })

  test('a quoted cell may have several lines', () => {
    expect(cells('"P-1"\t"5"\n"P-2"\t"3"')).toHaveLength(2)
    expect(cells('P-1\t5\t"iki\nsatır"\nP-2\t3\tbir')).toHaveLength(2)
  })
})

describe('bad input', () => {
  test('control characters, invisible marks, pictures and markup leave the text', () => {
    const text = '\u202b<b>5 ad</b> pense\u0000\u202c 👍<br>3 ad çekiç'
    expect(read(text)).toEqual([
      [5, 'ADET', 'pense'],
      [3, 'ADET', 'çekiç'],
    ])
  })

  test('more lines than allowed are said to be too many', () => {
    expect(parseOrderText('5 ad pense\n'.repeat(orderLinesMax)).isTooLong).toBe(false)
    expect(parseOrderText('5 ad pense\n'.repeat(orderLinesMax + 1)).isTooLong).toBe(true)
    expect(parseOrderText('5 ad pense, '.repeat(10_000)).isTooLong).toBe(true)
  })

  // A step whose time grows faster than the text would not end before the limit of a test.
  test.each([
    'a',
    '1 ',
    '1,',
    'x ',
    '3x',
    '"\t',
    '"a\n\t',
    ' ',
    '\n',
    '-',
    '5 ad ',
    'a. ',
    '>',
    '<',
    '<a ',
    '[1.1.26 ',
    'ad ',
    '12.50 tl ',
    've 5 ',
    "1'li ",
    '0.',
    '@',
    'a-',
    '* ',
    '₺',
  ])('a million characters of %j are read to the end', (part) => {
    const { lines, asides } = parseOrderText(part.repeat(Math.ceil(orderTextMax / part.length)))
    expect(lines.length + asides.length).toBeLessThanOrEqual(3 * orderLinesMax)
    for (const { text } of [...lines, ...asides]) expect(text.length).toBeLessThanOrEqual(pieceLengthMax + 1)
  })
})
