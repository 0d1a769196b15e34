import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { bankOf } from '#testing/paying-shop.ts'
import { sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'
import { insertTransaction } from '#server/sandbox-bank/queries.ts'
import { param } from '#server/sandbox-bank/dialects/param/param.ts'
import { vakifkatilim } from '#server/sandbox-bank/dialects/vakifkatilim/vakifkatilim.ts'
import { listPageSize } from '#server/sandbox-bank/lists/listed-transactions.ts'
import { messageHash } from './garanti/garanti-hash.ts'
import type { BankHttp, Gateway, PosTerms } from './gateway.ts'
import { adapters, openGateway } from './gateways.ts'
import { paytrToken } from './paytr/paytr-token.ts'
import { readPages } from './transaction-pages.ts'

const { clientId, userName, password, storeKey } = sandboxMerchants.arti
const dialects: Record<
  'paytr' | 'garanti' | 'iyzico' | 'param' | 'vakifkatilim',
  Pick<PosTerms, 'settings' | 'secrets'>
> = {
  paytr: {
    settings: { merchantId: clientId, api: '/sandbox-bank' },
    secrets: { merchantKey: password, merchantSalt: storeKey },
  },
  garanti: {
    settings: { merchantId: clientId, terminalId: clientId, api: '/sandbox-bank/VPServlet' },
    secrets: { provautPassword: password, provrfnPassword: password, storeKey },
  },
  iyzico: { settings: { api: '/sandbox-bank' }, secrets: { apiKey: userName, secretKey: password } },
  param: param.accounts.own_form ?? { settings: {}, secrets: {} },
  vakifkatilim: vakifkatilim.accounts.own_form ?? { settings: {}, secrets: {} },
}
const names = Object.keys(dialects) as (keyof typeof dialects)[]

let shop: TestShop
let http: BankHttp
let oid = 0
let client: string = clientId
beforeAll(async () => {
  shop = await openTestShop()
  http = bankOf(() => shop.app)
})
beforeEach(() => shop.database.pool.execute('DELETE FROM sandbox_transactions'))
afterAll(() => shop.close())

const modeOf = (adapter: keyof typeof dialects) => (/garanti|param|vakif/.test(adapter) ? 'own_form' : 'hosted')

function openDialect(adapter: keyof typeof dialects, secrets: Record<string, string> = {}): Gateway {
  const terms: PosTerms = {
    id: 1,
    adapter,
    mode: modeOf(adapter),
    environment: 'sandbox',
    settings: dialects[adapter].settings,
    secrets: { ...dialects[adapter].secrets, ...secrets },
  }
  return openGateway(terms, http, () => new Date())
}

type Made = { oid?: string; kind?: 'sale' | 'void' | 'refund'; amount?: string; at?: string; approved?: boolean }

async function bankMakes({ kind = 'sale', amount = '1234.50', at = '2026-11-20T12:00:00+03:00', ...made }: Made = {}) {
  oid += 1
  return insertTransaction(shop.database.pool, {
    client_id: client,
    oid: made.oid ?? `PANEL${oid}`,
    kind,
    approved: made.approved ?? true,
    amount,
    currency: 'TRY',
    installment: 1,
    card: '499990******0000',
    code: '00',
    at: new Date(at),
  })
}

const day = '2026-11-20'
async function listed(gateway: Gateway, of = day) {
  const list = await gateway.transactions?.(of)
  if (list?.ok !== true) throw new Error(list?.text ?? 'no list')
  return list.transactions
}

describe.each(names)('the list of %s', (adapter) => {
  beforeEach(() => {
    client = { param, vakifkatilim }[adapter as string]?.merchant.clientId ?? clientId
  })

  test('has the sales and refunds of the day in Turkey, with what a refund needs', async () => {
    await bankMakes({ oid: 'BEFORE', at: '2026-11-19T23:59:00+03:00' })
    const sale = await bankMakes({ oid: 'FIRST', at: '2026-11-20T00:00:30+03:00' })
    await bankMakes({ oid: 'FIRST', kind: 'refund', amount: '34.50' })
    await bankMakes({ oid: 'FIRST', kind: 'refund', amount: '34.50' })
    await bankMakes({ oid: 'REFUSED', approved: false })
    await bankMakes({ oid: 'LAST', at: '2026-11-20T23:59:30+03:00' })
    await bankMakes({ oid: 'AFTER', at: '2026-11-21T00:00:30+03:00' })
    const rows = await listed(openDialect(adapter))
    expect(rows.map(({ kind, reference, amount, currency }) => [kind, reference, amount, currency])).toEqual([
      ['sale', 'FIRST', '1234.50', 'TRY'],
      ['refund', 'FIRST', '34.50', 'TRY'],
      ['refund', 'FIRST', '34.50', 'TRY'],
      ['sale', 'LAST', '1234.50', 'TRY'],
    ])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
    const references: Record<string, object> = {
      paytr: { transaction: 'FIRST' },
      param: { transaction: expect.stringMatching(/^30\d+$/) },
    }
    expect(rows[0]?.receipt).toMatchObject(references[adapter] ?? { bankReference: sale?.host_ref })
    expect(rows[3]?.at).toEqual(adapter === 'paytr' ? null : new Date('2026-11-20T23:59:00+03:00'))
    // The same ids, whenever it is read.
    expect(await listed(openDialect(adapter))).toEqual(rows)
  })

  test('has a voided sale and its void', async () => {
    await bankMakes({ oid: 'VOIDED' })
    await bankMakes({ oid: 'VOIDED', kind: 'void' })
    const rows = await listed(openDialect(adapter))
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', '1234.50'],
      ['refund', '1234.50'],
    ])
  })

  test('is empty for a day without transactions', async () => {
    expect(await listed(openDialect(adapter))).toEqual([])
  })

  test('is read to its last page', async () => {
    const count = 2 * listPageSize + 1
    for (let i = 0; i < count; i += 1) await bankMakes()
    const rows = await listed(openDialect(adapter))
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(count)
  })

  test('is not read with another key, or without an answer', async () => {
    await bankMakes()
    const wrong = { merchantSalt: 'x', provautPassword: 'x', secretKey: 'x', password: 'x', guid: 'x' }
    expect(await openDialect(adapter, wrong).transactions?.(day)).toMatchObject({ ok: false })
    const silent = openGateway(
      {
        ...dialects[adapter],
        id: 1,
        adapter,
        mode: modeOf(adapter),
        environment: 'sandbox',
      },
      () => Promise.resolve({ ok: false, reason: 'timeout' }),
      () => new Date(),
    )
    expect(await silent.transactions?.(day)).toEqual({ ok: false, text: 'timeout' })
  })
})

