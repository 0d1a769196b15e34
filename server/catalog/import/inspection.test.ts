import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportFileInspection, ImportQuestion } from '#contract/admin/imports/import-inspection.ts'
import { makeXlsx, type XlsxSheet } from '#server/platform/xlsx/xlsx.ts'
import { openTestImport, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

type Options = Parameters<TestImport['run']>[1]

/** What an import says about its first file, and what it asks. */
async function inspect(content: string | Buffer, options: Options = {}) {
  const files: ImportFileInspection[] = []
  let questions: ImportQuestion[] = []
  const result = await shop.run(
    [content],
    { prices: 'net', dryRun: true, ...options },
    {
      onColumns: (file) => void files.push(file),
      onQuestions: (asked) => {
        questions = asked
      },
    },
  )
  return { file: files[0], questions, result }
}

const sheet = (name: string, titles: string[], rows: (string | number)[][]): XlsxSheet => ({
  name,
  columns: titles.map((title) => ({ title, kind: 'text', width: 12 })),
  rows,
})

describe('a file', () => {
  test('is described: encoding, separator, header below titles, columns with values, what is missing', async () => {
    const text =
      'Stok Listesi;;;\nTarih: 01.11.2026;;;\n;;;\nSTOK KODU;STOK ADI;Koli İçi;FİYAT\nA1;ÇEKİÇ;12;10,50\nA2;KESER;6;8\n'
    const bytes = Buffer.from(new Uint8Array(Array.from(text, (letter) => toWindows1254(letter))))
    const { file, result } = await inspect(bytes)
    expect(file).toEqual({
      file: 'file1.csv',
      kind: 'products',
      rows: 2,
      encoding: 'windows-1254',
      separator: ';',
      headerLine: 4,
      repeatedHeaders: 0,
      sheet: null,
      sheets: [],
      missing: ['stock', 'image', 'category'],
      columns: [
        { name: 'STOK KODU', use: 'code', samples: ['A1', 'A2'], isEmpty: false, certainty: 'sure' },
        { name: 'STOK ADI', use: 'name', samples: ['ÇEKİÇ', 'KESER'], isEmpty: false, certainty: 'sure' },
        { name: 'Koli İçi', use: null, samples: ['12', '6'], isEmpty: false, certainty: 'sure' },
        { name: 'FİYAT', use: 'price', samples: ['10,50', '8'], isEmpty: false, certainty: 'sure' },
      ],
    })
    expect(result).toMatchObject({ ok: true, summary: { created: 2, rejected: 0 } })
  })

  test('without a sales price is not said to have no price where it has a list price, at which its products are sold', async () => {
    const { file } = await inspect('Kod;Ad;Liste Fiyatı\nA1;ÇEKİÇ;10,50\n')
    expect(file?.missing).toEqual(['stock', 'image', 'category'])
  })

  test('keeps its header in the first line if no other line fits better', async () => {
    const { file } = await inspect('Malzeme,Tanım,Tutar\nA,Marka,5\n', {
      mapping: new Map([
        ['code', 'Malzeme'],
        ['name', 'Tanım'],
      ]),
    })
    expect(file).toMatchObject({ headerLine: 1, columns: [{ certainty: 'chosen' }, { certainty: 'chosen' }, {}] })
  })

  test('may repeat its header: those rows are skipped and reported', async () => {
    await shop.succeed(['kod;ad;fiyat\nA;Bir;1\nKod;AD;Fiyat\nB;İki;2\nkod;ad;fiyat\n'])
    expect(await shop.pool.query('SELECT code FROM products ORDER BY code')).toEqual([{ code: 'A' }, { code: 'B' }])
    expect(await shop.report()).toMatchObject([{ code: 'header_repeated', reason: expect.stringContaining('3, 5') }])
  })

  test('names a column doubtful whose values do not fit', async () => {
    const { file } = await inspect('kod;ad;fiyat\nA;Bir;Metre\nB;İki;Adet\n')
    expect(file?.columns[2]).toMatchObject({ use: 'price', certainty: 'doubtful' })
  })

  test('may have one column for two fields', async () => {
    const mapping = new Map([
      ['code', 'Ürün'],
      ['name', 'Ürün'],
    ] as const)
    await shop.succeed(['Ürün;Fiyat\n6204 Rulman;5\n'], { mapping })
    expect(await shop.pool.query('SELECT code, name FROM products')).toEqual([
      { code: '6204 Rulman', name: '6204 Rulman' },
    ])
  })
})

describe('a workbook', () => {
  const titles = ['Stok Kodu', 'Stok Adı', 'Fiyat']
  const cover = sheet('Kapak', ['Fiyat listesi 2026'], [['Sayın bayimiz']])
  const first = sheet('Ocak', titles, [['A', 'Bir', '1']])
  const second = sheet('Şubat', titles, [['B', 'İki', '2']])

  test('is read from the sheet that has products', async () => {
    const { file, questions } = await inspect(await makeXlsx(cover, [second]))
    expect(file).toMatchObject({ sheet: 'Şubat', sheets: ['Kapak', 'Şubat'], rows: 1 })
    expect(questions).toEqual([])
  })

  test('with products on several sheets asks which to read', async () => {
    const book = await makeXlsx(cover, [first, second])
    const { file, questions } = await inspect(book)
    expect(file).toMatchObject({ sheet: 'Ocak' })
    expect(questions).toEqual([{ kind: 'sheet', file: 'file1.csv', columns: ['Ocak', 'Şubat'], examples: [] }])
    const answered = await inspect(book, { sheet: 'Şubat' })
    expect(answered).toMatchObject({ file: { sheet: 'Şubat' }, questions: [] })
  })
})

describe('a question is asked', () => {
  test('when two columns fit a field and differ, until one is chosen', async () => {
    const text = 'Stok Kodu;Ürün Kodu;Ad;Fiyat\nA;X;Bir;1\nB;Y;İki;2\n'
    const { questions, file } = await inspect(text)
    expect(questions).toEqual([
      {
        kind: 'field',
        file: 'file1.csv',
        field: 'code',
        columns: ['Stok Kodu', 'Ürün Kodu'],
        examples: ['A · B', 'X · Y'],
      },
    ])
    expect(file?.columns[0]).toMatchObject({ certainty: 'doubtful' })
    expect((await inspect(text, { mapping: new Map([['code', 'Ürün Kodu']]) })).questions).toEqual([])
    expect((await inspect(text.replaceAll(/X|Y/g, (at) => (at === 'X' ? 'A' : 'B')))).questions).toEqual([])
  })

  test('when a column mixes 1.234,5 and 1,234.5; with an answer, values in the other notation are errors', async () => {
    const text = 'kod;ad;fiyat\nA;Bir;1.234,5\nB;İki;1,234.5\nC;Üç;1.234\n'
    const { questions, result } = await inspect(text)
    expect(questions).toEqual([
      { kind: 'decimal', file: 'file1.csv', columns: ['fiyat'], examples: ['1.234,5', '1,234.5'] },
    ])
    expect(result).toMatchObject({ summary: { created: 2, rejected: 1 } })
    const read = async (sign: ',' | '.' | 'each') => {
      await shop.reset()
      await shop.succeed([text], { prices: 'net', decimals: new Map([['fiyat', sign]]), isStrict: sign !== 'each' })
      return shop.pool.query(
        `SELECT code, sale_value::float AS price FROM products p JOIN unit_prices ON unit_id = default_unit_id ORDER BY code`,
      )
    }
    expect(await read(',')).toEqual([
      { code: 'A', price: 1234.5 },
      { code: 'C', price: 1234 },
    ])
    expect(await read('.')).toEqual([
      { code: 'B', price: 1234.5 },
      { code: 'C', price: 1.234 },
    ])
    expect(await read('each')).toEqual([
      { code: 'A', price: 1234.5 },
      { code: 'B', price: 1234.5 },
    ])
  })

  test('not about a mixed column that is answered in another spelling of its name', async () => {
    const text = 'kod;ad;Satış Fiyatı\nA;Bir;1.234,5\nB;İki;1,234.5\n'
    const decimals = new Map([['SATIŞ FİYATI', ',']] as const)
    expect(await shop.succeed([text], { prices: 'net', decimals, isStrict: true })).toMatchObject({ created: 1 })
  })

  test('when no column has the codes; only columns with different values are offered', async () => {
    const { questions, file, result } = await inspect('Malzeme;Ad;Grup;Fiyat\nA;Bir;G;1\nB;İki;G;2\n')
    expect(questions).toEqual([{ kind: 'key', file: 'file1.csv', columns: ['Malzeme', 'Ad', 'Fiyat'], examples: [] }])
    expect(result).toMatchObject({ ok: false, code: 'key_column_missing' })
    expect(file?.columns).toHaveLength(4)
  })
})

/** The byte of a Turkish letter in the Windows code page. */
function toWindows1254(letter: string): number {
  const turkish: Record<string, number> = { İ: 0xdd, Ç: 0xc7, ç: 0xe7 }
  return turkish[letter] ?? letter.charCodeAt(0)
}
