import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { neededFields } from '#contract/admin/imports/file-import-options.ts'
import { type Author, commandLine } from '#server/audit/audit.ts'
import type { ImportedShipment } from '#server/file-imports/queries.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type NumberedShipment, type NumberedShipped, shipByNumber, tryShipments } from '#server/shipping/shipping.ts'
import {
  type AccountImport,
  type AccountResult,
  type AccountSummary,
  auditImport,
  openRecords,
  type ReadingOptions,
  withRecords,
} from '#server/statement/statement.ts'
import { chainsOf, issuesOf, type PlannedShipment, planShipments, type RowIssue } from './plan-shipments.ts'
import { readRow, type ShipmentRow, type UnreadRow } from './read-row.ts'
import { shipmentColumns } from './shipment-columns.ts'

type ShipmentImport = AccountImport & { onShipments?: (shipments: ImportedShipment[]) => void }
/** Null: the import was stopped before. */
type Result = NumberedShipped | Refusal | null
type Outcome = { shipment: PlannedShipment; result: Result }

const kind = {
  open: ({ file, ...options }: ReadingOptions) =>
    openRecords(file, { ...options, words: shipmentColumns, numbers: ['line_no', 'quantity', 'parcels', 'weight'] }),
  needs: neededFields.shipments,
}

/**
 * Ships what a file names. Each shipment has a transaction of its own: the others go even if one is refused. An import that
 * is repeated, or that a dying process left behind, ships nothing twice.
 */
export function importShipments(pool: Pool, given: ShipmentImport): Promise<AccountResult> {
  return withRecords(kind, given, async ({ rows: records, inspection }, options) => {
    const rows: (ShipmentRow | UnreadRow)[] = []
    for await (const { line, record } of records()) rows.push(readRow(line, record, options.today))
    const titleOf = (field: string) => inspection.columns.find(({ use }) => use === field)?.name ?? field
    const { planned, issues } = planShipments(rows, titleOf)
    const outcomes = await (options.dryRun ? tryAll : shipAll)(pool, planned, options)
    const summary = summaryOf(rows.length, outcomes, issues)
    given.onShipments?.(outcomes.flatMap((outcome) => importedOf(outcome, options.dryRun)))
    await transaction(pool, async (db) => {
      await options.save?.(db, summary, [])
      if (!options.dryRun) await auditImport(db, { name: 'shipments' }, summary, options)
    })
    return summary
  })
}

const requestOf = ({ request }: PlannedShipment, author: Author = commandLine): NumberedShipment => ({
  ...request,
  author,
  actor: author.actor === null ? { kind: 'system' } : { kind: 'staff', userId: author.actor.userId },
})

/** What would happen. Shipments of the same orders are tried together, so that few orders are locked at a time. */
async function tryAll(pool: Pool, planned: readonly PlannedShipment[], options: AccountImport): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const chain of chainsOf(planned)) {
    options.signal?.throwIfAborted()
    options.onProgress?.(outcomes.length, planned.length)
    const results = await tryShipments(
      pool,
      chain.map((shipment) => requestOf(shipment, options.author)),
    )
    outcomes.push(...chain.map((shipment, at) => ({ shipment, result: results[at] ?? null })))
  }
  return outcomes.toSorted((a, b) => planned.indexOf(a.shipment) - planned.indexOf(b.shipment))
}

/** Ships one after the other. What is left when the import is stopped stays behind. */
async function shipAll(pool: Pool, planned: readonly PlannedShipment[], options: AccountImport): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const shipment of planned) {
    options.onProgress?.(outcomes.length, planned.length)
    const isStopped = options.signal?.aborted ?? false
    outcomes.push({
      shipment,
      result: isStopped ? null : await shipByNumber(pool, requestOf(shipment, options.author)),
    })
  }
  return outcomes
}

const isMade = (result: Result): result is NumberedShipped => result !== null && result.ok && !result.isWithdrawn

function importedOf({ shipment: { rows, head }, result }: Outcome, isPreview: boolean): ImportedShipment[] {
  if (!isMade(result)) return []
  return [
    {
      lines: rows.map(({ line }) => line),
      order_nos: [...new Set(rows.map(({ orderNo }) => orderNo))],
      carrier: head.carrier,
      tracking_no: head.trackingNo,
      delivery_note_no: head.deliveryNoteNo,
      quantity: result.quantity,
      shipment_no: result.isNew && isPreview ? '' : result.shipmentNo,
      is_existing: !result.isNew,
    },
  ]
}

function problemsOf({ shipment, result }: Outcome): RowIssue[] {
  if (result === null) return issuesOf(shipment, { code: 'shipment_stopped' })
  if (isRefusal(result)) return issuesOf(shipment, result)
  if (!result.isWithdrawn) return []
  return issuesOf(shipment, { code: 'shipment_was_withdrawn', facts: { shipment: result.shipmentNo } })
}

function summaryOf(
  rows: number,
  outcomes: readonly Outcome[],
  unread: readonly RowIssue[],
): AccountSummary & { shipments: number } {
  const issues = [...unread, ...outcomes.flatMap(problemsOf)].toSorted((a, b) => a.line - b.line)
  const made = outcomes.filter(({ result }) => isMade(result))
  const fresh = made.filter(({ result }) => isMade(result) && result.isNew)
  const added = countRows(fresh)
  return {
    ...{ rows, added, changed: 0, unchanged: countRows(made) - added, rejected: issues.length, dealers: 0, warned: 0 },
    shipments: fresh.length,
    issues: issues.map(({ orderNo: entry, ...issue }) => ({ ...issue, entry, level: 'error' })),
  }
}

const countRows = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, { shipment }) => sum + shipment.rows.length, 0)
