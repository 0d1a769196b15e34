import type { Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { LinkablePayment, listLinkablePayments } from '#contract/admin/bank-findings.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { decimal } from '#domain/money/money.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { paymentSearch } from '#server/payments/admin/payment-queries.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { cardNumberOf } from '#server/payments/payment/present-payment.ts'
import { type FindingKind, type FindingRow, settleFinding } from './finding-rows.ts'

const maxShown = 20
/** Days before and after the bank's day among which payments of the same amount are offered. */
const nearDays = 31
const maxWords = 6

type LinkableRow = {
  id: number
  reference: string
  dealer: string
  dealer_code: string
  account: string
  amount: string
  taken: string | null
  refunded: string
  currency: string
  order_no: string | null
  card_first6: string | null
  card_last4: string | null
  created_at: Date
  captured_at: Date | null
  is_linked: boolean
}

/** Whether an administrator may say which payment it is: an open one of which the list names no payment of ours. */
export function mayLink({ payment_id, settled_at, return_state }: FindingRow): boolean {
  return payment_id === null && settled_at === null && (return_state === null || return_state === 'refused')
}

/**
 * Settles a finding as one of our captured payments. The books do not change. A payment takes one finding of each kind, and
 * another amount or currency needs a note.
 */
export async function linkFinding(
  deps: PaymentDeps,
  finding: FindingRow,
  { paymentId, note, by }: { paymentId: number; note: string; by: Author & { actor: { userId: number } } },
): Promise<Refusal | null> {
  if (!mayLink(finding)) return refuse('finding_settled')
  const linked = await transactionOrRefusal(deps.pool, async (db) => {
    // Two links to one payment wait for each other.
    await db.execute('SELECT FROM payments WHERE id = $1 FOR NO KEY UPDATE', [paymentId], 'bank_findings_lock_payment')
    const [payment] = await queryLinkable(db, finding.kind, { sql: 'p.id = $2', params: [paymentId] })
    if (payment === undefined) abortTransaction('finding_payment_missing')
    if (payment.captured_at === null) abortTransaction('finding_payment_not_captured')
    if (payment.is_linked) abortTransaction('finding_payment_linked')
    if (note === '' && !isSame(finding, payment)) abortTransaction('finding_note_missing')
    const settled = { as: 'linked', at: deps.now(), userId: by.actor.userId, note, linkTo: payment.id } as const
    if (!(await settleFinding(db, finding.id, settled))) abortTransaction('finding_settled')
    const before = { reference: finding.reference, amount: finding.amount, currency: finding.currency }
    const after = { payment: payment.reference, amount: payment.amount, currency: payment.currency, note }
    await writeAudit(db, by, { action: 'link', noun: 'bank_finding', id: String(finding.id), before, after })
    return { ok: true as const }
  })
  return 'code' in linked ? linked : null
}

/** Sales are compared with what was paid or taken, refunds with what was refunded in all. */
function isSame({ kind, amount, currency }: FindingRow, payment: LinkableRow): boolean {
  const ours = kind === 'refund_missing' ? [payment.refunded] : [payment.amount, payment.taken ?? payment.amount]
  return currency === payment.currency && ours.some((each) => decimal(each).equals(amount))
}

/** The payments that a finding may be, see `listLinkablePayments`. */
export async function findLinkable(
  db: Db,
  finding: FindingRow,
  q: string,
): Promise<Reply<typeof listLinkablePayments>> {
  const sameAmount =
    finding.kind === 'refund_missing' ? 'p.refunded = $2::numeric' : '(p.amount = $2::numeric OR p.taken = $2::numeric)'
  const params: unknown[] = [finding.amount, finding.day]
  const searched = searchCondition(q, params)
  const near = `p.captured_at IS NOT NULL AND ${sameAmount}
    AND p.created_at BETWEEN $3::date - ${nearDays} AND $3::date + ${nearDays}`
  const rows = await queryLinkable(db, finding.kind, {
    sql: `${searched ?? near} ORDER BY ${sameAmount} DESC, abs(extract(epoch FROM p.created_at - $3::date)), p.id DESC LIMIT ${maxShown + 1}`,
    params,
  })
  return { items: rows.slice(0, maxShown).map((row) => present(finding, row)), hasMore: rows.length > maxShown }
}

/** Each word is an amount, a day, or part of the payment, its order or its dealer. Null without words. */
function searchCondition(q: string, params: unknown[]): string | null {
  const place = (value: unknown) => `$${params.push(value) + 1}`
  const words = q
    .replaceAll('\0', '')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(?:tl|try|₺)$/i.test(word))
    .slice(0, maxWords)
  const conditions = words.map((word) => {
    const [amount, day] = [parseAmount(word), parseDay(word)]
    const either = [paymentSearch(`${place(word)}::text`)]
    if (amount !== null) {
      const at = place(amount.toFixed())
      either.push(`p.amount = ${at}::numeric OR p.taken = ${at}::numeric OR p.refunded = ${at}::numeric`)
    }
    // Database sessions use Turkey's time zone.
    if (day !== null) either.push(`coalesce(p.captured_at, p.created_at)::date = ${place(day)}::date`)
    return `(${either.join(' OR ')})`
  })
  return conditions.length === 0 ? null : conditions.join(' AND ')
}

/** The payments of a condition; its parameters start at $2. */
function queryLinkable(
  db: Db,
  kind: FindingKind,
  { sql, params }: { sql: string; params: readonly unknown[] },
): Promise<LinkableRow[]> {
  return db.query<LinkableRow>(
    `SELECT p.id, p.reference, d.name AS dealer, d.code AS dealer_code, a.name AS account, p.amount, p.taken, p.refunded,
            p.currency, o.order_no, p.card_first6, p.card_last4, p.created_at, p.captured_at,
            EXISTS (SELECT FROM bank_findings f
                     WHERE f.payment_id = p.id AND f.kind = $1 AND f.settled_as = 'linked') AS is_linked
       FROM payments p JOIN dealers d ON d.id = p.dealer_id JOIN pos_accounts a ON a.id = p.pos_account_id
       LEFT JOIN orders o ON o.id = p.order_id
      WHERE ${sql}`,
    [kind, ...params],
  )
}

function present(finding: FindingRow, row: LinkableRow): LinkablePayment {
  return {
    id: row.id,
    reference: row.reference,
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    account: row.account,
    amount: Number(row.amount),
    refunded: Number(row.refunded),
    currency: row.currency,
    orderNo: row.order_no,
    cardNumber: cardNumberOf(row),
    createdAt: row.created_at.toISOString(),
    capturedAt: row.captured_at?.toISOString() ?? null,
    isSame: isSame(finding, row),
    obstacle: row.captured_at === null ? 'not_captured' : row.is_linked ? 'linked' : null,
  }
}
