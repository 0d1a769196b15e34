import type { PaymentState } from '#domain/payments/payment.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { BankTransaction } from '#server/payments/gateways/gateway.ts'

export type FindingKind = 'sale_missing' | 'refund_missing' | 'amount_differs'
export type SettledAs = 'explained' | 'booked' | 'returned' | 'linked'
export type ReturnState = 'sending' | 'done' | 'refused' | 'unknown'

export type FindingRow = {
  id: number
  pos_account_id: number
  transaction_id: string
  kind: FindingKind
  day: Day
  occurred_at: Date | null
  reference: string
  amount: string
  ours: string | null
  currency: string
  auth_code: string | null
  bank_reference: string | null
  bank_transaction: string | null
  card_first6: string | null
  card_last4: string | null
  payment_id: number | null
  payment_state: PaymentState | null
  found_at: Date
  return_state: ReturnState | null
  return_text: string | null
  return_at: Date | null
  settled_as: SettledAs | null
  settled_at: Date | null
  note: string
}

const columns = `f.id, f.pos_account_id, f.transaction_id, f.kind, f.day, f.occurred_at, f.reference, f.amount, f.ours, f.currency,
  f.auth_code, f.bank_reference, f.bank_transaction, f.card_first6, f.card_last4, f.payment_id, p.state AS payment_state, f.found_at, f.return_state,
  f.return_text, f.return_at, f.settled_as, f.settled_at, f.note`

export type ListedFindingRow = FindingRow & {
  account: string
  payment_reference: string | null
  settled_by_name: string | null
}

export const findingColumns = `${columns}, a.name AS account, p.reference AS payment_reference, u.name AS settled_by_name`
export const findingTables = `bank_findings f JOIN pos_accounts a ON a.id = f.pos_account_id
  LEFT JOIN payments p ON p.id = f.payment_id LEFT JOIN users u ON u.id = f.settled_by`

export function findFinding(db: Db, id: number): Promise<ListedFindingRow | undefined> {
  return db.one<ListedFindingRow>(
    `SELECT ${findingColumns} FROM ${findingTables} WHERE f.id = $1`,
    [id],
    'bank_findings_find',
  )
}

export type NewFinding = {
  posAccountId: number
  day: Day
  kind: FindingKind
  transaction: BankTransaction
  paymentId: number | null
  ours: string | null
  at: Date
}

/**
 * Records a finding once, in a transaction, whenever and through however many accounts of one merchant its list is read.
 * False: it is recorded already.
 */
export async function insertFinding(db: Db, finding: NewFinding): Promise<boolean> {
  const { transaction, posAccountId } = finding
  const { receipt } = transaction
  // Accounts of one merchant get the same list, at the same time.
  await db.execute("SELECT pg_advisory_xact_lock(hashtextextended('bank_findings', 0))", [], 'bank_findings_turn')
  const inserted = await db.execute(
    `INSERT INTO bank_findings (pos_account_id, transaction_id, kind, day, occurred_at, reference, amount, ours, currency,
       auth_code, bank_reference, bank_transaction, card_first6, card_last4, payment_id, found_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
      WHERE NOT EXISTS (SELECT FROM bank_findings f JOIN pos_accounts other ON other.id = f.pos_account_id
                          JOIN pos_accounts a ON a.id = $1 AND a.adapter = other.adapter
                         WHERE f.transaction_id = $2 AND f.reference = $6 AND f.amount = $7)
     ON CONFLICT (pos_account_id, transaction_id) DO NOTHING`,
    [
      posAccountId,
      transaction.id,
      finding.kind,
      finding.day,
      transaction.at,
      transaction.reference,
      transaction.amount,
      finding.ours,
      transaction.currency,
      receipt.authCode,
      receipt.bankReference,
      receipt.transaction,
      receipt.cardFirst6 ?? null,
      receipt.cardLast4 ?? null,
      finding.paymentId,
      finding.at,
    ],
    'bank_findings_insert',
  )
  return inserted === 1
}

type Settled = { as: SettledAs; at: Date; userId: number | null; note?: string; linkTo?: number }

/**
 * Settles an open finding; with `linkTo` one without a payment, which becomes this one. False: it is settled already, has a
 * payment, or the return of its money is in progress.
 */
export async function settleFinding(db: Db, id: number, settled: Settled): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE bank_findings SET settled_as = $2, settled_at = $3, settled_by = $4, note = $5,
            payment_id = coalesce($6, payment_id)
      WHERE id = $1 AND settled_at IS NULL AND (return_state IS NULL OR return_state IN ('refused', 'done'))
        AND ($6::bigint IS NULL OR payment_id IS NULL)`,
    [id, settled.as, settled.at, settled.userId, settled.note ?? '', settled.linkTo ?? null],
    'bank_findings_settle',
  )
  return changed === 1
}

export async function countOpenFindings(db: Db): Promise<number> {
  const row = await db.one<{ count: number }>('SELECT count(*) AS count FROM bank_findings WHERE settled_at IS NULL')
  return row?.count ?? 0
}
