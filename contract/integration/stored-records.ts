import * as z from 'zod/mini'
import { ruleKinds } from '#domain/pricing/price-rule.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { dealerRecord } from './records.ts'
import {
  storedBalancesExample,
  storedCampaignsExample,
  storedDealerGroupsExample,
  storedPriceRulesExample,
  storedDealersExample,
  storedPricesExample,
  storedProductsExample,
  storedStockExample,
} from './stored-examples.ts'

/** Records of a page, by default and at most. */
export const storedPage = 500
export const storedPageMax = 2_000

export const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(40))),
  limit: z.optional(z.string().check(z.maxLength(10))),
})

/**
 * A page of what the shop has, in the order in which it was added. Pass `cursor` to read on until it is null. A record that
 * exists the whole time is returned once, whatever changes meanwhile.
 */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), cursor: z.nullable(z.string()) })

const text = z.nullable(z.string())
const productKey = { code: z.string(), externalKey: text }

/** Named as in batches; amounts and quantities are decimal strings. */
export const productRecord = z.object({
  ...productKey,
  name: z.string(),
  brand: text,
  brandCode: text,
  model: text,
  /** The path from the top. */
  category: z.array(z.string()),
  /** Null also if the category has none. */
  categoryCode: text,
  unit: text,
  /** All units with their barcodes; `multiplier`: base units in one unit. */
  units: z.array(z.object({ unit: z.string(), multiplier: z.string(), barcode: text })),
  /** In percent; null: the shop's default. */
  taxRate: text,
  equivalentCode: text,
  specialCode1: text,
  specialCode2: text,
  specialCode3: text,
  specialCode4: text,
  specialCode5: text,
  isActive: z.boolean(),
  parentCode: text,
})
export type ProductRecord = z.output<typeof productRecord>

/** Prices of a unit in a price list, without VAT. */
export const priceRecord = z.object({
  ...productKey,
  unit: z.string(),
  price: z.string(),
  currency: z.string(),
  listPrice: text,
  listCurrency: text,
  plans: z.array(z.object({ plan: z.string(), price: z.string(), currency: z.string() })),
})
export type PriceRecord = z.output<typeof priceRecord>

/** Base units. */
export const stockRecord = z.object({ ...productKey, warehouse: z.string(), quantity: z.string() })
export type StockRecord = z.output<typeof stockRecord>

/** What the dealer owes in each currency of its account; negative if the shop owes the dealer. */
export const balanceRecord = z.object({
  dealer: z.string(),
  accounts: z.array(
    z.object({
      currency: z.string(),
      balance: z.string(),
      /** The day of the figure; null if it was entered in the shop. */
      asOf: text,
      /** Whether the ERP has sent the figure; otherwise it is the sum of the movements, or was entered in the shop. */
      isFromErp: z.boolean(),
    }),
  ),
})
export type BalanceRecord = z.output<typeof balanceRecord>

/** Named as in batches. `code` is null for campaigns that were made in the shop. */
export const campaignRecord = z.object({
  code: text,
  name: z.string(),
  /** In percent. */
  discount: z.string(),
  /** In UTC; null: no limit. `endsAt` no longer counts. */
  startsAt: text,
  endsAt: text,
  isActive: z.boolean(),
  position: z.number(),
  /** Codes, in order. */
  products: z.array(z.string()),
})
export type CampaignRecord = z.output<typeof campaignRecord>

/** Named as in batches; numbers are decimal texts. `code` is null for rules that were made in the shop without one. */
export const priceRuleRecord = z.object({
  code: text,
  name: z.string(),
  kind: z.enum(ruleKinds),
  dealer: text,
  group: text,
  region: text,
  product: text,
  brand: text,
  /** Names from the root. */
  category: z.nullable(z.array(z.string())),
  priceList: text,
  price: text,
  currency: text,
  chain: text,
  aboveCost: text,
  quantity: text,
  periodDays: z.nullable(z.number()),
  unit: text,
  startsOn: text,
  endsOn: text,
  priority: z.number(),
  stops: z.boolean(),
  keepsDiscount: z.boolean(),
  isActive: z.boolean(),
})
export type PriceRuleRecord = z.output<typeof priceRuleRecord>

export const dealerGroupRecord = z.object({ code: z.string(), name: z.string() })
export type DealerGroupRecord = z.output<typeof dealerGroupRecord>

const v1 = '/api/integration/v1'

export const getStoredProducts = endpoint({
  method: 'GET',
  path: `${v1}/catalog`,
  access: 'service',
  scope: 'catalog:read',
  summary: 'All products with their units, also inactive ones',
  query: pageQuery,
  reply: pageOf(productRecord),
  example: storedProductsExample,
  errors: ['validation_failed'],
})

export const getStoredPrices = endpoint({
  method: 'GET',
  path: `${v1}/prices`,
  access: 'service',
  scope: 'prices:read',
  summary: 'All prices of a price list',
  query: z.object({
    ...pageQuery.shape,
    /** Its code; without it the default list. */
    priceList: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: pageOf(priceRecord),
  example: storedPricesExample,
  errors: ['validation_failed', 'price_list_not_found'],
})

export const getStoredCampaigns = endpoint({
  method: 'GET',
  path: `${v1}/campaigns`,
  access: 'service',
  scope: 'prices:read',
  summary: 'All campaigns with their products, also past and inactive ones',
  query: pageQuery,
  reply: pageOf(campaignRecord),
  example: storedCampaignsExample,
  errors: ['validation_failed'],
})

export const getStoredPriceRules = endpoint({
  method: 'GET',
  path: `${v1}/price-rules`,
  access: 'service',
  scope: 'prices:read',
  summary: 'All price rules, also past and inactive ones',
  query: pageQuery,
  reply: pageOf(priceRuleRecord),
  example: storedPriceRulesExample,
  errors: ['validation_failed'],
})

export const getStoredDealerGroups = endpoint({
  method: 'GET',
  path: `${v1}/dealer-groups`,
  access: 'service',
  scope: 'prices:read',
  summary: 'All groups of dealers. `/dealer-cards` has the group of each dealer',
  query: pageQuery,
  reply: pageOf(dealerGroupRecord),
  example: storedDealerGroupsExample,
  errors: ['validation_failed'],
})

export const getStoredStock = endpoint({
  method: 'GET',
  path: `${v1}/stock`,
  access: 'service',
  scope: 'stock:read',
  summary: 'The stock of all products by warehouse',
  query: pageQuery,
  reply: pageOf(stockRecord),
  example: storedStockExample,
  errors: ['validation_failed'],
})

export const getStoredDealers = endpoint({
  method: 'GET',
  path: `${v1}/dealer-cards`,
  access: 'service',
  scope: 'dealers:read',
  summary: 'All dealers, also inactive ones. `/dealers` has their changes',
  query: pageQuery,
  reply: pageOf(dealerRecord),
  example: storedDealersExample,
  errors: ['validation_failed'],
})

export const getStoredBalances = endpoint({
  method: 'GET',
  path: `${v1}/balances`,
  access: 'service',
  scope: 'accounts:read',
  summary: 'The balances of all dealers',
  query: pageQuery,
  reply: pageOf(balanceRecord),
  example: storedBalancesExample,
  errors: ['validation_failed'],
})
