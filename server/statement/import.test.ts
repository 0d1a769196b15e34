import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { addDealer } from '#db/test-store.ts'
import { say } from '#server/platform/http/words.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { accountIssues } from './import-file.ts'
import { type AccountResult, importBalances, importMovements, loadFigures } from './statement.ts'

let database: TestDatabase
let pool: TestDatabase['pool']
let folder: string
/** A new dealer in each test. */
let dealer: { id: number; code: string }

const today = '2026-06-30'

beforeAll(async () => {
  database = await createTestDatabase({ role: 'command' })
  pool = database.pool
  folder = await mkdtemp(join(tmpdir(), 'toptan-accounts-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  dealer = (await addDealer(pool)).dealer ?? expect.fail('a dealer')
})

async function run(
  what: typeof importMovements,
  content: string | Buffer,
  options: { dryRun?: boolean } = {},
): Promise<AccountResult> {
  const path = join(folder, 'dosya')
  await writeFile(path, content)
  return what(pool, { file: { path, name: 'dosya' }, today, dryRun: options.dryRun ?? false })
}

async function summaryOf(result: Promise<AccountResult>) {
  const answer = await result
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  const { rows, added, changed, unchanged, rejected } = answer.summary
  return { counts: [rows, added, changed, unchanged, rejected], issues: answer.summary.issues }
}

const head = 'Cari Kodu;Tarih;Vade;Belge No;Tür;Açıklama;Borç;Alacak;Döviz;Referans'
const movements = (...lines: string[]) => `${head}\n${lines.map((line) => `${dealer.code};${line}`).join('\n')}\n`
const rowsOf = () =>
  pool.query(
    `SELECT posted_on, due_on, document_no, kind, description, debit, credit, currency, reference, unpaid
       FROM account_movements WHERE dealer_id = $1 ORDER BY posted_on, id`,
    [dealer.id],
  )
const lira = () => pool.one('SELECT balance, overdue_balance, overdue_since FROM dealers WHERE id = $1', [dealer.id])

const LATIN5: Record<string, number> = { ş: 0xfe, Ş: 0xde, ı: 0xfd, İ: 0xdd, ğ: 0xf0, Ğ: 0xd0 }
const latin5 = (text: string) => Buffer.from(Array.from(text, (letter) => LATIN5[letter] ?? letter.charCodeAt(0)))

describe('movements', () => {
  const lines = [
    '01.04.2026;01.05.2026;F-1;Satış Faturası;Nisan alışı;1.000,50;;TL;R1',
    '15.05.2026;14.06.2026;F-2;Fatura;;2.000;0;;R2',
    '20.05.2026;;T-1;Tahsilat;Havale;;1.200,50;TRY;R3',
  ]

  test('a Turkish file is taken over, and the dealer’s figures with it', async () => {
    expect((await summaryOf(run(importMovements, movements(...lines)))).counts).toEqual([3, 3, 0, 0, 0])
    expect(await rowsOf()).toMatchObject([
      { posted_on: '2026-04-01', due_on: '2026-05-01', kind: 'invoice', debit: '1000.50', unpaid: '0.00' },
      { posted_on: '2026-05-15', document_no: 'F-2', kind: 'invoice', debit: '2000.00', unpaid: '1800.00' },
      { posted_on: '2026-05-20', due_on: null, kind: 'payment', credit: '1200.50', description: 'Havale' },
    ])
    expect(await lira()).toEqual({ balance: '1800.00', overdue_balance: '1800.00', overdue_since: '2026-06-14' })
  })

  test('the same file again adds nothing and changes nothing', async () => {
    await run(importMovements, movements(...lines))
    const before = await rowsOf()
    expect((await summaryOf(run(importMovements, movements(...lines)))).counts).toEqual([3, 0, 0, 3, 0])
    expect(await rowsOf()).toEqual(before)
  })

  test('a row that says something else changes its movement', async () => {
    await run(importMovements, movements(...lines))
    const changed = movements('15.05.2026;14.06.2026;F-2;Fatura;;2.500;0;;R2')
    expect((await summaryOf(run(importMovements, changed))).counts).toEqual([1, 0, 1, 0, 0])
    expect(await lira()).toMatchObject({ balance: '2300.00' })
  })

  test('another dealer may have the same reference', async () => {
    await run(importMovements, movements(...lines))
    const first = dealer
    dealer = (await addDealer(pool)).dealer ?? expect.fail('a dealer')
    expect((await summaryOf(run(importMovements, movements(...lines)))).counts).toEqual([3, 3, 0, 0, 0])
    dealer = first
    expect(await rowsOf()).toHaveLength(3)
  })

  test('a dry run says the same and writes nothing', async () => {
    const result = await summaryOf(run(importMovements, movements(...lines), { dryRun: true }))
    expect(result.counts).toEqual([3, 3, 0, 0, 0])
    expect(await rowsOf()).toEqual([])
  })

  test('currencies are accounts of their own', async () => {
    await run(importMovements, movements(...lines, '01.06.2026;01.06.2026;F-9;Fatura;;100,00;;USD;R9'))
    const figures = await loadFigures(pool, dealer.id, today)
    expect(figures.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['TRY', 1800],
      ['USD', 100],
    ])
    expect(await lira()).toMatchObject({ balance: '1800.00' })
  })

  test('a movement that went to another currency leaves no account behind', async () => {
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
    ['01.06.2026;;;;;1;;;', 'reference_missing'],
    ['01.06.2026;;;;;1;;;R0', 'movement_repeated'],
    [`01.06.2026;;;;${'x'.repeat(501)};1;;;X`, 'text_too_long'],
    ['01.06.2026;;;;;1;;;X;fazla', 'cell_count'],
  ])('%s is left out: %s', async (line, code) => {
    const result = await summaryOf(run(importMovements, movements('01.06.2026;;;;;7;;;R0', line)))
    expect(result).toMatchObject({ counts: [2, 1, 0, 0, 1], issues: [{ line: 3, code }] })
    expect(await rowsOf()).toMatchObject([{ reference: 'R0' }])
  })

  test('a dealer that is not there', async () => {
    const result = await summaryOf(run(importMovements, `${head}\nYOK-1;01.06.2026;;;;;1;;;X\n`))
    expect(result).toMatchObject({
      counts: [1, 0, 0, 0, 1],
      issues: [{ code: 'dealer_unknown', facts: { value: 'YOK-1' } }],
    })
  })

  test('a kind of the ERP’s own goes by its side, and stays readable', async () => {
    await run(importMovements, movements('01.06.2026;;;Kur Farkı;;1;;;A', '02.06.2026;;;Kur Farkı;Not;;1;;B'))
    expect(await rowsOf()).toMatchObject([
      { kind: 'debit', description: 'Kur Farkı' },
      { kind: 'credit', description: 'Not' },
    ])
  })

  test('windows-1254, JSON lines and a workbook say the same', async () => {
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

  test('a file without its columns, and one that is broken on its way, change nothing', async () => {
    expect(await run(importMovements, 'Cari Kodu;Borç\nX;1\n')).toMatchObject({
      ok: false,
      code: 'account_columns_missing',
      facts: { missing: 'posted_on, reference' },
    })
    const broken = `${movements(...lines)}${dealer.code};01.06.2026;;"açık\n`
    expect(await run(importMovements, broken)).toMatchObject({ ok: false, code: 'quote_open' })
    expect(await run(importMovements, '')).toMatchObject({ ok: false, code: 'file_empty' })
    expect(await rowsOf()).toEqual([])
  })
})

describe('payments cover what was due first', () => {
  test('whatever the order of posting, and beyond all debits', async () => {
    await run(
      importMovements,
      movements(
        '01.01.2026;01.06.2026;;Fatura;;100;;;A',
        '01.02.2026;01.03.2026;;Fatura;;100;;;B',
        '01.03.2026;;;Borç;;100;;;C',
        '02.03.2026;;;Tahsilat;;;150;;P',
      ),
    )
    // B is due on the same day as C and was posted before it.
    expect(
      await pool.query('SELECT reference, unpaid FROM account_movements WHERE dealer_id = $1 ORDER BY 1', [dealer.id]),
    ).toEqual([
      { reference: 'A', unpaid: '100.00' },
      { reference: 'B', unpaid: '0.00' },
      { reference: 'C', unpaid: '50.00' },
      { reference: 'P', unpaid: '0.00' },
    ])
    await run(importMovements, movements('03.03.2026;;;Tahsilat;;;1000;;Q'))
    expect(await lira()).toEqual({ balance: '-850.00', overdue_balance: '0.00', overdue_since: null })
  })

  test('a payment that came before every debit covers the first', async () => {
    await run(importMovements, movements('01.01.2026;;;Tahsilat;;;60;;P', '01.02.2026;01.03.2026;;Fatura;;100;;;A'))
    expect(await lira()).toEqual({ balance: '40.00', overdue_balance: '40.00', overdue_since: '2026-03-01' })
  })
})

describe('balances', () => {
  const file = (line: string) =>
    `Cari Kodu;Bakiye;Vadesi Geçen Bakiye;Gecikme Günü;Döviz;Tarih\n${dealer.code};${line}\n`

  test('stand as the ERP gives them, and movements change them no more', async () => {
    expect((await summaryOf(run(importBalances, file('5.000,25;1.500;12;;30.06.2026')))).counts).toEqual([
      1, 1, 0, 0, 0,
    ])
    expect(await lira()).toEqual({ balance: '5000.25', overdue_balance: '1500.00', overdue_since: '2026-06-18' })
    await run(importMovements, movements('01.06.2026;;;Fatura;;100;;;A'))
    expect(await loadFigures(pool, dealer.id, today)).toMatchObject([
      { currency: 'TRY', balance: 5000.25, overdueBalance: 1500, overdueBalanceExpiryDay: 12 },
    ])
    expect(await lira()).toMatchObject({ balance: '5000.25' })
  })

  test('twice the same changes nothing; another figure does', async () => {
    const first = file('10;0;;USD;30.06.2026')
    await run(importBalances, first)
    expect((await summaryOf(run(importBalances, first))).counts).toEqual([1, 0, 0, 1, 0])
    expect((await summaryOf(run(importBalances, file('11;0;;USD;30.06.2026')))).counts).toEqual([1, 0, 1, 0, 0])
    expect(await lira()).toMatchObject({ balance: '0.00' })
  })

  test.each([
    [';5;;;', 'amount_missing'],
    ['5;-5;;;', 'number_negative'],
    ['5;5;on;;', 'number_invalid'],
    ['5;5;1,5;;', 'number_invalid'],
  ])('%s is left out: %s', async (line, code) => {
    expect(await summaryOf(run(importBalances, file(line)))).toMatchObject({
      counts: [1, 0, 0, 0, 1],
      issues: [{ code }],
    })
  })
})

test('figures that were given by hand count where nothing was imported', async () => {
  await pool.execute(
    "UPDATE dealers SET balance = 50, overdue_balance = 20, overdue_since = '2026-06-01' WHERE id = $1",
    [dealer.id],
  )
  expect(await loadFigures(pool, dealer.id, today)).toMatchObject([
    { currency: 'TRY', balance: 50, overdueBalance: 20, overdueBalanceExpiryDay: 29 },
  ])
})

test.each(accountIssues)('%s has a sentence in both languages', (code) => {
  expect(say('tr', `import.issues.${code}`)).not.toBe(`import.issues.${code}`)
  expect(say('en', `import.issues.${code}`)).not.toBe(say('tr', `import.issues.${code}`))
})
