import { refuse, type Refusal } from '#contract/core/errors.ts'
import { mapRecord } from '#domain/erp/map-record.ts'
import type { InboundResource, OutboundKind } from '#domain/erp/mapping.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { insertRefused, removeRefused } from '#server/erp/desk/runs.ts'
import type { RefusedRow } from '#server/erp/desk/desk.ts'
import type { WriteRows } from '#server/erp/desk/shop-desk.ts'
import { keyOf, removalIn, requestsOf } from '#server/erp/engine/rows.ts'
import { acknowledgeIn } from '#server/integration/integration.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { findConnection } from './connection-rows.ts'

type Stored = { resource: InboundResource; key: string; run_id: number; record: Record<string, unknown> }

/** Writes refused rows again, from the records that the ERP sent and with the mapping as it is now. */
export async function retryRefused(
  { pool, writeRows }: { pool: Pool; writeRows: WriteRows },
  connectionId: number,
  { resource, key }: { resource: InboundResource | null; key: string | null },
): Promise<{ accepted: number; refused: number } | Refusal> {
  const connection = await findConnection(pool, connectionId)
  if (connection === undefined) return refuse('not_found')
  const rows = await pool.query<Stored>(
    `SELECT resource, key, run_id, record FROM erp_refused_rows
      WHERE connection_id = $1 AND ($2::text IS NULL OR resource = $2) AND ($3::text IS NULL OR key = $3)
      ORDER BY resource, key`,
    [connectionId, resource, key],
  )
  let accepted = 0
  let refused = 0
  for (const [each, stored] of Map.groupBy(rows, (row) => row.resource)) {
    const done = await writeAgain(
      writeRows,
      connection.mapping.inbound?.[each] ?? null,
      connection.mapping,
      each,
      stored,
    )
    await removeRefused(pool, connectionId, each, done.accepted)
    await insertRefused(pool, connectionId, each, stored[0]?.run_id ?? 0, done.refused)
    accepted += done.accepted.length
    refused += done.refused.length
  }
  return { accepted, refused }
}

type Part = { fields: Parameters<typeof mapRecord>[1]['fields']; skip?: Parameters<typeof mapRecord>[1]['skip'] }

async function writeAgain(
  writeRows: WriteRows,
  part: Part | null,
  mapping: Parameters<typeof mapRecord>[0],
  resource: InboundResource,
  stored: readonly Stored[],
): Promise<{ accepted: string[]; refused: RefusedRow[] }> {
  const accepted: string[] = []
  const refused: RefusedRow[] = []
  const rows: { index: number; row: Readonly<Record<string, unknown>> }[] = []
  for (const [index, { key, record }] of stored.entries()) {
    if (part === null) continue
    const removal = removalIn(record)
    if (removal !== undefined) {
      rows.push({ index, row: removal })
      continue
    }
    const mapped = mapRecord(mapping, { ...part, place: `inbound.${resource}` }, record)
    // A row that the mapping now leaves out, or that has another key, is no longer refused.
    if (mapped.state === 'skipped') accepted.push(key)
    else if (mapped.state === 'row') {
      rows.push({ index, row: mapped.row })
      if (keyOf(resource, mapped.row) !== key) accepted.push(key)
    } else {
      const { code, place, about } = mapped.problem
      refused.push({ key, code, place, message: about, record })
    }
  }
  for (const { head, rows: sent } of requestsOf(resource, rows)) {
    const results = await writeRows(resource, { ...head, rows: sent.map(({ row }) => row) })
    for (const [position, { error }] of results.entries()) {
      const own = sent[position]
      const from = own === undefined ? undefined : stored[own.index]
      if (own === undefined || from === undefined) continue
      if (error === null) accepted.push(from.key)
      else
        refused.push({
          key: from.key,
          code: error.code,
          place: error.field,
          message: error.message,
          record: from.record,
        })
    }
  }
  return { accepted, refused }
}

type DocumentKey = { kind: OutboundKind; subjectId: number }

async function lockDocument(db: Db, connectionId: number, { kind, subjectId }: DocumentKey) {
  const row = await db.one<{ state: string }>(
    'SELECT state FROM erp_outgoing WHERE connection_id = $1 AND kind = $2 AND subject_id = $3 FOR UPDATE',
    [connectionId, kind, subjectId],
    'erp_document_lock',
  )
  if (row === undefined) abortTransaction('not_found')
  if (row.state === 'booked' || row.state === 'skipped') abortTransaction('erp_document_booked')
  return row
}

/** Makes a document due at once. It is looked up before it is written: a person may have booked it meanwhile. */
export function retryDocument(
  pool: Pool,
  by: Author,
  connectionId: number,
  document: DocumentKey,
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { state } = await lockDocument(db, connectionId, document)
    // An attempt that is under way ends by itself.
    if (state === 'sending') return { ok: true as const }
    await db.execute(
      `UPDATE erp_outgoing SET state = 'unknown', next_at = now(), changed_at = now()
        WHERE connection_id = $1 AND kind = $2 AND subject_id = $3`,
      [connectionId, document.kind, document.subjectId],
    )
    await writeAudit(db, by, { action: 'replay', noun: 'erp_connection', id: `${document.kind} ${document.subjectId}` })
    return { ok: true as const }
  })
}

/** Records the number under which a person has booked a document in the ERP. */
export function bookDocument(
  pool: Pool,
  by: Author,
  connectionId: number,
  document: DocumentKey & { documentNo: string },
): Promise<{ ok: true } | Refusal> {
  const checks = createFieldCheck()
  const documentNo = checks.text('documentNo', document.documentNo, { max: 100, isNeeded: true })
  const refusal = checks.refusal()
  if (refusal !== null) return Promise.resolve(refusal)
  return transactionOrRefusal(pool, async (db) => {
    await lockDocument(db, connectionId, document)
    const stored = await acknowledgeIn(db, document.kind, document.subjectId, { documentNo, keyId: null })
    if (stored.document_no !== documentNo)
      abortTransaction(refuse('acknowledged_already', { documentNo: stored.document_no }))
    await db.execute(
      `UPDATE erp_outgoing SET state = 'booked', document_no = $4, leased_until = NULL, message = NULL, changed_at = now()
        WHERE connection_id = $1 AND kind = $2 AND subject_id = $3`,
      [connectionId, document.kind, document.subjectId, documentNo],
    )
    await writeAudit(db, by, {
      action: 'change',
      noun: 'erp_connection',
      id: `${document.kind} ${document.subjectId}`,
      after: { documentNo },
    })
    return { ok: true as const }
  })
}
