import {
  changePromotion as changeCall,
  createCoupons,
  createPromotion as createCall,
  deleteCoupon,
  deletePromotion,
  getPromotion,
  listCoupons,
  listPromotions,
  type PromotionDetail,
  switchPromotion as switchCall,
} from '#contract/admin/promotions.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { changePromotion, createPromotion, removePromotion, switchPromotion } from './change-promotions.ts'
import { listAllPromotions } from './list-promotions.ts'
import { addCoupons, listCouponsOf, removeCouponOf } from './manage-coupons.ts'
import { draftOf, findNamed } from './promotion-rows.ts'
import { findWarnings, loadUses } from './promotion-warnings.ts'
import { typedOf } from './typed-promotion.ts'

type Deps = { pool: Pool; store: Store }
type Changed = { ok: true; id: number } | Refusal

/** The administrators' endpoints for promotions. A change counts in this process before the response is sent. */
export function registerPromotions(calls: Calls, { pool, store }: Deps): void {
  const shown = async (result: Changed): Promise<PromotionDetail | Refusal> => {
    if (!result.ok) return result
    await store.refresh()
    return detail(pool, result.id)
  }

  handle(calls, listPromotions, ({ query }) => listAllPromotions(pool, query))
  handle(calls, getPromotion, ({ params }) => detail(pool, params.id))
  handle(calls, createCall, async ({ body }, by) => shown(await createPromotion(pool, by, body.values)))
  handle(calls, changeCall, async ({ params, body }, by) =>
    shown(await changePromotion(pool, by, { id: params.id, ...body })),
  )
  handle(calls, switchCall, async ({ params, body }, by) =>
    shown(await switchPromotion(pool, by, { id: params.id, ...body })),
  )
  handle(calls, deletePromotion, async ({ params }, by) => {
    const result = await removePromotion(pool, by, params.id)
    if (!result.ok) return result
    await store.refresh()
    return { success: true as const }
  })
  registerCoupons(calls, pool)
}

function registerCoupons(calls: Calls, pool: Pool): void {
  handle(calls, listCoupons, ({ params, query }) => listCouponsOf(pool, params.id, query))
  handle(calls, createCoupons, async ({ params, body }, by) => {
    const added = await addCoupons(pool, by, params.id, body)
    return isRefusal(added) ? added : { count: added.count }
  })
  handle(calls, deleteCoupon, async ({ params }, by) => {
    const removed = await removeCouponOf(pool, by, params)
    return isRefusal(removed) ? removed : { success: true as const }
  })
}

async function detail(pool: Pool, id: number): Promise<PromotionDetail | Refusal> {
  const row = await findNamed(pool, id)
  if (row === undefined) return refuse('promotion_not_found')
  const [warnings, uses] = await Promise.all([findWarnings(pool, id), loadUses(pool, id)])
  return { id, state: row.state, values: typedOf(draftOf(row)), warnings, uses }
}
