import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type CampaignRow, findByCodes, lockCampaign, nextPosition, writeCampaign, writeProducts } from './queries.ts'

/** What a campaign should become; what is not said stays, null takes a limit away. */
export type CampaignWish = {
  name: string
  /** Codes of its products in their order. */
  codes?: readonly string[]
  rowCount?: number
  position?: number
  startsAt?: Date | null
  endsAt?: Date | null
  isActive?: boolean
}

export type Saved =
  | { ok: true; isNew: boolean; products?: number }
  | { ok: false; problem: 'products_missing' | 'too_many_products' | 'rows_invalid' | 'window_empty' }
  | { ok: false; problem: 'codes_unknown'; codes: string[] }

const productsMax = 500
const rowsMax = 10

/** Adds a campaign, or changes the one of this name. Everything or nothing. */
export function saveCampaign(pool: Pool, wish: CampaignWish): Promise<Saved> {
  return transaction(pool, async (db): Promise<Saved> => {
    const before = await lockCampaign(db, wish.name)
    const campaign = merge(wish, before ?? { ...newCampaign, position: await nextPosition(db) })
    const codes = wish.codes && [...new Set(wish.codes)]
    const problem = problemOf(campaign, codes ?? (before === undefined ? [] : undefined))
    if (problem !== null) return { ok: false, problem }
    const found = await findByCodes(db, codes ?? [])
    const unknown = (codes ?? []).filter((_, i) => found[i] === null)
    if (unknown.length > 0) return { ok: false, problem: 'codes_unknown', codes: unknown }
    const id = await writeCampaign(db, campaign)
    if (codes === undefined) return { ok: true, isNew: false }
    const ids = found.filter((productId) => productId !== null)
    await writeProducts(db, id, ids)
    return { ok: true, isNew: before === undefined, products: ids.length }
  })
}

type Terms = Omit<CampaignRow, 'id' | 'name'>
const newCampaign = { row_count: 1, starts_at: null, ends_at: null, is_active: true }

function merge(wish: CampaignWish, before: Terms): Omit<CampaignRow, 'id'> {
  return {
    name: wish.name,
    position: wish.position ?? before.position,
    row_count: wish.rowCount ?? before.row_count,
    starts_at: wish.startsAt === undefined ? before.starts_at : wish.startsAt,
    ends_at: wish.endsAt === undefined ? before.ends_at : wish.endsAt,
    is_active: wish.isActive ?? before.is_active,
  }
}

/** `codes` are undefined where the products stay as they are. */
function problemOf({ row_count, starts_at, ends_at }: Terms, codes: readonly string[] | undefined) {
  if (!Number.isInteger(row_count) || row_count < 1 || row_count > rowsMax) return 'rows_invalid'
  if (starts_at !== null && ends_at !== null && starts_at >= ends_at) return 'window_empty'
  if (codes?.length === 0) return 'products_missing'
  return codes !== undefined && codes.length > productsMax ? 'too_many_products' : null
}
