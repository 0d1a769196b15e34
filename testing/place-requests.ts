import type { PosRuleValues } from '#contract/admin/pos-rules.ts'
import type { LimitValues } from '#contract/admin/installment-limits.ts'
import { addLimit, addPosRule } from '#server/payments/payments.ts'
import { addPosAccount } from '#server/payments/pos/test-pos.ts'
import type { Sent, TestShop } from './shop.ts'

/** Warehouses, a branch, two price lists, a POS account, an installment limit, a rule of accounts and a step of the early payment that no other test uses. */
export type Places = {
  warehouse: number
  spare: number
  branch: number
  priceList: number
  spareList: number
  pos: number
  limit: number
  posRule: number
  earlyStep: number
}

export async function addPlaces({ database: { pool } }: TestShop): Promise<Places> {
  const row = await pool.one<Omit<Places, 'pos' | 'limit' | 'posRule' | 'earlyStep'>>(
    `WITH warehouse AS (INSERT INTO warehouses (code, name) VALUES ('YEDEK', 'Yedek') RETURNING id),
       spare AS (INSERT INTO warehouses (code, name) VALUES ('BOŞ', 'Boş') RETURNING id),
       branch AS (INSERT INTO branches (name) VALUES ('Şube') RETURNING id),
       list AS (INSERT INTO price_lists (code, name) VALUES ('ÖZEL', 'Özel liste') RETURNING id),
       spare_list AS (INSERT INTO price_lists (code, name) VALUES ('BOŞ', 'Boş liste') RETURNING id)
     SELECT warehouse.id AS warehouse, spare.id AS spare, branch.id AS branch, list.id AS "priceList",
            spare_list.id AS "spareList"
       FROM warehouse, spare, branch, list, spare_list`,
  )
  if (row === undefined) throw new Error('Could not create warehouses.')
  const settings = { gateway: 'https://bank.example/3d', api: 'https://bank.example/api', clientId: '1', name: 'api' }
  const pos = await addPosAccount(pool, { code: 'yedek', isActive: false, settings })
  const limit = await addLimit(pool, noLimit)
  const step = await pool.one<{ id: number }>(
    'INSERT INTO early_payment_steps (days, percent) VALUES (90, 0.5) RETURNING id',
  )
  ruled.accounts = [{ id: await addPosAccount(pool, { code: 'kural', isActive: false }), share: '' }]
  const rule = await addPosRule({ pool, now: () => new Date() }, ruled)
  return { ...row, pos, limit: limit.ok ? limit.id : 0, posRule: rule.ok ? rule.id : 0, earlyStep: step?.id ?? 0 }
}

const noLimit: LimitValues = { most: '12', cardClass: '', category: '', from: '', until: '', note: '' }
const ruled: PosRuleValues = {
  name: 'Kural',
  isActive: false,
  bins: '',
  families: [],
  bankCodes: [],
  cardTypes: [],
  cardClass: '',
  minAmount: '',
  maxAmount: '',
  installments: [],
  currency: '',
  target: 'ordered',
  shareBy: 'amount',
  accounts: [],
}
const names = { code: 'YEDEK', name: 'Yedek' }
const branch = { name: 'Şube', warehouses: [] }
const account = {
  name: 'yedek',
  mode: 'own_form',
  environment: 'test',
  bankCode: '',
  families: [],
  currency: 'TRY',
  minAmount: '',
  maxAmount: '',
  isDefault: false,
  position: '0',
  logo: '',
  image: '',
  settings: { api: 'https://bank.example/api', clientId: '1', gateway: 'https://bank.example/3d', name: 'api' },
}
const plans = [{ installment: 1, commission: '0', minAmount: '', isDefault: true }]

type PlaceRequest = (people: { places: Places }) => { url: string } & Sent

