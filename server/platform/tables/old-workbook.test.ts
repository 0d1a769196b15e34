import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CFB, utils, write } from '@e965/xlsx'
import { afterAll, expect, test } from 'vitest'
import { openTable } from './open-table.ts'
import { inspectSource } from './source.ts'
import { TableError } from './table-error.ts'
import type { Cell, Row } from './table.ts'

const path = join(tmpdir(), `old-workbook-${process.pid}`)
afterAll(() => rm(path, { force: true }))

async function read(content: Buffer | string) {
  await writeFile(path, content)
  const table = await openTable(await inspectSource(path, 'liste.xls'), {}, { rateHeader: (cells) => cells.length })
  const rows: Cell[][] = []
  for await (const { cells } of table.rows()) rows.push(cells)
  return { ...table, rows }
}

const refusal = (content: Buffer | string) =>
  read(content).then(
    () => 'read',
    (error: unknown) => (error instanceof TableError ? error.code : error),
  )

const listed = [
  ['Stok Kodu', 'Stok Adı', 'Fiyat'],
  ['A-1', 'Şerit ığüşöçİ', 12.5],
]

function workbook(bookType: 'biff8' | 'xlml', rows: unknown[][] = listed): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sayfa1')
  return write(book, { type: 'buffer', bookType }) as Buffer
}

test.each(['biff8', 'xlml'] as const)('reads a workbook saved as %s', async (kind) => {
  const { columns, rows, sheet } = await read(workbook(kind))
  expect(columns).toEqual(listed[0])
  expect(rows).toEqual([listed[1]])
  expect(sheet).toBe('Sayfa1')
})

test('reads dates as days, numbers with leading zeros as written, and the sheet with the header', async () => {
  const content = await readFile(new URL('../../catalog/import/formats/fixtures/binary.xls', import.meta.url))
  await writeFile(path, content)
  const table = await openTable(
    await inspectSource(path, 'liste.xls'),
    {},
    { rateHeader: (cells) => (cells.includes('Stok Kodu') ? 9 : 0) },
  )
  const rows: Row[] = []
  for await (const row of table.rows()) rows.push(row)
  expect(table).toMatchObject({ sheet: 'Stok Listesi', headerLine: 3 })
  expect(rows.map(({ line, cells }) => [line, cells[0], cells[5], cells[7], cells[8]])).toEqual([
    [4, '00017', 1250.5, '2026-03-01', '1'],
    [5, '00018', 85, '2026-12-31', '0'],
    [6, 'A-19', 0.1, '', '1'],
  ])
})

test('refuses encrypted files, other documents in that container, damaged and too large workbooks', async () => {
  const container = (name: string) => {
    const file = CFB.utils.cfb_new()
    CFB.utils.cfb_add(file, name, Buffer.from('x'.repeat(5_000)))
    return CFB.write(file, { type: 'buffer' }) as Buffer
  }
  expect(await refusal(container('/EncryptedPackage'))).toBe('file_password')
  expect(await refusal(container('/WordDocument'))).toBe('file_broken')
  expect(await refusal(workbook('biff8').subarray(0, 1_200))).toBe('file_broken')
  const long = Array.from({ length: 50_010 }, (_, i) => [`K${i}`])
  expect(await refusal(workbook('biff8', long))).toBe('sheet_rows')
})
