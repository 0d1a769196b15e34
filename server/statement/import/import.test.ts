import { describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { accountRefusalText, importMovements, loadFigures } from '#server/statement/statement.ts'
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

  describe('without references', () => {
    const byDocument = (...lines: string[]) =>
      `Cari Kodu;Tarih;Vade;Belge No;Borç;Alacak\n${lines.map((line) => `${dealer.code};${line}`).join('\n')}\n`
    const amounts = async () =>
      (await rowsOf()).map((row) => {
        const { document_no, debit, credit } = row as Record<'document_no' | 'debit' | 'credit', string>
        return [document_no, Number(debit) - Number(credit)]
      })

    test('a movement is identified by its document, day and side: the file again adds nothing, and an amount changes', async () => {
      const lines = ['05.01.2026;;F-1;100;', '06.01.2026;;T-1;;40']
      expect((await summaryOf(run(importMovements, byDocument(...lines)))).counts).toEqual([2, 2, 0, 0, 0])
      expect((await summaryOf(run(importMovements, byDocument(...lines)))).counts).toEqual([2, 0, 0, 2, 0])
      const changed = await summaryOf(run(importMovements, byDocument('05.01.2026;;F-1;120;', lines[1] ?? '')))
      expect(changed).toMatchObject({ counts: [2, 0, 1, 1, 0], issues: [] })
      expect(await amounts()).toEqual([
        ['F-1', 120],
        ['T-1', -40],
      ])
    })

    test('a document with several lines keeps all of them, in any order and with new ones between', async () => {
      const lines = ['05.01.2026;;B-1;;100', '05.01.2026;;B-1;;300', '05.01.2026;05.02.2026;B-1;;100']
      expect((await summaryOf(run(importMovements, byDocument(...lines)))).counts).toEqual([3, 3, 0, 0, 0])
      const more = byDocument('05.01.2026;;B-1;;200', ...lines.toReversed())
      expect((await summaryOf(run(importMovements, more))).counts).toEqual([4, 1, 0, 3, 0])
      expect((await amounts()).map(([, amount]) => Number(amount)).toSorted((a, b) => a - b)).toEqual([
        -300, -200, -100, -100,
      ])
    })

    test('the same row twice in a file counts once', async () => {
      const result = await summaryOf(run(importMovements, byDocument('05.01.2026;;F-1;100;', '05.01.2026;;F-1;100;')))
      expect(result).toMatchObject({ counts: [2, 1, 0, 0, 1], issues: [{ line: 3, code: 'movement_repeated' }] })
    })

    test('movements that came with references are recognized, and take over those that came without', async () => {
      await run(importMovements, movements('05.01.2026;;F-1;Fatura;;100;;;R1'))
      expect((await summaryOf(run(importMovements, byDocument('05.01.2026;;F-1;100;')))).counts[1]).toBe(0)
      await run(importMovements, byDocument('07.01.2026;;F-2;70;'))
      const named = movements('05.01.2026;;F-1;Fatura;;100;;;R1', '07.01.2026;;F-2;Borç;;70;;;R2')
      expect((await summaryOf(run(importMovements, named))).counts[1]).toBe(0)
      expect((await rowsOf()).map((row) => (row as { reference: string }).reference)).toEqual(['R1', 'R2'])
    })

    test('a row beside another movement of its document is imported with a warning', async () => {
      await run(importMovements, byDocument('05.01.2026;;F-1;100;'))
      const result = await summaryOf(run(importMovements, byDocument('06.01.2026;;F-1;100;')))
      expect(result).toMatchObject({
        counts: [1, 1, 0, 0, 0],
        issues: [{ level: 'warning', line: 2, code: 'document_exists', facts: { value: 'F-1' } }],
      })
    })
  })

  test('skips titles and blank lines above the header, and rows that repeat it', async () => {
    const file = `Toptan A.Ş.;;;;\nCari hareket listesi;;31.01.2026;;\n;;;;\n${movements('05.01.2026;;F-1;Fatura;;100;;;R1')}${head}\n`
    expect((await summaryOf(run(importMovements, file))).counts).toEqual([1, 1, 0, 0, 0])
  })

  test.each([
    ['Logo', 'Cari Hesap Kodu;Tarih;Fiş No;Fiş Türü;Borç;Alacak', '05.01.2026;00012;Toptan Satış Faturası;100;'],
    ['Mikro', 'cari_kod;cha_tarihi;cha_belge_no;cha_meblag;cha_tip;cha_Guid', '2026-01-05;B-1;100;0;G-1'],
    ['Netsis', 'CARI_KOD;TARIH;BELGE_NO;ACIKLAMA;BORC;ALACAK;INCKEYNO', '05.01.2026;B-1;Satış;100;;17'],
    ['Nebim', 'CurrAccCode;DocumentDate;DocumentNumber;Doc_Debit;Doc_Credit', '2026-01-05;1-WS-7;100;'],
    ['Akınsoft', 'CARİ KODU;İŞLEM TARİHİ;EVRAK NO;KPB BORÇ;KPB ALACAK;BLKODU', '05.01.2026;E-1;100;;5'],
  ])('recognizes the columns of %s', async (_program, columns, line) => {
    expect((await summaryOf(run(importMovements, `${columns}\n${dealer.code};${line}\n`))).counts[1]).toBe(1)
    expect(await rowsOf()).toMatchObject([{ posted_on: '2026-01-05', debit: '100.00', credit: '0.00' }])
  })

  test.each(['X', ''])('an amount whose side is “%s” is skipped', async (side) => {
    const file = `Cari Kodu;Tarih;Belge No;Tutar;B/A\n${dealer.code};05.01.2026;F-1;100;${side}\n${dealer.code};05.01.2026;F-2;50;A\n`
    expect(await summaryOf(run(importMovements, file))).toMatchObject({
      counts: [2, 1, 0, 0, 1],
      issues: [{ line: 2, code: 'side_invalid' }],
    })
    expect(await rowsOf()).toMatchObject([{ credit: '50.00' }])
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
    const refused = await run(importMovements, 'Cari Kodu;Borç\nX;1\n')
    expect(refused).toMatchObject({
      ok: false,
      code: 'account_columns_missing',
      facts: { missing: 'posted_on, document_no / reference' },
    })
    if (refused.ok) throw new Error('The file was accepted.')
    expect(accountRefusalText('tr', refused)).toContain('Tarih, Belge No / Referans.')
    expect(accountRefusalText('en', refused)).toContain('Date, Document No / Reference.')
    // A refusal of an earlier version has the titles themselves.
    const earlier = { ...refused, facts: { ...refused.facts, missing: 'Borç, Tarih' } }
    expect(accountRefusalText('en', earlier)).toContain('Borç, Tarih.')
    const broken = `${movements(...lines)}${dealer.code};01.06.2026;;"açık\n`
    expect(await run(importMovements, broken)).toMatchObject({ ok: false, code: 'quote_open' })
    expect(await run(importMovements, '')).toMatchObject({ ok: false, code: 'file_empty' })
    expect(await rowsOf()).toEqual([])
  })
})
