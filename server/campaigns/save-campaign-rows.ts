import { type AuditedChange, type Author, differenceOf, writeAuditEntries } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'
import { auditedCampaign } from './audit-campaign.ts'
import {
  type CampaignPlan,
  type CampaignRowInput,
  type CampaignRowResult,
  planCampaignRows,
  type StoredCampaign,
} from './plan-campaign-rows.ts'
import { findByCodes, lockCampaigns, lockNames } from './queries.ts'

/** Adds, changes and deletes campaigns by the codes of an ERP, which differ. Good rows are written, unless `isAtomic`. */
export function saveCampaignRows(
  pool: Pool,
  rows: readonly CampaignRowInput[],
  { author, isAtomic }: { author: Author; isAtomic: boolean },
): Promise<{ isWritten: boolean; results: CampaignRowResult[] }> {
  return rowsTransaction(pool, isAtomic, async (db) => {
    await lockNames(db)
    const stored = await lockCampaigns(db)
    const codes = [...new Set(rows.flatMap(({ products = [] }) => products))]
    const ids = await findByCodes(db, codes)
    const idByCode = new Map(codes.flatMap((code, n) => (ids[n] == null ? [] : [[code, ids[n]] as const])))
    const plans = planCampaignRows(stored, rows, idByCode)
    const changed = plans.filter((plan) => !['unchanged', 'rejected'].includes(statusOf(plan)))
    const audited = await auditOf(db, changed)
    await writePlans(db, changed)
    await writeAuditEntries(db, author, audited)
    return plans.map((plan) => ({ line: plan.line, status: statusOf(plan), problem: plan.problem }))
  })
}

function statusOf({ before, after, problem }: CampaignPlan): CampaignRowResult['status'] {
  if (problem !== null) return 'rejected'
  if (after === null) return before === null ? 'unchanged' : 'deleted'
  if (before === null) return 'created'
  return isSame(before, after) ? 'unchanged' : 'updated'
}

const isSame = (before: StoredCampaign, after: StoredCampaign) =>
  JSON.stringify(valuesOf(before)) === JSON.stringify(valuesOf(after))

/** In one order, so that they can be compared. */
const valuesOf = (campaign: StoredCampaign) => [
  campaign.code,
  campaign.name,
  campaign.position,
  campaign.starts_at,
  campaign.ends_at,
  campaign.is_active,
  Number(campaign.discount),
  campaign.product_ids,
]

async function writePlans(db: Db, plans: readonly CampaignPlan[]): Promise<void> {
  const gone = plans.flatMap(({ before, after }) => (before !== null && after === null ? [before.id] : []))
  const written = plans.flatMap(({ after }) => after ?? [])
  const ids = await db.query<{ id: number }>(
    "SELECT nextval('campaigns_id_seq')::integer AS id FROM generate_series(1, $1)",
    [written.filter(({ id }) => id === 0).length],
  )
  const rows = JSON.stringify(written.map((row) => (row.id === 0 ? { ...row, id: ids.pop()?.id } : row)))
  // Imports lock products before the version of the campaigns.
  await db.query('SELECT FROM products WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE', [
    [...new Set(written.flatMap((row) => row.product_ids))],
  ])
  await db.execute('DELETE FROM campaigns WHERE id = ANY ($1)', [gone])
  await db.execute(
    `INSERT INTO campaigns (id, code, name, position, row_count, starts_at, ends_at, is_active, discount)
       OVERRIDING SYSTEM VALUE
     SELECT id, code, name, position, row_count, starts_at, ends_at, is_active, discount
       FROM json_to_recordset($1) AS g (id integer, code text, name text, position integer, row_count integer,
              starts_at timestamptz, ends_at timestamptz, is_active boolean, discount numeric)
     ON CONFLICT (id) DO UPDATE SET code = excluded.code, name = excluded.name, position = excluded.position,
       starts_at = excluded.starts_at, ends_at = excluded.ends_at, is_active = excluded.is_active,
       discount = excluded.discount`,
    [rows],
  )
  await db.execute(
    `DELETE FROM campaign_products WHERE campaign_id IN (SELECT id FROM json_to_recordset($1) AS g (id integer))`,
    [rows],
  )
  await db.execute(
    `INSERT INTO campaign_products (campaign_id, product_id, position)
     SELECT g.id, p.product_id::integer, p.place
       FROM json_to_recordset($1) AS g (id integer, product_ids json)
      CROSS JOIN LATERAL json_array_elements_text(g.product_ids) WITH ORDINALITY AS p (product_id, place)`,
    [rows],
  )
}

async function auditOf(db: Db, plans: readonly CampaignPlan[]): Promise<AuditedChange[]> {
  const ids = plans.flatMap(({ before, after }) => [...(before?.product_ids ?? []), ...(after?.product_ids ?? [])])
  const rows = await db.query<{ id: number; code: string }>('SELECT id, code FROM products WHERE id = ANY ($1)', [
    [...new Set(ids)],
  ])
  const codeById = new Map(rows.map(({ id, code }) => [id, code]))
  const valuesFor = (campaign: StoredCampaign) =>
    auditedCampaign(
      campaign,
      campaign.product_ids.map((id) => codeById.get(id) ?? ''),
    )
  return plans.map(({ before, after }): AuditedChange => {
    const entry = { noun: 'campaign', id: (after ?? before)?.name ?? '' } as const
    if (after === null) return { ...entry, action: 'remove', before: before && valuesFor(before) }
    if (before === null) return { ...entry, action: 'create', after: valuesFor(after) }
    return { ...entry, action: 'change', ...differenceOf(valuesFor(before), valuesFor(after)) }
  })
}
