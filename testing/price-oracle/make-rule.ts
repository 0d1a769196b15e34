import type { PriceRule } from '#domain/pricing/price-rule.ts'

/** A rule of everyone for all products, 10 % unless it has a fixed price, with the given fields. */
export function makeRule(fields: Partial<PriceRule> & Pick<PriceRule, 'kind'>): PriceRule {
  return {
    id: 1,
    name: `Kural ${fields.id ?? 1}`,
    dealerId: null,
    groupId: null,
    region: null,
    productId: null,
    brandId: null,
    categoryId: null,
    priceListId: null,
    fixed: null,
    chain: fields.fixed || fields.quantity || fields.aboveCost ? null : '10',
    aboveCost: null,
    unit: null,
    minQuantity: null,
    quantity: null,
    periodDays: null,
    startsOn: null,
    endsOn: null,
    priority: 0,
    stops: false,
    keepsDiscount: false,
    passesFloor: false,
    ...fields,
  }
}
