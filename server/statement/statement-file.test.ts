import { expect, test } from 'vitest'
import { makePdf } from '#server/platform/pdf/pdf.ts'
import { type StatementContent, statementDocument } from './statement-file.ts'

const movement = (n: number) => ({
  id: n,
  posted_on: '2026-01-01',
  due_on: null,
  document_no: `FTR20260000000${n}`,
  kind: 'invoice' as const,
  description: 'Satış faturası',
  debit: '1234567.89',
  credit: '0',
  balance: '12345678.90',
  unpaid: '0',
})

const content = (count: number, q = ''): StatementContent => ({
  locale: 'tr',
  storeName: 'Toptan',
  dealer: { code: 'B1', name: 'Bayi' },
  letterhead: { company: ['Toptan A.Ş.'], date: '2026-11-23', dealer: ['B1 · Bayi'] },
  logo: null,
  filter: { dealerId: 1, currency: 'TRY', from: null, to: null, q },
  q,
  today: '2026-11-23',
  figures: undefined,
  sums: { opening: '0', debit: '12345678.90', credit: '0', closing: '12345678.90', total: count },
  movements: Array.from({ length: count }, (_, i) => movement(i)),
})

type Tables = { unbreakable?: boolean; table?: { widths: unknown[]; body: { text: string }[][] } }[]
const tablesOf = (made: StatementContent) => (statementDocument(made).content as Tables).filter(({ table }) => table)

test('the totals of a statement stay with its last movement, in the same columns', () => {
  const [rows, last] = tablesOf(content(40))
  expect(rows?.table?.body).toHaveLength(1 + 1 + 39)
  expect(last).toMatchObject({ unbreakable: true, table: { widths: rows?.table?.widths } })
  expect(last?.table?.body.map((row) => row.map(({ text }) => text))).toMatchObject([
    ['01.01.2026', '', 'FTR2026000000039', 'Fatura', 'Satış faturası', '1.234.567,89', '', '12.345.678,90'],
    ['', '', '', '', 'Toplam', '12.345.678,90', '0,00', '12.345.678,90'],
  ])
})

test('a statement without movements is made, with and without a search', async () => {
  for (const q of ['', 'yok'])
    expect((await makePdf(statementDocument(content(0, q)))).subarray(0, 5).toString()).toBe('%PDF-')
})
