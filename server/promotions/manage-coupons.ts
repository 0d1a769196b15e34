import { randomInt } from 'node:crypto'
import { couponsMax, type createCoupons, type CouponList, type listCoupons } from '#contract/admin/promotions.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { makeCoupon, readCoupon } from '#domain/promotions/coupon-code.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'

type CouponRow = {
  id: number
  code: string
  dealer_code: string | null
  dealer_name: string | null
  max_orders: number | null
  used: number
  ends_on: string | null
}

const couponSql = `SELECT c.id, c.code, d.code AS dealer_code, d.name AS dealer_name, c.max_orders, c.used,
       c.ends_on::text AS ends_on
  FROM promotion_coupons c LEFT JOIN dealers d ON d.id = c.dealer_id WHERE c.promotion_id = $1 ORDER BY c.id DESC`

export async function listCouponsOf(
  db: Db,
  id: number,
  query: Input<typeof listCoupons>['query'],
): Promise<CouponList | Refusal> {
  const { page, limit } = parsePaging(query)
  const count = await db.one<{ total: number }>(
    `SELECT (SELECT count(*)::integer FROM promotion_coupons c WHERE c.promotion_id = m.id) AS total
       FROM promotions m WHERE m.id = $1`,
    [id],
  )
  if (count === undefined) return refuse('promotion_not_found')
  const rows = await db.query<CouponRow>(`${couponSql} LIMIT $2 OFFSET $3`, [id, limit, (page - 1) * limit])
  const { total } = count
  return { items: rows.map(presentCoupon), total, page, limit, pages: Math.max(1, Math.ceil(total / limit)) }
}

/** All coupons of a promotion, for a file. */
export const loadAllCoupons = (db: Db, id: number): Promise<CouponRow[]> => db.query<CouponRow>(couponSql, [id])

const presentCoupon = (row: CouponRow) => ({
  id: row.id,
  code: row.code,
  dealer: row.dealer_code === null ? null : { code: row.dealer_code, name: row.dealer_name ?? '' },
  maxOrders: row.max_orders,
  used: row.used,
  endsOn: row.ends_on,
})

type NewCoupons = Input<typeof createCoupons>['body']

/** Adds a coupon with a given code, or many with random ones. */
export function addCoupons(
  pool: Pool,
  by: Author,
  id: number,
  body: NewCoupons,
): Promise<{ ok: true; count: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const promotion = await db.one<{ code: string }>('SELECT code FROM promotions WHERE id = $1 FOR SHARE', [id])
    if (promotion === undefined) return abortTransaction('promotion_not_found')
    const read = await readNew(db, body)
    if ('ok' in read) return abortTransaction(read)
    const { codes, dealerId, maxOrders, endsOn } = read
    const added = await db.execute(
      `INSERT INTO promotion_coupons (promotion_id, code, dealer_id, max_orders, ends_on)
       SELECT $1, t.code, $3, $4, $5 FROM unnest($2::text[]) AS t (code) ON CONFLICT (code) DO NOTHING`,
      [id, codes, dealerId, maxOrders, endsOn],
    )
    if (added === 0) return abortTransaction(fieldProblem('code', 'code_taken'))
    await writeAudit(db, by, {
      action: 'create',
      noun: 'promotion_coupon',
      id: promotion.code,
      after: codes.length === 1 ? { code: codes[0] } : { couponPrefix: cleanText(body.prefix), couponCount: added },
    })
    return { ok: true as const, count: added }
  })
}

type ReadCoupons = { codes: string[]; dealerId: number | null; maxOrders: number | null; endsOn: string | null }

async function readNew(db: Db, body: NewCoupons): Promise<ReadCoupons | Refusal> {
  const codes = codesOf(body)
  if ('ok' in codes) return codes
  const [maxOrders, endsOn, dealer] = [cleanText(body.maxOrders), cleanText(body.endsOn), cleanText(body.dealer)]
  if (maxOrders !== '' && !/^[1-9]\d{0,8}$/.test(maxOrders)) return fieldProblem('maxOrders', 'quota')
  if (endsOn !== '' && parseDay(endsOn) !== endsOn) return fieldProblem('endsOn', 'day')
  const found = dealer === '' ? null : await db.one<{ id: number }>('SELECT id FROM dealers WHERE code = $1', [dealer])
  if (found === undefined) return fieldProblem('dealer', 'unknown', { value: dealer })
  const limit = maxOrders === '' ? null : Number(maxOrders)
  return { codes, dealerId: found?.id ?? null, maxOrders: limit, endsOn: endsOn || null }
}

function codesOf({ code, prefix, count }: NewCoupons): string[] | Refusal {
  if (cleanText(code) !== '') {
    const given = readCoupon(code)
    return given === null ? fieldProblem('code', 'coupon_code') : [given]
  }
  const text = cleanText(count)
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > couponsMax)
    return fieldProblem('count', 'coupon_count', { most: couponsMax })
  const start = cleanText(prefix) === '' ? '' : readCoupon(prefix)
  if (start === null || start.length > 20) return fieldProblem('prefix', 'coupon_code')
  return Array.from({ length: Number(text) }, () => makeCoupon(start, randomInt))
}

const fieldProblem = (field: string, problem: string, facts?: Record<string, string | number>): Refusal => ({
  ...refuse('validation_failed'),
  fields: { [field]: { text: `promotions.issues.${problem}`, ...(facts && { facts }) } },
})

export function removeCouponOf(
  pool: Pool,
  by: Author,
  { id, coupon }: { id: number; coupon: number },
): Promise<{ success: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await db.one<{ code: string; promotion: string }>(
      `DELETE FROM promotion_coupons c USING promotions m WHERE c.id = $2 AND c.promotion_id = $1 AND m.id = $1
       RETURNING c.code, m.code AS promotion`,
      [id, coupon],
    )
    if (row === undefined) return abortTransaction('coupon_not_found')
    await writeAudit(db, by, {
      action: 'remove',
      noun: 'promotion_coupon',
      id: row.promotion,
      before: { code: row.code },
    })
    return { ok: true as const, success: true as const }
  })
}
