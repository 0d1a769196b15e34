import type { Day } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import { transaction as inTransaction } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { BankTransaction } from '#server/payments/gateways/gateway.ts'
import { findPaymentById } from '#server/payments/payment/payment-rows.ts'
import { inquireAtBank } from '#server/payments/reconcile/inquire.ts'
import { type FindingKind, insertFinding, settleFinding } from './finding-rows.ts'

type ListedPayment = {
  id: number
  reference: string
  bank_reference: string | null
  amount: string
  currency: string
  taken: string | null
  refunded: string
  captured_at: Date | null
}
type List = { posAccountId: number; day: Day; transactions: readonly BankTransaction[] }

/**
 * Compares a bank's own list of a day with the books and records what the books lack (decisions, "Payments"). A sale of a
 * payment that is not captured here is inquired about and settled as usual first. Repeating it adds nothing.
 */
export async function compareList(deps: PaymentDeps, list: List): Promise<void> {
  const payments = await loadPayments(deps.pool, list)
  await settleBooked(deps, list.posAccountId)
  const seen = new Set<number>()
  for (const transaction of list.transactions) {
    const payment = paymentOf(payments, transaction)
    if (transaction.kind === 'refund') await compareRefund(deps, list, transaction, payment)
    else if (payment === undefined || seen.has(payment.id)) {
      if (payment !== undefined || !isReturned(list, transaction))
        await record(deps, list, { kind: 'sale_missing', transaction, payment })
    } else {
      seen.add(payment.id)
      await compareSale(deps, list, transaction, payment)
    }
  }
}

/** The accounts of the same protocol: only among them is a bank's own number unique. */
const ofProtocol = (account: string) =>
  `SELECT other.id FROM pos_accounts other JOIN pos_accounts a ON a.adapter = other.adapter WHERE a.id = ${account}`

/** The payments by our order number, and by the bank's own where a list has another number. */
async function loadPayments(db: Db, { posAccountId, transactions }: List): Promise<ListedPayment[]> {
  const references = transactions.map(({ reference }) => reference)
  const bankReferences = transactions.map(({ receipt }) => receipt.bankReference).filter((each) => each !== null)
  return db.query<ListedPayment>(
    `SELECT id, reference, bank_reference, amount, currency, taken, refunded, captured_at FROM payments WHERE reference = ANY ($1)
     UNION
     SELECT id, reference, bank_reference, amount, currency, taken, refunded, captured_at FROM payments
      WHERE bank_reference = ANY ($2) AND pos_account_id IN (${ofProtocol('$3')})`,
    [references, bankReferences, posAccountId],
    'bank_findings_payments',
  )
}

function paymentOf(payments: readonly ListedPayment[], { reference, receipt }: BankTransaction) {
  return (
    payments.find((payment) => payment.reference === reference) ??
    (receipt.bankReference === null
      ? undefined
      : payments.find((payment) => payment.bank_reference === receipt.bankReference))
  )
}

/** Whether the bank's list of the same day says that all of this sale was given back. */
function isReturned({ transactions }: List, { reference, amount }: BankTransaction): boolean {
  const back = transactions.filter((other) => other.kind === 'refund' && other.reference === reference)
  return back.reduce((sum, each) => sum.plus(each.amount), decimal(0)).greaterThanOrEqualTo(amount)
}

async function compareSale(deps: PaymentDeps, list: List, transaction: BankTransaction, found: ListedPayment) {
  const payment = found.captured_at === null ? await inquire(deps, found.id) : found
  if (payment.captured_at === null) {
    if (!isReturned(list, transaction)) await record(deps, list, { kind: 'sale_missing', transaction, payment })
    return
  }
  const theirs = [transaction.amount, ...(transaction.taken === undefined ? [] : [transaction.taken])]
  const ours = [payment.amount, ...(payment.taken === null ? [] : [payment.taken])]
  const isSame =
    transaction.currency === payment.currency && theirs.some((each) => ours.some((own) => decimal(own).equals(each)))
  if (!isSame) await record(deps, list, { kind: 'amount_differs', transaction, payment })
}

/** Asks the bank about a payment whose sale is on its list, which settles it if the bank confirms it. */
async function inquire(deps: PaymentDeps, id: number): Promise<ListedPayment> {
  await inquireAtBank(deps, await findPaymentById(deps.pool, id), { kind: 'reconciliation' })
  const [payment] = await deps.pool.query<ListedPayment>(
    'SELECT id, reference, bank_reference, amount, currency, taken, refunded, captured_at FROM payments WHERE id = $1',
    [id],
    'bank_findings_payment',
  )
  if (payment === undefined) throw new Error(`Payment ${id} does not exist.`)
  return payment
}

