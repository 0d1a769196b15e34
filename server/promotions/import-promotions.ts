import type { PromotionDraft } from '#domain/promotions/check-promotion.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadLookup } from '#server/pricing/pricing.ts'
import { lockPromotions } from './change-promotions.ts'
import { draftOf, loadNamed } from './promotion-rows.ts'
import { findWarningsOf, type Warning } from './promotion-warnings.ts'
import { openProducts, resolvePromotion } from './resolve-promotion.ts'

/** A promotion of a file before its row is read. */
export const emptyPromotion: Omit<PromotionDraft, 'kind'> = {
  code: '',
  name: '',
  nameEn: '',
  dealer: '',
  group: '',
  region: '',
  product: '',
  brand: '',
  category: '',
  buy: '',
  free: '',
  freeProduct: '',
  price: '',
  currency: '',
  steps: [],
  parts: [],
  startsOn: '',
  endsOn: '',
  priority: '0',
  combines: false,
  needsCoupon: false,
  totalQuota: '',
  dealerQuota: '',
  orderLimit: '',
  isActive: true,
}

export type PromotionImport = {
  /** The stored promotion with this code. */
  stored(code: string): PromotionDraft | undefined
  resolve(draft: PromotionDraft): ReturnType<typeof resolvePromotion>
}

/** What rows are checked against. Other changes of promotions wait until the transaction ends. */
export async function openPromotionImport(db: Db): Promise<PromotionImport> {
  await lockPromotions(db)
  const ids = await db.query<{ id: number }>('SELECT id FROM promotions')
  const rows = await loadNamed(
    db,
    ids.map(({ id }) => id),
  )
  const drafts = new Map(rows.map((row) => [row.code, draftOf(row)]))
  const names = { lookup: await loadLookup(db, null), findProducts: openProducts(db) }
  return { stored: (code) => drafts.get(code), resolve: (draft) => resolvePromotion(names, draft) }
}

const columns = [
  'code',
  'name',
  'name_en',
  'kind',
  'dealer_id',
  'group_id',
  'region',
  'product_id',
  'brand_id',
  'category_id',
  'buy_quantity',
  'free_quantity',
  'free_product_id',
  'bundle_price',
  'currency',
  'starts_on',
  'ends_on',
  'priority',
  'combines',
  'needs_coupon',
  'total_quota',
  'dealer_quota',
  'order_limit',
  'is_active',
]
const columnsOf = (alias: string) => columns.map((column) => `${alias}.${column}`).join(', ')

/** Columns of the staging table of an import. */
export const promotionStaging = `code text, name text, name_en text, kind text, dealer_id integer, group_id integer, region text,
  product_id integer, brand_id integer, category_id integer, buy_quantity numeric, free_quantity integer,
  free_product_id integer, bundle_price numeric, currency text, starts_on date, ends_on date, priority integer,
  combines boolean, needs_coupon boolean, total_quota integer, dealer_quota integer, order_limit integer, is_active boolean,
  steps jsonb, parts jsonb`

const storedSteps = `(SELECT coalesce(jsonb_agg(jsonb_build_array(t.amount, t.percent, t.free_delivery) ORDER BY t.amount), '[]')
  FROM promotion_steps t WHERE t.promotion_id = m.id)`
const stagedSteps = `(SELECT coalesce(jsonb_agg(jsonb_build_array(t.amount, t.percent, t."freeDelivery") ORDER BY t.amount), '[]')
  FROM jsonb_to_recordset(s.steps) AS t (amount numeric, percent numeric, "freeDelivery" boolean))`
const storedParts = `(SELECT coalesce(jsonb_agg(jsonb_build_array(t.unit_id, t.quantity) ORDER BY t.place), '[]')
  FROM promotion_parts t WHERE t.promotion_id = m.id)`
const stagedParts = `(SELECT coalesce(jsonb_agg(jsonb_build_array(t.part -> 'unitId', t.part -> 'quantity') ORDER BY t.place), '[]')
  FROM jsonb_array_elements(s.parts) WITH ORDINALITY AS t (part, place))`

type Found = {
  line: number
  code: 'promotion_quota_used' | `promotion_${Warning['kind']}`
  facts: Record<string, string | number>
}

/**
 * Writes the staged rows of `account_rows` by their codes, and the lines that changed something to `account_outcomes`. A new quota
 * below what was used is rejected; what an administrator should know of a changed promotion is a warning.
 */
export async function mergePromotions(
  db: Db,
): Promise<{ added: number; changed: number; rejected: Found[]; warnings: Found[] }> {
  await db.execute(
    `INSERT INTO account_outcomes
     SELECT s.line, m.id IS NULL FROM account_rows s LEFT JOIN promotions m ON m.code = s.code
      WHERE m.id IS NULL OR (${columnsOf('m')}) IS DISTINCT FROM (${columnsOf('s')})
         OR ${storedSteps} <> ${stagedSteps} OR ${storedParts} <> ${stagedParts}`,
  )
  // Orders hold a shared lock on the promotions that they use.
  await db.execute(
    `SELECT FROM promotions
      WHERE code IN (SELECT s.code FROM account_rows s JOIN account_outcomes o ON o.line = s.line) ORDER BY id FOR UPDATE`,
  )
  const rejected = await rejectQuotas(db)
  const count = await db.one<{ added: number; changed: number }>(
    `SELECT count(*) FILTER (WHERE is_new) AS added, count(*) FILTER (WHERE NOT is_new) AS changed FROM account_outcomes`,
  )
  const { added, changed } = count ?? { added: 0, changed: 0 }
  // Statements without rows would still tell other processes to read all promotions again.
  if (added + changed === 0) return { added, changed, rejected, warnings: [] }
  await writeTerms(db)
  return { added, changed, rejected, warnings: await warningsOf(db) }
}

