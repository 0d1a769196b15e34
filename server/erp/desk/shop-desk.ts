import type { InboundResource } from '#domain/erp/mapping.ts'
import { findConnection, openSecrets } from '#server/erp/connections/connection-rows.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { Desk, RunKind, SentRow, Work } from './desk.ts'
import { claimDocument, endDocument, makeDocuments } from './documents.ts'
import { endRun, findMissing, forgetKeys, reportPage, startRun } from './runs.ts'
import { loadShopRows } from './shop-rows.ts'

/** Writes rows as the integration API does. Throws if the request as a whole is refused. */
export type WriteRows = (resource: InboundResource, body: object) => Promise<SentRow[]>

export type DeskDeps = { pool: Pool; secret: Secret; writeRows: WriteRows }

/** The desk of a connection within the shop. */
export function shopDesk({ pool, secret, writeRows }: DeskDeps, connectionId: number): Desk {
  return {
    work: () => loadWork(pool, secret, connectionId),
    startRun: (resource, kind) => startRun(pool, connectionId, resource, kind),
    send: (resource, head, rows) => writeRows(resource, { ...head, ...stockMoment(resource), rows }),
    report: (page) => reportPage(pool, connectionId, page),
    shopRows: (resource, rows) => loadShopRows(pool, resource, rows as Readonly<Record<string, unknown>>[]),
    missing: (runId, limit) => findMissing(pool, connectionId, runId, limit),
    forget: (runId, keys) => forgetKeys(pool, connectionId, runId, keys),
    endRun: (end) => endRun(pool, connectionId, end),
    claimDocument: () => claimDocument(pool, connectionId),
    endDocument: (document, outcome) => endDocument(pool, connectionId, document, outcome),
  }
}

/**
 * The ERP's stock contains what orders took that it has not received: this is subtracted. A turn sends documents before it
 * reads, so figures contain what was received (decision 053).
 */
const stockMoment = (resource: InboundResource) =>
  resource === 'stock' || resource === 'products' ? { asOf: new Date().toISOString() } : {}

async function loadWork(pool: Pool, secret: Secret, id: number): Promise<Work | null> {
  const connection = await findConnection(pool, id)
  if (connection === undefined) return null
  const { name, kind, settings, secrets, mapping, is_active: isActive, sends } = connection
  if (sends.length > 0 && isActive) await makeDocuments(pool, id)
  const [due, hasDocuments] = await Promise.all([findDue(pool, id, isActive), isActive && hasDueDocuments(pool, id)])
  const opened = { ...settings, ...openSecrets(secret, id, secrets) }
  await pool.execute(
    `UPDATE erp_connections SET seen_at = now()
      WHERE id = $1 AND (seen_at IS NULL OR seen_at < now() - interval '30 seconds')`,
    [id],
    'erp_seen',
  )
  return { name, kind, settings: opened, mapping, due, hasDocuments }
}

/** Master data first: prices and stock need their products. */
const order: readonly InboundResource[] = [
  'rates',
  'products',
  'units',
  'prices',
  'stock',
  'dealers',
  'balances',
  'movements',
  'rules',
]

/** A connection that is switched off only compares, which changes nothing. */
async function findDue(pool: Pool, id: number, isActive: boolean): Promise<Work['due']> {
  const rows = await pool.query<{ resource: InboundResource; kind: RunKind }>(
    `SELECT resource, coalesce(wanted, CASE
         WHEN mark IS NULL OR last_full_at IS NULL
           OR last_full_at < now() - make_interval(hours => full_every_hours) THEN 'full'
         ELSE 'changes' END) AS kind
       FROM erp_feeds
      WHERE connection_id = $1 AND is_active AND (leased_until IS NULL OR leased_until < now())
        AND (wanted = 'compare' OR ($2 AND next_at <= now()))`,
    [id, isActive],
    'erp_due',
  )
  return rows.toSorted((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource))
}

async function hasDueDocuments(pool: Pool, id: number): Promise<boolean> {
  const row = await pool.one<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM erp_outgoing WHERE connection_id = $1 AND next_at <= now()
        AND (state IN ('waiting', 'unknown', 'delivered') OR (state = 'sending' AND leased_until < now()))) AS has`,
    [id],
    'erp_has_due',
  )
  return row?.has === true
}