test('every adapter that declares a list has one, and no other', () => {
  for (const adapter of names) expect([adapter, adapters[adapter].hasList]).toEqual([adapter, true])
  expect(adapters.nestpay.hasList).toBe(false)
  expect(openDialect('paytr').transactions).toBeDefined()
})

test('a list of Garanti is signed without an order number (published vector)', () => {
  const of = { orderId: '', terminalId: '30691298', amount: '100', currency: '949' }
  expect(messageHash(of, '123qweASD/')).toBe(
    '9B53A55199EBAD2F486089FD7310C4BC0C61A99FC37EF61F6BBAE67FA17E47641540B203E83C9F2E64DB64B971FE6FF604274316F6D010426D6AA91BE1D924E6',
  )
})

test('a list of PayTR is signed over merchant, first and last second, and salt', async () => {
  const sent: URLSearchParams[] = []
  const recording: BankHttp = ({ body }) => {
    sent.push(new URLSearchParams(body))
    return Promise.resolve({ ok: true, status: 200, text: '{"status":"failed"}', contentType: '' })
  }
  const terms = { ...dialects.paytr, id: 1, adapter: 'paytr', mode: 'hosted', environment: 'sandbox' } as const
  await openGateway(terms, recording, () => new Date()).transactions?.(day)
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({
    merchant_id: clientId,
    start_date: '2026-11-20 00:00:00',
    end_date: '2026-11-20 23:59:59',
    paytr_token: paytrToken(password, [clientId, '2026-11-20 00:00:00', '2026-11-20 23:59:59', storeKey]),
  })
})

describe('a recorded list of Garanti', () => {
  const row = (fields: Record<string, string>) =>
    `<OrderTxn>${Object.entries({ OrderID: '202406033030', CurrencyCode: 'TL', ResponseCode: '00', ...fields })
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`)
      .join('')}</OrderTxn>`
  const read = (rows: string) => {
    const text = `<GVPSResponse><Order><OrderListInqResult><OrderTxnList><TotalPageCount>1</TotalPageCount>${rows}</OrderTxnList></OrderListInqResult></Order><Transaction><Response><Code>00</Code></Response></Transaction></GVPSResponse>`
    const answer: BankHttp = () => Promise.resolve({ ok: true, status: 200, text, contentType: 'text/xml' })
    const terms = { ...dialects.garanti, id: 1, adapter: 'garanti', mode: 'own_form', environment: 'sandbox' } as const
    return openGateway(terms, answer, () => new Date()).transactions?.('2024-06-03')
  }
  const sale = { TrxType: 'Satis', Status: 'Basarili', LastTrxDate: '2024-06-03 14:04:19', RetrefNum: '415501676495' }

  test('keeps successful sales and leaves out refused refunds and pre-authorisations', async () => {
    const refused = { TrxType: 'Iade', Status: 'Basarisiz', ResponseCode: '05', AuthAmount: '801', RetrefNum: '4' }
    const held = { TrxType: 'On Otorizasyon', Status: 'Basarili', AuthAmount: '490317', RetrefNum: '5' }
    const rows = [row({ ...sale, AuthAmount: '1001', AuthCode: '304919', CardNumberMasked: '42822090****8015' })]
    expect(await read([...rows, row(refused), row(held)].join(''))).toEqual({
      ok: true,
      transactions: [
        {
          id: 'Satis:415501676495',
          kind: 'sale',
          reference: '202406033030',
          amount: '10.01',
          currency: 'TRY',
          at: new Date('2024-06-03T14:04:00+03:00'),
          receipt: {
            authCode: '304919',
            bankReference: '415501676495',
            transaction: null,
            cardFirst6: '428220',
            cardLast4: '8015',
          },
        },
      ],
    })
  })

  test('is not read in part: an unreadable amount makes the list unreadable', async () => {
    expect(await read(row({ ...sale, AuthAmount: '1.001,00' }))).toEqual({ ok: false, text: 'unreadable' })
  })
})

test('a list without an end is not read in part', async () => {
  const read = await readPages((page) => Promise.resolve({ ok: true, rows: [page], pages: page + 1 }))
  expect(read).toEqual({ ok: false, text: 'too many pages' })
})