/** Requests of the calls for warehouses, branches and POS accounts. */
export const placeRequests: Record<string, PlaceRequest> = {
  'GET /yonetim/warehouses': () => ({ url: '/yonetim/warehouses' }),
  'POST /yonetim/warehouses': () => ({ url: '/yonetim/warehouses', body: { values: { code: 'YENİ', name: 'Yeni' } } }),
  'PATCH /yonetim/warehouses': ({ places }) => ({
    url: '/yonetim/warehouses',
    body: { warehouses: [places.warehouse], branches: [places.branch] },
  }),
  'PATCH /yonetim/warehouses/:id': ({ places }) => ({
    url: `/yonetim/warehouses/${places.warehouse}`,
    body: { before: names, values: names },
  }),
  'POST /yonetim/warehouses/:id/state': ({ places }) => ({
    url: `/yonetim/warehouses/${places.warehouse}/state`,
    body: { isActive: true },
  }),
  // An empty warehouse: the stock that dealers can order does not change.
  'POST /yonetim/warehouses/:id/stock': ({ places }) => ({
    url: `/yonetim/warehouses/${places.spare}/stock`,
    body: { to: places.warehouse, isClosing: false },
  }),
  'DELETE /yonetim/warehouses/:id': ({ places }) => ({ url: `/yonetim/warehouses/${places.spare}` }),
  'POST /yonetim/branches': () => ({
    url: '/yonetim/branches',
    body: { values: { name: 'Yeni şube', warehouses: [] } },
  }),
  'PATCH /yonetim/branches/:id': ({ places }) => ({
    url: `/yonetim/branches/${places.branch}`,
    body: { before: branch, values: branch },
  }),
  'POST /yonetim/branches/:id/state': ({ places }) => ({
    url: `/yonetim/branches/${places.branch}/state`,
    body: { isActive: true },
  }),
  'DELETE /yonetim/branches/:id': ({ places }) => ({ url: `/yonetim/branches/${places.branch}` }),
  'GET /yonetim/pos-accounts': () => ({ url: '/yonetim/pos-accounts' }),
  'GET /yonetim/pos-form': () => ({ url: '/yonetim/pos-form' }),
  'GET /yonetim/pos-accounts/:id': ({ places }) => ({ url: `/yonetim/pos-accounts/${places.pos}` }),
  'POST /yonetim/pos-accounts': () => ({
    url: '/yonetim/pos-accounts',
    body: { code: 'yeni-banka', adapter: 'nestpay', values: account },
  }),
  'PATCH /yonetim/pos-accounts/:id': ({ places }) => ({
    url: `/yonetim/pos-accounts/${places.pos}`,
    body: { before: account, values: account },
  }),
  'PATCH /yonetim/pos-accounts/:id/plans': ({ places }) => ({
    url: `/yonetim/pos-accounts/${places.pos}/plans`,
    body: { before: [{ ...plans[0], isDefault: false }], plans },
  }),
  'GET /yonetim/pos-accounts/:id/rates': ({ places }) => ({ url: `/yonetim/pos-accounts/${places.pos}/rates` }),
  'POST /yonetim/pos-accounts/:id/rates': ({ places }) => ({
    url: `/yonetim/pos-accounts/${places.pos}/rates`,
    // The mark of an account without rates.
    body: { mark: 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqH', rates: [], ended: [], endsOn: '2026-12-01' },
  }),
  'POST /yonetim/pos-accounts/:id/rate-file': ({ places }) => ({
    url: `/yonetim/pos-accounts/${places.pos}/rate-file?name=a.csv`,
    body: Buffer.from('Taksit;Oran\n3;%5,00\n'),
  }),
  'POST /yonetim/pos-accounts/:id/secrets': ({ places }) => ({
    url: `/yonetim/pos-accounts/${places.pos}/secrets`,
    body: { secrets: { password: 'gizli' } },
  }),
  'POST /yonetim/pos-accounts/:id/state': ({ places }) => ({
    url: `/yonetim/pos-accounts/${places.pos}/state`,
    body: { isActive: false },
  }),
  // The account lacks a key, so that no bank is called.
  'POST /yonetim/pos-accounts/:id/trial': ({ places }) => ({ url: `/yonetim/pos-accounts/${places.pos}/trial` }),
  'DELETE /yonetim/pos-accounts/:id': ({ places }) => ({ url: `/yonetim/pos-accounts/${places.pos}` }),
  'GET /yonetim/early-payment': () => ({ url: '/yonetim/early-payment' }),
  'POST /yonetim/early-payment': () => ({
    url: '/yonetim/early-payment',
    body: { values: { scope: 'everyone', code: '', days: '10', percent: '3' } },
  }),
  'DELETE /yonetim/early-payment/:id': ({ places }) => ({ url: `/yonetim/early-payment/${places.earlyStep}` }),
  'GET /yonetim/installment-limits': () => ({ url: '/yonetim/installment-limits' }),
  'POST /yonetim/installment-limits': () => ({ url: '/yonetim/installment-limits', body: { values: noLimit } }),
  'PATCH /yonetim/installment-limits/:id': ({ places }) => ({
    url: `/yonetim/installment-limits/${places.limit}`,
    body: { before: noLimit, values: noLimit },
  }),
  'DELETE /yonetim/installment-limits/:id': ({ places }) => ({ url: `/yonetim/installment-limits/${places.limit}` }),
  'GET /yonetim/pos-rules': () => ({ url: '/yonetim/pos-rules' }),
  'GET /yonetim/pos-rules/preview': () => ({
    url: '/yonetim/pos-rules/preview?digits=540061&amount=100&installment=1&currency=TRY',
  }),
  'POST /yonetim/pos-rules': () => ({ url: '/yonetim/pos-rules', body: { values: ruled } }),
  'PATCH /yonetim/pos-rules/:id': ({ places }) => ({
    url: `/yonetim/pos-rules/${places.posRule}`,
    body: { before: ruled, values: ruled },
  }),
  'POST /yonetim/pos-rules/order': () => ({ url: '/yonetim/pos-rules/order', body: { ids: [] } }),
  'DELETE /yonetim/pos-rules/:id': ({ places }) => ({ url: `/yonetim/pos-rules/${places.posRule}` }),
}
