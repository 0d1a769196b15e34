import type { CampaignValues } from '#contract/admin/campaigns.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { changedSince } from '#server/account/account.ts'
import type { Author } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { auditChange, auditedCampaign } from './audit-campaign.ts'
import { type CampaignTerms, parseCampaign, valuesOf } from './campaign-values.ts'
import { type CampaignRow, findByCodes, findCampaign, loadCodes, lockNames, writeProducts } from './queries.ts'
import { deleteCampaign } from './save-campaign.ts'

type SavedCampaign = { ok: true; id: number }

export async function createCampaign(
  pool: Pool,
  author: Author,
  typed: CampaignValues,
): Promise<SavedCampaign | Refusal> {
  const parsed = parseCampaign(typed)
  if (!parsed.ok) return parsed
  const { terms, codes } = parsed
  return transactionOrRefusal(pool, async (db) => {
    await lockNames(db)
    const productIds = await resolveProducts(db, terms.name, codes, 0)
    const row = await db.one<{ id: number }>(
      `INSERT INTO campaigns (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      paramsOf(terms),
    )
    if (row === undefined) throw new Error('Could not insert the campaign.')
    await writeProducts(db, row.id, productIds)
    await auditChange(db, author, terms.name, undefined, auditedCampaign({ ...terms, code: null }, codes))
    return { ok: true as const, id: row.id }
  })
}

/** Changes a campaign unless another user changed the same fields since `before` was loaded. */
export async function changeCampaign(
  pool: Pool,
  author: Author,
  { id, before, values: typed }: { id: number; before: CampaignValues; values: CampaignValues },
): Promise<SavedCampaign | Refusal> {
  const parsed = parseCampaign(typed)
  if (!parsed.ok) return parsed
  const { terms, codes } = parsed
  return transactionOrRefusal(pool, async (db) => {
    await lockNames(db)
    const { row, codes: storedCodes } = await lockCampaignById(db, id)
    const submitted = valuesOf(terms, codes)
    const conflict = changedSince(
      'campaign_changed',
      { before, now: valuesOf(row, storedCodes), wanted: submitted },
      describeValue,
    )
    if (conflict !== null) abortTransaction(conflict)
    const productIds = await resolveProducts(db, terms.name, codes, id)
    await db.execute(`UPDATE campaigns SET (${columns}) = ($1, $2, $3, $4, $5, $6, $7) WHERE id = $8`, [
      ...paramsOf(terms),
      id,
    ])
    if (codes.join('\n') !== storedCodes.join('\n')) await writeProducts(db, id, productIds)
    await auditChange(
      db,
      author,
      terms.name,
      auditedCampaign(row, storedCodes),
      auditedCampaign({ ...terms, code: row.code }, codes),
    )
    return { ok: true as const, id }
  })
}

export function removeCampaignById(pool: Pool, author: Author, id: number): Promise<SavedCampaign | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await deleteCampaign(db, (await lockCampaignById(db, id)).row, author)
    return { ok: true as const, id }
  })
}

const columns = 'name, position, row_count, starts_at, ends_at, is_active, discount'
const paramsOf = ({ name, position, row_count, starts_at, ends_at, is_active, discount }: CampaignTerms): unknown[] => [
  name,
  position,
  row_count,
  starts_at,
  ends_at,
  is_active,
  discount,
]

async function lockCampaignById(db: Db, id: number): Promise<{ row: CampaignRow; codes: string[] }> {
  const row = await findCampaign(db, id, { isLocked: true })
  return row === undefined ? abortTransaction('campaign_not_found') : { row, codes: await loadCodes(db, id) }
}

/** Ids of the products with these codes. Rejects unknown codes, and a name that another campaign has. */
async function resolveProducts(db: Db, name: string, codes: readonly string[], ownId: number): Promise<number[]> {
  const fields: Refusal['fields'] = {}
  const duplicate = await db.one('SELECT FROM campaigns WHERE name = $1 AND id <> $2', [name, ownId])
  if (duplicate !== undefined) fields.name = { text: 'campaignAdmin.problems.nameTaken' }
  const found = await findByCodes(db, codes)
  const unknown = codes.filter((_code, index) => found[index] === null)
  if (unknown.length > 0) {
    fields.codes = { text: 'campaignAdmin.problems.codesUnknown', facts: { codes: formatCodes(unknown) } }
  }
  if (Object.keys(fields).length > 0) abortTransaction({ ...refuse('validation_failed'), fields })
  return found.filter((productId) => productId !== null)
}

const formatCodes = (codes: readonly string[]): string =>
  codes.slice(0, 10).join(', ') + (codes.length > 10 ? ` … (${codes.length})` : '')

function describeValue(field: string, value: unknown): string | null {
  if (field === 'isActive' || Array.isArray(value)) return null
  return typeof value === 'string' && value !== '' ? value : '–'
}
