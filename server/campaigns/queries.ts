import type { Db } from '#server/platform/db/pool.ts'

/** Uses the database clock, so that all processes start and end a campaign at the same time. */
export const isRunning = `is_active AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true)`

/** A value that changes whenever a campaign changes, starts or ends. */
export async function loadStamp(db: Db): Promise<string> {
  const row = await db.one<{ stamp: string }>(
    `SELECT concat_ws('.', (SELECT version FROM cache_versions WHERE name = 'campaigns'),
       (SELECT string_agg(id::text, '.' ORDER BY id) FROM campaigns WHERE ${isRunning})) AS stamp`,
    [],
    'campaigns_stamp',
  )
  return row?.stamp ?? ''
}

/** Updates the campaign discounts of products to the campaigns running now. Does nothing when they are current. */
export async function refreshDiscounts(db: Db): Promise<void> {
  await db.execute('SELECT refresh_campaign_discounts()', [], 'campaigns_refresh')
}

export type RunningRow = { id: number; name: string; row_count: number; product_ids: number[] }

/** The campaigns running now. Variants are replaced by their parent, once, at the position of the first variant. */
export function loadRunning(db: Db): Promise<RunningRow[]> {
  return db.query<RunningRow>(
    `SELECT id, name, row_count,
            array(SELECT coalesce(p.parent_id, p.id)
                    FROM campaign_products c JOIN products p ON p.id = c.product_id
                   WHERE c.campaign_id = campaigns.id
                   GROUP BY coalesce(p.parent_id, p.id) ORDER BY min(c.position)) AS product_ids
       FROM campaigns WHERE ${isRunning} ORDER BY position, id`,
  )
}

export type CampaignRow = {
  id: number
  /** What the ERP knows it by. */
  code: string | null
  name: string
  position: number
  row_count: number
  starts_at: Date | null
  ends_at: Date | null
  is_active: boolean
  /** Percent as exact text. */
  discount: string
}

const columns = 'id, code, name, position, row_count, starts_at, ends_at, is_active, discount'

/** Serializes changes, because names must be unique. */
export const lockNames = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(23, 2)')

/** All campaigns with their products. */
export function lockCampaigns(db: Db): Promise<(CampaignRow & { product_ids: number[] })[]> {
  return db.query(
    `SELECT ${columns}, array(SELECT product_id FROM campaign_products c WHERE c.campaign_id = campaigns.id
                               ORDER BY c.position) AS product_ids
       FROM campaigns ORDER BY id FOR UPDATE`,
  )
}

export function lockCampaign(db: Db, name: string): Promise<CampaignRow | undefined> {
  return db.one<CampaignRow>(`SELECT ${columns} FROM campaigns WHERE name = $1 FOR UPDATE`, [name])
}

/** All campaigns, running or not, with the number of their products. */
export function listCampaigns(db: Db): Promise<(CampaignRow & { is_running: boolean; products: number })[]> {
  return db.query(
    `SELECT ${columns}, ${isRunning} AS is_running,
            (SELECT count(*)::int FROM campaign_products c WHERE c.campaign_id = campaigns.id) AS products
       FROM campaigns ORDER BY position, id`,
  )
}

export async function nextPosition(db: Db): Promise<number> {
  const row = await db.one<{ position: number }>('SELECT coalesce(max(position), 0) + 1 AS position FROM campaigns')
  return row?.position ?? 1
}

/** Inserts or updates a campaign by its name and returns its id. */
export async function writeCampaign(db: Db, campaign: Omit<CampaignRow, 'id'>): Promise<number> {
  const { name, position, row_count, starts_at, ends_at, is_active, discount } = campaign
  const row = await db.one<{ id: number }>(
    `INSERT INTO campaigns (name, position, row_count, starts_at, ends_at, is_active, discount)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, row_count = excluded.row_count,
       starts_at = excluded.starts_at, ends_at = excluded.ends_at, is_active = excluded.is_active,
       discount = excluded.discount
     RETURNING id`,
    [name, position, row_count, starts_at, ends_at, is_active, discount],
  )
  if (row === undefined) throw new Error('Could not insert the campaign.')
  return row.id
}

/** Ids of the products with these codes, in order; null = no such product. Products on sale take precedence. */
export async function findByCodes(db: Db, codes: readonly string[]): Promise<(number | null)[]> {
  const rows = await db.query<{ id: number | null }>(
    `SELECT (SELECT p.id FROM products p WHERE p.code = wanted.code ORDER BY p.is_active DESC, p.id LIMIT 1) AS id
       FROM unnest($1::text[]) WITH ORDINALITY wanted (code, place) ORDER BY wanted.place`,
    [codes],
  )
  return rows.map(({ id }) => id)
}

export async function loadProductIds(db: Db, campaignId: number): Promise<number[]> {
  const rows = await db.query<{ product_id: number }>(
    'SELECT product_id FROM campaign_products WHERE campaign_id = $1 ORDER BY position',
    [campaignId],
  )
  return rows.map(({ product_id }) => product_id)
}

/** Codes of a campaign's products, in order. */
export async function loadCodes(db: Db, campaignId: number): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `SELECT p.code FROM campaign_products c JOIN products p ON p.id = c.product_id
      WHERE c.campaign_id = $1 ORDER BY c.position`,
    [campaignId],
  )
  return rows.map(({ code }) => code)
}

/** Replaces the products of a campaign, in the given order. */
export async function writeProducts(db: Db, campaignId: number, productIds: readonly number[]): Promise<void> {
  await db.execute('DELETE FROM campaign_products WHERE campaign_id = $1', [campaignId])
  await db.execute(
    `INSERT INTO campaign_products (campaign_id, product_id, position)
     SELECT $1, id, place FROM unnest($2::integer[]) WITH ORDINALITY wanted (id, place)`,
    [campaignId, productIds],
  )
}

export function findCampaign(
  db: Db,
  id: number,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<CampaignRow | undefined> {
  return db.one<CampaignRow>(`SELECT ${columns} FROM campaigns WHERE id = $1${isLocked ? ' FOR UPDATE' : ''}`, [id])
}
