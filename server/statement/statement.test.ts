import readWorkbook from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { codeOf, sentenceOf, type TestVisitor } from '#testing/shop.ts'
import { loadFigures } from './figures.ts'
import { loadStatement } from './queries.ts'
import {
  actor,
  ago,
  getStatement,
  dealer,
  type Line,
  pool,
  post,
  shop,
  today,
  useTestStatement,
} from './test-statement.ts'

useTestStatement()

describe('a statement', () => {
  test('is empty for an account without movements', async () => {
    expect(await getStatement()).toMatchObject({
      currency: 'TRY',
      accounts: [],
      items: [],
      total: 0,
      opening: 0,
      closing: 0,
    })
  })

  const movements: Line[] = [
    { on: ago(100), due: ago(70), debit: 1000, document: 'F-1', text: 'Işıklı çekiç' },
    { on: ago(60), credit: 400, text: 'Havale' },
    { on: ago(50), due: ago(20), debit: 500.5, document: 'F-2' },
    { on: ago(10), due: addDays(today, 20), debit: 300, document: 'F-3', text: 'Matkap %50' },
  ]

  test('returns the running balance, newest first, and its totals', async () => {
    await post(movements)
    const statement = await getStatement()
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

  test('returns what is due by age; payments settle what was due first', async () => {
    await post(movements)
    const { accounts } = await getStatement()
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

  test('of a period starts with the balance before it', async () => {
    await post(movements)
    expect(await getStatement(`?from=${ago(60)}&to=${ago(50)}`)).toMatchObject({
      opening: 1000,
      closing: 1100.5,
      debit: 500.5,
      credit: 400,
      total: 2,
      items: [{ balance: 1100.5 }, { balance: 600 }],
    })
  })

  test('filtered by text keeps the balances of the account', async () => {
    await post(movements)
    expect(await getStatement('?q=IŞIKLI%20ÇEKİÇ')).toMatchObject({
      total: 1,
      closing: 1400.5,
      items: [{ balance: 1000 }],
    })
    expect(await getStatement('?q=çekiç%20f-1')).toMatchObject({ total: 1 })
    expect(await getStatement('?q=%2550')).toMatchObject({ total: 1, items: [{ documentNo: 'F-3', balance: 1400.5 }] })
    expect(await getStatement('?q=_')).toMatchObject({ total: 0, items: [] })
    expect(await getStatement('?q=\\')).toMatchObject({ total: 0 })
  })

  test.each([
    '?from=dün&to=31.02.2026&page=-1&currency=XYZ',
    '?page=0',
    '?page=1e9',
    "?q=%00';DROP",
    '?currency=__proto__',
  ])('ignores the invalid value %s', async (query) => {
    await post(movements)
    expect(await getStatement(query)).toMatchObject({ currency: 'TRY', page: 1 })
  })

  test('has pages of 50, each with the right balance', async () => {
    await post(Array.from({ length: 120 }, (_, i) => ({ on: ago(200 - i), debit: 1 })))
    expect(await getStatement('?page=2')).toMatchObject({ total: 120, pages: 3, page: 2 })
    expect((await getStatement('?page=2')).items.map(({ balance }) => balance)).toEqual(
      Array.from({ length: 50 }, (_, i) => 70 - i),
    )
    expect((await getStatement('?page=3')).items).toHaveLength(20)
    expect(await getStatement('?page=4')).toMatchObject({ items: [], total: 120 })
  })

  test('contains one currency, the lira by default', async () => {
    await post([...movements, { on: ago(5), debit: 20, currency: 'USD' }, { on: ago(5), debit: 10, currency: 'EUR' }])
    const statement = await getStatement()
    expect(statement.accounts.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['TRY', 1400.5],
      ['EUR', 10],
      ['USD', 20],
    ])
    expect(await getStatement('?currency=USD')).toMatchObject({ currency: 'USD', total: 1, closing: 20 })
  })

  test('names who sends it and the dealer, for its print', async () => {
    await pool.execute(
      `UPDATE dealers SET name = 'Işık Yapı', address = 'Sanayi Cad. 5', district = 'Nilüfer', city = 'Bursa',
              tax_office = 'Nilüfer', tax_number = '1234567890' WHERE id = $1`,
      [actor.dealer?.id],
    )
    await pool.execute(
      `INSERT INTO settings (key, value) VALUES ('storeTitle', '"Toptan A.Ş."'), ('storeTaxNumber', '"1112223334"')`,
    )
    await shop.setSetting('storeAddress', 'Depo Sok. 1')
    expect((await getStatement()).letterhead).toEqual({
      date: today,
      company: expect.arrayContaining(['Toptan A.Ş.', 'Depo Sok. 1', expect.stringContaining('1112223334')]),
      dealer: [
        `${actor.dealer?.code} · Işık Yapı`,
        'Sanayi Cad. 5',
        'Nilüfer / Bursa',
        'Vergi dairesi: Nilüfer · Vergi no: 1234567890',
      ],
    })
    await pool.execute("DELETE FROM settings WHERE key IN ('storeTitle', 'storeTaxNumber', 'storeAddress')")
    await shop.setSetting('storeHours', '5')
  })

  test('belongs to the dealer', async () => {
    await post(movements)
    const other = await shop.signedIn(await addDealer(pool))
    expect(await getStatement('', other)).toMatchObject({ total: 0, accounts: [] })
  })
})

test('takes the same number of queries for any number of movements', async () => {
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

describe('the statement as a file', () => {
  const file = (format: string, visitor = dealer, query = '') =>
    shop.app.inject({ url: `/account/statement.${format}${query}`, cookies: visitor.cookies })

  test('is a workbook: oldest first, amounts as numbers, texts as texts', async () => {
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
    const [whose, whereof, ...table] = rows
    expect(whose?.[0]).toMatch(/^B\d+ · ./)
    expect(whereof?.[0]).toMatch(/ · 01\.01\.2026 tarihinden itibaren · TRY · \d\d\.\d\d\.\d{4}$/)
    expect(table).toEqual([
      ['Tarih', 'Vade', 'Belge no', 'Tür', 'Açıklama', 'Borç', 'Alacak', 'Bakiye'],
      ['2026-01-01', null, null, null, 'Devreden bakiye', null, null, 0],
      ['2026-01-05', '2026-02-05', '=1+1', 'Fatura', '@SUM(A1) ğüşİ', 1234.56, null, 1234.56],
      ['2026-01-06', null, null, 'Tahsilat', '+90 212', null, 34.56, 1200],
      [null, null, null, null, 'Toplam', 1234.56, 34.56, 1200],
    ])
  })

  test('is a PDF', async () => {
    await post([{ on: ago(3), debit: 10, text: 'Çekiç' }])
    const answer = await file('pdf')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('is refused as a PDF of more than 2,000 movements, but not as a workbook', async () => {
    await post(Array.from({ length: 2_001 }, () => ({ on: ago(3), debit: 1 })))
    const refused = await dealer.send('GET', '/account/statement.pdf', { headers: { accept: 'application/json' } })
    expect([refused.status, codeOf(refused)]).toEqual([422, 'statement_too_long'])
    expect(sentenceOf(refused)).toContain('2.000')
    expect((await file('xlsx')).statusCode).toBe(200)
  })

  test('is available to dealers, each for its own account', async () => {
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

describe('an administrator', () => {
  const address = (suffix = '') => `/yonetim/bayiler/${actor.dealer?.id}/ekstre${suffix}`
  const statementOf = (id: number | undefined, query = '') => `/yonetim/dealers/${id}/statement${query}`

  test('sees the statement of a dealer as the dealer sees it, with its period and its files', async () => {
    await post([
      { on: ago(40), debit: 250, document: 'F-9' },
      { on: ago(3), credit: 50, text: 'Havale' },
    ])
    const admin = await shop.signedIn(await addAdmin(pool))
    const query = `?from=${ago(10)}`
    const { status, body } = await admin.send('GET', statementOf(actor.dealer?.id, query))
    const { dealer: named, ...statement } = body as { dealer: unknown }
    expect([status, named]).toEqual([200, { id: actor.dealer?.id, code: actor.dealer?.code, name: actor.dealer?.name }])
    expect(statement).toEqual(await getStatement(query))
    expect(statement).toMatchObject({ opening: 250, closing: 200, total: 1 })

    const own = await shop.app.inject({ url: `/account/statement.xlsx${query}`, cookies: dealer.cookies })
    const workbook = await shop.app.inject({ url: address(`.xlsx${query}`), cookies: admin.cookies })
    expect(workbook.headers['content-disposition']).toBe(own.headers['content-disposition'])
    expect(await readWorkbook(workbook.rawPayload)).toEqual(await readWorkbook(own.rawPayload))
    const pdf = await shop.app.inject({ url: address('.pdf'), cookies: admin.cookies })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('opens files that nobody else may: dealers are refused, guests sign in first', async () => {
    const send = async (visitor: TestVisitor) => codeOf(await visitor.send('GET', address('.xlsx')))
    expect([await send(dealer), await send(await shop.guest())]).toEqual(['forbidden', 'not_signed_in'])
    const looking = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const guest = await shop.app.inject({ url: address('.pdf?q=a'), headers: looking })
    expect([guest.statusCode, guest.headers.location]).toEqual([
      303,
      `/account/login?next=${encodeURIComponent(`${address()}?q=a`)}`,
    ])
  })

  test('gets 404 for a dealer that does not exist', async () => {
    const admin = await shop.signedIn(await addAdmin(pool))
    for (const url of [statementOf(999_999), '/yonetim/bayiler/999999/ekstre.pdf', '/yonetim/bayiler/x/ekstre.xlsx']) {
      const answer = await admin.send('GET', url)
      expect([url, answer.status, codeOf(answer)]).toEqual([url, 404, 'dealer_not_found'])
    }
  })
})
