import fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Statement } from '#contract/statement.ts'
import type { Visitor } from '#contract/visitor.ts'
import { addAdmin, addDealer } from '#db/test-store.ts'
import { addDays, type Day, dayInTurkey } from '#domain/calendar-day.ts'
import { decimal } from '#domain/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#server/test-shop.ts'
import { loadFigures } from './figures.ts'
import { loadStatement } from './queries.ts'
import { reckonAccounts } from './reckon.ts'

let shop: TestShop
let pool: TestShop['database']['pool']
let actor: Actor
let dealer: TestVisitor
const today = dayInTurkey(new Date())
const ago = (days: number): Day => addDays(today, -days)

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
})
afterAll(() => shop.close())
beforeEach(async () => {
  actor = await addDealer(pool)
  dealer = await shop.signedIn(actor)
})

type Line = { on: Day; due?: Day; debit?: number; credit?: number; currency?: string; text?: string; document?: string }

let reference = 0
async function post(lines: readonly Line[], who: Actor = actor): Promise<void> {
  const id = who.dealer?.id ?? 0
  const rows = lines.map(({ on, due = null, debit = 0, credit = 0, currency = 'TRY', text = '', document = '' }) => ({
    ...{ dealer_id: id, posted_on: on, due_on: due, debit, credit, currency, description: text, document_no: document },
    ...{ kind: debit > 0 ? 'invoice' : 'payment', reference: `T${(reference += 1)}` },
  }))
  await pool.execute(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, debit, credit, currency, description, document_no,
                                    kind, reference)
     SELECT dealer_id, posted_on, due_on, debit, credit, currency, description, document_no, kind, reference
       FROM json_to_recordset($1) AS m (dealer_id integer, posted_on date, due_on date, debit numeric, credit numeric,
            currency text, description text, document_no text, kind text, reference text)`,
    [JSON.stringify(rows)],
  )
  await reckonAccounts(pool, [id], today)
}

async function ask(query = '', visitor: TestVisitor = dealer): Promise<Statement> {
  const answer = await visitor.send('GET', `/api/account/statement${query}`)
  expect(answer.status).toBe(200)
  return answer.body as Statement
}

const account = async (visitor: TestVisitor = dealer) =>
  ((await visitor.send('GET', '/api/visitor')).body as Visitor).account

describe('a statement', () => {
  test('of an account without movements is empty', async () => {
    expect(await ask()).toMatchObject({ currency: 'TRY', accounts: [], items: [], total: 0, opening: 0, closing: 0 })
  })

  const movements: Line[] = [
    { on: ago(100), due: ago(70), debit: 1000, document: 'F-1', text: 'Işıklı çekiç' },
    { on: ago(60), credit: 400, text: 'Havale' },
    { on: ago(50), due: ago(20), debit: 500.5, document: 'F-2' },
    { on: ago(10), due: addDays(today, 20), debit: 300, document: 'F-3', text: 'Matkap %50' },
  ]

  test('has the running balance, newest first, and its sums', async () => {
    await post(movements)
    const statement = await ask()
    expect(
      statement.items.map(({ documentNo, debit, credit, balance }) => [documentNo, debit, credit, balance]),
    ).toEqual([
      ['F-3', 300, 0, 1400.5],
      ['F-2', 500.5, 0, 1100.5],
      ['', 0, 400, 600],
      ['F-1', 1000, 0, 1000],
    ])
    expect(statement).toMatchObject({ opening: 0, closing: 1400.5, debit: 1800.5, credit: 400, total: 4, pages: 1 })
  })

  test('tells what is due by age, payments covering what was due first', async () => {
    await post(movements)
    const { accounts } = await ask()
    expect(accounts).toEqual([
      {
        currency: 'TRY',
        balance: 1400.5,
        overdueBalance: 1100.5,
        overdueBalanceExpiryDay: 70,
        ageing: { notDue: 300, days30: 500.5, days60: 0, days90: 600, older: 0 },
      },
    ])
  })

  test('of a period begins with the balance before it', async () => {
    await post(movements)
    expect(await ask(`?from=${ago(60)}&to=${ago(50)}`)).toMatchObject({
      ...{ opening: 1000, closing: 1100.5, debit: 500.5, credit: 400, total: 2 },
      items: [{ balance: 1100.5 }, { balance: 600 }],
    })
  })

  test('filtered by text keeps the balances of the account', async () => {
    await post(movements)
    expect(await ask('?q=IŞIKLI%20ÇEKİÇ')).toMatchObject({ total: 1, closing: 1400.5, items: [{ balance: 1000 }] })
    expect(await ask('?q=çekiç%20f-1')).toMatchObject({ total: 1 })
    expect(await ask('?q=%2550')).toMatchObject({ total: 1, items: [{ documentNo: 'F-3', balance: 1400.5 }] })
    expect(await ask('?q=_')).toMatchObject({ total: 0, items: [] })
    expect(await ask('?q=\\')).toMatchObject({ total: 0 })
  })

  test.each([
    '?from=dün&to=31.02.2026&page=-1&currency=XYZ',
    '?page=0',
    '?page=1e9',
    "?q=%00';DROP",
    '?currency=__proto__',
  ])('what cannot be read counts as not said: %s', async (query) => {
    await post(movements)
    expect(await ask(query)).toMatchObject({ currency: 'TRY', page: 1 })
  })

  test('has pages of 50, each with the right balance', async () => {
    await post(Array.from({ length: 120 }, (_, i) => ({ on: ago(200 - i), debit: 1 })))
    expect(await ask('?page=2')).toMatchObject({ total: 120, pages: 3, page: 2 })
    expect((await ask('?page=2')).items.map(({ balance }) => balance)).toEqual(
      Array.from({ length: 50 }, (_, i) => 70 - i),
    )
    expect((await ask('?page=3')).items).toHaveLength(20)
    expect(await ask('?page=4')).toMatchObject({ items: [], total: 120 })
  })

  test('is of one currency, the lira first', async () => {
    await post([...movements, { on: ago(5), debit: 20, currency: 'USD' }, { on: ago(5), debit: 10, currency: 'EUR' }])
    const statement = await ask()
    expect(statement.accounts.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['TRY', 1400.5],
      ['EUR', 10],
      ['USD', 20],
    ])
    expect(await ask('?currency=USD')).toMatchObject({ currency: 'USD', total: 1, closing: 20 })
  })

  test('is the dealer’s own', async () => {
    await post(movements)
    const other = await shop.signedIn(await addDealer(pool))
    expect(await ask('', other)).toMatchObject({ total: 0, accounts: [] })
  })
})

test('figures, ages and balances are those of a plain reckoning', async () => {
  const line = fc.record({
    posted: fc.integer({ min: 0, max: 200 }),
    term: fc.option(fc.integer({ min: -5, max: 120 })),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    isDebit: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 25 }), async (lines) => {
      const who = await addDealer(pool)
      const drawn = lines.map(
        ({ posted, term, cents, isDebit }): Required<Pick<Line, 'on' | 'debit' | 'credit'>> & Line => ({
          on: ago(posted),
          ...(term === null ? {} : { due: ago(posted - term) }),
          debit: isDebit ? cents / 100 : 0,
          credit: isDebit ? 0 : cents / 100,
        }),
      )
      await post(drawn, who)
      const [figures] = await loadFigures(pool, who.dealer?.id ?? 0, today)
      expect(figures).toMatchObject(expected(drawn))
      const filter = { dealerId: who.dealer?.id ?? 0, currency: 'TRY', from: null, to: null, q: '' }
      const { items } = await loadStatement(pool, filter, { limit: 9, offset: 4 })
      expect(items.map(({ balance }) => Number(balance))).toEqual(runningBalances(drawn).slice(4, 13))
    }),
    { numRuns: 40 },
  )
})

/** Newest first; of one day, the later written. */
function runningBalances(lines: readonly Line[]): number[] {
  let sum = decimal(0)
  const balances = lines
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .map(({ debit = 0, credit = 0 }) => {
      sum = sum.plus(debit).minus(credit)
      return sum.toNumber()
    })
  return balances.toReversed()
}

/** The same, step by step. */
function expected(lines: readonly Line[]) {
  let money = lines.reduce((sum, { credit = 0 }) => sum.plus(credit), decimal(0))
  const sums = [0, 0, 0, 0, 0].map(() => decimal(0))
  let oldest = 0
  const debits = lines.filter(({ debit = 0 }) => debit > 0)
  for (const { on, due = on, debit = 0 } of debits.toSorted((a, b) => ((a.due ?? a.on) < (b.due ?? b.on) ? -1 : 1))) {
    const paid = money.lessThan(debit) ? money : decimal(debit)
    money = money.minus(paid)
    const unpaid = decimal(debit).minus(paid)
    const late = Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000)
    const at = late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4
    sums[at] = (sums[at] ?? decimal(0)).plus(unpaid)
    if (unpaid.greaterThan(0) && late > oldest) oldest = late
  }
  const [notDue, days30, days60, days90, older] = sums.map((sum) => sum.toNumber())
  const balance = lines.reduce((sum, { debit = 0, credit = 0 }) => sum.plus(debit).minus(credit), decimal(0)).toNumber()
  const overdue = sums
    .slice(1)
    .reduce((sum, each) => sum.plus(each), decimal(0))
    .toNumber()
  return {
    balance,
    overdueBalance: overdue,
    overdueBalanceExpiryDay: oldest,
    ageing: { notDue, days30, days60, days90, older },
  }
}

test('however many movements, the statements stay as many', async () => {
  const counted = async (count: number) => {
    const who = await addDealer(pool)
    await post(
      Array.from({ length: count }, (_, i) => ({ on: ago(i % 300), debit: 1 })),
      who,
    )
    let statements = 0
    const counting: Db = {
      ...pool,
      query: (...args) => ((statements += 1), pool.query(...args)),
      one: (...args) => ((statements += 1), pool.one(...args)),
    }
    const dealerId = who.dealer?.id ?? 0
    await loadFigures(counting, dealerId, today)
    const part = await loadStatement(
      counting,
      { dealerId, currency: 'TRY', from: null, to: null, q: '' },
      { limit: 50, offset: 0 },
    )
    return [part.total, statements]
  }
  expect(await counted(3)).toEqual([3, 2])
  expect(await counted(3000)).toEqual([3000, 2])
})

describe('the overdue banner and the limit', () => {
  const late: Line[] = [{ on: ago(64), due: ago(34), debit: 62_310.75 }]

  test('each currency that is overdue, with its days', async () => {
    await post([
      ...late,
      { on: ago(9), due: ago(3), debit: 5, currency: 'USD' },
      { on: ago(1), due: today, debit: 9, currency: 'EUR' },
    ])
    expect((await account())?.overdueDebts).toEqual([
      { overdueBalance: 62_310.75, overdueBalanceExpiryDay: 34, currency: 'TRY' },
      { overdueBalance: 5, overdueBalanceExpiryDay: 3, currency: 'USD' },
    ])
  })

  test('is told from exactly its limit on', async () => {
    await post(late)
    await shop.setSetting('storeHours', '1')
    await pool.execute(`INSERT INTO settings (key, value) VALUES ('overdueDebtInfoLimit', '62310.75')`)
    await shop.setSetting('storeHours', '2')
    expect((await account())?.overdueDebts).toHaveLength(1)
    await pool.execute(`UPDATE settings SET value = '62310.76' WHERE key = 'overdueDebtInfoLimit'`)
    await shop.setSetting('storeHours', '3')
    expect((await account())?.overdueDebts).toHaveLength(0)
    await pool.execute(`DELETE FROM settings WHERE key = 'overdueDebtInfoLimit'`)
    await shop.setSetting('storeHours', '4')
  })

  test('neither guests nor administrators hear of an account', async () => {
    await post(late)
    for (const visitor of [await shop.guest(), await shop.signedIn(await addAdmin(pool))]) {
      const answer = await visitor.send('GET', '/api/visitor')
      expect((answer.body as Visitor).account).toBeNull()
      expect(answer.text).not.toMatch(/62310|overdueBalance/)
    }
  })

  test('the limit that is left follows movements and days', async () => {
    await pool.execute('UPDATE dealers SET risk_limit = 70000 WHERE id = $1', [actor.dealer?.id])
    await pool.execute(`INSERT INTO settings (key, value) VALUES ('b2b_risk_limit_islem', '"1"')`)
    await shop.setSetting('storeHours', '5')
    expect(await account()).toMatchObject({ availableLimit: 70_000, isOrderBlocked: false })
    await post(late)
    expect(await account()).toMatchObject({ availableLimit: 7_689.25 })
    await pool.execute('UPDATE dealers SET risk_limit = 1 WHERE id = $1', [actor.dealer?.id])
    expect(await account()).toMatchObject({ availableLimit: 0, isOrderBlocked: true })
    await pool.execute('UPDATE dealers SET risk_limit = 0 WHERE id = $1', [actor.dealer?.id])
    expect(await account()).toMatchObject({ availableLimit: null, isOrderBlocked: false })
    await pool.execute(`DELETE FROM settings WHERE key = 'b2b_risk_limit_islem'`)
    await shop.setSetting('storeHours', '6')
  })
})

describe('the statement as a file', () => {
  const file = (format: string, visitor = dealer, query = '') =>
    shop.app.inject({ url: `/account/statement.${format}${query}`, cookies: visitor.cookies })

  test('a workbook: oldest first, amounts as numbers, texts as texts', async () => {
    await post([
      { on: '2026-01-05', due: '2026-02-05', debit: 1234.56, document: '=1+1', text: '@SUM(A1) ğüşİ' },
      { on: '2026-01-06', credit: 34.56, text: '+90 212' },
    ])
    const answer = await file('xlsx', dealer, '?from=2026-01-01')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="ekstre-B\d+-TRY-\d{4}-\d{2}-\d{2}\.xlsx"$/,
    )
    const [sheet] = await readWorkbook(answer.rawPayload)
    const rows = (sheet?.data ?? []).map((row) =>
      row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)),
    )
    expect(rows).toEqual([
      ['Tarih', 'Vade', 'Belge no', 'Tür', 'Açıklama', 'Borç', 'Alacak', 'Bakiye'],
      ['2026-01-01', null, null, null, 'Devreden bakiye', null, null, 0],
      ['2026-01-05', '2026-02-05', '=1+1', 'Fatura', '@SUM(A1) ğüşİ', 1234.56, null, 1234.56],
      ['2026-01-06', null, null, 'Tahsilat', '+90 212', null, 34.56, 1200],
      [null, null, null, null, 'Toplam', 1234.56, 34.56, 1200],
    ])
  })

  test('a PDF', async () => {
    await post([{ on: ago(3), debit: 10, text: 'Çekiç' }])
    const answer = await file('pdf')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a PDF of more than 2,000 movements is refused in words, the workbook is not', async () => {
    await post(Array.from({ length: 2_001 }, () => ({ on: ago(3), debit: 1 })))
    const refused = await dealer.send('GET', '/account/statement.pdf', { headers: { accept: 'application/json' } })
    expect([refused.status, codeOf(refused)]).toEqual([422, 'statement_too_long'])
    expect(sentenceOf(refused)).toContain('2.000')
    expect((await file('xlsx')).statusCode).toBe(200)
  })

  test('is for dealers, each its own', async () => {
    const send = async (visitor: TestVisitor) => codeOf(await visitor.send('GET', '/account/statement.xlsx'))
    expect(await send(await shop.guest())).toBe('not_signed_in')
    expect(await send(await shop.signedIn(await addAdmin(pool)))).toBe('admin_not_allowed')
    const looking = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const guest = await shop.app.inject({ url: '/account/statement.pdf?q=a', headers: looking })
    expect([guest.statusCode, guest.headers.location]).toEqual([
      303,
      '/account/login?next=%2Faccount%2Fstatement%3Fq%3Da',
    ])
  })
})
