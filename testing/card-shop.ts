import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { insertPos } from '#demo/trade/pos.ts'
import { addDealer, addProduct, fillCart, type TestProduct } from './store-rows.ts'
import { findBroken } from '#faults/invariants.ts'
import type { BankHttp, PaymentDeps } from '#server/payments/payments.ts'
import { runPaymentJobs } from '#server/payments/payments.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { demoBins, demoCardNumber } from '#server/sandbox-bank/demo-cards.ts'
import { type SandboxFault, setSandboxFault } from '#server/sandbox-bank/faults.ts'
import { loadLedger } from '#server/sandbox-bank/ledger.ts'
import { type BankReturn, payAtBank, type Payer, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import { bankOf as bankLine } from './paying-shop.ts'
import { type Answer, openTestShop, type TestShop, testSecret, type TestVisitor } from './shop.ts'

/** The whole shop with the sandbox bank in the same process, under a clock that the test controls. */
export type CardShop = {
  shop: TestShop
  app: FastifyInstance
  pool: Pool
  payments: PaymentDeps
  clock: Clock
  /** Sends the shop's calls to the bank. Tests replace it to change or drop calls. */
  bankConnection: BankConnection
  close(): Promise<void>
}
export type Clock = { now: Date; pass(seconds: number): void }
export type BankConnection = { send: BankHttp }

export const morning = new Date('2026-11-21T07:00:00Z')

/**
 * `isWired`: the shop listens and reaches its bank through a socket, as in production. `log` receives every line that the shop
 * logs.
 */
export async function openCardShop({
  isWired = false,
  log,
  database,
}: {
  isWired?: boolean
  log?: (line: string) => void
  /** One that such a shop has used before, or an empty one. */
  database?: TestDatabase
} = {}): Promise<CardShop> {
  const clock: Clock = {
    now: morning,
    pass(seconds) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },
  }
  const line: BankConnection = { send: bankLine(() => shop.app) }
  const shop: TestShop = await openTestShop({
    now: () => clock.now,
    bankPauses: { slow: 0, silent: 0 },
    ...(log !== undefined && { logTo: { write: log }, env: { LOG_LEVEL: 'trace' } }),
    ...(database && { database }),
    ...(!isWired && { bankHttp: (request) => line.send(request) }),
  })
  if (isWired) await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { pool } = shop.database
  if ((await pool.one("SELECT FROM pos_accounts WHERE code = 'demo-arti'")) === undefined)
    await insertPos(pool, testSecret)
  return {
    shop,
    app: shop.app,
    pool,
    payments: shop.app.payments,
    clock,
    bankConnection: line,
    close: () => shop.close(),
  }
}

export type Buyer = { actor: Actor; visitor: TestVisitor; product: TestProduct; address: string }

let addresses = 0
let cards = 0

/** A dealer with goods for 100.00 lira (tax included) in its cart and an IP address of its own. */
export async function addBuyer({ shop, pool }: CardShop, stock = 1000): Promise<Buyer> {
  const product = await addProduct(pool, { price: 50, taxRate: 0, stock })
  const actor = await addDealer(pool)
  await fillCart(pool, actor, [{ unitId: product.unitId, quantity: 2 }])
  return { actor, visitor: await shop.signedIn(actor), product, address: newAddress() }
}

export async function refillCart({ pool }: CardShop, { actor, product }: Buyer): Promise<void> {
  await pool.execute('DELETE FROM cart_lines l USING carts c WHERE c.id = l.cart_id AND c.user_id = $1', [actor.userId])
  await fillCart(pool, actor, [{ unitId: product.unitId, quantity: 2 }])
}

export function newAddress(): string {
  addresses += 1
  return `10.${Math.floor(addresses / 65_536) % 256}.${Math.floor(addresses / 256) % 256}.${addresses % 256}`
}

export type StartParts = {
  /** Selects the card's behavior. */
  last4?: string
  bin?: string
  body?: Record<string, unknown>
  key?: string
  address?: string
}

/** What the frame sends for a cart of 100.00, with a card that no other payment of the file uses. */
export function startBody({
  last4 = '0000',
  bin = demoBins.arti.bin,
  body = {},
}: StartParts = {}): Record<string, unknown> {
  cards += 1
  const card = { ccno: demoCardNumber(bin, last4, cards), ccv: '123', expiry: '12/30', holder: 'AYŞE YILMAZ' }
  return { type: 'order', plan: null, installment: 1, amount: '100.00', ...card, ...body }
}

export function start(buyer: Pick<Buyer, 'visitor' | 'address'>, parts: StartParts = {}): Promise<Answer> {
  const headers = parts.key === undefined ? {} : { 'idempotency-key': parts.key }
  const address = parts.address ?? buyer.address
  return buyer.visitor.send('POST', '/api/payment/start', { body: startBody(parts), headers, address })
}

export type Started = { reference: string; step: { kind: 'form'; action: string; fields: [string, string][] } }

