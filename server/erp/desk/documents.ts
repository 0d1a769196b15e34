import type { OutboundKind } from '#domain/erp/mapping.ts'
import {
  acknowledgeIn,
  loadCancellations,
  loadOrders,
  loadPayments,
  loadRefunds,
  numberEvents,
} from '#server/integration/integration.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { DocumentOutcome, DueDocument } from './desk.ts'

/** Minutes after which an attempt that reported nothing counts as dead. Longer than any request to an ERP may take. */
const leaseMinutes = 10
/** Minutes until a document whose outcome is unknown is looked up: the ERP may still be writing it. */
const unknownMinutes = 2
/** Minutes between two looks for the number of a document that the ERP has, after the first ones. */
const deliveredMinutes = 10
const eventsAtOnce = 5_000

const kindOf: Readonly<Record<string, OutboundKind>> = {
  'order.created': 'order',
  'order.cancelled': 'cancellation',
  'payment.captured': 'payment',
  'payment.refunded': 'refund',
}

/** Makes the documents of new events for a connection. */
export async function makeDocuments(pool: Pool, connectionId: number): Promise<void> {
  await numberEvents(pool)
  let made: number
  do {
    made = await transaction(pool, async (db) => {
      const connection = await db.one<{ sends: OutboundKind[]; send_after_minutes: number; expanded_seq: number }>(
        'SELECT sends, send_after_minutes, expanded_seq FROM erp_connections WHERE id = $1 FOR UPDATE',
        [connectionId],
        'erp_expand_turn',
      )
      if (connection === undefined) return 0
      const events = await db.query<{ seq: number; type: string; subject_id: number; at: Date }>(
        'SELECT seq, type, subject_id, at FROM events WHERE seq > $1 AND type = ANY ($2) ORDER BY seq LIMIT $3',
        [connection.expanded_seq, Object.keys(kindOf), eventsAtOnce],
        'erp_expand_events',
      )
      const last = events.at(-1)
      if (last === undefined) return 0
      const wanted = events.filter(({ type }) => connection.sends.includes(kindOf[type] as OutboundKind))
      await db.execute(
        // What happened before a restore may have left before it: see distrust-documents.ts.
        `INSERT INTO erp_outgoing (connection_id, kind, subject_id, next_at, state)
         SELECT $1, kind, subject, CASE kind WHEN 'order' THEN at + make_interval(mins => $5) ELSE now() END,
                CASE WHEN at <= (SELECT max(restored_at) FROM restores) THEN 'unknown' ELSE 'waiting' END
           FROM unnest($2::text[], $3::bigint[], $4::timestamptz[]) AS made (kind, subject, at) ON CONFLICT DO NOTHING`,
        [
          connectionId,
          wanted.map(({ type }) => kindOf[type]),
          wanted.map(({ subject_id }) => subject_id),
          wanted.map(({ at }) => at),
          connection.send_after_minutes,
        ],
        'erp_expand_insert',
      )
      await db.execute(
        'UPDATE erp_connections SET expanded_seq = $2 WHERE id = $1',
        [connectionId, last.seq],
        'erp_expanded',
      )
      return events.length
    })
  } while (made === eventsAtOnce)
}

type Row = { kind: OutboundKind; subject_id: number; attempts: number; may_exist: boolean }

/**
 * A cancellation goes out after its order, a refund after its payment. An order that was cancelled before it was sent is
 * skipped with its cancellation. An order whose changed lines the dealer can still refuse waits, and so does
 * one whose bank transfer has not come, unless the store has confirmed it. The branches look up
 * single rows: a condition for all kinds would read every document of the connection for each one that is due.
 */
