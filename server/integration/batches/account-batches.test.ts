import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPeople, type People } from '#testing/people.ts'
import { addCardPayment } from '#testing/payments.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'
import { postCardPayment } from '#server/statement/statement.ts'
import { acknowledgeIn } from '#server/integration/integration.ts'
import { transaction } from '#server/platform/db/transaction.ts'

let shop: TestShop
let program: Program
let people: People
/** A new dealer for each test. */
let dealer: { id: number; code: string }

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['accounts:write', 'prices:write', 'documents:write'])
  people = await addPeople(shop)
})
beforeEach(async () => {
  dealer = (await addDealer(shop.database.pool)).dealer ?? expect.fail('a dealer')
})
afterAll(() => shop.close())

type Reply = {
  isWritten: boolean
  created: number
  updated: number
  unchanged: number
  deleted: number
  rejected: number
  results: {
    key: string
    status: string
    error: { code: string; field: string | null; message: string } | null
    warnings: { code: string; field: string | null }[]
  }[]
}
const post = async (resource: string, body: object): Promise<Reply> => {
  const answer = await program.send('POST', `/${resource}`, { body })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
const statuses = ({ results }: Reply) => results.map(({ status }) => status)
const problems = ({ results }: Reply) => results.map(({ error }) => error && `${error.field} ${error.code}`)
const lira = () =>
  shop.database.pool.one('SELECT balance, overdue_balance, overdue_since FROM dealers WHERE id = $1', [dealer.id])
const stored = () =>
  shop.database.pool.query(
    `SELECT posted_on, due_on, document_no, kind, description, debit, credit, currency, reference
       FROM account_movements WHERE dealer_id = $1 ORDER BY id`,
    [dealer.id],
  )
const invoice = (reference: string, parts: object = {}) => {
  return { dealer: dealer.code, reference, date: '2026-01-05', kind: 'invoice', debit: '120.50', ...parts }
}
const payment = (reference: string, credit: string) => {
  return { dealer: dealer.code, reference, date: '2026-02-01', kind: 'payment', credit }
}

describe('movements', () => {
  test('are added once by their references; balances follow', async () => {
    const rows = [
      invoice('A', { dueDate: '2026-02-05', documentNo: 'FTR-1', description: 'Şubat' }),
      payment('B', '20.5'),
      invoice('C', { debit: 10, currency: 'USD' }),
    ]
    const first = await post('movements', { rows })
    expect(first).toMatchObject({ isWritten: true, created: 3, rejected: 0 })
    expect(first.results.map(({ key }) => key)).toEqual([`${dealer.code} A`, `${dealer.code} B`, `${dealer.code} C`])
    expect((await stored())[0]).toEqual({
      posted_on: '2026-01-05',
      due_on: '2026-02-05',
      document_no: 'FTR-1',
      kind: 'invoice',
      description: 'Şubat',
      debit: '120.50',
      credit: '0.00',
      currency: 'TRY',
      reference: 'A',
    })
    expect(await lira()).toEqual({ balance: '100.00', overdue_balance: '100.00', overdue_since: '2026-02-05' })
    expect(statuses(await post('movements', { rows }))).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(statuses(await post('movements', { rows: [invoice('A', { debit: 50.5 })] }))).toEqual(['updated'])
    expect(await lira()).toMatchObject({ balance: '30.00' })
  })

  test('sent again keep what a row does not name; null empties it', async () => {
    const full = { dueDate: '2026-02-05', documentNo: 'FTR-1', description: 'Şubat' }
    await post('movements', { rows: [invoice('A', full)] })
    const { kind: _, ...bare } = invoice('A', { debit: '99' })
    expect(await post('movements', { rows: [bare] })).toMatchObject({ updated: 1 })
    const kept = { due_on: '2026-02-05', document_no: 'FTR-1', description: 'Şubat', kind: 'invoice' }
    expect(await stored()).toEqual([expect.objectContaining({ ...kept, debit: '99.00' })])
    await post('movements', { rows: [{ ...bare, dueDate: null }] })
    expect(await stored()).toEqual([expect.objectContaining({ ...kept, due_on: null })])
  })

  test('are deleted by their references; an account without any is even', async () => {
    await post('movements', { rows: [invoice('A'), invoice('B', { debit: 5 })] })
    const gone = (reference: string) => ({ dealer: dealer.code, reference, delete: true })
    const reply = await post('movements', { rows: [gone('A'), gone('NONE'), invoice('C', { debit: 7 })] })
    expect([statuses(reply), reply.deleted]).toEqual([['deleted', 'unchanged', 'created'], 1])
    expect(await lira()).toMatchObject({ balance: '12.00' })
    await post('movements', { rows: [gone('B'), gone('C')] })
    expect(await lira()).toEqual({ balance: '0.00', overdue_balance: '0.00', overdue_since: null })
    expect(await stored()).toEqual([])
  })

  test('of card payments are neither doubled nor deleted', async () => {
    const { pool } = shop.database
    const { reference, id } = people.payment
    dealer = people.dealer.dealer ?? expect.fail('a dealer')
    await transaction(pool, async (db) => {
      const movement = await postCardPayment(db, {
        dealerId: dealer.id,
        reference,
        capturedAt: new Date('2026-02-01T10:00:00Z'),
        baseAmount: '75.00',
        description: '',
      } as Parameters<typeof postCardPayment>[1])
      await db.execute('UPDATE payments SET movement_id = $2 WHERE id = $1', [id, movement])
    })
    const before = await stored()
    const rows = [{ ...payment('ERP-75', '75'), documentNo: reference }, payment(`KART-${reference}`, '75')]
    expect(statuses(await post('movements', { rows }))).toEqual(['unchanged', 'unchanged'])
    const removal = { dealer: dealer.code, reference: `KART-${reference}`, delete: true }
    expect(problems(await post('movements', { rows: [removal] }))).toEqual(['reference card_movement'])
    expect(await stored()).toEqual(before)
  })

  test.each(['before', 'after'])(
    'of a card payment, booked under a number of the ERP and read %s it is acknowledged, are in the account once',
    async (when) => {
      const { pool } = shop.database
      const { reference, id } = await transaction(pool, (db) => addCardPayment(db, dealer.id))
      const rows = [{ ...payment('ERP-9', '75'), documentNo: `FIS-${dealer.id}` }]
      const acknowledge = () =>
        transaction(pool, (db) => acknowledgeIn(db, 'payment', id, { documentNo: `FIS-${dealer.id}`, keyId: null }))
      if (when === 'after') await acknowledge()
      await post('movements', { rows })
      if (when === 'before') await acknowledge()
      await post('movements', { rows })
      expect(await stored()).toEqual([expect.objectContaining({ reference: `KART-${reference}`, credit: '75.00' })])
      expect(await lira()).toMatchObject({ balance: '-75.00' })
    },
  )

  test('with problems are named with field and reason; the others are written', async () => {
    const reply = await post('movements', {
      rows: [
        invoice('A'),
        invoice('A', { debit: 1 }),
        { ...invoice('B'), dealer: 'YOK' },
        invoice('C', { debit: '1.234,56' }),
        invoice('D', { date: '2026-02-31' }),
        invoice('E', { date: '31.02.2026' }),
        invoice('F', { credit: 5 }),
        invoice('G', { debit: 0 }),
        invoice('H', { currency: 'XYZ' }),
        invoice('x'.repeat(300)),
        invoice('I', { kind: 'fatura' }),
        invoice('J', { debit: -5 }),
        { dealer: dealer.code, reference: 'K', debit: 5 },
        { dealer: dealer.code, date: '2026-01-01', debit: 5 },
        invoice('L', { amount: 5 }),
        invoice('M', { debit: 9e15 }),
        invoice('  '),
      ],
    })
    expect(problems(reply)).toEqual([
      null,
      'null key_repeated',
      'dealer dealer_unknown',
      'debit value_invalid',
      'date date_invalid',
      'date date_invalid',
      'null amount_on_both_sides',
      'null amount_missing',
      'currency currency_unknown',
      'reference value_too_long',
      'kind value_unlisted',
      'debit number_negative',
      'date value_missing',
      'reference value_missing',
      'amount field_unknown',
      'debit number_too_large',
      'reference key_missing',
    ])
    expect(reply.results[4]?.error?.message).toBe(
      '“date” için geçersiz tarih: 2026-02-31. Tarihler yıl-ay-gün yazılır (2026-11-23).',
    )
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['of the wrong shape', { debit: 'çok' }],
    ['that the import refuses', { currency: 'XYZ' }],
  ])('%s keep all others out with atomic: true', async (_what, part) => {
    const gone = { dealer: dealer.code, reference: 'OLD', delete: true }
    await post('movements', { rows: [invoice('OLD')] })
    const reply = await post('movements', { atomic: true, rows: [gone, invoice('A'), invoice('B', part)] })
    expect([reply.isWritten, statuses(reply)]).toEqual([false, ['unchanged', 'unchanged', 'rejected']])
    expect(await stored()).toHaveLength(1)
  })

  test('of the same batch twice at once are added once', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => invoice(`R${n}`))
    const replies = await Promise.all([1, 2, 3].map(() => post('movements', { rows })))
    expect(replies.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 0, 50])
    expect(await lira()).toMatchObject({ balance: '6025.00' })
  })

  test('of 5,000 rows are written by statements over all of them', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => invoice(`T${n}`, { debit: '1.00' }))
    expect(await post('movements', { rows })).toMatchObject({ created: 5000 })
    expect(await lira()).toMatchObject({ balance: '5000.00' })
  })

  test('leave one entry in the audit log for a request that changes something', async () => {
    const entries = () =>
      shop.database.pool.query<{ after: object }>(
        `SELECT after FROM audit_log WHERE noun = 'import' AND key_id = $1 ORDER BY id`,
        [program.keyId],
      )
    const before = (await entries()).length
    for (let n = 0; n < 2; n++) await post('movements', { rows: [invoice('A')] })
    const added = (await entries()).slice(before)
    expect(added.map(({ after }) => after)).toMatchObject([{ kind: 'movements', added: 1 }])
  })
})

