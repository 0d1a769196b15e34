import * as z from 'zod/mini'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { planKey } from '#contract/core/money.ts'
import { noteMax, quantity } from '#contract/shop/cart.ts'
import { listOrders, order, ordersQuery } from '#contract/shop/orders.ts'
import { getStatement, statementQuery } from '#contract/shop/statement.ts'
import {
  dealerInfoExample,
  dealerOrderExample,
  dealerOrdersExample,
  dealerProductExample,
  dealerProductsExample,
  placeDealerOrderExample,
  statementExample,
} from './dealer-examples.ts'

const v1 = '/api/dealer/v1'

/** Products of a page of the catalog, by default and at most. */
export const catalogPage = 100
export const catalogPageMax = 500
/** Lines of an order. */
export const orderLinesMax = 2000

/** Amounts are decimal strings without VAT, in the currency that they are charged in. */
const amount = z.object({ value: z.string(), currency: z.string() })

/**
 * A product as the dealer's screen shows it. `stock` is the figure, the cap of "100+", or 1 and 0 where the shop shows only
 * whether there is stock; in base units. Prices are absent where the shop hides them.
 */
export const dealerProduct = z.object({
  code: z.string(),
  /** The code of the product whose variant this is. */
  parentCode: z.nullable(z.string()),
  name: z.string(),
  brand: z.nullable(z.string()),
  description: z.nullable(z.string()),
  images: z.array(z.string()),
  url: z.string(),
  variant: z.array(z.object({ name: z.string(), value: z.string() })),
  taxRate: z.string(),
  stock: z.string(),
  isInStock: z.boolean(),
  units: z.array(
    z.object({
      name: z.string(),
      /** Base units in one unit. */
      multiplier: z.string(),
      isDefault: z.boolean(),
      barcode: z.nullable(z.string()),
      /** What the dealer pays for one unit; null: on request. */
      price: z.optional(z.nullable(amount)),
      listPrice: z.optional(z.nullable(amount)),
    }),
  ),
})

export const getDealerInfo = endpoint({
  method: 'GET',
  path: `${v1}/me`,
  access: 'dealerKey',
  summary: 'The key of the request, its dealer and user',
  reply: z.object({
    name: z.string(),
    scopes: z.array(z.enum(dealerScopes)),
    expiresAt: z.nullable(z.string()),
    dealer: z.object({ code: z.string(), name: z.string() }),
    user: z.string(),
    /** Names of the branches that orders may name. */
    branches: z.array(z.string()),
    /** The shop's clock. */
    now: z.string(),
  }),
  example: dealerInfoExample,
  errors: [],
})

/** Read with `cursor` until it is null. `since` is the `version` of an earlier reading: only what changed comes. */
export const listDealerProducts = endpoint({
  method: 'GET',
  path: `${v1}/products`,
  access: 'dealerKey',
  scope: 'catalog:read',
  summary: 'The catalog with the dealer’s prices and stock, in pages',
  query: z.object({
    cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
    since: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
  }),
  reply: z.object({
    items: z.array(dealerProduct),
    /** With `since`: codes of products that are no longer sold. */
    removed: z.array(z.string()),
    cursor: z.nullable(z.string()),
    /** The state of the catalog when this page was read. Keep that of the first page for the next `since`. */
    version: z.string(),
    /** `since` was too old: all products come. Prices also change with rates and conditions, which `since` does not tell. */
    isFull: z.boolean(),
  }),
  example: dealerProductsExample,
  errors: ['validation_failed'],
})

export const getDealerProduct = endpoint({
  method: 'GET',
  path: `${v1}/products/:code`,
  access: 'dealerKey',
  scope: 'catalog:read',
  summary: 'One product by its code or by the barcode of a unit',
  params: z.object({ code: z.string().check(z.maxLength(100)) }),
  reply: dealerProduct,
  example: dealerProductExample,
  errors: ['product_not_found'],
})

const orderLine = z.strictObject({
  /** A product's code or a barcode. */
  code: z.string().check(z.minLength(1), z.maxLength(100)),
  quantity,
  /** The name of a unit; without it the barcode's unit or the default one. */
  unit: z.optional(z.string().check(z.maxLength(100))),
})

/**
 * Orders on account by the rules of the cart: prices and plan of now, stock, risk limit. Nothing is ordered if a line cannot
 * be. The user's cart on screen stays as it is. The same `Idempotency-Key` and body return the same order.
 */
export const placeDealerOrder = endpoint({
  method: 'POST',
  path: `${v1}/orders`,
  access: 'dealerKey',
  order: true,
  scope: 'orders:write',
  summary: 'Places an order on account. Needs the header Idempotency-Key (8 to 100 characters)',
  body: z.strictObject({
    lines: z.array(orderLine).check(z.minLength(1), z.maxLength(orderLinesMax)),
    note: z.optional(z.string().check(z.maxLength(noteMax))),
    /** The name of a branch; without it none. */
    branch: z.optional(z.string().check(z.maxLength(200))),
    /** The payment plan; without it the shop's default. */
    plan: z.optional(planKey),
    /** Your own number, which an order that is not cancelled has alone. */
    ownOrderNo: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(50))),
    /** The grand total that you expect; if it differs nothing is ordered. */
    total: z.optional(z.string().check(z.regex(/^\d{1,15}(\.\d{1,2})?$/))),
  }),
  reply: z.object({ orderNo: z.string() }),
  example: placeDealerOrderExample,
  errors: [
    'validation_failed',
    'idempotency_key_missing',
    'idempotency_mismatch',
    'in_progress',
    'order_line_refused',
    'own_order_no_used',
    'total_changed',
    'risk_limit_blocked',
    'risk_limit_exceeded',
    'risk_limit_reached',
    'insufficient_stock',
    'price_unknown',
    'plan_unknown',
    'plan_needs_card',
    'branch_unknown',
    'no_order_right',
  ],
})

export const listDealerOrders = endpoint({
  method: 'GET',
  path: `${v1}/orders`,
  access: 'dealerKey',
  scope: 'orders:read',
  summary: 'The dealer’s orders, newest first; the query of GET /api/catalog/orders',
  query: ordersQuery,
  reply: listOrders.reply,
  example: dealerOrdersExample,
  errors: [],
})

export const getDealerOrder = endpoint({
  method: 'GET',
  path: `${v1}/orders/:orderNo`,
  access: 'dealerKey',
  scope: 'orders:read',
  summary: 'One order with its lines',
  params: z.object({ orderNo: z.string().check(z.maxLength(40)) }),
  reply: order,
  example: dealerOrderExample,
  errors: ['order_not_found'],
})

export const getDealerStatementByKey = endpoint({
  method: 'GET',
  path: `${v1}/statement`,
  access: 'dealerKey',
  scope: 'statement:read',
  summary: 'The account statement; the query of GET /api/account/statement',
  query: statementQuery,
  reply: getStatement.reply,
  example: statementExample,
  errors: [],
})
