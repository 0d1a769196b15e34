import type * as z from 'zod/mini'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { transferDaysMax, type transferInput } from '#contract/shop/transfers.ts'
import { compactIban, parseBankAccounts } from '#domain/money/iban.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { addDays, type Day, dayInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { lockOpenDebts } from '#server/statement/statement.ts'
import { attachReceipt } from '#server/bank-transfers/receipts/receipt-rows.ts'
import { findByKey } from './notice-rows.ts'

/** Notices of one dealer that wait at the same time. */
const waitingMax = 100

type Reporter = { userId: number; dealerId: number; addresses: AddressScope }
type Deps = { pool: Pool; bankAccounts: string; now: Date }

/** Stores what a dealer reports. Returns the notice's id; that of the first one if its key was used before. */
export function reportTransfer(
  { pool, bankAccounts, now }: Deps,
  reporter: Reporter,
  input: z.output<typeof transferInput>,
): Promise<number | Refusal> {
  return transactionOrRefusal(pool, async (db): Promise<number> => {
    const { userId, dealerId } = reporter
    const debts = [...new Set(input.debts)]
    // Locks the account: the same key waits here for the first one.
    const open = await lockOpenDebts(db, dealerId, debts)
    const existing = await findByKey(db, userId, input.key)
    if (existing !== null) return existing
    const amount = readPaidAmount(input.amount)
    if (!amount.ok) return abortTransaction(amount.code)
    const account = parseBankAccounts(bankAccounts)?.find(({ iban }) => compactIban(iban) === compactIban(input.iban))
    if (account === undefined) return abortTransaction('transfer_account_unknown')
    if (input.sender === '') return abortTransaction('transfer_sender_missing')
    if (open.length !== debts.length) return abortTransaction('debts_changed')
    if ((await countWaiting(db, dealerId)) >= waitingMax) {
      return abortTransaction(refuse('transfer_too_many', { limit: waitingMax }))
    }
    const id = await insertRow(db, 'transfer_notices', {
      dealer_id: dealerId,
      user_id: userId,
      request_key: input.key,
      amount: amount.amount,
      sent_on: readDay(input.day, dayInTurkey(now)) ?? abortTransaction('transfer_day_invalid'),
      bank: account.bank,
      iban: compactIban(account.iban),
      sender: input.sender,
      note: input.note,
      order_id: await findOrder(db, reporter, input.orderNo),
      debts: debts.map(String),
    })
    if (input.receipt !== null && !(await attachReceipt(db, { noticeId: id, userId, file: input.receipt }))) {
      return abortTransaction('transfer_receipt_missing')
    }
    return id
  })
}

/** A day of the last months; transfers of tomorrow cannot have been made. */
function readDay(text: string, today: Day): Day | null {
  const day = parseDay(text)
  return day !== null && day <= today && day >= addDays(today, -transferDaysMax) ? day : null
}

async function findOrder(db: Db, { dealerId, addresses }: Reporter, orderNo: string | null): Promise<number | null> {
  if (orderNo === null || orderNo === '') return null
  const order = await db.one<{ id: number }>(
    `SELECT o.id FROM orders o WHERE o.order_no = $1 AND o.dealer_id = $2 AND ${inScopeSql('$3')}`,
    [orderNo, dealerId, addresses],
    'transfer_order',
  )
  return order?.id ?? abortTransaction('order_not_found')
}

async function countWaiting(db: Db, dealerId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM transfer_notices WHERE dealer_id = $1 AND state = 'waiting'`,
    [dealerId],
    'transfer_notices_waiting',
  )
  return row?.count ?? 0
}
