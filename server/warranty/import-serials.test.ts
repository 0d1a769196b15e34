import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { importSerials } from './warranty.ts'

let database: TestDatabase
let pool: TestDatabase['pool']
let folder: string
let dealer: string
let product: { id: number; code: string }

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
  folder = await mkdtemp(join(tmpdir(), 'toptan-serials-'))
  dealer = (await addDealer(pool)).dealer?.code ?? expect.fail('a dealer')
  product = await addProduct(pool)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => pool.execute('DELETE FROM serial_movements'))

async function run(content: string | Buffer, dryRun = false) {
  const path = join(folder, 'dosya')
  await writeFile(path, content)
  return importSerials(pool, { file: { path, name: 'dosya' }, today: '2026-06-30', dryRun })
}

async function summaryOf(result: ReturnType<typeof run>) {
  const answer = await result
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const { rows, added, changed, unchanged, rejected } = answer.summary
  return { counts: [rows, added, changed, unchanged, rejected], issues: answer.summary.issues }
}

const rowsOf = () =>
  pool.query(
    `SELECT serial_no, serial_key, product_id, product_code, product_name, d.code AS dealer, moved_on, status, document_no,
            warranty_until, reference
       FROM serial_movements LEFT JOIN dealers d ON d.id = dealer_id ORDER BY serial_movements.id`,
  )

const head = 'Seri No;Stok Kodu;Stok Adı;Cari Kodu;Tarih;Durum;Belge No;Garanti (Ay);Garanti Bitiş;Referans'
const file = (...lines: string[]) => `${head}\n${lines.join('\n')}\n`
const good = () => [
  `mk-2041 7781;${product.code};;${dealer};04.03.2025;Satış;F-1;24;;R1`,
  `mk-2041 7781;${product.code};;${dealer};05.03.2025;iade;F-2;;;R2`,
  `0099;ESKI-1;Eski ürün;;01.01.2020;satis;;;31.12.2022;`,
]

test('imports a Turkish file', async () => {
  expect(await summaryOf(run(file(...good())))).toEqual({
    counts: [3, 3, 0, 0, 0],
    issues: [{ level: 'warning', line: 4, code: 'product_unknown', facts: { value: 'ESKI-1' } }],
  })
  const sold = { serial_no: 'mk-2041 7781', serial_key: 'MK20417781', product_id: product.id, dealer }
  expect(await rowsOf()).toMatchObject([
    // A serial number of an old product that the catalog does not contain; none of the shop's dealers bought it.
    {
      serial_key: '0099',
      product_id: null,
      product_code: 'ESKI-1',
      product_name: 'Eski ürün',
      dealer: null,
      status: 'SATIŞ',
      warranty_until: '2022-12-31',
      reference: '0099|2020-01-01|SATIŞ|',
    },
    { ...sold, moved_on: '2025-03-04', status: 'SATIŞ', document_no: 'F-1', warranty_until: '2027-03-04' },
    { ...sold, moved_on: '2025-03-05', status: 'İADE', document_no: 'F-2', warranty_until: null },
  ])
})

test('importing the same file again changes nothing; a different row changes only its movement', async () => {
  await run(file(...good()))
  const before = await rowsOf()
  expect((await summaryOf(run(file(...good())))).counts).toEqual([3, 0, 0, 3, 0])
  expect(await rowsOf()).toEqual(before)
  const [first = ''] = good()
  expect((await summaryOf(run(file(first.replace(';24;', ';36;'))))).counts).toEqual([1, 0, 1, 0, 0])
  expect(await rowsOf()).toMatchObject([{}, { warranty_until: '2028-03-04' }, {}])
})

test('a dry run returns the same result and writes nothing', async () => {
  expect((await summaryOf(run(file(...good()), true))).counts).toEqual([3, 3, 0, 0, 0])
  expect(await rowsOf()).toEqual([])
})

test('reads English column names, tabs and a workbook with the same result', async () => {
  const titles = [
    'Serial Number',
    'Product Code',
    'Dealer Code',
    'Date',
    'Status',
    'Document No',
    'Warranty Months',
    'Ref',
  ]
  const row = ['00123', product.code, dealer, '2025-03-04', 'sold', 'F-1', '24', 'R9']
  const tabs = [titles, row].map((line) => line.join('\t')).join('\n')
  const cells = [titles, row.map((value, i) => (i === 6 ? 24 : value))].map((line) => line.map((value) => ({ value })))
  const workbook = await writeWorkbook(cells).toBuffer()
  expect((await summaryOf(run(tabs))).counts).toEqual([1, 1, 0, 0, 0])
  expect((await summaryOf(run(workbook))).counts).toEqual([1, 0, 0, 1, 0])
  expect(await rowsOf()).toMatchObject([
    { serial_no: '00123', serial_key: '00123', status: 'SATIŞ', warranty_until: '2027-03-04', reference: 'R9' },
  ])
})

test.each([
  [';;;;04.03.2025;Satış;;;;X', 'serial_unreadable'],
  [' - ;;;;04.03.2025;Satış;;;;X', 'serial_unreadable'],
  [`${'x'.repeat(61)};;;;04.03.2025;Satış;;;;X`, 'serial_unreadable'],
  ['A1;;;;;Satış;;;;X', 'date_invalid'],
  ['A1;;;;31.02.2025;Satış;;;;X', 'date_invalid'],
  ['A1;;;;04.03.2025;Satış;;;dün;X', 'date_invalid'],
  ['A1;;;;04.03.2025;;;;;X', 'status_missing'],
  [`A1;;;;04.03.2025;${'s'.repeat(61)};;;;X`, 'text_too_long'],
  ['A1;;;YOK-1;04.03.2025;Satış;;;;X', 'dealer_unknown'],
  ['A1;;;;04.03.2025;Satış;;iki yıl;;X', 'number_invalid'],
  ['A1;;;;04.03.2025;Satış;;1,5;;X', 'months_invalid'],
  ['A1;;;;04.03.2025;Satış;;-1;;X', 'months_invalid'],
  ['A1;;;;04.03.2025;Satış;;601;;X', 'months_invalid'],
  ['A2;;;;04.03.2025;Satış;;;;R0', 'serial_repeated'],
])('skips %s: %s', async (line, code) => {
  const result = await summaryOf(run(file('A0;;;;04.03.2025;Satış;;12;;R0', line)))
  expect(result).toMatchObject({ counts: [2, 1, 0, 0, 1], issues: [{ line: 3, code }] })
})

test('0 months of warranty mean no warranty', async () => {
  await run(file('A0;;;;04.03.2025;Satış;;0;;R0'))
  expect(await rowsOf()).toMatchObject([{ warranty_until: null }])
})

test('changes nothing for a file without the required columns', async () => {
  expect(await run('Seri No;Tarih\nA;04.03.2025\n')).toMatchObject({
    ok: false,
    code: 'account_columns_missing',
    facts: { missing: 'status' },
  })
  expect(await run('')).toMatchObject({ ok: false, code: 'file_empty' })
})
