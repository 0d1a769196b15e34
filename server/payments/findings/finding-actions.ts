import { posCurrencyOf } from '#domain/payments/pos-adapters.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Charge, Gateway, Inquiry, Receipt, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import { chargeOfPayment, findPaymentById } from '#server/payments/payment/payment-rows.ts'
import { inquireAtBank } from '#server/payments/reconcile/inquire.ts'
import { recordBankRefund } from '#server/payments/refunds/bank-refund.ts'
import { type FindingRow, type ReturnState, settleFinding } from './finding-rows.ts'

type Staff = Author & { actor: { userId: number } }

/** Seconds before the bank is asked about a return whose answer was lost: it may still be working on it. */
const checkAfter = 60

export async function explainFinding(
  { pool, now }: PaymentDeps,
  finding: FindingRow,
  { note, by }: { note: string; by: Staff },
): Promise<Refusal | null> {
  return transaction(pool, async (db) => {
    const settled = { as: 'explained', at: now(), userId: by.actor.userId, note } as const
    if (!(await settleFinding(db, finding.id, settled))) return refuse('finding_settled')
    await writeAudit(db, by, { action: 'settle', noun: 'bank_finding', id: String(finding.id), after: { note } })
    return null
  })
}

/**
 * Records what the bank has of one of our payments: asks the bank, settles a sale as usual, and adds a refund that was made
 * at the bank's panel. Only what the bank confirms is recorded.
 */
export async function bookFinding(deps: PaymentDeps, finding: FindingRow, by: Staff): Promise<Refusal | null> {
  if (!mayBook(finding) || finding.payment_id === null) return refuse('finding_settled')
  const { userId } = by.actor
  const payment = await findPaymentById(deps.pool, finding.payment_id)
  const answer = await inquireAtBank(deps, payment, { kind: 'staff_inquiry', userId })
  if (answer.kind !== 'captured') return refuse('finding_not_confirmed')
  if (finding.kind === 'refund_missing') {
    const recorded = await recordBankRefund(deps, {
      paymentId: payment.id,
      refunded: answer.refunded,
      listedAs: finding.transaction_id,
      userId,
    })
    if (recorded !== null) return recorded
  }
  return transaction(deps.pool, async (db) => {
    const { captured_at: capturedAt } = await findPaymentById(db, payment.id)
    if (capturedAt === null) return refuse('finding_not_confirmed')
    if (!(await settleFinding(db, finding.id, { as: 'booked', at: deps.now(), userId })))
      return refuse('finding_settled')
    const after = { payment: payment.reference, amount: finding.amount }
    await writeAudit(db, by, { action: 'book', noun: 'bank_finding', id: String(finding.id), after })
    return null
  })
}

/** Whether the books can get it: a declined payment stays declined. */
export function mayBook({ kind, payment_state, settled_at, return_state }: FindingRow): boolean {
  if (settled_at !== null || return_state !== null || payment_state === null) return false
  return kind === 'refund_missing' || (kind === 'sale_missing' && payment_state !== 'declined')
}

/** Whether its money may be returned: a sale that no payment of ours has or, if it is not declined, still can get. */
export function mayReturn({ kind, currency, payment_state, settled_at, return_state }: FindingRow): boolean {
  if (kind !== 'sale_missing' || posCurrencyOf(currency) === null || settled_at !== null) return false
  const isOurs = payment_state !== null && payment_state !== 'declined'
  return !isOurs && (return_state === null || return_state === 'refused')
}

/** Whether the outcome of a return is unknown for long enough that the bank can be asked. */
export function mayCheck({ return_state, return_at, settled_at }: FindingRow, now: Date): boolean {
  if (settled_at !== null || return_at === null) return false
  return ['sending', 'unknown'].includes(return_state ?? '') && now.getTime() - return_at.getTime() >= checkAfter * 1000
}

