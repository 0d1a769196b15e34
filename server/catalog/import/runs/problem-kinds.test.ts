import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import { importCsvPath, type listImportProblems } from '#contract/admin/imports/import-lists.ts'
import { TestImports, url } from './test-imports.ts'

let imports: TestImports
let id: number

beforeAll(async () => {
  imports = await TestImports.open()
  // Five wrong barcodes, one price of 0, and an error of each of two kinds.
  const rows = [1, 2, 3, 4, 5].map(
    (n) => `A${n};Vida ${n};${n === 3 ? '0' : `${n}0`};400638133393${n < 3 ? n + 1 : n + 2}`,
  )
  id = await imports.upload(`Kod;Ad;Fiyat;Barkod\n${rows.join('\n')}\nB;;5;\nC;Somun;pahalı;\n`, 'liste.csv')
  await imports.preview(id)
})
afterAll(() => imports.close())

async function problems(query: string) {
  const { body } = await imports.staff.send('GET', url(id, `/problems?${query}`))
  return body as Reply<typeof listImportProblems>
}

test('warnings have their kinds with a title, a number and the first three rows, the most frequent first', async () => {
  const { kinds, total } = await problems('level=warning')
  expect(kinds.map(({ kind, title, total: n, items }) => [kind, title, n, items.length])).toEqual([
    ['barcode_check', 'Kontrol rakamı tutmayan barkodlar', 5, 3],
    ['price_zero', 'Fiyatı 0 olan ürünler', 1, 1],
  ])
  expect(kinds[0]?.items.map(({ line }) => line)).toEqual([2, 3, 4])
  expect(total).toBe(6)
})

test('errors have kinds of their own, and a kind is listed page by page', async () => {
  expect((await problems('level=error')).kinds.map(({ kind, total }) => [kind, total])).toEqual([
    ['name_missing', 1],
    ['number_invalid', 1],
  ])
  const page = await problems('level=warning&kind=barcode_check&limit=24&page=1')
  expect(page).toMatchObject({ total: 5, pages: 1 })
  expect(page.items.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
  expect(await problems('level=warning&kind=nothing')).toMatchObject({ total: 0, items: [] })
})

test('the file of one kind has only its rows', async () => {
  const file = await imports.staff.send('GET', importCsvPath(id, 'problems', 'barcode_check'))
  const lines = file.text.trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines.slice(1).every((line) => line.includes('Barkodun kontrol rakamı'))).toBe(true)
  const all = await imports.staff.send('GET', importCsvPath(id, 'problems'))
  expect(all.text.trim().split('\r\n')).toHaveLength(9)
})
