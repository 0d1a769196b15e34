import type { PromotionValues } from '#contract/admin/promotions.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type PromotionDraft, type PromotionIssue } from '#domain/promotions/check-promotion.ts'
import { changedSince } from '#server/account/account.ts'
import { type AuditValues, type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { loadLookup } from '#server/pricing/pricing.ts'
import { draftOf, findNamed, type NamedPromotionRow } from './promotion-rows.ts'
import { openProducts, type PromotionTerms, resolvePromotion } from './resolve-promotion.ts'
import { readTyped, typedOf } from './typed-promotion.ts'

type Saved = { ok: true; id: number }

/** Codes are unique: concurrent saves run one after the other. */
export const lockPromotions = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(76, 1)')

export function createPromotion(pool: Pool, by: Author, typed: PromotionValues): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockPromotions(db)
    const { draft, terms } = await resolveTyped(db, typed, null)
    const id = await insertPromotion(db, terms, by)
    await writeAudit(db, by, { action: 'create', noun: 'promotion', id: draft.code, after: audited(draft) })
    return { ok: true as const, id }
  })
}

async function insertPromotion(db: Db, { row, steps, parts }: PromotionTerms, by: Author): Promise<number> {
  const id = await insertRow(db, 'promotions', { ...row, created_by: by.actor?.userId ?? null })
  await writeParts(db, id, { steps, parts })
  await countAgain(db, id)
  return id
}

/** Changes a promotion unless another user changed the same fields since `before` was loaded. */
export function changePromotion(
  pool: Pool,
  by: Author,
  { id, before, values }: { id: number; before: PromotionValues; values: PromotionValues },
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockPromotions(db)
    const row = await lockPromotion(db, id)
    const now = draftOf(row)
    const { draft, terms } = await resolveTyped(db, values, row)
    const late = changedSince('promotion_changed', { before, now: typedOf(now), wanted: typedOf(draft) }, shownValue)
    if (late !== null) abortTransaction(late)
    await updatePromotion(db, id, terms)
    const difference = differenceOf(auditValues(now), auditValues(draft))
    if (difference !== null) {
      await writeAudit(db, by, { action: 'change', noun: 'promotion', id: draft.code, ...difference })
    }
    return { ok: true as const, id }
  })
}

async function updatePromotion(db: Db, id: number, { row, steps, parts }: PromotionTerms): Promise<void> {
  await db.execute(
    `UPDATE promotions
        SET (code, name, name_en, kind, dealer_id, group_id, region, product_id, brand_id, category_id, buy_quantity,
             free_quantity, free_product_id, bundle_price, currency, starts_on, ends_on, priority, combines, needs_coupon,
             total_quota, dealer_quota, order_limit, is_active, revision, updated_at)
          = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
             revision + 1, now())
      WHERE id = $1`,
    [
      id,
      row.code,
      row.name,
      row.name_en,
      row.kind,
      row.dealer_id,
      row.group_id,
      row.region,
      row.product_id,
      row.brand_id,
      row.category_id,
      row.buy_quantity,
      row.free_quantity,
      row.free_product_id,
      row.bundle_price,
      row.currency,
      row.starts_on,
      row.ends_on,
      row.priority,
      row.combines,
      row.needs_coupon,
      row.total_quota,
      row.dealer_quota,
      row.order_limit,
      row.is_active,
    ],
  )
  await writeParts(db, id, { steps, parts })
  await countAgain(db, id)
}

async function writeParts(
  db: Db,
  id: number,
  { steps, parts }: Pick<PromotionTerms, 'steps' | 'parts'>,
): Promise<void> {
  await db.execute('DELETE FROM promotion_steps WHERE promotion_id = $1', [id])
  await db.execute(
    `INSERT INTO promotion_steps (promotion_id, amount, percent, free_delivery)
     SELECT $1, s.amount, s.percent, s.free_delivery
       FROM unnest($2::numeric[], $3::numeric[], $4::boolean[]) AS s (amount, percent, free_delivery)`,
    [
      id,
      steps.map(({ amount }) => amount),
      steps.map(({ percent }) => percent),
      steps.map(({ freeDelivery }) => freeDelivery),
    ],
  )
  await db.execute('DELETE FROM promotion_parts WHERE promotion_id = $1', [id])
  await db.execute(
    `INSERT INTO promotion_parts (promotion_id, place, unit_id, quantity)
     SELECT $1, p.place, p.unit_id, p.quantity
       FROM unnest($2::integer[], $3::integer[]) WITH ORDINALITY AS p (unit_id, quantity, place)`,
    [id, parts.map(({ unitId }) => unitId), parts.map(({ quantity }) => quantity)],
  )
}

