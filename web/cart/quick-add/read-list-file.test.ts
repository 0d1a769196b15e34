import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readListFile } from './read-list-file.ts'

const fileOf = (name: string, content: BlobPart) => new File([content], name)

test('a workbook of Excel 97 to 2003 is read, with the leading zeros of its codes', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Stok Kodu', 'Miktar', 'Birim'],
    ['MKR-ĞÜŞ  İ', 12, 'KOLİ'],
    [42, 1.5],
  ])
  Object.assign(sheet['A3'] as object, { z: '00000' })
  const book = utils.book_new(sheet)
  const bytes = write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer
  expect(await readListFile(fileOf('LISTE.XLS', bytes))).toBe(
    'Stok Kodu\tMiktar\tBirim\nMKR-ĞÜŞ İ\t12\tKOLİ\n00042\t1.5\t',
  )
})

test('text that is named .xls is read as text, and a damaged workbook is not read', async () => {
  expect(await readListFile(fileOf('liste.xls', 'KOD\t2\n'))).toBe('KOD\t2\n')
  const damaged = Uint8Array.of(
    0xd0,
    0xcf,
    0x11,
    0xe0,
    0xa1,
    0xb1,
    0x1a,
    0xe1,
    ...Array.from({ length: 600 }, (_, i) => i % 256),
  )
  expect(await readListFile(fileOf('liste.xls', damaged))).toBeNull()
})

test('a page that was saved as .xls is read as a table, with its texts as they are', async () => {
  const page =
    '<html><body><table><tr><td>Stok Kodu</td><td>Miktar</td></tr><tr><td>00042</td><td>3</td></tr></table></body></html>'
  expect(await readListFile(fileOf('liste.xls', page))).toBe('Stok Kodu\tMiktar\n00042\t3')
})
