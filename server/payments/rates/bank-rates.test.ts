import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankRates, NewBankRate, RateFilePreview } from '#contract/admin/bank-rates.ts'
import { rateFileBytesMax, rateFilePath } from '#contract/admin/bank-rates.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { getPaymentsBoard } from '#contract/admin/payments-board.ts'
import type { PaymentDetail } from '#contract/admin/payments.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { openPayingShop, type PayingShop } from '#testing/paying-shop.ts'
import { codeOf } from '#testing/shop.ts'
import { addStaff } from '#testing/store-rows.ts'

let shop: PayingShop
let arti: number

beforeAll(async () => {
  shop = await openPayingShop()
  const row = await shop.database.pool.one<{ id: number }>("SELECT id FROM pos_accounts WHERE code = 'demo-arti'")
  arti = row?.id ?? 0
})
beforeEach(async () => {
  await shop.database.pool.execute('DELETE FROM bank_rates')
})
afterAll(() => shop.close())

const today = '2026-11-21'
const rate = (rest: Partial<NewBankRate> = {}): NewBankRate => ({
  family: 'Artı',
  cardClass: null,
  installment: 6,
  percent: '10',
  extraInstallments: 0,
  bearer: 'payer',
  payOutDays: 1,
  validFrom: today,
  validUntil: null,
  ...rest,
})
const read = async () => (await shop.staff.send('GET', `/yonetim/pos-accounts/${arti}/rates`)).body as BankRates
async function change(rates: NewBankRate[], rest: { ended?: number[]; mark?: string } = {}) {
  const { mark = (await read()).mark, ended = [] } = rest
  return shop.staff.send('POST', `/yonetim/pos-accounts/${arti}/rates`, { body: { mark, rates, ended, endsOn: today } })
}
function upload(content: Buffer | string) {
  const url = `/yonetim/pos-accounts/${arti}/rate-file?name=oranlar.xlsx`
  return shop.staff.send('POST', url, { body: Buffer.from(content) })
}
const preview = async (content: Buffer | string) => (await upload(content)).body as RateFilePreview
const card = uniqueCard()
const plansOf = async () => {
  const body = { binNumber: card.ccno.slice(0, 8), type: 'pay', amount: '1000.00' }
  const answer = await shop.payer.send('POST', '/api/catalog/bin-control', { body })
  return (answer.body as { plans: { installment: number; commisionFee: number; extraInstallments?: number }[] }).plans
}

describe('rates in force', () => {
  test('decide what a card is offered, and what is charged and kept', async () => {
    await change([
      rate({ extraInstallments: 2 }),
      rate({ installment: 1, bearer: 'store', percent: '1.79' }),
      rate({ family: 'Kule', installment: 3 }),
    ])
    expect(await plansOf()).toMatchObject([
      { installment: 1, commisionFee: 0 },
      { installment: 6, commisionFee: 11.111, extraInstallments: 2 },
    ])
    const paid = await shop.pay(uniqueCard(), { amount: '1000.00', installment: 6 })
    const payment = await shop.paymentOf(paid.reference)
    expect(payment).toMatchObject({ state: 'captured', amount: '1111.11' })
    const detail = (await shop.staff.send('GET', `/yonetim/payments/${payment.id}`)).body as PaymentDetail
    expect(detail).toMatchObject({
      installment: 6,
      extraInstallments: 2,
      costPercent: 10,
      cost: 111.11,
      // The day after the capture is a Sunday.
      payOutDay: '2026-11-23',
    })
    const shown = (await shop.payer.send('GET', `/api/payment/${paid.reference}`)).body
    expect(shown).toMatchObject({ amount: 1111.11, fee: 111.11, extraInstallments: 2 })
    for (const text of ['cost', 'payOut', 'percent'])
      expect(JSON.stringify(shown).toLowerCase()).not.toContain(text.toLowerCase())
    const board = (await shop.staff.send('GET', '/yonetim/payments-board?days=30')).body as Reply<
      typeof getPaymentsBoard
    >
    expect(board.accounts.find(({ id }) => id === arti)).toMatchObject({ cost: 111.11, costPercent: 10, uncosted: 0 })
  })

  test('of the capture count for the cost, not those of the start or of today', async () => {
    await change([rate({ installment: 1, bearer: 'store', percent: '2' })])
    const paid = await shop.pay(uniqueCard(), { amount: '100.00' })
    await change([rate({ installment: 1, bearer: 'store', percent: '3' })])
    const { pool } = shop.database
    const costs = await pool.query('SELECT cost, cost_percent FROM payments WHERE reference = $1', [paid.reference])
    expect(costs).toEqual([{ cost: '2.00', cost_percent: '2.000' }])
  })

  test('leave the cost open where the bank has none for the card', async () => {
    await change([rate({ installment: 1, family: 'Kule', bearer: 'store' })])
    const paid = await shop.pay(uniqueCard(), { amount: '100.00' })
    const { pool } = shop.database
    const costs = await pool.query('SELECT cost, pay_out_day FROM payments WHERE reference = $1', [paid.reference])
    expect(costs).toEqual([{ cost: null, pay_out_day: null }])
  })
})