/** A quota in total counts what dealers have used so far. Orders that use the promotion wait for this transaction. */
async function countAgain(db: Db, id: number): Promise<void> {
  await db.execute('DELETE FROM promotion_totals WHERE promotion_id = $1', [id])
  await db.execute(
    `INSERT INTO promotion_totals (promotion_id, used)
     SELECT id, (SELECT coalesce(sum(used), 0) FROM promotion_dealers WHERE promotion_id = $1)
       FROM promotions WHERE id = $1 AND total_quota IS NOT NULL`,
    [id],
  )
}

export function switchPromotion(
  pool: Pool,
  by: Author,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockPromotions(db)
    const row = await lockPromotion(db, id)
    if (row.is_active === isActive) return { ok: true as const, id }
    await db.execute(
      'UPDATE promotions SET is_active = $2, revision = revision + 1, updated_at = now() WHERE id = $1',
      [id, isActive],
    )
    await writeAudit(db, by, { action: isActive ? 'activate' : 'deactivate', noun: 'promotion', id: row.code })
    return { ok: true as const, id }
  })
}

/** A promotion that orders have used stays: their lines and its uses name it. */
export function removePromotion(pool: Pool, by: Author, id: number): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockPromotions(db)
    const draft = draftOf(await lockPromotion(db, id))
    const used = await db.one('SELECT FROM promotion_uses WHERE promotion_id = $1 LIMIT 1', [id])
    if (used !== undefined) abortTransaction('promotion_in_use')
    await db.execute('DELETE FROM promotions WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'promotion', id: draft.code, before: audited(draft) })
    return { ok: true as const, id }
  })
}

/** Orders hold a shared lock on the promotions that they use. */
async function lockPromotion(db: Db, id: number): Promise<NamedPromotionRow> {
  await db.execute('SELECT FROM promotions WHERE id = $1 FOR UPDATE', [id])
  return (await findNamed(db, id)) ?? abortTransaction('promotion_not_found')
}

/** Aborts with the problem of each field. */
async function resolveTyped(db: Db, typed: PromotionValues, own: NamedPromotionRow | null) {
  const { draft, issues } = readTyped(typed)
  const lookup = await loadLookup(db, { dealer: draft.dealer, product: draft.product, region: draft.region, unit: '' })
  const resolved = await resolvePromotion({ lookup, findProducts: openProducts(db) }, draft, issues)
  const found: PromotionIssue[] = resolved.ok ? [] : [...resolved.issues]
  const taken = await db.one('SELECT FROM promotions WHERE code = $1 AND id IS DISTINCT FROM $2', [
    draft.code,
    own?.id ?? null,
  ])
  if (taken !== undefined) found.push({ field: 'code', problem: 'code_taken' })
  const quota = Number(draft.totalQuota || Infinity)
  if (own !== null && quota !== own.total_quota && quota < own.used) {
    found.push({ field: 'totalQuota', problem: 'quota_used', facts: { used: own.used } })
  }
  if (resolved.ok && found.length === 0) return { draft, terms: resolved.terms }
  return abortTransaction({ ...refuse('validation_failed'), fields: fieldsOf(found) })
}

const fieldsOf = (found: readonly PromotionIssue[]): NonNullable<Refusal['fields']> =>
  Object.fromEntries(
    found.map(({ field, problem, facts }) => [
      field,
      { text: `promotions.issues.${problem}`, ...(facts && { facts }) },
    ]),
  )

/** What the promotion says, for the audit log. */
function audited(draft: PromotionDraft): AuditValues {
  return Object.fromEntries(Object.entries(auditValues(draft)).filter(([, value]) => value !== '' && value !== false))
}

function auditValues({ kind, steps, parts, ...draft }: PromotionDraft): AuditValues {
  return {
    promotionKind: kind,
    ...draft,
    steps: steps
      .map(
        ({ amount, percent, freeDelivery }) =>
          `${amount}: ${[percent && `${percent}%`, freeDelivery && '+'].filter(Boolean).join(' ')}`,
      )
      .join('; '),
    parts: parts.map(({ product, unit, quantity }) => `${quantity} ${unit} ${product}`).join('; '),
  }
}

function shownValue(field: string, value: unknown): string | null {
  if (field === 'kind' || typeof value !== 'string') return null
  return value === '' ? '–' : value
}
