import { expect, test } from 'vitest'
import { parseImportArgs } from './import-args.ts'

test('parses all options', () => {
  const parsed = parseImportArgs([
    'a.csv',
    '/x/b.xlsx',
    '--key',
    'brand+code',
    '--map',
    'ürün adı=Malzeme = Tanım',
    '--map',
    'price=Tutar',
    '--defaults',
    'unit=KOLİ,currency=tl,brand=A, B & C,tax_rate=10',
    '--units',
    'u.csv',
    '--price-list',
    'BAYI',
    '--warehouse',
    'ANK',
    '--decimal',
    'comma',
    '--prices',
    'column:KDV Dahil',
    '--strict',
    '--dry-run',
    '--lang',
    'en',
    '--report',
    'r.csv',
  ])
  expect(parsed).toMatchObject({
    ok: true,
    command: {
      reportPath: 'r.csv',
      options: {
        files: [{ name: 'a.csv' }, { path: '/x/b.xlsx', name: 'b.xlsx' }],
        units: { name: 'u.csv' },
        key: 'brand+code',
        mapping: new Map([
          ['name', 'Malzeme = Tanım'],
          ['price', 'Tutar'],
        ]),
        defaults: { unit: 'KOLİ', currency: 'TRY', brand: 'A, B & C', tax_rate: '10' },
        priceList: 'BAYI',
        warehouse: 'ANK',
        decimal: ',',
        prices: { column: 'KDV Dahil' },
        isStrict: true,
        dryRun: true,
        locale: 'en',
      },
    },
  })
})

test('the default key is code, the default language Turkish', () => {
  expect(parseImportArgs(['a.csv'])).toMatchObject({
    ok: true,
    command: { options: { key: 'code', locale: 'tr', dryRun: false }, fetchesPictures: true },
  })
  expect(parseImportArgs(['--units', 'u.csv'])).toMatchObject({ ok: true, command: { options: { files: [] } } })
})

test.each([
  [[]],
  [['--nope', 'a.csv']],
  [['a.csv', '--lang', 'de']],
  [['a.csv', '--lang', 'toString']],
  [['a.csv', '--decimal', ',']],
  [['a.csv', '--prices', 'both']],
  [['a.csv', '--prices', 'column:']],
  [['a.csv', '--map', 'foo=Bar']],
  [['a.csv', '--map', 'name']],
  [['a.csv', '--defaults', 'name=x']],
  [['a.csv', '--defaults', 'tax_rate=120']],
  [['a.csv', '--defaults', 'multiplier=0']],
])('rejects %j', (args) => {
  expect(parseImportArgs(args)).toMatchObject({ ok: false, help: false })
})

test('--no-pictures leaves pictures to the server', () => {
  expect(parseImportArgs(['a.csv', '--no-pictures'])).toMatchObject({ ok: true, command: { fetchesPictures: false } })
})

test('--help returns the help text', () => {
  expect(parseImportArgs(['--help'])).toMatchObject({ ok: false, help: true })
})
