import type { Refusal } from '#contract/core/errors.ts'
import { lira } from '#domain/money/money.ts'
import type { PaymentState } from '#domain/payments/payment.ts'
import type {
  OpenedSubject,
  PaidPayment,
  PaymentKind,
  PaymentSubject,
  Settled,
  StartRequest,
} from '#server/payments/payments.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { postCardPayment } from '#server/statement/statement.ts'
import { randomToken } from '#server/platform/http/secrets.ts'
import type { CallContext } from '#server/visitor/visitor.ts'

/** Drives payment subjects without banks. Each step is one transaction, as in a payment. */
export type PaymentDriver = {
  start(kind: PaymentKind, context: CallContext, request?: Partial<StartRequest>): Promise<Started | Refusal>
  /** The check before the capture; a refusal cancels the payment. */
  confirm(id: number): Promise<Refusal | null>
  capture(id: number): Promise<Settled>
  /** Ends the payment without money. */
  end(id: number, state: 'declined' | 'cancelled' | 'expired'): Promise<void>
  setState(id: number, state: PaymentState): Promise<void>
  /** Completes a refund of this amount. */
  refund(id: number, amount: string): Promise<number | null>
}
export type Started = { ok: true; id: number; amount: string; intent: string }

type DriverDeps = { pool: Pool; subjects: Record<PaymentKind, PaymentSubject>; now?: () => Date; fee?: string }

export async function drivePayments({
  pool,
  subjects,
  now = () => new Date(),
  fee = '0',
}: DriverDeps): Promise<PaymentDriver> {
  const posAccountId = await addPosAccount(pool)

  const withPayment = <Value>(
    id: number,
    work: (db: Db, payment: PaidPayment, subject: PaymentSubject) => Promise<Value>,
  ) =>
    transaction(pool, async (db) => {
      const { kind, payment } = await lockPaid(db, id, now())
      return work(db, payment, subjects[kind])
    })

  return {
    start: (kind, context, request = {}) =>
      transactionOrRefusal(pool, async (db) => {
        const subject = subjects[kind]
        const opened = await openSubject(db, subject, request, context)
        const id = await insertPayment(db, { kind, opened, posAccountId, fee, at: now() })
        const refusal = await subject.hold(db, { id, snapshot: opened.snapshot })
        if (refusal !== null) abortTransaction(refusal)
        return { ok: true as const, id, amount: opened.amount, intent: opened.intent }
      }),
    confirm: (id) =>
      withPayment(id, async (db, payment, subject) => {
        const refusal = await subject.confirm(db, payment)
        await db.execute('UPDATE payments SET state = $2 WHERE id = $1', [id, refusal ? 'cancelled' : 'capturing'])
        if (refusal !== null) await subject.release(db, { id })
        return refusal
      }),
    capture: (id) => withPayment(id, (db, payment, subject) => settle(db, subject, payment, now())),
    end: (id, state) =>
      withPayment(id, async (db, _, subject) => {
        await db.execute('UPDATE payments SET state = $2 WHERE id = $1', [id, state])
        await subject.release(db, { id })
      }),
    async setState(id, state) {
      await pool.execute('UPDATE payments SET state = $2 WHERE id = $1', [id, state])
    },
    refund: (id, amount) => withPayment(id, (db, payment, subject) => refund(db, subject, payment, amount)),
  }
}