/** Starts a payment; throws if the start is refused. */
export async function started(buyer: Pick<Buyer, 'visitor' | 'address'>, parts: StartParts = {}): Promise<Started> {
  const answer = await start(buyer, parts)
  if (answer.status !== 200) throw new Error(`The payment did not start: ${answer.text}`)
  return answer.body as Started
}

/** Starts a payment and completes the bank's page. The browser's return is not sent yet. */
export async function payAtBankPage(
  { app }: CardShop,
  buyer: Pick<Buyer, 'visitor' | 'address'>,
  parts: StartParts = {},
  payer: Payer = {},
): Promise<{ reference: string; back: BankReturn }> {
  const { reference, step } = await started(buyer, parts)
  return { reference, back: await payAtBank(app, step, payer) }
}

/** Makes a whole payment, whatever its outcome; returns its reference. */
export async function pay(
  card: CardShop,
  buyer: Pick<Buyer, 'visitor' | 'address'>,
  parts: StartParts = {},
  payer: Payer = {},
): Promise<string> {
  const { reference, back } = await payAtBankPage(card, buyer, parts, payer)
  await returnToShop(card.app, back)
  return reference
}

export type TestedPayment = {
  id: number
  state: string
  amount: string
  refunded: string
  order_id: number | null
  movement_id: number | null
  attention: string | null
  stock_state: string
  result_code: string | null
  inquire_at: Date | null
}

export async function paymentOf({ pool }: CardShop, reference: string): Promise<TestedPayment> {
  const row = await pool.one<TestedPayment>(
    `SELECT id, state, amount, refunded, order_id, movement_id, attention, stock_state, result_code, inquire_at
       FROM payments WHERE reference = $1`,
    [reference],
  )
  if (row === undefined) throw new Error(`Payment ${reference} does not exist.`)
  return row
}

/** Each event of a payment as `from to cause`; events without a transition as their cause. */
export async function eventsOf({ pool }: CardShop, reference: string): Promise<string[]> {
  const rows = await pool.query<{ move: string }>(
    `SELECT concat_ws(' ', e.from_state, e.to_state, e.cause) AS move FROM payment_events e
       JOIN payments p ON p.id = e.payment_id WHERE p.reference = $1 ORDER BY e.id`,
    [reference],
  )
  return rows.map(({ move }) => move)
}

/** The bank's balance of a payment, and how often it was captured. */
export async function bankOf({ pool }: CardShop, reference: string): Promise<{ sales: number; balance: string }> {
  const { orders, sums } = await loadLedger(pool, { oid: reference })
  return { sales: orders.length, balance: sums[0]?.balance ?? '0.00' }
}

export function setFault({ pool }: CardShop, fault: SandboxFault, oid?: string, times = 1): Promise<void> {
  return setSandboxFault(pool, { fault, times, ...(oid !== undefined && { oid }) })
}

/** Advances the clock in the steps in which work becomes due, so that the jobs run as they do in real time. */
export async function letTimePass({ clock, payments }: CardShop, seconds: number): Promise<void> {
  const end = clock.now.getTime() + seconds * 1000
  for (;;) {
    const due = await nextDue(payments, new Date(end))
    if (due === null) break
    clock.now = new Date(Math.max(due.getTime(), clock.now.getTime()))
    await runPaymentJobs(payments)
  }
  clock.now = new Date(end)
}

async function nextDue({ pool }: PaymentDeps, until: Date): Promise<Date | null> {
  const row = await pool.one<{ due: Date | null }>(
    `SELECT least((SELECT min(inquire_at) FROM payments), (SELECT min(inquire_at) FROM payment_refunds)) AS due`,
  )
  return row?.due && row.due <= until ? row.due : null
}

export const captured = {
  state: 'captured',
  stock_state: 'used',
  attention: null,
  order_id: expect.any(Number) as number,
}
export const once = { sales: 1, balance: '100.00' }
export const nothing = { sales: 0, balance: '0.00' }

/** The shop of the test file, and the buyer of the current test. */
export type CurrentCardShop = Readonly<{ card: CardShop; buyer: Buyer }>

/**
 * Opens a shop for the tests of a file. Each test runs on its own day. After each, no payment is in progress, and the
 * bank's ledger and the shop's books agree on every payment.
 */
export function useCardShop(): CurrentCardShop {
  const current = {} as { card: CardShop; buyer: Buyer }
  beforeAll(async () => {
    current.card = await openCardShop()
  })
  beforeEach(async () => {
    current.card.clock.pass(86_400)
    current.buyer = await addBuyer(current.card)
  })
  afterEach(async () => {
    const { card } = current
    await letTimePass(card, 3 * 3600)
    expect(await findBroken(card.pool)).toEqual([])
    const inProgress = await card.pool.query(
      "SELECT reference FROM payments WHERE state IN ('created', 'redirected', 'authenticated', 'capturing', 'unknown')",
    )
    expect(inProgress).toEqual([])
  })
  afterAll(() => current.card.close())
  return current
}