const mayGoOut = `CASE o.kind
    WHEN 'order' THEN (
      SELECT s.objection_until > now() OR (s.state = 'received' AND EXISTS (
               SELECT FROM awaited_transfers w WHERE w.order_id = s.id AND w.booking_id IS NULL))
        FROM orders s WHERE s.id = o.subject_id) IS NOT TRUE
    WHEN 'cancellation' THEN (
      SELECT p.state IN ('delivered', 'booked', 'skipped') FROM erp_outgoing p
       WHERE p.connection_id = o.connection_id AND p.kind = 'order' AND p.subject_id = o.subject_id) IS NOT FALSE
    WHEN 'refund' THEN (
      SELECT p.state IN ('delivered', 'booked', 'skipped') FROM erp_outgoing p
       WHERE p.connection_id = o.connection_id AND p.kind = 'payment'
         AND p.subject_id = (SELECT payment_id FROM payment_refunds WHERE id = o.subject_id)) IS NOT FALSE
    ELSE true END`

/** Takes the next document that is due; null if there is none. `makeDocuments` runs once before a turn. */
export async function claimDocument(pool: Pool, connectionId: number): Promise<DueDocument | null> {
  await skipCancelled(pool, connectionId)
  for (;;) {
    const document = await claimNext(pool, connectionId)
    if (document === null) return null
    const bookedAs = await findAcknowledged(pool, document)
    if (bookedAs === null) return document
    // A program or a person has booked it meanwhile: writing it would book it twice.
    await endDocument(pool, connectionId, document, { state: 'booked', documentNo: bookedAs })
  }
}

async function findAcknowledged(db: Db, { kind, subjectId }: DueDocument): Promise<string | null> {
  const row = await db.one<{ document_no: string }>(
    'SELECT document_no FROM erp_documents WHERE kind = $1 AND subject_id = $2',
    [kind, subjectId],
    'erp_acknowledged',
  )
  return row?.document_no ?? null
}

async function claimNext(pool: Pool, connectionId: number): Promise<DueDocument | null> {
  const row = await pool.one<Row>(
    // Materialized: a plan may run a limited subquery once per row, and claim more than one.
    `WITH due AS MATERIALIZED (
       SELECT o.kind, o.subject_id, o.state FROM erp_outgoing o JOIN erp_connections c ON c.id = o.connection_id
        WHERE o.connection_id = $1 AND c.is_active AND o.next_at <= now()
          AND (o.state IN ('waiting', 'unknown', 'delivered') OR (o.state = 'sending' AND o.leased_until < now()))
          AND ${mayGoOut}
        ORDER BY o.next_at, o.subject_id, o.kind LIMIT 1 FOR UPDATE OF o SKIP LOCKED
     )
     UPDATE erp_outgoing SET state = 'sending', attempts = attempts + 1, changed_at = now(),
            leased_until = now() + make_interval(mins => ${leaseMinutes})
       FROM due
      WHERE erp_outgoing.connection_id = $1 AND erp_outgoing.kind = due.kind AND erp_outgoing.subject_id = due.subject_id
      RETURNING erp_outgoing.kind, erp_outgoing.subject_id, attempts, due.state <> 'waiting' AS may_exist`,
    [connectionId],
    'erp_claim',
  )
  if (row === undefined) return null
  const { kind, subject_id: subjectId, attempts: attempt, may_exist: mayExist } = row
  const [loaded] = await loaders[kind](pool, [subjectId])
  if (loaded === undefined) throw new Error(`There is no ${kind} ${subjectId}.`)
  const record = loaded.record as Record<string, unknown>
  return {
    kind,
    subjectId,
    attempt,
    mayExist,
    record,
    number: numberOf[kind](record),
    parentNo: parentNo(kind, record),
  }
}

/** An order that no attempt has sent yet needs no document once it is cancelled, and neither does its cancellation. */
async function skipCancelled(pool: Pool, connectionId: number): Promise<void> {
  await transaction(pool, async (db) => {
    const rows = await db.query<{ subject_id: number }>(
      `UPDATE erp_outgoing o SET state = 'skipped', changed_at = now() FROM orders
        WHERE o.connection_id = $1 AND o.kind = 'order' AND orders.id = o.subject_id AND orders.is_cancel
          AND (o.state = 'refused' OR (o.state = 'waiting' AND o.attempts = 0)) RETURNING o.subject_id`,
      [connectionId],
      'erp_skip_orders',
    )
    if (rows.length === 0) return
    await db.execute(
      `INSERT INTO erp_outgoing (connection_id, kind, subject_id, state)
       SELECT $1, 'cancellation', id, 'skipped' FROM unnest($2::bigint[]) id
       ON CONFLICT (connection_id, kind, subject_id) DO UPDATE SET state = 'skipped', changed_at = now()
         WHERE erp_outgoing.state IN ('waiting', 'refused')`,
      [connectionId, rows.map(({ subject_id }) => subject_id)],
      'erp_skip_cancellations',
    )
  })
}