describe('a change of rates', () => {
  test('ends the row before it, is in the audit log, and needs the rows that it is based on', async () => {
    await change([rate({ percent: '9', validFrom: '2026-01-01' })])
    const before = (await read()).mark
    expect((await change([rate()])).status).toBe(200)
    expect((await read()).rates).toMatchObject([
      { percent: '9', validFrom: '2026-01-01', validUntil: '2026-11-20' },
      { percent: '10', validFrom: today, validUntil: null },
    ])
    expect(codeOf(await change([rate({ percent: '11' })], { mark: before }))).toBe('pos_changed')
    const logged = await shop.database.pool.one<{ before: object; after: object }>(
      "SELECT before, after FROM audit_log WHERE noun = 'pos_account' ORDER BY id DESC LIMIT 1",
    )
    expect(JSON.stringify(logged?.before)).toContain('9 %')
    expect(JSON.stringify(logged?.after)).toContain('10 %')
  })

  test.each<[string, Partial<NewBankRate>, string]>([
    ['a percent of 100', { percent: '100' }, 'percent'],
    ['a text in place of a percent', { percent: 'on' }, 'percent'],
    ['the rate of a single payment on the payer', { installment: 1 }, 'bearer'],
    ['more than half on the payer', { percent: '51' }, 'bearer'],
    [
      'extra installments of a single payment',
      { installment: 1, bearer: 'store', extraInstallments: 2 },
      'extraInstallments',
    ],
    ['a day that is none', { validFrom: '2026-02-30' }, 'validFrom'],
    ['an end before the beginning', { validUntil: '2026-11-20' }, 'validUntil'],
  ])('refuses %s', async (_what, rest, field) => {
    const answer = await change([rate(rest)])
    expect([answer.status, Object.keys((answer.body as { error: { fields: object } }).error.fields)]).toEqual([
      422,
      [field],
    ])
    expect((await read()).rates).toEqual([])
  })

  test('ends a row, and removes one that has not begun', async () => {
    await change([rate({ validFrom: '2026-01-01' }), rate({ installment: 3, validFrom: '2027-01-01' })])
    await change([], { ended: (await read()).rates.map(({ id }) => id) })
    expect((await read()).rates).toMatchObject([{ installment: 6, validUntil: '2026-11-20' }])
  })

  test('made twice at once is made once', async () => {
    const { mark } = await read()
    const answers = await Promise.all([change([rate()], { mark }), change([rate({ percent: '12' })], { mark })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await read()).rates).toHaveLength(1)
  })
})

const sheet = (rows: (string | number | null)[][], titles = ['Taksit', 'Artı', 'Kule']) =>
  makeXlsx({
    name: 'Oranlar',
    lead: ['Üye işyeri oranları'],
    columns: titles.map((title, i) => ({ title, kind: i === 0 ? ('text' as const) : ('number' as const), width: 12 })),
    rows,
  })

