import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { insertPos } from '#demo/trade/pos.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { addAdmin, addDealer } from './store-rows.ts'
import { decodeAnswer } from '#server/payments/gateways/bank-http.ts'
import { type BankHttp, runPaymentJobs } from '#server/payments/payments.ts'
import type { TestCard } from '#server/payments/start/test-cards.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { type BankReturn, payAtBank, type Payer, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import { type Answer, openTestShop, type TestShop, testSecret, type TestVisitor } from './shop.ts'

/** A shop with the demo's POS accounts, a clock that only the test advances, and a bank that answers without delay. */
export type PayingShop = TestShop & {
  dealer: Actor
  payer: TestVisitor
  staff: TestVisitor
  /** The shop's log lines. */
  logs: string[]
  now(): Date
  /** Advances the clock by this many seconds. */
  wait(seconds: number): void
  /** Runs all payment work that is due. */
  runJobs(): Promise<void>
  /** Starts a payment with the plan of this number of installments; returns the answer. */
  start(card: TestCard, request?: StartRequest): Promise<Answer>
  /** Makes a whole payment, from the start to the return. `reference` is '' if the start was refused. */
  pay(card: TestCard, request?: StartRequest & { at?: Payer }): Promise<Paid>
  paymentOf(reference: string): Promise<PaymentFacts>
}
export type StartRequest = {
  type?: 'order' | 'pay'
  link?: string
  amount?: string
  /** Of a payment into the account; lira if none is given. */
  currency?: PosCurrency
  installment?: number
  description?: string
  /** Pays instead of the dealer's user. */
  by?: TestVisitor
}
export type Paid = { reference: string; started: Answer; back: BankReturn | null; statuses: number[] }
export type PaymentFacts = {
  id: number
  state: string
  amount: string
  refunded: string
  resultCode: string | null
  orderId: number | null
  movementId: number | null
}

type Plan = { id: number; installment: number; commisionFee: number }

export async function openPayingShop(): Promise<PayingShop> {
  let moment = new Date('2026-11-21T09:00:00Z')
  const now = () => moment
  const logs: string[] = []
  let app: FastifyInstance | undefined
  const shop = await openTestShop({
    now,
    logTo: { write: (line) => void logs.push(line) },
    bankPauses: { slow: 0, silent: 0 },
    bankHttp: bankOf(() => app),
    env: { LOG_LEVEL: 'trace' },
  })
  app = shop.app
  const { pool } = shop.database
  await insertPos(pool, testSecret)
  const dealer = await addDealer(pool)
  const payer = await shop.signedIn(dealer)
  const staff = await shop.signedIn(await addAdmin(pool))

  async function plansOf(card: TestCard, request: StartRequest): Promise<Plan[]> {
    const { by = payer, type = 'pay', amount, currency, link } = request
    const optional = { ...(amount && { amount }), ...(currency && { currency }), ...(link && { link }) }
    const body = { binNumber: card.ccno.slice(0, 8), type, ...optional }
    const answer = await by.send('POST', '/api/catalog/bin-control', { body })
    return (answer.body as { plans?: Plan[] }).plans ?? []
  }

  async function start(card: TestCard, request: StartRequest = {}): Promise<Answer> {
    const { by = payer, type = 'pay', amount = '100.00', installment = 1, link, description = '', currency } = request
    const plan = (await plansOf(card, { ...request, amount })).find((each) => each.installment === installment)
    const optional = { ...(currency && { currency }), ...(link && { link }) }
    const body = { ...card, type, amount, installment, description, plan: plan?.id ?? null, ...optional }
    return by.send('POST', '/api/payment/start', { body, headers: { 'idempotency-key': randomUUID() } })
  }

  async function pay(card: TestCard, { at, ...request }: StartRequest & { at?: Payer } = {}): Promise<Paid> {
    const started = await start(card, request)
    if (started.status !== 200) return { reference: '', started, back: null, statuses: [] }
    const { reference, step } = started.body as { reference: string; step: Parameters<typeof payAtBank>[1] }
    const back = await payAtBank(shop.app, step, at)
    const responses = await returnToShop(shop.app, back)
    return { reference, started, back, statuses: responses.map(({ statusCode }) => statusCode) }
  }

  return {
    ...shop,
    dealer,
    payer,
    staff,
    logs,
    now,
    start,
    pay,
    wait(seconds) {
      moment = new Date(moment.getTime() + seconds * 1000)
    },
    runJobs: () => runPaymentJobs(shop.app.payments),
    async paymentOf(reference) {
      const row = await pool.one<PaymentFacts>(
        `SELECT id, state, amount, refunded, result_code AS "resultCode", order_id AS "orderId", movement_id AS "movementId"
           FROM payments WHERE reference = $1`,
        [reference],
      )
      if (row === undefined) throw new Error(`Payment ${reference} does not exist.`)
      return row
    },
  }
}

/** Makes a POS account the only one, for all cards. */
export async function useOnlyPos({ database: { pool } }: PayingShop, code: string): Promise<void> {
  await pool.execute('UPDATE pos_accounts SET is_default = false, is_active = false')
  await pool.execute('UPDATE pos_accounts SET is_default = true, is_active = true WHERE code = $1', [code])
  await pool.execute("UPDATE cache_versions SET version = version + 1 WHERE name = 'settings'")
}

/** Connects the shop to its own bank without a socket. A cut connection is a failure, as over the network. */
export function bankOf(app: () => FastifyInstance | undefined): BankHttp {
  return async ({ method, url, headers = {}, body = '' }) => {
    try {
      const answer = await app()?.inject({ method, url, headers, payload: body })
      if (answer === undefined) return { ok: false, reason: 'connection' }
      const contentType = answer.headers['content-type'] ?? ''
      return { ok: true, status: answer.statusCode, text: decodeAnswer(answer.rawPayload, contentType), contentType }
    } catch {
      return { ok: false, reason: 'connection' }
    }
  }
}