/**
 * Orders as the ERP is to book them: lines that were changed since have what is left of them, and those with nothing left
 * are no lines. A change under way is waited for; later ones are refused, since the document is on its way.
 */
async function loadBookable(db: Db, ids: readonly number[]) {
  await db.query('SELECT FROM orders WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE', [ids], 'erp_order_wait')
  return (await loadOrders(db, ids)).map(({ id, record }) => {
    if (record.isCancelled) return { id, record }
    const lines = record.lines.filter(({ quantity, cancelled }) => quantity > cancelled)
    const left = lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled, cancelled: 0 }))
    return { id, record: { ...record, lines: left } }
  })
}

type Loader = (db: Db, ids: readonly number[]) => Promise<{ id: number; record: object }[]>
const loaders: Record<OutboundKind, Loader> = {
  order: loadBookable,
  cancellation: loadCancellations,
  payment: loadPayments,
  refund: loadRefunds,
}

type RecordValues = Readonly<Record<string, unknown>>
const numberOf: Record<OutboundKind, (record: RecordValues) => string> = {
  order: (record) => String(record['orderNo']),
  cancellation: (record) => String(record['orderNo']),
  payment: (record) => String(record['reference']),
  refund: (record) => `${String(record['paymentReference'])}-${String(record['id'])}`,
}

function parentNo(kind: OutboundKind, record: RecordValues): string | null {
  const parent = kind === 'cancellation' ? record['orderErp'] : kind === 'refund' ? record['paymentErp'] : null
  return (parent as { documentNo?: string } | null)?.documentNo ?? null
}

/**
 * Stores the outcome of an attempt. A booked document is acknowledged in the same transaction. The outcome of an attempt
 * that a later one has replaced is stored only if it booked the document.
 */
export function endDocument(
  pool: Pool,
  connectionId: number,
  { kind, subjectId, attempt }: Pick<DueDocument, 'kind' | 'subjectId' | 'attempt'>,
  outcome: DocumentOutcome,
): Promise<void> {
  return transaction(pool, async (db) => {
    const row = await db.one<{ state: string; attempts: number }>(
      'SELECT state, attempts FROM erp_outgoing WHERE connection_id = $1 AND kind = $2 AND subject_id = $3 FOR UPDATE',
      [connectionId, kind, subjectId],
      'erp_outgoing_lock',
    )
    const isOurs = row?.state === 'sending' && row.attempts === attempt
    if (row === undefined || row.state === 'booked' || (!isOurs && outcome.state !== 'booked')) return
    const documentNo = outcome.state === 'booked' ? outcome.documentNo : null
    await db.execute(
      `UPDATE erp_outgoing SET state = $4, document_no = $5, message = $6, leased_until = NULL, changed_at = now(),
              next_at = now() + CASE $4 WHEN 'waiting' THEN make_interval(mins => least(30, attempts))
                                        WHEN 'unknown' THEN make_interval(mins => ${unknownMinutes} * least(15, attempts))
                                        WHEN 'delivered' THEN make_interval(mins => least(${deliveredMinutes}, attempts))
                                        ELSE interval '0' END
        WHERE connection_id = $1 AND kind = $2 AND subject_id = $3`,
      [connectionId, kind, subjectId, outcome.state, documentNo, 'message' in outcome ? outcome.message : null],
      'erp_outgoing_end',
    )
    if (documentNo !== null) await acknowledgeIn(db, kind, subjectId, { documentNo, keyId: null })
  })
}
