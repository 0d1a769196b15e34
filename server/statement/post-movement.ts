import type { MovementKind } from '#contract/shop/statement.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { balanceShiftSql, shiftDealerBalance } from '#server/account/account.ts'
import { lira } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { lockAccounts, recalculateBalances, recalculateUnpaid } from './recalculate-balances.ts'

/** The reference of an invoice that the shop posts before the ERP does. */
export const invoiceReference = (invoiceNo: string): string => `FATURA-${invoiceNo}`

/** A movement that the shop creates. */
export type NewMovement = {
  dealerId: number
  day: Day
  /** Null: due on its day. */
  dueOn?: Day | null
  /** The day as of which the account is calculated; by default the movement's. */
  asOf?: Day
  kind: MovementKind
  /** Of the account; by default lira. */
  currency?: string
  /** One of the two is '0'. */
  debit: string
  credit: string
  documentNo: string
  description: string
  /** Also known to the ERP, so that an import of the same movement changes this one instead of adding another. */
  reference: string
  /** Belongs to an order whose invoice the ERP has yet to post. */
  isForOrder?: boolean
  /** Allocates a payment, before it is calculated what is unpaid. */
  allocate?(movementId: number): Promise<void>
}

/**
 * Posts a movement and recalculates the account as an import does: the oldest due debits are paid first. Figures given
 * by the ERP or by hand are adjusted until they are given again; not so for an order, whose debit they do not contain
 * either. Returns the movement's id.
 */
export async function postMovement(db: Db, movement: NewMovement): Promise<number> {
  await lockAccounts(db, [movement.dealerId])
  const { id, is_new: isNew } = await insertMovement(db, movement)
  if (!isNew) return id
  const { dealerId, currency = lira, debit, credit, day, asOf = day } = movement
  const source = await findFiguresSource(db, { dealerId, currency, movementId: id })
  const isAdjusted = movement.isForOrder !== true
  if (source === 'hand' && isAdjusted) await shiftDealerBalance(db, dealerId, debit, credit)
  if (source === 'erp' && isAdjusted) await shiftImported(db, { dealerId, currency, debit, credit })
  await movement.allocate?.(id)
  if (source === 'hand') await recalculateUnpaid(db, [dealerId])
  else await recalculateBalances(db, [dealerId], asOf, currency)
  return id
}

/** Removes a movement of the lira account that the shop posted under this reference, and what it changed. Returns whether there was one. */
export async function removePostedMovement(
  db: Db,
  { dealerId, reference, asOf }: { dealerId: number; reference: string; asOf: Day },
): Promise<boolean> {
  await lockAccounts(db, [dealerId])
  const removed = await db.one<{ id: number; debit: string; credit: string }>(
    'DELETE FROM account_movements WHERE dealer_id = $1 AND reference = $2 RETURNING id, debit, credit',
    [dealerId, reference],
    'statement_remove_posted',
  )
  if (removed === undefined) return false
  const { id, debit, credit } = removed
  const source = await findFiguresSource(db, { dealerId, currency: lira, movementId: id })
  if (source === 'hand') await shiftDealerBalance(db, dealerId, credit, debit)
  if (source === 'erp') await shiftImported(db, { dealerId, currency: lira, debit: credit, credit: debit })
  if (source === 'hand') await recalculateUnpaid(db, [dealerId])
  else await recalculateBalances(db, [dealerId], asOf)
  return true
}

/** Where the figures of an account came from before this movement; null if they are calculated. Only lira is given by hand. */
async function findFiguresSource(
  db: Db,
  { dealerId, currency, movementId }: { dealerId: number; currency: string; movementId: number },
): Promise<'erp' | 'hand' | null> {
  const row = await db.one<{ is_imported: boolean | null; is_by_hand: boolean }>(
    `SELECT b.is_imported, d.balance <> 0 OR d.overdue_balance > 0 OR EXISTS (
              SELECT FROM account_movements WHERE dealer_id = d.id AND currency = $3 AND id <> $2) AS is_by_hand
       FROM dealers d LEFT JOIN dealer_balances b ON b.dealer_id = d.id AND b.currency = $3 WHERE d.id = $1`,
    [dealerId, movementId, currency],
    'statement_keeper',
  )
  if (row?.is_imported) return 'erp'
  return currency === lira && row?.is_imported === null && row.is_by_hand ? 'hand' : null
}

async function insertMovement(db: Db, movement: NewMovement): Promise<{ id: number; is_new: boolean }> {
  const { dealerId, day, dueOn = null, documentNo, kind, description, debit, credit, reference } = movement
  const { currency = lira } = movement
  const row = await db.one<{ id: number; is_new: boolean }>(
    `INSERT INTO account_movements (dealer_id, posted_on, document_no, kind, description, debit, credit, currency,
                                    reference, due_on, unpaid)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $6)
     ON CONFLICT (dealer_id, reference) DO UPDATE SET reference = excluded.reference
     RETURNING id, xmax = 0 AS is_new`,
    [dealerId, day, documentNo, kind, description, debit, credit, currency, reference, dueOn],
    'statement_post',
  )
  if (row === undefined) throw new Error('Could not insert the movement.')
  return row
}

async function shiftImported(
  db: Db,
  { dealerId, currency, debit, credit }: { dealerId: number; currency: string; debit: string; credit: string },
): Promise<void> {
  const sql = `UPDATE dealer_balances SET ${balanceShiftSql} WHERE dealer_id = $1 AND currency = $4`
  await db.execute(sql, [dealerId, debit, credit, currency], 'statement_shift')
}
