import type { PromotionValues } from '#contract/admin/promotions.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Sent } from './shop.ts'

/** Promotions; the second one is to be deleted. */
export type PromotionIds = { promotion: number; promotionToDelete: number; coupon: number }

type PromotionRequest = (people: PromotionIds) => { url: string } & Sent

/** A valid form: 10 give 1, for everyone and all products. */
export const promotionForm: PromotionValues = {
  code: 'BAHAR',
  name: 'Bahar',
  nameEn: '',
  kind: 'free_goods',
  dealer: '',
  group: '',
  region: '',
  product: '',
  brand: '',
  category: '',
  buy: '10',
  free: '1',
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
  isActive: false,
}

export async function addPromotions(pool: Pool): Promise<PromotionIds> {
  const rows = await pool.query<{ id: number }>(
    `INSERT INTO promotions (code, name, kind, buy_quantity, free_quantity, is_active)
     VALUES ('BAHAR', 'Bahar', 'free_goods', 10, 1, false), ('YAZ', 'Yaz', 'free_goods', 10, 1, false) RETURNING id`,
  )
  const [promotion = 0, promotionToDelete = 0] = rows.map(({ id }) => id)
  const coupon = await pool.one<{ id: number }>(
    "INSERT INTO promotion_coupons (promotion_id, code) VALUES ($1, 'KUPON') RETURNING id",
    [promotion],
  )
  return { promotion, promotionToDelete, coupon: coupon?.id ?? 0 }
}

/** Requests of the calls for promotions and their coupons. */
export const promotionRequests: Record<string, PromotionRequest> = {
  'GET /api/catalog/cart/sums': () => ({ url: '/api/catalog/cart/sums' }),
  'POST /api/catalog/cart/coupons': () => ({ url: '/api/catalog/cart/coupons', body: { code: 'YOK' } }),
  'DELETE /api/catalog/cart/coupons/:code': () => ({ url: '/api/catalog/cart/coupons/YOK' }),
  'GET /yonetim/promotions': () => ({ url: '/yonetim/promotions' }),
  'GET /yonetim/promotions/:id': ({ promotion }) => ({ url: `/yonetim/promotions/${promotion}` }),
  'POST /yonetim/promotions': () => ({
    url: '/yonetim/promotions',
    body: { values: { ...promotionForm, code: 'YENI', name: 'Yeni' } },
  }),
  'PATCH /yonetim/promotions/:id': ({ promotion }) => ({
    url: `/yonetim/promotions/${promotion}`,
    body: { before: promotionForm, values: promotionForm },
  }),
  'POST /yonetim/promotions/:id/state': ({ promotion }) => ({
    url: `/yonetim/promotions/${promotion}/state`,
    body: { isActive: false },
  }),
  'DELETE /yonetim/promotions/:id': ({ promotionToDelete }) => ({ url: `/yonetim/promotions/${promotionToDelete}` }),
  'GET /yonetim/promotions/:id/coupons': ({ promotion }) => ({ url: `/yonetim/promotions/${promotion}/coupons` }),
  'POST /yonetim/promotions/:id/coupons': ({ promotion }) => ({
    url: `/yonetim/promotions/${promotion}/coupons`,
    body: { code: '', prefix: 'YAZ', count: '1', dealer: '', maxOrders: '1', endsOn: '' },
  }),
  'DELETE /yonetim/promotions/:id/coupons/:coupon': ({ promotion, coupon }) => ({
    url: `/yonetim/promotions/${promotion}/coupons/${coupon}`,
  }),
}
