import type { SourcePath } from '#domain/erp/absent-fields.ts'
import type { ErpDetail, ErpFeed, ErpKind, ListedErp } from '#contract/admin/erp.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { inboundResources, type Mapping } from '#domain/erp/mapping.ts'
import type { ErpAdapter } from '#server/erp/adapters/adapter.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { type ConnectionRow, findConnection, openSecrets } from './connection-rows.ts'
import { presentAbsent } from './mapping-check.ts'

type ListRow = {
  id: number
  name: string
  kind: string
  is_active: boolean
  key_id: number | null
  seen_at: Date | null
  last_ok_at: Date | null
  failures: number
  is_late: boolean
  refused_rows: number
  refused_documents: number
  waiting_documents: number
}

/** Reading has failed three times in a row: the connection needs a person. */
export const failuresToAlert = 3

/** A resource has not been read for longer than the limit of its connection, counted from when it was last due. */
export const isLateSql = `EXISTS (SELECT FROM erp_feeds f WHERE f.connection_id = c.id AND f.is_active
  AND coalesce(f.last_ok_at, c.created_at) < now() - make_interval(mins => c.lag_minutes + f.every_minutes))`

export async function listConnections(db: Db, id: number | null = null): Promise<ListedErp[]> {
  const rows = await db.query<ListRow>(
    `SELECT c.id, c.name, c.kind, c.is_active, c.key_id, c.seen_at, f.last_ok_at, coalesce(f.failures, 0) AS failures,
            ${isLateSql} AS is_late, r.refused_rows, o.refused_documents, o.waiting_documents
       FROM erp_connections c
       CROSS JOIN LATERAL (SELECT max(last_ok_at) AS last_ok_at, max(failures) AS failures
                             FROM erp_feeds WHERE connection_id = c.id AND is_active) f
       CROSS JOIN LATERAL (SELECT count(*)::integer AS refused_rows FROM erp_refused_rows WHERE connection_id = c.id) r
       CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE state = 'refused')::integer AS refused_documents,
                                  count(*) FILTER (WHERE state IN ('waiting', 'sending', 'unknown', 'delivered'))::integer AS waiting_documents
                             FROM erp_outgoing WHERE connection_id = c.id) o
      WHERE $1::integer IS NULL OR c.id = $1 ORDER BY c.name, c.id`,
    [id],
    'erp_list',
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: stateOf(row),
    runsBeside: row.key_id !== null,
    seenAt: row.seen_at?.toISOString() ?? null,
    lastOkAt: row.last_ok_at?.toISOString() ?? null,
    refusedRows: row.refused_rows,
    refusedDocuments: row.refused_documents,
    waitingDocuments: row.waiting_documents,
  }))
}

/** Connections that are failing or late. */
export async function countTroubledErps(db: Db): Promise<number> {
  const row = await db.one<{ total: number }>(
    `SELECT count(*) AS total FROM erp_connections c
      WHERE c.is_active AND (${isLateSql}
         OR EXISTS (SELECT FROM erp_feeds f WHERE f.connection_id = c.id AND f.is_active AND f.failures > 0))`,
    [],
    'erp_troubled_count',
  )
  return row?.total ?? 0
}

function stateOf({ is_active, failures, is_late }: ListRow): ListedErp['state'] {
  if (!is_active) return 'paused'
  if (failures > 0) return 'failing'
  return is_late ? 'late' : 'fine'
}

/** What the form of a kind of ERP needs. */
export const kindOf = ({ kind, settings, inbound, outbound }: ErpAdapter): ErpKind => ({
  kind,
  fields: settings.map(({ name, type, isNeeded = false, choices = [], standard = '', group = '', shownIf = null }) => ({
    name,
    type,
    isNeeded,
    choices: [...choices],
    standard,
    group,
    shownIf,
  })),
  resources: inboundResources.filter((resource) => Object.hasOwn(inbound, resource)),
  documents: [...outbound],
})