describe('balances', () => {
  test('without an overdue amount leave it to the movements, until a row names it', async () => {
    await post('movements', { rows: [invoice('A'), payment('B', '20.50')] })
    await post('balances', { rows: [{ dealer: dealer.code, balance: '777' }] })
    expect(await lira()).toEqual({ balance: '777.00', overdue_balance: '100.00', overdue_since: '2026-01-05' })
    await post('movements', { rows: [payment('C', '50')] })
    expect(await lira()).toEqual({ balance: '777.00', overdue_balance: '50.00', overdue_since: '2026-01-05' })
    await post('balances', { rows: [{ dealer: dealer.code, balance: '777', overdueBalance: '0' }] })
    expect(await lira()).toEqual({ balance: '777.00', overdue_balance: '0.00', overdue_since: null })
    await post('movements', { rows: [invoice('D')] })
    expect(await lira()).toMatchObject({ overdue_balance: '0.00' })
  })

  test('are set by dealer and currency; movements no longer change them', async () => {
    const row = {
      dealer: dealer.code,
      balance: '5000.25',
      overdueBalance: 1500,
      overdueSince: '2026-06-18',
      asOf: '2026-06-30',
    }
    const rows = [row, { dealer: dealer.code, currency: 'USD', balance: -10 }]
    expect(statuses(await post('balances', { rows }))).toEqual(['created', 'created'])
    expect(await lira()).toEqual({ balance: '5000.25', overdue_balance: '1500.00', overdue_since: '2026-06-18' })
    await post('movements', { rows: [invoice('A')] })
    expect(await lira()).toMatchObject({ balance: '5000.25' })
    expect(statuses(await post('balances', { rows: [row] }))).toEqual(['unchanged'])
    expect(statuses(await post('balances', { rows: [{ ...row, balance: 1 }] }))).toEqual(['updated'])
  })

  test('that are deleted follow from the movements again', async () => {
    await post('movements', { rows: [invoice('A')] })
    const rows = [
      { dealer: dealer.code, balance: '5000', overdueBalance: 10 },
      { dealer: dealer.code, currency: 'USD', balance: 7 },
    ]
    await post('balances', { rows })
    const keys = [
      { dealer: dealer.code, delete: true },
      { dealer: dealer.code, currency: 'USD', delete: true },
      { dealer: dealer.code, currency: 'EUR', delete: true },
      { dealer: 'YOK', delete: true },
    ]
    expect(statuses(await post('balances', { rows: keys }))).toEqual(['deleted', 'deleted', 'unchanged', 'unchanged'])
    expect(await lira()).toEqual({ balance: '120.50', overdue_balance: '120.50', overdue_since: '2026-01-05' })
    await post('movements', { rows: [payment('B', '20.50')] })
    expect(await lira()).toMatchObject({ balance: '100.00' })
    expect(statuses(await post('balances', { rows: keys }))).toEqual(Array.from({ length: 4 }, () => 'unchanged'))
    const accounts = await shop.database.pool.query('SELECT currency FROM dealer_balances WHERE dealer_id = $1', [
      dealer.id,
    ])
    expect(accounts).toEqual([{ currency: 'TRY' }])
  })

  test('with problems are refused one by one', async () => {
    const row = { dealer: dealer.code, balance: 1 }
    const rows = [
      row,
      { ...row, currency: 'TRY' },
      { ...row, currency: 'XYZ' },
      { ...row, dealer: 'YOK' },
      { ...row, currency: 'USD', overdueBalance: -1 },
      { ...row, currency: 'EUR', asOf: '2026-13-01' },
      { dealer: dealer.code },
      { ...row, currency: 'EUR', balance: null },
    ]
    expect(problems(await post('balances', { rows }))).toEqual([
      null,
      'null key_repeated',
      'currency currency_unknown',
      'dealer dealer_unknown',
      'overdueBalance number_negative',
      'asOf date_invalid',
      'balance value_missing',
      'balance value_null',
    ])
  })
})

