import {
  checkPromotion,
  type PromotionDraft,
  type PromotionField,
  type PromotionIssue,
} from '#domain/promotions/check-promotion.ts'
import type { RuleLookup } from '#server/pricing/pricing.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Columns of `promotions`; numbers as exact text. */
type PromotionColumns = {
  code: string
  name: string
  name_en: string
  kind: PromotionDraft['kind']
  dealer_id: number | null
  group_id: number | null
  region: string | null
  product_id: number | null
  brand_id: number | null
  category_id: number | null
  buy_quantity: string | null
  free_quantity: string | null
  free_product_id: number | null
  bundle_price: string | null
  currency: string | null
  starts_on: string | null
  ends_on: string | null
  priority: number
  combines: boolean
  needs_coupon: boolean
  total_quota: string | null
  dealer_quota: string | null
  order_limit: string | null
  is_active: boolean
}

/** A promotion as the tables store it. */
export type PromotionTerms = {
  row: PromotionColumns
  steps: { amount: string; percent: string | null; freeDelivery: boolean }[]
  parts: { unitId: number; quantity: number }[]
}
type NamingField = 'dealer' | 'group' | 'product' | 'brand' | 'category' | 'freeProduct'
type Resolved = { ok: true; terms: PromotionTerms } | { ok: false; issues: PromotionIssue[] }

/** A promotion whose names are found, or everything that is wrong with it. */
export async function resolvePromotion(
  { lookup, findProducts }: PromotionLookup,
  draft: PromotionDraft,
  found: readonly PromotionIssue[] = [],
): Promise<Resolved> {
  const unread = new Set(found.map(({ field }) => field))
  const issues = [...found, ...checkPromotion(draft).filter(({ field }) => !unread.has(field))]
  const report = (field: PromotionField, problem: PromotionIssue['problem'], value: string) => {
    if (!issues.some((issue) => issue.field === field)) issues.push({ field, problem, facts: { value } })
  }
  const id = (field: NamingField, find: (name: string) => number | 'unclear' | undefined) => {
    const name = draft[field]
    if (name === '') return null
    const value = find(name)
    if (typeof value === 'number') return value
    report(field, value === 'unclear' ? 'unclear' : 'unknown', name)
    return null
  }
  const region = draft.region === '' ? null : (lookup.region(draft.region) ?? null)
  if (draft.region !== '' && region === null) report('region', 'unknown', draft.region)
  if (draft.currency !== '' && !lookup.hasCurrency(draft.currency)) report('currency', 'unknown', draft.currency)
  const products = await findProducts([draft.product, draft.freeProduct, ...draft.parts.map(({ product }) => product)])
  const product = (code: string) => products.get(code)?.id
  const parts = draft.parts.map((part) => {
    const unitId = unitOf(products.get(part.product), part.unit)
    if (unitId === undefined) report('parts', 'part_unknown', `${part.product} ${part.unit}`.trim())
    return { unitId: unitId ?? 0, quantity: Number(part.quantity) }
  })
  if (new Set(parts.map(({ unitId }) => unitId)).size < parts.length) report('parts', 'part_twice', '')
  const row: PromotionColumns = {
    code: draft.code,
    name: draft.name,
    name_en: draft.nameEn,
    kind: draft.kind,
    dealer_id: id('dealer', lookup.dealer),
    group_id: id('group', lookup.group),
    region,
    product_id: id('product', product),
    brand_id: id('brand', lookup.brand),
    category_id: id('category', lookup.category),
    buy_quantity: draft.buy || null,
    free_quantity: draft.free || null,
    free_product_id: id('freeProduct', product),
    bundle_price: draft.price || null,
    currency: draft.currency || null,
    starts_on: draft.startsOn || null,
    ends_on: draft.endsOn || null,
    priority: Number(draft.priority),
    combines: draft.combines,
    needs_coupon: draft.needsCoupon,
    total_quota: draft.totalQuota || null,
    dealer_quota: draft.dealerQuota || null,
    order_limit: draft.orderLimit || null,
    is_active: draft.isActive,
  }
  if (issues.length > 0) return { ok: false, issues }
  const steps = draft.steps.map(({ amount, percent, freeDelivery }) => {
    return { amount, percent: Number(percent) === 0 ? null : percent, freeDelivery }
  })
  return { ok: true, terms: { row, steps, parts } }
}

export type PromotionLookup = {
  lookup: RuleLookup
  /** Products by code, with their units. */
  findProducts(codes: readonly string[]): Promise<ReadonlyMap<string, FoundProduct>>
}

type FoundProduct = { id: number; code: string; default_unit_id: number | null; units: { id: number; name: string }[] }

/** Loads products once for each code. */
export function openProducts(db: Db): PromotionLookup['findProducts'] {
  const known = new Map<string, FoundProduct>()
  const asked = new Set([''])
  return async (codes) => {
    const missing = codes.filter((code) => !asked.has(code))
    for (const code of missing) asked.add(code)
    if (missing.length > 0) for (const row of await loadProducts(db, missing)) known.set(row.code, row)
    return known
  }
}

function loadProducts(db: Db, codes: readonly string[]): Promise<FoundProduct[]> {
  return db.query<FoundProduct>(
    `SELECT DISTINCT ON (p.code) p.id, p.code, p.default_unit_id,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name)), '[]')
               FROM product_units u WHERE u.product_id = p.id) AS units
       FROM products p WHERE p.code = ANY ($1::text[]) ORDER BY p.code, p.is_active DESC, p.id`,
    [codes],
  )
}

/** The unit with this name, or the default one. */
function unitOf(product: FoundProduct | undefined, name: string): number | undefined {
  if (name === '') return product?.default_unit_id ?? undefined
  return product?.units.find((unit) => unit.name === name)?.id
}
