import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { allocatePayment, lockOpenDebts, moveAllocations } from './allocations.ts'
import { bookEarlyPayments } from './early-payment.ts'
import { transferReference } from './payment-reference.ts'
import { postMovement } from './post-movement.ts'
import { describeBooking } from './shop-descriptions.ts'

type BookedTransfer = {
  /** Names the movement: a booking is posted once. It is stored before, as the description says its sender or order. */
  bookingId: number
  dealerId: number
  /** In lira, with two decimals. */
  amount: string
  /** The bank's number; may be empty. */
  documentNo: string
}

type NewTransfer = BookedTransfer & {
  /** The bank's day. */
  day: Day
  today: Day
  /** Debits that it was made for; what they do not need pays the oldest due. */
  debts: readonly number[]
}

/**
 * Posts a bank transfer to the dealer's account, with the account locked. Returns the movement's id, or `debts_changed` if one of
 * the debts is no longer open.
 */
export async function postTransfer(db: Db, transfer: NewTransfer): Promise<number | Refusal> {
  const { bookingId, dealerId, amount, documentNo, day, today } = transfer
  const debts = [...new Set(transfer.debts)]
  if ((await lockOpenDebts(db, dealerId, debts)).length !== debts.length) return refuse('debts_changed')
  const movementId = await postMovement(db, {
    dealerId,
    day,
    asOf: today,
    kind: 'payment',
    debit: '0',
    credit: amount,
    documentNo,
    description: await describeBooking(db, bookingId, 'transfers.movement.payment'),
    reference: transferReference(bookingId),
    allocate: (id) => allocatePayment(db, id, { dealerId, amount, debts }),
  })
  await bookEarlyPayments(db, [dealerId], today)
  return movementId
}

/** Takes a transfer back by the opposite movement: what it paid is open again. Returns the movement's id. */
export async function reverseTransfer(
  db: Db,
  { bookingId, dealerId, amount, documentNo, movementId, today }: BookedTransfer & { movementId: number; today: Day },
): Promise<number> {
  return postMovement(db, {
    dealerId,
    day: today,
    kind: 'debit',
    debit: amount,
    credit: '0',
    documentNo,
    description: await describeBooking(db, bookingId, 'transfers.movement.reversal'),
    reference: `${transferReference(bookingId)}-IPTAL`,
    allocate: (id) => moveAllocations(db, movementId, id, amount),
  })
}