describe('serial numbers', () => {
  const sale = (serialNo: string, parts: object = {}) => {
    return { serialNo, date: '2026-01-05', status: 'satış', dealer: dealer.code, documentNo: 'F1', ...parts }
  }

  test('are added once, with the end of their warranty', async () => {
    const rows = [
      sale('SN-1', { productCode: people.product.code, warrantyMonths: 24 }),
      sale('SN-2', { productCode: 'X9' }),
    ]
    const reply = await post('serials', { rows })
    expect(statuses(reply)).toEqual(['created', 'created'])
    expect(reply.results[1]?.warnings).toMatchObject([{ code: 'product_unknown', field: 'productCode' }])
    expect(statuses(await post('serials', { rows }))).toEqual(['unchanged', 'unchanged'])
    const row = await shop.database.pool.one(
      `SELECT product_id, dealer_id, status, warranty_until FROM serial_movements WHERE serial_no = 'SN-1'`,
    )
    expect(row).toEqual({
      product_id: people.product.id,
      dealer_id: dealer.id,
      status: 'SATIŞ',
      warranty_until: '2028-01-05',
    })
  })

  test('are deleted by their references; without one, or without a day, a row is refused', async () => {
    const rows = ['R-1', 'R-2'].map((reference) => sale('SN-9', { reference }))
    await post('serials', { rows })
    const reply = await post('serials', {
      rows: [
        { serialNo: 'SN-9', reference: 'R-1', delete: true },
        { serialNo: 'SN-9', reference: 'yok', delete: true },
        { serialNo: 'SN-9', delete: true },
        { serialNo: 'SN-9', status: 'satış' },
      ],
    })
    expect(statuses(reply)).toEqual(['deleted', 'unchanged', 'rejected', 'rejected'])
    expect(problems(reply)).toEqual([null, null, 'reference value_missing', 'date value_missing'])
    const left = await shop.database.pool.query(`SELECT reference FROM serial_movements WHERE serial_no = 'SN-9'`)
    expect(left).toEqual([{ reference: 'R-2' }])
  })

  test('with problems are refused one by one', async () => {
    const rows = [
      sale('SN-3'),
      sale('sn 3'),
      sale('- -'),
      sale('SN-4', { warrantyMonths: 1.5 }),
      sale('SN-5', { date: '2026-02-30' }),
      sale('SN-6', { dealer: 'YOK' }),
      sale('SN-7', { status: ' ' }),
    ]
    expect(problems(await post('serials', { rows }))).toEqual([
      null,
      'null serial_repeated',
      'serialNo serial_unreadable',
      'warrantyMonths months_invalid',
      'date date_invalid',
      'dealer dealer_unknown',
      'status status_missing',
    ])
  })
})