describe('a sheet of a bank', () => {
  test('is shown before anything is stored, and replaces what it names', async () => {
    await change([rate({ installment: 3, percent: '4', bearer: 'store', validFrom: '2026-01-01' })])
    const file = await sheet([
      ['Tek Çekim', 0.0179, 0.0199],
      ['3 Taksit', 0.045, null],
    ])
    const seen = await preview(file)
    expect(seen).toMatchObject({
      layouts: ['installments'],
      plain: 'fraction',
      problems: [],
      unchanged: 0,
      missing: [],
    })
    expect(seen.differences.map(({ before, after }) => [before?.percent ?? null, after.percent])).toEqual([
      [null, '1.79'],
      [null, '1.99'],
      ['4', '4.5'],
    ])
    expect((await read()).rates).toHaveLength(1)
    expect((await change(seen.rates, { mark: seen.mark })).status).toBe(200)
    expect((await read()).rates).toHaveLength(4)
    expect(await preview(file)).toMatchObject({ differences: [], unchanged: 3 })
  })

  test('that was exported imports back unchanged', async () => {
    await change([
      rate({ percent: '0.5', installment: 1, bearer: 'plan', family: null, payOutDays: null }),
      rate({ extraInstallments: 2, cardClass: 'commercial', validUntil: '2026-12-31' }),
      rate({ extraInstallments: 2, cardClass: 'commercial', percent: '12.345', validFrom: '2027-01-01' }),
      rate({ percent: '3', installment: 2, validFrom: '2026-01-01', bearer: 'store' }),
    ])
    const { rawPayload: file } = await shop.app.inject({ url: rateFilePath(arti), cookies: shop.staff.cookies })
    const seen = await preview(file)
    expect(seen).toMatchObject({
      layouts: ['list'],
      problems: [],
      unread: [],
      differences: [],
      unchanged: 4,
      missing: [],
    })
  })

  test('names cells that it cannot read by their addresses', async () => {
    const csv = 'Taksit;Artı;Kule\n2;%101;x\n3;beş;%4\n'
    expect((await preview(csv)).problems.map(({ code, address }) => [code, address])).toEqual([
      ['percent_invalid', 'B3'],
      ['percent_invalid', 'B2'],
    ])
  })

  test.each([
    ['windows-1254', Buffer.from('Taksit;Art\xfd\n2;%5\n', 'latin1')],
    ['UTF-8', Buffer.from('\ufeffTaksit;Artı\n2;%5\n')],
    ['UTF-16', Buffer.from('\ufeffTaksit;Artı\n2;%5\n', 'utf16le')],
  ])('is read from CSV in %s', async (_name, content) => {
    expect((await preview(content)).rates).toMatchObject([{ family: 'Artı', installment: 2, percent: '5' }])
  })

  test.each<[string, Buffer | string, string]>([
    ['an empty file', '', 'rate_file_empty'],
    ['a file without rates', 'Sayın üye işyeri;\nTarih;bugün\n', 'rate_file_empty'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\x00\x00', 'latin1'), 'rate_file_unreadable'],
    ['a damaged workbook', 'PK\x03\x04 broken', 'rate_file_unreadable'],
    ['a file of more than 5 MB', Buffer.alloc(rateFileBytesMax + 1, 'a'), 'too_large'],
  ])('refuses %s', async (_what, content, code) => {
    expect(codeOf(await upload(content))).toBe(code)
  })

  test('is for staff with the right to payments', async () => {
    const reader = await shop.signedIn(await addStaff(shop.database.pool, 'readOnly'))
    const url = `/yonetim/pos-accounts/${arti}/rate-file?name=a.csv`
    expect((await reader.send('POST', url, { body: Buffer.from('Taksit;Oran\n2;%5\n') })).status).toBe(403)
    expect((await shop.payer.send('GET', rateFilePath(arti))).status).toBe(403)
  })
})
