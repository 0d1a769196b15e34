import { decimal } from '#domain/money/money.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { compareBooks } from './compare-books.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Inquiry } from '#server/payments/gateways/gateway.ts'
import { callAttention, movePayment } from '#server/payments/payment/transition.ts'
import {
  after,
  firstPause,
  isWindowOver,
  leftAfter,
  leftAtBankAfter,
} from '#server/payments/payment/inquiry-schedule.ts'
import { chargeOfPayment, type PaymentRow, receiptOf } from '#server/payments/payment/payment-rows.ts'
import { declined, endPayment } from '#server/payments/payment/end-payment.ts'
import { settlePayment } from '#server/payments/bank-return/settle.ts'

export type InquiryCause = { cause: 'inquiry' | 'reconciliation' | 'staff_inquiry'; userId?: number }

/** Asks the bank how a payment stands and does what follows: its word alone ends what nobody knew the end of. */
export async function askAboutPayment(deps: PaymentDeps, payment: PaymentRow, asker: InquiryCause): Promise<Inquiry> {
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const charge = chargeOfPayment(payment, deps.publicUrl)
  const answer = await gateway
    .inquire(charge, receiptOf(payment))
    .catch((): Inquiry => ({ kind: 'pending', text: 'failed' }))
  if (answer.kind === 'captured') await found(deps, payment, answer, asker)
  else if (answer.kind === 'declined') await refused(deps, payment, answer, asker)
  else if (answer.kind === 'none') await foundNothing(deps, payment, asker)
  else await stillPending(deps, payment, asker)
  return answer
}

async function found(
  deps: PaymentDeps,
  payment: PaymentRow,
  answer: Extract<Inquiry, { kind: 'captured' }>,
  { cause, userId }: InquiryCause,
): Promise<void> {
  const isBack = decimal(answer.refunded).greaterThanOrEqualTo(answer.amount)
  // Somebody gave all of it back at the bank before we knew of it: there is nothing to make anything of.
  if (isBack && payment.captured_at === null) {
    const move = { to: 'declined', cause: `${cause}_voided`, at: deps.now(), userId: userId ?? null } as const
    const isEnded = await transaction(deps.pool, (db) => endPayment(db, deps, payment, move))
    if (!isEnded && payment.state === 'cancelled') await stopAsking(deps, payment)
    return
  }
  const { receipt, amount, unwanted } = answer
  const isNew = await settlePayment(deps, payment.id, {
    receipt,
    amount,
    ...(unwanted && { unwanted }),
    cause: `${cause}_captured`,
    userId: userId ?? null,
  })
  if (!isNew) await compareBooks(deps, payment.id, answer)
}

async function refused(
  deps: PaymentDeps,
  payment: PaymentRow,
  answer: Extract<Inquiry, { kind: 'declined' }>,
  { cause, userId }: InquiryCause,
): Promise<void> {
  const from = ['redirected', 'capturing', 'unknown'] as const
  const set = declined(answer)
  const move = {
    to: 'declined',
    from,
    cause: `${cause}_declined`,
    at: deps.now(),
    userId: userId ?? null,
    set,
  } as const
  const isEnded = await transaction(deps.pool, (db) => endPayment(db, deps, payment, move))
  if (isEnded) return
  if (payment.state === 'cancelled') await stopAsking(deps, payment)
  await compareBooks(deps, payment.id, answer)
}

/** The bank knows of no such order. While it may still be at it this means nothing. */
async function foundNothing(deps: PaymentDeps, payment: PaymentRow, asker: InquiryCause): Promise<void> {
  if (payment.state === 'capturing') await waitForBank(deps, payment, asker)
  else if (payment.captured_at !== null) await compareBooks(deps, payment.id, { kind: 'none' })
  else if (payment.state === 'unknown') {
    if (isWindowOver(payment.inquiries)) await expirePayment(deps, payment, `${asker.cause}_none`)
  } else if (isLeft(payment, leftAtBankAfter, deps)) {
    if (payment.state === 'redirected') await expirePayment(deps, payment, `${asker.cause}_none`)
    else await stopAsking(deps, payment)
  }
}

/** Of a payment that was given up nothing can come any more. */
async function stopAsking({ pool }: PaymentDeps, { id, state }: PaymentRow): Promise<void> {
  await pool.execute('UPDATE payments SET inquire_at = NULL WHERE id = $1 AND state = $2', [id, state])
}

async function stillPending(deps: PaymentDeps, payment: PaymentRow, asker: InquiryCause): Promise<void> {
  if (payment.state === 'capturing') await waitForBank(deps, payment, asker)
  if (payment.state === 'unknown' && isWindowOver(payment.inquiries)) {
    await callAttention(deps.pool, payment.id, 'unknown_for_long')
  }
}

/** Its process died while the bank was asked for the money, or nobody answers: the questions begin. */
async function waitForBank(deps: PaymentDeps, payment: PaymentRow, { cause }: InquiryCause): Promise<void> {
  const at = deps.now()
  const set = { inquire_at: after(at, firstPause), inquiries: 0 }
  await movePayment(deps.pool, payment.id, { to: 'unknown', from: ['capturing'], cause: `${cause}_unknown`, at, set })
}

export async function expirePayment(deps: PaymentDeps, payment: PaymentRow, cause: string): Promise<void> {
  const move = { to: 'expired', from: [payment.state], cause, at: deps.now() } as const
  await transaction(deps.pool, (db) => endPayment(db, deps, payment, move))
}

function isLeft(payment: PaymentRow, seconds: number, { now }: PaymentDeps): boolean {
  const since = payment.closed_at ?? payment.redirected_at ?? payment.created_at
  return now().getTime() - since.getTime() >= seconds * 1000
}

/** Expires, without a question to anybody, what never reached the bank, or never came back from one that takes nothing itself. */
export async function endIfLeft(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  if (!(await mayEndUnasked(deps, payment))) return false
  await expirePayment(deps, payment, 'left')
  return true
}

async function mayEndUnasked(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  // Its process died before the money was asked for.
  if (payment.state === 'authenticated') return true
  if (payment.state === 'created') return isLeft(payment, leftAfter, deps)
  if (payment.state !== 'redirected' || !isLeft(payment, leftAfter, deps)) return false
  return !(await deps.gatewayOf(deps.pool, payment.pos_account_id)).takesMoneyItself
}