describe('costs of products', () => {
  const costOf = (id: number) =>
    shop.database.pool.query('SELECT cost, currency FROM product_costs WHERE product_id = $1', [id])

  test('are set, changed and removed by product code', async () => {
    const { id, code: productCode } = people.product
    expect(statuses(await post('costs', { rows: [{ productCode, cost: '84.25' }] }))).toEqual(['created'])
    expect(statuses(await post('costs', { rows: [{ productCode, cost: 84.25 }] }))).toEqual(['unchanged'])
    expect(statuses(await post('costs', { rows: [{ productCode, cost: '3.1', currency: 'USD' }] }))).toEqual([
      'updated',
    ])
    expect(await costOf(id)).toEqual([{ cost: '3.1000', currency: 'USD' }])
    expect(statuses(await post('costs', { rows: [{ productCode, delete: true }] }))).toEqual(['deleted'])
    expect(await costOf(id)).toEqual([])
  })

  test('refuse what is no cost, and report unknown products', async () => {
    const { code: productCode } = people.product
    const reply = await post('costs', {
      rows: [
        { productCode: 'YOK', cost: 1 },
        { productCode, cost: -1 },
        { productCode: 'A' },
        { productCode: 'B', cost: 1, currency: 'XXX' },
      ],
    })
    expect(reply.results[0]?.warnings).toMatchObject([{ code: 'cost_product_unknown', field: 'productCode' }])
    expect(problems(reply)).toEqual([null, 'cost number_negative', 'cost cost_missing', 'currency currency_unknown'])
  })
})

test.each(['movements', 'balances', 'serials', 'costs', 'dealers', 'rates'])(
  'a key without the scope cannot write %s',
  async (resource) => {
    const other = await addProgram(shop, ['orders:read', 'catalog:write', 'accounts:read', 'dealers:read'])
    const answer = await other.send('POST', `/${resource}`, { body: { rows: [{}] } })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'scope_missing'])
  },
)