/** Removes staged rows whose new quota is below the uses so far. */
async function rejectQuotas(db: Db): Promise<Found[]> {
  const rows = await db.query<{ line: number; used: number }>(
    `WITH used AS (
       SELECT s.line, m.id, sum(d.used)::integer AS used
         FROM account_rows s JOIN account_outcomes o ON o.line = s.line JOIN promotions m ON m.code = s.code
         JOIN promotion_dealers d ON d.promotion_id = m.id
        WHERE s.total_quota IS DISTINCT FROM m.total_quota
        GROUP BY s.line, m.id, s.total_quota HAVING s.total_quota < sum(d.used)
     ), gone AS (DELETE FROM account_rows s USING used WHERE s.line = used.line),
     kept AS (DELETE FROM account_outcomes o USING used WHERE o.line = used.line)
     SELECT line, used FROM used ORDER BY line`,
  )
  return rows.map(({ line, used }): Found => {
    return { line, code: 'promotion_quota_used', facts: { column: 'total_quota', used } }
  })
}

const changed = 'account_rows s JOIN account_outcomes o ON o.line = s.line JOIN promotions m ON m.code = s.code'
const changedIds = `SELECT m.id FROM ${changed}`

async function writeTerms(db: Db): Promise<void> {
  await db.execute(
    `INSERT INTO promotions AS p (${columns.join(', ')})
     SELECT ${columnsOf('s')} FROM account_rows s JOIN account_outcomes o ON o.line = s.line ORDER BY s.line
     ON CONFLICT (code) DO UPDATE
        SET (${columns.join(', ')}, revision, updated_at) = ROW (${columnsOf('excluded')}, p.revision + 1, now())`,
  )
  await db.execute(`DELETE FROM promotion_steps WHERE promotion_id IN (${changedIds})`)
  await db.execute(
    `INSERT INTO promotion_steps (promotion_id, amount, percent, free_delivery)
     SELECT m.id, t.amount, t.percent, t."freeDelivery" FROM ${changed}
      CROSS JOIN jsonb_to_recordset(s.steps) AS t (amount numeric, percent numeric, "freeDelivery" boolean)`,
  )
  await db.execute(`DELETE FROM promotion_parts WHERE promotion_id IN (${changedIds})`)
  await db.execute(
    `INSERT INTO promotion_parts (promotion_id, place, unit_id, quantity)
     SELECT m.id, t.place, (t.part ->> 'unitId')::integer, (t.part ->> 'quantity')::integer FROM ${changed}
      CROSS JOIN jsonb_array_elements(s.parts) WITH ORDINALITY AS t (part, place)`,
  )
  // A quota in total counts what dealers have used so far.
  await db.execute(`DELETE FROM promotion_totals WHERE promotion_id IN (${changedIds})`)
  await db.execute(
    `INSERT INTO promotion_totals (promotion_id, used)
     SELECT m.id, (SELECT coalesce(sum(used), 0) FROM promotion_dealers WHERE promotion_id = m.id)
       FROM ${changed} WHERE m.total_quota IS NOT NULL`,
  )
}

async function warningsOf(db: Db): Promise<Found[]> {
  const rows = await db.query<{ line: number; id: number }>(`SELECT s.line, m.id FROM ${changed} ORDER BY s.line`)
  const warnings = await findWarningsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ line, id }) =>
    (warnings.get(id) ?? []).map(({ kind, other }): Found => {
      return { line, code: `promotion_${kind}`, facts: other === undefined ? {} : { name: other.name } }
    }),
  )
}

/** Deletes the promotions with these codes. `used` are those that orders have used: they stay. */
export async function removePromotions(
  db: Db,
  codes: readonly string[],
): Promise<{ gone: Set<string>; used: Set<string> }> {
  if (codes.length === 0) return { gone: new Set(), used: new Set() }
  await lockPromotions(db)
  await db.execute('SELECT FROM promotions WHERE code = ANY ($1) ORDER BY id FOR UPDATE', [codes])
  const kept = await db.query<{ code: string }>(
    `SELECT code FROM promotions m WHERE code = ANY ($1)
        AND EXISTS (SELECT FROM promotion_uses u WHERE u.promotion_id = m.id)`,
    [codes],
  )
  const used = new Set(kept.map(({ code }) => code))
  const gone = await db.query<{ code: string }>('DELETE FROM promotions WHERE code = ANY ($1) RETURNING code', [
    codes.filter((code) => !used.has(code)),
  ])
  return { gone: new Set(gone.map(({ code }) => code)), used }
}