/** A connection as its page shows it; undefined if there is none, or none of its kind. */
export async function loadDetail(
  db: Db,
  secret: Secret,
  adapters: ReadonlyMap<string, ErpAdapter>,
  id: number,
  locale: Locale,
): Promise<ErpDetail | undefined> {
  const [row, [listed]] = await Promise.all([findConnection(db, id), listConnections(db, id)])
  const adapter = adapters.get(row?.kind ?? '')
  if (row === undefined || listed === undefined || adapter === undefined) return undefined
  const form = kindOf(adapter)
  return {
    ...listed,
    ...ownValues(row, secret),
    feeds: await loadFeeds(db, id, { form, mapping: row.mapping, template: adapter.template }, locale),
    mapping: `${JSON.stringify(row.mapping, null, 2)}\n`,
    form,
  }
}

const ownValues = (row: ConnectionRow, secret: Secret) => ({
  version: row.version,
  isActive: row.is_active,
  settings: row.settings,
  secrets: Object.keys(openSecrets(secret, row.id, row.secrets)),
  sends: row.sends,
  sendAfterMinutes: row.send_after_minutes,
  lagMinutes: row.lag_minutes,
})

type FeedRow = {
  resource: string
  is_active: boolean
  every_minutes: number
  full_every_hours: number | null
  is_running: boolean
  failures: number
  next_at: Date
  last_ok_at: Date | null
  last_full_at: Date | null
  last_compare_at: Date | null
  kind: string | null
  rows_read: number | null
  rows_changed: number | null
  rows_refused: number | null
  reason: string | null
  message: string | null
  refused_rows: number
  differences: number
  absent_fields: SourcePath[] | null
}

type Described = { form: ErpKind; mapping: Mapping; template: Mapping }

async function loadFeeds(
  db: Db,
  id: number,
  { form: { resources }, mapping, template }: Described,
  locale: Locale,
): Promise<ErpFeed[]> {
  const rows = await db.query<FeedRow>(
    `SELECT f.resource, f.is_active, f.every_minutes, f.full_every_hours, coalesce(f.leased_until > now(), false) AS is_running,
            f.failures, f.next_at, f.last_ok_at, f.last_full_at, f.last_compare_at, r.kind, r.rows_read, r.rows_changed,
            r.rows_refused, r.reason, r.message,
            (SELECT count(*)::integer FROM erp_refused_rows x
              WHERE x.connection_id = f.connection_id AND x.resource = f.resource) AS refused_rows,
            (SELECT count(*)::integer FROM erp_differences x
              WHERE x.connection_id = f.connection_id AND x.resource = f.resource) AS differences,
            (SELECT x.absent_fields FROM erp_runs x WHERE x.connection_id = f.connection_id AND x.resource = f.resource
               AND x.kind IN ('full', 'compare') AND x.state = 'done' ORDER BY x.id DESC LIMIT 1) AS absent_fields
       FROM erp_feeds f
       LEFT JOIN LATERAL (SELECT * FROM erp_runs r WHERE r.connection_id = f.connection_id AND r.resource = f.resource
                             AND r.state <> 'running' ORDER BY r.id DESC LIMIT 1) r ON true
      WHERE f.connection_id = $1`,
    [id],
    'erp_feeds',
  )
  const byResource = new Map(rows.map((row) => [row.resource, row]))
  return resources.flatMap((resource) => {
    const row = byResource.get(resource)
    if (row === undefined) return []
    return {
      resource,
      isActive: row.is_active,
      everyMinutes: row.every_minutes,
      fullEveryHours: row.full_every_hours,
      isRunning: row.is_running,
      failures: row.failures,
      nextAt: row.is_active ? row.next_at.toISOString() : null,
      lastOkAt: row.last_ok_at?.toISOString() ?? null,
      lastFullAt: row.last_full_at?.toISOString() ?? null,
      lastCompareAt: row.last_compare_at?.toISOString() ?? null,
      hasCompared: row.kind === 'compare',
      rowsRead: row.rows_read,
      rowsChanged: row.rows_changed,
      rowsRefused: row.rows_refused,
      reason: row.reason,
      message: row.message,
      refusedRows: row.refused_rows,
      differences: row.differences,
      warnings: presentAbsent(row.absent_fields ?? [], { mapping, resource, template }, locale),
    }
  })
}