async function compareRefund(
  deps: PaymentDeps,
  list: List,
  transaction: BankTransaction,
  listed: ListedPayment | undefined,
): Promise<void> {
  const payment = listed ?? (await findLinkedPayment(deps.pool, list, transaction))
  const isInCurrency = payment?.currency === transaction.currency
  const isMatched = payment !== undefined && isInCurrency && (await matchRefund(deps.pool, payment.id, transaction))
  if (isMatched || (await settleReturned(deps, list, transaction))) return
  // The bank took and returned the money of a payment that never became one here.
  if (payment !== undefined && payment.captured_at === null) return
  const isOfListedSale = list.transactions.some(
    (sale) => sale.kind === 'sale' && sale.reference === transaction.reference && isReturned(list, sale),
  )
  if (payment === undefined && isOfListedSale) return
  await record(deps, list, { kind: 'refund_missing', transaction, payment })
}

/** The payment to which an administrator has linked the sale of this refund. */
function findLinkedPayment(
  db: Db,
  { posAccountId }: List,
  { reference, receipt }: BankTransaction,
): Promise<ListedPayment | undefined> {
  return db.one<ListedPayment>(
    `SELECT p.id, p.reference, p.bank_reference, p.amount, p.currency, p.taken, p.refunded, p.captured_at
       FROM bank_findings f JOIN payments p ON p.id = f.payment_id
      WHERE f.kind = 'sale_missing' AND f.settled_as = 'linked' AND (f.reference = $1 OR f.bank_reference = $2)
        AND f.pos_account_id IN (${ofProtocol('$3')})
      ORDER BY f.id DESC LIMIT 1`,
    [reference, receipt.bankReference, posAccountId],
    'bank_findings_linked_payment',
  )
}

/** Matches a refund of the list with one of ours, for good. */
async function matchRefund(db: Db, paymentId: number, { id, amount, taken }: BankTransaction): Promise<boolean> {
  const matched = await db.execute(
    `UPDATE payment_refunds SET listed_as = $2
      WHERE id = (SELECT id FROM payment_refunds
                   WHERE payment_id = $1 AND state IN ('sending', 'unknown', 'done')
                     AND (listed_as = $2 OR listed_as IS NULL AND amount = ANY ($3::numeric[]))
                   ORDER BY listed_as IS NULL, id LIMIT 1)`,
    [paymentId, id, [amount, taken ?? amount]],
    'bank_findings_match_refund',
  )
  return matched === 1
}

/** Whether this refund returns a sale that was found earlier: an open finding is settled with it. */
async function settleReturned(
  deps: PaymentDeps,
  { posAccountId }: List,
  { reference, amount, receipt }: BankTransaction,
): Promise<boolean> {
  const row = await deps.pool.one<{ id: number; settled_as: string | null; amount: string }>(
    `SELECT id, settled_as, amount FROM bank_findings
      WHERE kind = 'sale_missing' AND (reference = $1 OR bank_reference = $2)
        AND (settled_at IS NULL OR settled_as = 'returned') AND pos_account_id IN (${ofProtocol('$3')})
      ORDER BY id DESC LIMIT 1`,
    [reference, receipt.bankReference, posAccountId],
    'bank_findings_returned',
  )
  if (row === undefined || decimal(amount).lessThan(row.amount)) return false
  if (row.settled_as === null) await settleFinding(deps.pool, row.id, { as: 'returned', at: deps.now(), userId: null })
  return true
}

/** Settles the findings of payments that were captured since. */
async function settleBooked({ pool, now }: PaymentDeps, posAccountId: number): Promise<void> {
  await pool.execute(
    `UPDATE bank_findings f SET settled_as = 'booked', settled_at = $2 FROM payments p
      WHERE f.payment_id = p.id AND f.pos_account_id = $1 AND f.kind = 'sale_missing' AND f.settled_at IS NULL
        AND f.return_state IS NULL AND p.captured_at > f.found_at`,
    [posAccountId, now()],
    'bank_findings_booked',
  )
}

async function record(
  deps: PaymentDeps,
  { posAccountId, day }: List,
  {
    kind,
    transaction,
    payment,
  }: { kind: FindingKind; transaction: BankTransaction; payment: ListedPayment | undefined },
): Promise<void> {
  const ours = kind === 'amount_differs' ? payment?.amount : kind === 'refund_missing' ? payment?.refunded : undefined
  const finding = { posAccountId, day, kind, transaction, paymentId: payment?.id ?? null, ours: ours ?? null }
  await inTransaction(deps.pool, (db) => insertFinding(db, { ...finding, at: deps.now() }))
}