/** A captured card payment towards a dealer's account, with its entry there, as it is after its last step. */
export async function addCardPayment(
  db: Db,
  dealerId: number,
  baseAmount = '75.00',
): Promise<{ id: number; reference: string }> {
  const reference = randomReference()
  const posAccountId = await addPosAccount(db)
  const row = await db.one<{ id: number }>(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount, amount)
     SELECT $1, 'account', 'account:' || min(id), 'capturing', $2, min(id), $3, 1, $4, $4 FROM users WHERE dealer_id = $2
     RETURNING id`,
    [reference, dealerId, posAccountId, baseAmount],
  )
  const id = row?.id ?? 0
  const { payment } = await lockPaid(db, id, new Date())
  const movementId = await postCardPayment(db, payment)
  await db.execute("UPDATE payments SET state = 'captured', captured_at = now(), movement_id = $2 WHERE id = $1", [
    id,
    movementId,
  ])
  return { id, reference }
}

const randomReference = () =>
  randomToken()
    .replaceAll(/[^A-Za-z0-9]/g, 'X')
    .toUpperCase()
    .slice(0, 20)

/** Opens the subject and cancels older attempts of its intent. */
async function openSubject(
  db: Db,
  subject: PaymentSubject,
  request: Partial<StartRequest>,
  context: CallContext,
): Promise<OpenedSubject> {
  const input = {
    description: '',
    planKey: null,
    amount: null,
    currency: lira,
    linkToken: null,
    debts: [],
    ...request,
  } as const
  const opened = await subject.open(db, input, context)
  if (!opened.ok) return abortTransaction(opened)
  const older = await db.query<{ id: number }>(
    "UPDATE payments SET state = 'cancelled' WHERE intent = $1 AND state = 'redirected' RETURNING id",
    [opened.intent],
  )
  for (const { id } of older) await subject.release(db, { id })
  return opened
}

type DrivenPayment = { kind: PaymentKind; opened: OpenedSubject; posAccountId: number; fee: string; at: Date }

async function insertPayment(db: Db, { kind, opened, posAccountId, fee, at }: DrivenPayment): Promise<number> {
  const reference = randomReference()
  const row = await db.one<{ id: number }>(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, payment_link_id, pos_account_id,
                           currency, installment, base_amount, fee, amount, description, snapshot, buyer, card_first6, card_last4,
                           created_at)
     VALUES ($1, $2, $3, 'redirected', $4, $5, $6, $7, $14, 1, $8, $9, $8::numeric + $9::numeric, $10, $11, $12,
             '435508', '4358', $13) RETURNING id`,
    [
      reference,
      kind,
      opened.intent,
      opened.dealerId,
      opened.userId,
      opened.paymentLinkId,
      posAccountId,
      opened.amount,
      fee,
      opened.description,
      opened.snapshot && JSON.stringify(opened.snapshot),
      JSON.stringify(opened.buyer),
      at,
      opened.currency,
    ],
  )
  return row?.id ?? 0
}

async function settle(db: Db, subject: PaymentSubject, payment: PaidPayment, at: Date): Promise<Settled> {
  const settled = await subject.settle(db, payment)
  if (settled.kind === 'return') await returnMoney(db, subject, payment)
  await db.execute(
    `UPDATE payments SET state = 'captured', captured_at = $2, order_id = $3, movement_id = $4, attention = $5
      WHERE id = $1`,
    [
      payment.id,
      at,
      settled.kind === 'order' ? settled.orderId : null,
      settled.kind === 'return' ? null : settled.movementId,
      settled.attention,
    ],
  )
  return settled
}

async function refund(db: Db, subject: PaymentSubject, payment: PaidPayment, amount: string): Promise<number | null> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO payment_refunds (payment_id, request_key, kind, amount, state) VALUES ($1, $2, 'refund', $3, 'done')
     RETURNING id`,
    [payment.id, randomToken(), amount],
  )
  const id = row?.id ?? 0
  await db.execute(
    `UPDATE payments SET refunded = refunded + $2,
            state = CASE WHEN refunded + $2 = amount THEN 'refunded' ELSE 'partially_refunded' END WHERE id = $1`,
    [payment.id, amount],
  )
  const { movementId } = await subject.refunded(db, payment, { id, kind: 'refund', amount })
  await db.execute('UPDATE payment_refunds SET movement_id = $2 WHERE id = $1', [id, movementId])
  return movementId
}

async function returnMoney(db: Db, subject: PaymentSubject, { id, amount }: PaidPayment): Promise<void> {
  await subject.release(db, { id })
  await db.execute(
    "INSERT INTO payment_refunds (payment_id, request_key, kind, amount) VALUES ($1, 'return', 'void', $2)",
    [id, amount],
  )
}

async function addPosAccount(db: Db): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO pos_accounts (code, name, adapter, mode) VALUES ('sinama', 'Sınama', 'nestpay', 'own_form')
     ON CONFLICT (code) DO UPDATE SET is_active = true RETURNING id`,
  )
  return row?.id ?? 0
}

async function lockPaid(db: Db, id: number, capturedAt: Date): Promise<{ kind: PaymentKind; payment: PaidPayment }> {
  const row = await db.one<Omit<PaidPayment, 'capturedAt'> & { kind: PaymentKind }>(
    `SELECT kind, id, reference, dealer_id AS "dealerId", user_id AS "userId", payment_link_id AS "paymentLinkId",
            base_amount AS "baseAmount", fee, amount, currency, installment, description, locale, snapshot
       FROM payments WHERE id = $1 FOR UPDATE`,
    [id],
  )
  if (row === undefined) throw new Error(`Payment ${id} does not exist.`)
  const { kind, ...payment } = row
  return { kind, payment: { ...payment, capturedAt } }
}
