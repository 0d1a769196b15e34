import type { PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { Sent } from './shop.ts'

/** Rules and groups of dealers; the second ones are to be deleted. */
export type PricingIds = {
  priceRule: number
  priceRuleToDelete: number
  dealerGroup: number
  dealerGroupToDelete: number
}

type PricingRequest = (people: PricingIds & { other: Actor }) => { url: string } & Sent

/** A valid form: 10 % for everyone. */
export const ruleForm: PriceRuleValues = {
  code: '',
  name: 'Bahar',
  kind: 'agreement',
  dealer: '',
  group: '',
  region: '',
  product: '',
  brand: '',
  category: '',
  priceList: '',
  price: '',
  currency: '',
  chain: '10',
  aboveCost: '',
  minQuantity: '',
  quantity: '',
  periodDays: '',
  unit: '',
  startsOn: '',
  endsOn: '',
  priority: '0',
  stops: false,
  keepsDiscount: false,
  isActive: false,
}
const group = { code: 'A', name: 'A bayileri' }

export async function addPricing(pool: Pool): Promise<PricingIds> {
  const rules = await pool.query<{ id: number }>(
    `INSERT INTO price_rules (name, kind, chain, is_active) VALUES ('Bahar', 'agreement', '10', false),
       ('Yaz', 'agreement', '5', false) RETURNING id`,
  )
  const groups = await pool.query<{ id: number }>(
    "INSERT INTO dealer_groups (code, name) VALUES ('A', 'A bayileri'), ('B', 'B bayileri') RETURNING id",
  )
  const [priceRule, priceRuleToDelete] = rules.map(({ id }) => id)
  const [dealerGroup, dealerGroupToDelete] = groups.map(({ id }) => id)
  return {
    priceRule: priceRule ?? 0,
    priceRuleToDelete: priceRuleToDelete ?? 0,
    dealerGroup: dealerGroup ?? 0,
    dealerGroupToDelete: dealerGroupToDelete ?? 0,
  }
}

/** Requests of the calls for price rules and groups of dealers. */
export const priceRuleRequests: Record<string, PricingRequest> = {
  'GET /yonetim/price-rules': () => ({ url: '/yonetim/price-rules' }),
  'GET /yonetim/price-rule-form': () => ({ url: '/yonetim/price-rule-form' }),
  'GET /yonetim/price-rules/:id': ({ priceRule }) => ({ url: `/yonetim/price-rules/${priceRule}` }),
  'POST /yonetim/price-rules': () => ({
    url: '/yonetim/price-rules',
    body: { values: { ...ruleForm, name: 'Yeni' } },
  }),
  'PATCH /yonetim/price-rules/:id': ({ priceRule }) => ({
    url: `/yonetim/price-rules/${priceRule}`,
    body: { before: ruleForm, values: ruleForm },
  }),
  'POST /yonetim/price-rules/:id/state': ({ priceRule }) => ({
    url: `/yonetim/price-rules/${priceRule}/state`,
    body: { isActive: false },
  }),
  'POST /yonetim/price-rules/:id/copy': ({ priceRule }) => ({ url: `/yonetim/price-rules/${priceRule}/copy` }),
  'DELETE /yonetim/price-rules/:id': ({ priceRuleToDelete }) => ({ url: `/yonetim/price-rules/${priceRuleToDelete}` }),
  'GET /yonetim/rule-proposals': () => ({ url: '/yonetim/rule-proposals' }),
  'POST /yonetim/rule-proposals/:id/approve': () => ({
    url: '/yonetim/rule-proposals/999999/approve',
    body: { stamp: '' },
  }),
  'POST /yonetim/rule-proposals/:id/decline': () => ({ url: '/yonetim/rule-proposals/999999/decline' }),
  'GET /yonetim/dealer-groups': () => ({ url: '/yonetim/dealer-groups' }),
  'GET /yonetim/dealer-groups/:id': ({ dealerGroup }) => ({ url: `/yonetim/dealer-groups/${dealerGroup}` }),
  'POST /yonetim/dealer-groups': () => ({
    url: '/yonetim/dealer-groups',
    body: { values: { code: 'YENI', name: 'Yeni grup' } },
  }),
  'PATCH /yonetim/dealer-groups/:id': ({ dealerGroup }) => ({
    url: `/yonetim/dealer-groups/${dealerGroup}`,
    body: { before: group, values: group },
  }),
  'POST /yonetim/dealer-groups/:id/dealers': ({ dealerGroup, other }) => ({
    url: `/yonetim/dealer-groups/${dealerGroup}/dealers`,
    body: { codes: [other.dealer?.code] },
  }),
  'DELETE /yonetim/dealer-groups/:id/dealers/:dealer': ({ dealerGroup, other }) => ({
    url: `/yonetim/dealer-groups/${dealerGroup}/dealers/${other.dealer?.id}`,
  }),
  'DELETE /yonetim/dealer-groups/:id': ({ dealerGroupToDelete }) => ({
    url: `/yonetim/dealer-groups/${dealerGroupToDelete}`,
  }),
}
