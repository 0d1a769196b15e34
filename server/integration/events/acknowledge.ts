import {
  acknowledgeCancellation,
  acknowledgeOrder,
  acknowledgePayment,
  acknowledgeRefund,
} from '#contract/integration/feeds.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { EventType } from '#contract/integration/event-types.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import { markOrderSent } from '#server/orders/orders.ts'
import { removeErpBookings } from '#server/statement/statement.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Calls } from '#server/visitor/visitor.ts'

type Subject = { id: number; is_cancel: boolean }
type Acknowledged = { documentNo: string; acknowledgedAt: string; isCancelled: boolean }
type Kind = 'order' | 'cancellation' | 'payment' | 'refund'
type By = { documentNo: string; keyId: number | null }

/** Registers the calls by which an ERP reports under which number it has booked a record. */
export function registerAcknowledgements(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, acknowledgeOrder, ({ params, body }, { service }) =>
    acknowledge(pool, 'order', { documentNo: body.documentNo, keyId: service.keyId }, (db) =>
      lockOrder(db, params.orderNo),
    ),
  )
  handleOnce(calls, pool, acknowledgeCancellation, ({ params, body }, { service }) =>
    acknowledge(pool, 'cancellation', { documentNo: body.documentNo, keyId: service.keyId }, async (db) => {
      const order = await lockOrder(db, params.orderNo)
      return order?.is_cancel === true ? order : undefined
    }),
  )
  handleOnce(calls, pool, acknowledgePayment, ({ params, body }, { service }) =>
    acknowledge(pool, 'payment', { documentNo: body.documentNo, keyId: service.keyId }, (db) =>
      db.one<Subject>(
        'SELECT id, false AS is_cancel FROM payments WHERE reference = $1 AND captured_at IS NOT NULL FOR NO KEY UPDATE',
        [params.reference],
        'ack_payment',
      ),
    ),
  )
  handleOnce(calls, pool, acknowledgeRefund, ({ params, body }, { service }) =>
    acknowledge(pool, 'refund', { documentNo: body.documentNo, keyId: service.keyId }, (db) =>
      db.one<Subject>(
        `SELECT id, false AS is_cancel FROM payment_refunds WHERE id = $1 AND state = 'done' FOR NO KEY UPDATE`,
        [params.id],
        'ack_refund',
      ),
    ),
  )
}

const lockOrder = (db: Db, orderNo: string) =>
  db.one<Subject>(
    `SELECT id, is_cancel FROM orders WHERE order_no = $1 AND state <> 'awaiting_approval' FOR NO KEY UPDATE`,
    [orderNo],
    'ack_order',
  )

/** Records the document in the transaction that locks its subject. Refused: an unknown subject, and a second document. */
function acknowledge(
  pool: Pool,
  kind: Kind,
  { documentNo, keyId }: By,
  lock: (db: Db) => Promise<Subject | undefined>,
): Promise<Acknowledged | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const subject = await lock(db)
    if (subject === undefined) {
      return refuse(kind === 'order' || kind === 'cancellation' ? 'order_not_found' : 'not_found')
    }
    const row = await acknowledgeIn(db, kind, subject.id, { documentNo, keyId })
    if (row.document_no !== documentNo) return refuse('acknowledged_already', { documentNo: row.document_no })
    return { documentNo, acknowledgedAt: row.acknowledged_at.toISOString(), isCancelled: subject.is_cancel }
  })
}

/**
 * Records the ERP's document of a record in the open transaction, and returns the one that it has: another one, if it was
 * acknowledged before.
 */
export async function acknowledgeIn(
  db: Db,
  kind: Kind,
  subjectId: number,
  { documentNo, keyId }: By,
): Promise<{ document_no: string; acknowledged_at: Date }> {
  const isNew = await db.execute(
    `INSERT INTO erp_documents (kind, subject_id, document_no, key_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, subject_id) DO NOTHING`,
    [kind, subjectId, documentNo, keyId],
    'ack_insert',
  )
  if (isNew > 0 && kind === 'order') {
    // The mark records the event; an order that was marked before, or cancelled, gets it here.
    if (!(await markOrderSent(db, subjectId, keyId))) await recordEvent(db, 'order.acknowledged', subjectId)
  }
  if (isNew > 0 && (kind === 'payment' || kind === 'refund')) {
    await removeErpBookings(db, kind, subjectId, documentNo, dayInTurkey(new Date()))
  }
  const row = await db.one<{ document_no: string; acknowledged_at: Date }>(
    'SELECT document_no, acknowledged_at FROM erp_documents WHERE kind = $1 AND subject_id = $2',
    [kind, subjectId],
    'ack_read',
  )
  if (row === undefined) throw new Error(`The document of ${kind} ${subjectId} was not stored.`)
  return row
}

/** Records an event in the open transaction. */
async function recordEvent(db: Db, type: EventType, subjectId: number): Promise<void> {
  await db.execute('INSERT INTO events (type, subject_id) VALUES ($1, $2)', [type, subjectId], 'event_insert')
}