/** Returns the money of a sale that the books lack. Sent once: only the call that changes its state sends it. */
export async function returnFinding(
  deps: PaymentDeps,
  finding: FindingRow,
  { cause, by }: { cause: string; by: Staff },
): Promise<Refusal | null> {
  if (!mayReturn(finding)) return refuse(finding.settled_at === null ? 'refund_not_possible' : 'finding_settled')
  const gateway = await deps.gatewayOf(deps.pool, finding.pos_account_id)
  const claimed = await transaction(deps.pool, async (db) => {
    const changed = await db.execute(
      `UPDATE bank_findings f SET return_state = 'sending', return_at = $2, return_text = NULL
        WHERE f.id = $1 AND f.settled_at IS NULL AND (f.return_state IS NULL OR f.return_state = 'refused')
          AND NOT EXISTS (SELECT FROM payments p WHERE p.id = f.payment_id AND p.state <> 'declined')`,
      [finding.id, deps.now()],
      'bank_findings_return',
    )
    if (changed === 0) return false
    const after = { amount: finding.amount, reference: finding.reference, cause }
    await writeAudit(db, by, { action: 'refund', noun: 'bank_finding', id: String(finding.id), after })
    return true
  })
  if (!claimed) return refuse('finding_settled')
  failpoint('finding.after_sending')
  const charge = await chargeOf(deps, finding, by.address)
  const outcome = await gateway
    .refund(charge, receiptOfFinding(finding), finding.amount)
    .catch((): RefundOutcome => ({ kind: 'unknown', text: 'failed' }))
  await recordReturn(deps, finding.id, by.actor.userId, {
    state: outcome.kind,
    text: outcome.kind === 'done' ? '' : outcome.text,
  })
  return outcome.kind === 'refused' ? refuse('refund_refused') : null
}

/** Asks the bank whether it returned the money, after an answer was lost. */
export async function checkFinding(deps: PaymentDeps, finding: FindingRow, by: Staff): Promise<Refusal | null> {
  if (!mayCheck(finding, deps.now())) return refuse('finding_settled')
  const gateway = await deps.gatewayOf(deps.pool, finding.pos_account_id)
  const answer = await inquire(deps, gateway, finding, by.address)
  if (answer.kind !== 'captured') return refuse('bank_unavailable')
  const isBack = decimal(answer.refunded).greaterThanOrEqualTo(finding.amount)
  await recordReturn(deps, finding.id, by.actor.userId, { state: isBack ? 'done' : 'refused', text: '' })
  return null
}

async function inquire(deps: PaymentDeps, gateway: Gateway, finding: FindingRow, address: string): Promise<Inquiry> {
  const charge = await chargeOf(deps, finding, address)
  return gateway.inquire(charge, receiptOfFinding(finding)).catch((): Inquiry => ({ kind: 'pending', text: 'failed' }))
}

async function recordReturn(
  deps: PaymentDeps,
  id: number,
  userId: number,
  { state, text }: { state: ReturnState; text: string },
): Promise<void> {
  await transaction(deps.pool, async (db) => {
    const changed = await db.execute(
      `UPDATE bank_findings SET return_state = $2, return_text = $3
        WHERE id = $1 AND return_state IN ('sending', 'unknown')`,
      [id, state, text],
      'bank_findings_returned_state',
    )
    if (changed === 1 && state === 'done') await settleFinding(db, id, { as: 'returned', at: deps.now(), userId })
  })
}

/** The sale as its gateway needs it: our payment's, or what the bank's list has of it. */
async function chargeOf(deps: PaymentDeps, finding: FindingRow, address: string): Promise<Charge> {
  if (finding.payment_id !== null) {
    return chargeOfPayment(await findPaymentById(deps.pool, finding.payment_id), deps.publicUrl)
  }
  const buyer = { id: '', name: '', email: '', phone: '', taxNumber: '', address: '', city: '' }
  return {
    reference: finding.reference,
    amount: finding.amount,
    currency: posCurrencyOf(finding.currency) ?? 'TRY',
    installment: 1,
    callbackUrl: deps.publicUrl,
    address: address || '127.0.0.1',
    locale: 'tr',
    bankReference: finding.bank_reference,
    buyer,
    basket: [],
    baseAmount: finding.amount,
  }
}

function receiptOfFinding(finding: FindingRow): Receipt {
  const { auth_code: authCode, bank_reference: bankReference, bank_transaction: transactionId } = finding
  return { authCode, bankReference, transaction: transactionId }
}
