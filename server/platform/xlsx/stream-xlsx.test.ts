import { expect, test } from 'vitest'
import readWorkbook from 'read-excel-file/node'
import { streamXlsx } from './stream-xlsx.ts'
import type { XlsxCell, XlsxColumn } from './xlsx.ts'

const columns: XlsxColumn[] = [
  { title: 'Stok kodu', kind: 'text', width: 18 },
  { title: 'Fiyat', kind: 'number', width: 12 },
]
type Batches = Parameters<typeof streamXlsx>[1]

async function bytesOf(batches: Batches, sheet = columns): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of streamXlsx({ name: 'Ürünler & <1>', columns: sheet }, batches)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('writes texts as texts, figures as numbers and nothing for empty cells', async () => {
  const bytes = await bytesOf([
    [
      ['=1+1', '12.50'],
      ['00123', 'yok'],
    ],
    [['"<&>\u0007 çĞş 😀', null]],
  ])
  expect(await readWorkbook(bytes)).toEqual([
    {
      sheet: 'Ürünler & <1>',
      data: [
        ['Stok kodu', 'Fiyat'],
        ['=1+1', 12.5],
        ['00123', 'yok'],
        ['"<&> çĞş 😀', null],
      ],
    },
  ])
})

test('writes more columns than there are letters, and cells that are longer than a cell can be', async () => {
  const wide = Array.from({ length: 60 }, (_, at) => ({ title: `S${at}`, kind: 'text' as const, width: 10 }))
  const row = wide.map((_, at) => (at === 59 ? 'x'.repeat(40_000) : String(at)))
  const [sheet] = await readWorkbook(await bytesOf([[row]], wide))
  expect(sheet?.data[0]).toHaveLength(60)
  expect(sheet?.data[1]?.slice(0, 59)).toEqual(row.slice(0, 59))
  expect(String(sheet?.data[1]?.[59])).toHaveLength(32_767)
})

test('reads no more rows than its reader takes, and ends with an error of the rows', async () => {
  let read = 0
  async function* rows(): AsyncGenerator<XlsxCell[][]> {
    for (; read < 20_000; read += 1) {
      if (read === 10_000) throw new Error('The database is away.')
      yield [[`${Math.random()}`.repeat(50), '1']]
    }
  }
  const pieces = streamXlsx({ name: 'A', columns }, rows())
  // The parts before the sheet, and its first packed piece.
  for (let n = 0; n < 20; n += 1) await pieces.next()
  expect(read).toBeLessThan(8_000)
  await expect(async () => {
    for await (const _ of pieces) continue
  }).rejects.toThrow('The database is away.')
})
