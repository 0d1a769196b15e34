import { type AuditValues, type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CampaignRow } from './queries.ts'

/** The values of a campaign for the audit log. */
export function auditedCampaign(row: Omit<CampaignRow, 'id'>, codes: readonly string[]): AuditValues {
  return {
    name: row.name,
    code: row.code,
    discount: Number(row.discount),
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    isActive: row.is_active,
    rowCount: row.row_count,
    position: row.position,
    products: codes,
  }
}

/** Writes the difference to the audit log, if there is one. */
export async function auditChange(
  db: Db,
  author: Author,
  name: string,
  before: AuditValues | undefined,
  after: AuditValues,
): Promise<void> {
  const entry = { noun: 'campaign', id: name } as const
  if (before === undefined) return writeAudit(db, author, { action: 'create', ...entry, after })
  const difference = differenceOf(before, after)
  if (difference !== null) await writeAudit(db, author, { action: 'change', ...entry, ...difference })
}
