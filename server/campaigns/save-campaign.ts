import { campaignProductsMax } from '#contract/shop/campaigns.ts'
import { type Author, commandLine, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { auditChange, auditedCampaign } from './audit-campaign.ts'
import {
  type CampaignRow,
  findByCodes,
  loadCodes,
  lockCampaign,
  nextPosition,
  writeCampaign,
  writeProducts,
} from './queries.ts'

type Terms = {
  name: string
  rowCount?: number | undefined
  position?: number | undefined
  /** Percent as exact text. */
  discount?: string | undefined
  startsAt?: Date | null | undefined
  endsAt?: Date | null | undefined
  isActive?: boolean | undefined
}

/** The new values of a campaign; absent fields stay unchanged, null removes a limit. `codes` are its products, in order. */
export type CampaignInput = Terms & { codes?: readonly string[] }

export type SavedCampaign =
  | { ok: true; isNew: boolean; products?: number }
  | {
      ok: false
      problem: 'products_missing' | 'too_many_products' | 'rows_invalid' | 'discount_invalid' | 'window_empty'
    }
  | { ok: false; problem: 'codes_unknown'; codes: string[] }

export const productsMax = campaignProductsMax
export const rowsMax = 10

/** Creates a campaign, or changes the one with this name, in one transaction. */
export function saveCampaign(pool: Pool, input: CampaignInput, author: Author = commandLine): Promise<SavedCampaign> {
  return transaction(pool, async (db): Promise<SavedCampaign> => {
    const stored = await lockCampaign(db, input.name)
    const campaign = mergeCampaign(input, stored ?? { ...newCampaign, position: await nextPosition(db) })
    const codes = input.codes && [...new Set(input.codes)]
    const problem = problemOf(campaign, codes ?? (stored === undefined ? [] : undefined))
    if (problem !== null) return { ok: false, problem }
    const found = await findByCodes(db, codes ?? [])
    const unknown = (codes ?? []).filter((_, i) => found[i] === null)
    if (unknown.length > 0) return { ok: false, problem: 'codes_unknown', codes: unknown }
    const auditedBefore = stored && auditedCampaign(stored, await loadCodes(db, stored.id))
    const id = await writeCampaign(db, campaign)
    const ids = found.filter((productId) => productId !== null)
    if (codes !== undefined) await writeProducts(db, id, ids)
    await auditChange(db, author, campaign.name, auditedBefore, auditedCampaign(campaign, await loadCodes(db, id)))
    return codes === undefined
      ? { ok: true, isNew: false }
      : { ok: true, isNew: stored === undefined, products: ids.length }
  })
}

/** Returns whether a campaign with this name existed. */
export function removeCampaign(pool: Pool, name: string, author: Author = commandLine): Promise<boolean> {
  return transaction(pool, async (db) => {
    const campaign = await lockCampaign(db, name)
    if (campaign === undefined) return false
    await deleteCampaign(db, campaign, author)
    return true
  })
}

export async function deleteCampaign(db: Db, row: CampaignRow, author: Author): Promise<void> {
  const before = auditedCampaign(row, await loadCodes(db, row.id))
  await db.execute('DELETE FROM campaigns WHERE id = $1', [row.id])
  await writeAudit(db, author, { action: 'remove', noun: 'campaign', id: row.name, before })
}

type CampaignFields = Omit<CampaignRow, 'id' | 'name'>
export const newCampaign = { code: null, row_count: 1, starts_at: null, ends_at: null, is_active: true, discount: '0' }

export function mergeCampaign(input: Terms, stored: CampaignFields): Omit<CampaignRow, 'id'> {
  return {
    code: stored.code,
    name: input.name,
    position: input.position ?? stored.position,
    row_count: input.rowCount ?? stored.row_count,
    starts_at: input.startsAt === undefined ? stored.starts_at : input.startsAt,
    ends_at: input.endsAt === undefined ? stored.ends_at : input.endsAt,
    is_active: input.isActive ?? stored.is_active,
    discount: input.discount ?? stored.discount,
  }
}

/** From 0 to below 100 percent, with at most two decimals. */
export const isDiscount = (text: string): boolean => /^\d{1,2}(\.\d{1,2})?$/.test(text)

/** `codes` is undefined when the products stay unchanged. */
export function problemOf(
  { row_count, starts_at, ends_at, discount }: CampaignFields,
  codes: readonly string[] | undefined,
) {
  if (!Number.isInteger(row_count) || row_count < 1 || row_count > rowsMax) return 'rows_invalid'
  if (!isDiscount(discount)) return 'discount_invalid'
  if (starts_at !== null && ends_at !== null && starts_at >= ends_at) return 'window_empty'
  if (codes?.length === 0) return 'products_missing'
  return codes !== undefined && codes.length > productsMax ? 'too_many_products' : null
}
