import { describe, expect, test } from 'vitest'
import { translate } from '#server/platform/http/words.ts'
import { accountIssues } from './record-reader.ts'
import { importBalances, importMovements, loadFigures } from '#server/statement/statement.ts'
import {
  dealer,
  lira,
  movements,
  pool,
  run,
  summaryOf,
  today,
  useTestAccounts,
} from '#server/statement/test-accounts.ts'

useTestAccounts()

describe('payments settle what was due first', () => {
  test('in any order of posting, and when they exceed all debits', async () => {
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

  test('a payment posted before every debit settles the first one', async () => {
    await run(importMovements, movements('01.01.2026;;;Tahsilat;;;60;;P', '01.02.2026;01.03.2026;;Fatura;;100;;;A'))
    expect(await lira()).toEqual({ balance: '40.00', overdue_balance: '40.00', overdue_since: '2026-03-01' })
  })
})

describe('importing balances', () => {
  const file = (line: string) =>
    `Cari Kodu;Bakiye;Vadesi Geçen Bakiye;Gecikme Günü;Döviz;Tarih\n${dealer.code};${line}\n`

  test('stores the figures of the ERP, which movements no longer change', async () => {
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

  test.each([
    ['Bakiye;B/A', '1.750,50;B', '1750.50'],
    ['Bakiye;B/A', '1.750,50;A', '-1750.50'],
    ['Bakiye;B/A', '-1.750,50;A', '-1750.50'],
    ['Bakiye;Bakiye Türü', '1.750,50;Alacaklı', '-1750.50'],
    ['Bakiye;B/A', '-20,00;', '-20.00'],
    ['Borç Bakiye;Alacak Bakiye', '1.750,50;', '1750.50'],
    ['Borç Bakiye;Alacak Bakiye', '0,00;1.750,50', '-1750.50'],
  ])('reads the side of a balance: %s, %s is %s', async (columns, cells, balance) => {
    await summaryOf(run(importBalances, `Cari Kodu;${columns}\n${dealer.code};${cells}\n`))
    expect(await lira()).toMatchObject({ balance })
  })

  test('skips a balance whose side is neither debit nor credit', async () => {
    expect(await summaryOf(run(importBalances, `Cari Kodu;Bakiye;B/A\n${dealer.code};5,00;?\n`))).toMatchObject({
      counts: [1, 0, 0, 0, 1],
      issues: [{ code: 'side_invalid' }],
    })
  })

  test('changes nothing the second time, and replaces different figures', async () => {
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
  ])('skips %s: %s', async (line, code) => {
    expect(await summaryOf(run(importBalances, file(line)))).toMatchObject({
      counts: [1, 0, 0, 0, 1],
      issues: [{ code }],
    })
  })
})

test('figures entered by hand apply where nothing was imported', async () => {
  await pool.execute(
    "UPDATE dealers SET balance = 50, overdue_balance = 20, overdue_since = '2026-06-01' WHERE id = $1",
    [dealer.id],
  )
  expect(await loadFigures(pool, dealer.id, today)).toMatchObject([
    { currency: 'TRY', balance: 50, overdueBalance: 20, overdueBalanceExpiryDay: 29 },
  ])
})

test.each(accountIssues)('%s has a message in both languages, and a title for all of its kind', (code) => {
  for (const key of [`import.issues.${code}`, `import.kinds.${code}`]) {
    expect(translate('tr', key)).not.toBe(key)
    expect(translate('en', key)).not.toBe(translate('tr', key))
  }
})
