import { describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { importMovements, loadFigures } from '#server/statement/statement.ts'
import {
  actAs,
  actAsNewDealer,
  dealer,
  head,
  lira,
  movements,
  pool,
  rowsOf,
  run,
  summaryOf,
  today,
  useTestAccounts,
} from '#server/statement/test-accounts.ts'

useTestAccounts()

const LATIN5: Record<string, number> = { ş: 0xfe, Ş: 0xde, ı: 0xfd, İ: 0xdd, ğ: 0xf0, Ğ: 0xd0 }
const latin5 = (text: string) => Buffer.from(Array.from(text, (letter) => LATIN5[letter] ?? letter.charCodeAt(0)))

describe('importing movements', () => {
  const lines = [
    '01.04.2026;01.05.2026;F-1;Satış Faturası;Nisan alışı;1.000,50;;TL;R1',
    '15.05.2026;14.06.2026;F-2;Fatura;;2.000;0;;R2',
    '20.05.2026;;T-1;Tahsilat;Havale;;1.200,50;TRY;R3',
  ]

  test('imports a Turkish file and updates the dealer’s figures', async () => {
    expect((await summaryOf(run(importMovements, movements(...lines)))).counts).toEqual([3, 3, 0, 0, 0])
    expect(
      await pool.one('SELECT user_id, action, noun, noun_id, after FROM audit_log ORDER BY id DESC LIMIT 1'),
    ).toEqual({
      user_id: null,
      action: 'apply',
      noun: 'import',
      noun_id: 'dosya',
      after: { kind: 'movements', files: ['dosya'], rows: 3, added: 3, changed: 0, rejected: 0 },
    })
    expect(await rowsOf()).toMatchObject([
      { posted_on: '2026-04-01', due_on: '2026-05-01', kind: 'invoice', debit: '1000.50', unpaid: '0.00' },
      { posted_on: '2026-05-15', document_no: 'F-2', kind: 'invoice', debit: '2000.00', unpaid: '1800.00' },
      { posted_on: '2026-05-20', due_on: null, kind: 'payment', credit: '1200.50', description: 'Havale' },
    ])
    expect(await lira()).toEqual({ balance: '1800.00', overdue_balance: '1800.00', overdue_since: '2026-06-14' })
  })

  test('adds and changes nothing when the same file is imported again', async () => {
    await run(importMovements, movements(...lines))
    const before = await rowsOf()
    expect((await summaryOf(run(importMovements, movements(...lines)))).counts).toEqual([3, 0, 0, 3, 0])
    expect(await rowsOf()).toEqual(before)
  })

  test('changes the movement of a row that differs', async () => {
    await run(importMovements, movements(...lines))
    const changed = movements('15.05.2026;14.06.2026;F-2;Fatura;;2.500;0;;R2')
    expect((await summaryOf(run(importMovements, changed))).counts).toEqual([1, 0, 1, 0, 0])
    expect(await lira()).toMatchObject({ balance: '2300.00' })
  })

  test('accepts the same reference for another dealer', async () => {
    await run(importMovements, movements(...lines))
    const first = dealer
    await actAsNewDealer()
    expect((await summaryOf(run(importMovements, movements(...lines)))).counts).toEqual([3, 3, 0, 0, 0])
    actAs(first)
    expect(await rowsOf()).toHaveLength(3)
  })

  test('a dry run returns the same result and writes nothing', async () => {
    const result = await summaryOf(run(importMovements, movements(...lines), { dryRun: true }))
    expect(result.counts).toEqual([3, 3, 0, 0, 0])
    expect(await rowsOf()).toEqual([])
  })

  test('each currency is an account of its own', async () => {
    await run(importMovements, movements(...lines, '01.06.2026;01.06.2026;F-9;Fatura;;100,00;;USD;R9'))
    const figures = await loadFigures(pool, dealer.id, today)
    expect(figures.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['TRY', 1800],
      ['USD', 100],
    ])
    expect(await lira()).toMatchObject({ balance: '1800.00' })
  })

  test('removes the account of a currency whose only movement moved to another one', async () => {
    await run(importMovements, movements('01.06.2026;;F-9;Fatura;;100,00;;USD;R9'))
    await run(importMovements, movements('01.06.2026;;F-9;Fatura;;100,00;;EUR;R9'))
    expect((await loadFigures(pool, dealer.id, today)).map(({ currency }) => currency)).toEqual(['EUR'])
  })

  test.each([
    ['01.06.2026;;;;;abc;;;X', 'number_invalid'],
    ['31.02.2026;;;;;1;;;X', 'date_invalid'],
    [';;;;;1;;;X', 'date_invalid'],
    ['01.06.2026;yarın;;;;1;;;X', 'date_invalid'],
    ['01.06.2026;;;;;-5;;;X', 'number_negative'],
    ['01.06.2026;;;;;9999999999999999;;;X', 'number_too_large'],
    ['01.06.2026;;;;;1;1;;X', 'amount_on_both_sides'],
    ['01.06.2026;;;;;;;;X', 'amount_missing'],
    ['01.06.2026;;;;;0,001;;;X', 'amount_missing'],
    ['01.06.2026;;;;;1;;XYZ;X', 'currency_unknown'],
    ['01.06.2026;;;;;12,50 €;;;X', 'currency_differs'],
    ['01.06.2026;;;;;$12;;EUR;X', 'currency_differs'],
    ['01.06.2026;;;;;1;;;', 'reference_missing'],
    ['01.06.2026;;;;;1;;;R0', 'movement_repeated'],
    [`01.06.2026;;;;${'x'.repeat(501)};1;;;X`, 'text_too_long'],
    ['01.06.2026;;;;;1;;;X;fazla', 'cell_count'],
  ])('skips %s: %s', async (line, code) => {
    const result = await summaryOf(run(importMovements, movements('01.06.2026;;;;;7;;;R0', line)))
    expect(result).toMatchObject({ counts: [2, 1, 0, 0, 1], issues: [{ line: 3, code }] })
    expect(await rowsOf()).toMatchObject([{ reference: 'R0' }])
  })

  test('skips a row of an unknown dealer', async () => {
    const result = await summaryOf(run(importMovements, `${head}\nYOK-1;01.06.2026;;;;;1;;;X\n`))
    expect(result).toMatchObject({
      counts: [1, 0, 0, 0, 1],
      issues: [{ code: 'dealer_unknown', facts: { value: 'YOK-1' } }],
    })
  })

  test('classifies an unlisted kind by debit or credit and keeps it visible', async () => {
    await run(importMovements, movements('01.06.2026;;;Kur Farkı;;1;;;A', '02.06.2026;;;Kur Farkı;Not;;1;;B'))
    expect(await rowsOf()).toMatchObject([
      { kind: 'debit', description: 'Kur Farkı' },
      { kind: 'credit', description: 'Not' },
    ])
  })

  test('reads windows-1254, JSON lines and a workbook with the same result', async () => {
    const line = '01.06.2026;;F;Açılış;Devir bakiyesi ığş;1.234,56;;;R1'
    const json = {
      cariKodu: dealer.code,
      tarih: '2026-06-01',
      tür: 'Açılış',
      borç: 1234.56,
      referans: 'R1',
      belgeNo: 'F',
    }
    const sheet = [
      head.split(';'),
      [dealer.code, new Date('2026-06-01T00:00:00Z'), '', 'F', 'Açılış', 'Devir bakiyesi ığş', 1234.56, '', '', 'R1'],
    ]
    const files = [
      latin5(movements(line)),
      JSON.stringify({ ...json, açıklama: 'Devir bakiyesi ığş' }),
      await writeWorkbook(
        sheet.map((row) => row.map((value) => (value instanceof Date ? { value, format: 'dd.mm.yyyy' } : { value }))),
      ).toBuffer(),
    ]
    expect((await summaryOf(run(importMovements, files[0] ?? ''))).counts).toEqual([1, 1, 0, 0, 0])
    for (const file of files) expect((await summaryOf(run(importMovements, file))).counts).toEqual([1, 0, 0, 1, 0])
    expect(await rowsOf()).toMatchObject([{ kind: 'opening', debit: '1234.56', description: 'Devir bakiyesi ığş' }])
  })

  test('changes nothing for a file without the required columns or a truncated file', async () => {
    expect(await run(importMovements, 'Cari Kodu;Borç\nX;1\n')).toMatchObject({
      ok: false,
      code: 'account_columns_missing',
      facts: { missing: 'Tarih, Referans' },
    })
    const broken = `${movements(...lines)}${dealer.code};01.06.2026;;"açık\n`
    expect(await run(importMovements, broken)).toMatchObject({ ok: false, code: 'quote_open' })
    expect(await run(importMovements, '')).toMatchObject({ ok: false, code: 'file_empty' })
    expect(await rowsOf()).toEqual([])
  })
})
