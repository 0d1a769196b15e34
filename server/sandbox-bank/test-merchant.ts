import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from '#server/platform/db/pool.ts'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import { demoBins, demoCardNumber } from './demo-cards.ts'
import type { LedgerOrder } from './ledger.ts'
import { sandboxMerchants } from './merchants.ts'
import { serveSandboxBank } from './routes.ts'
import { type Fields, signatureOf } from './signature.ts'
import { type BankReturn, payAtBank } from './test-payer.ts'

/** The bank alone, with a stopped clock, and a shop that follows the bank's documentation. */
export type TestBank = {
  app: FastifyInstance
  pool: Pool
  setClock(moment: string): void
  /** Calls the CC5 API; `read` returns the text of a tag. */
  api(request: Record<string, string>, login?: { name?: string; password?: string }): Promise<ApiAnswer>
  /** Sends the capture as a shop does after the return. */
  provision(back: BankReturn, change?: Record<string, string>): Promise<ApiAnswer>
  /** Pays with the SMS code and returns the order number. */
  paid(change?: Record<string, string>): Promise<string>
  orderOf(oid: string): Promise<LedgerOrder | undefined>
  close(): Promise<void>
}
export type ApiAnswer = { status: number; code: string; read(tag: string): string }

const merchant = sandboxMerchants.arti
let serial = 0

export async function openTestBank(pauses = { slow: 0, silent: 0 }): Promise<TestBank> {
  const database = await createTestDatabase()
  let clock = new Date('2026-11-21T10:00:00Z')
  const app = Fastify()
  await app.register(formbody)
  serveSandboxBank(app, { pool: database.pool, now: () => clock, shopName: () => 'Toptan <b>', pauses })
  await app.ready()

  const bank: TestBank = {
    app,
    pool: database.pool,
    setClock(moment) {
      clock = new Date(moment)
    },
    api: (request, login = {}) => callApi(app, request, login),
    provision: (back, change = {}) => bank.api({ ...provisionOf(back), ...change }),
    async paid(change = {}) {
      const back = await payAtBank(app, form(change))
      const { code } = await bank.provision(back)
      if (code !== '00') throw new Error(`The provision was answered ${code}.`)
      return valueOf(back, 'oid') ?? ''
    },
    async orderOf(oid) {
      const { orders } = (await app.inject(`/sandbox-bank/ledger?oid=${oid}`)).json<{ orders: LedgerOrder[] }>()
      return orders[0]
    },
    async close() {
      await app.close()
      await database.drop()
    },
  }
  return bank
}

/** A different number for each form. */
export const card = (last4: string, bin: string = demoBins.arti.bin): string => demoCardNumber(bin, last4, serial)

/** A shop's form, signed unless `change` contains another `hash`. */
export function form(
  change: Record<string, string> = {},
  without: readonly string[] = [],
): { action: string; fields: Fields } {
  serial += 1
  const fields: Record<string, string> = {
    clientid: merchant.clientId,
    storetype: '3d',
    amount: '100.25',
    oid: `ORDER${serial}`,
    currency: '949',
    okUrl: 'https://shop.example.com/ok',
    failUrl: 'https://shop.example.com/fail',
    rnd: 'r',
    lang: 'tr',
    taksit: '',
    TranType: 'Auth',
    hashAlgorithm: 'ver3',
    pan: card('0000'),
    cv2: '123',
    Ecom_Payment_Card_ExpDate_Month: '11',
    Ecom_Payment_Card_ExpDate_Year: '26',
    ...change,
  }
  for (const name of [...without, 'hash']) delete fields[name]
  const list = Object.entries(fields)
  const hash = change['hash'] ?? signatureOf(list, merchant.storeKey)
  return { action: '/sandbox-bank/fim/est3Dgate', fields: [...list, ['hash', hash]] }
}

export function valueOf(back: { fields: Fields }, name: string): string | undefined {
  return back.fields.find(([field]) => field === name)?.[1]
}

export function isSignedByBank(back: BankReturn): boolean {
  return valueOf(back, 'HASH') === signatureOf(back.fields, merchant.storeKey)
}

function provisionOf(back: BankReturn): Record<string, string> {
  const value = (name: string) => valueOf(back, name) ?? ''
  return {
    Type: 'Auth',
    OrderId: value('oid'),
    Total: value('amount'),
    Currency: '949',
    Taksit: value('taksit'),
    Number: value('md'),
    PayerTxnId: value('xid'),
    PayerSecurityLevel: value('eci'),
    PayerAuthenticationCode: value('cavv'),
    Mode: 'P',
  }
}

async function callApi(
  app: FastifyInstance,
  request: Record<string, string>,
  { name = merchant.userName, password = merchant.password }: { name?: string; password?: string },
): Promise<ApiAnswer> {
  const all = { Name: name, Password: password, ClientId: merchant.clientId, ...request }
  const tags = Object.entries(all).map(([tag, text]) => `<${tag}>${text}</${tag}>`)
  const response = await app.inject({
    method: 'POST',
    url: '/sandbox-bank/fim/api',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `DATA=${encodeURIComponent(`<CC5Request>${tags.join('')}</CC5Request>`)}`,
  })
  const read = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(response.body)?.[1] ?? ''
  return { status: response.statusCode, read, code: read('ProcReturnCode') }
}
