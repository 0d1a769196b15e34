import * as z from 'zod/mini'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { planKey } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { noteMax } from '#contract/shop/cart.ts'
import { deliveryErrors } from '#contract/shop/delivery.ts'
import { listOrders, order, ordersQuery } from '#contract/shop/orders.ts'
import { getStatement, invoice, invoicesQuery, statementQuery } from '#contract/shop/statement.ts'
import { purchaseReasons, purchaseStates } from '#domain/orders/purchase-approval.ts'
import {
  dealerApprovalExample,
  dealerInfoExample,
  dealerOrderExample,
  dealerOrdersExample,
  placeDealerOrderExample,
  statementExample,
} from './dealer-examples.ts'
import { dealerInvoicesExample } from './dealer-document-examples.ts'
import { requestLines } from './dealer-lines.ts'
import { quantityRefusals } from '#contract/shop/quantity-refusals.ts'

const v1 = '/api/dealer/v1'

const addressLine = z.string().check(z.maxLength(2000))

export const getDealerInfo = endpoint({
  method: 'GET',
  path: `${v1}/me`,
  access: 'dealerKey',
  needs: [],
  summary: 'The key of the request, its dealer and user',
  reply: z.object({
    name: z.string(),
    scopes: z.array(z.enum(dealerScopes)),
    expiresAt: z.nullable(z.string()),
    dealer: z.object({ code: z.string(), name: z.string() }),
    user: z.string(),
    /** Names of the branches that orders may name. */
    branches: z.array(z.string()),
    /** Delivery addresses that orders may name. */
    addresses: z.array(z.object({ id: z.number(), name: z.string(), erpCode: z.string() })),
    /** The shop's clock. */
    now: z.string(),
  }),
  example: dealerInfoExample,
  errors: [],
})

/** An order of a program that waits, or waited, for the approval of a colleague. */
const dealerApproval = z.object({
  number: z.number(),
  state: z.enum(purchaseStates),
  sentAt: z.string(),
  /** When it ends without a decision. */
  expiresAt: z.string(),
  /** Why it needs approval. */
  reasons: z.array(z.enum(purchaseReasons)),
  /** What the program has named it. */
  ownOrderNo: z.nullable(z.string()),
  /** The order, once it is approved. */
  orderNo: z.nullable(z.string()),
  /** Why a colleague refused it; empty otherwise. */
  refusal: z.string(),
})
export type DealerApproval = z.output<typeof dealerApproval>

/**
 * Orders on account by the rules of the cart: prices and plan of now, stock, risk limit. Nothing is ordered if a line cannot
 * be. The user's cart on screen stays as it is. The same `Idempotency-Key` and body return the same order, or the same
 * request for approval as it is now.
 */
export const placeDealerOrder = endpoint({
  method: 'POST',
  path: `${v1}/orders`,
  access: 'dealerKey',
  needs: ['order'],
  scope: 'orders:write',
  summary:
    'Places an order on account. Needs the header Idempotency-Key (8 to 100 characters). With sendForApproval an order over the limits of the key’s user waits for a colleague, and the answer has `approval` in place of `orderNo`',
  body: z.strictObject({
    lines: requestLines,
    /**
     * True: an order that needs the approval of a colleague is sent for approval. Otherwise it is refused with
     * `purchase_needs_approval`.
     */
    sendForApproval: z.optional(z.boolean()),
    note: z.optional(z.string().check(z.maxLength(noteMax))),
    /** The name of a branch; without it none. */
    branch: z.optional(z.string().check(z.maxLength(200))),
    /**
     * The ERP code or the id of a delivery address, or `own` for the dealer’s own one. Without it and `deliveryAddress`, the
     * order goes to the dealer’s default address.
     */
    address: z.optional(z.union([z.number(), z.string().check(z.maxLength(50))])),
    /** An address for this order only. */
    deliveryAddress: z.optional(
      z.strictObject({
        recipient: addressLine,
        phone: addressLine,
        address: addressLine,
        district: addressLine,
        city: addressLine,
        postalCode: z.optional(addressLine),
      }),
    ),
    /** A day from today on. */
    deliveryDate: z.optional(z.string().check(z.maxLength(40))),
    /** False: everything in one shipment. */
    partDelivery: z.optional(z.boolean()),
    /** The preferred carrier, as orders show it. */
    carrier: z.optional(z.string().check(z.maxLength(60))),
    /** The payment plan; without it the shop's default. */
    plan: z.optional(planKey),
    /** Your own number, which an order that is not cancelled has alone. */
    ownOrderNo: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(50))),
    /** A coupon code of a promotion. */
    coupon: z.optional(z.string().check(z.maxLength(100))),
    /** The grand total that you expect; if it differs nothing is ordered. */
    total: z.optional(z.string().check(z.regex(/^\d{1,15}(\.\d{1,2})?$/))),
  }),
  reply: z.union([z.object({ orderNo: z.string() }), z.object({ approval: dealerApproval })]),
  example: placeDealerOrderExample,
  errors: [
    'validation_failed',
    'idempotency_key_missing',
    'idempotency_mismatch',
    'in_progress',
    'order_line_refused',
    'purchase_needs_approval',
    'purchase_no_approver',
    'own_order_no_used',
    'promotions_changed',
    'promotion_used_up',
    'coupon_unknown',
    'coupon_ended',
    'coupon_used_up',
    'coupon_tries',
    'total_changed',
    'risk_limit_blocked',
    'risk_limit_exceeded',
    'risk_limit_reached',
    'texts_not_accepted',
    'contract_not_accepted',
    'insufficient_stock',
    'price_unknown',
    ...quantityRefusals,
    'plan_unknown',
    'plan_needs_card',
    'branch_unknown',
    ...deliveryErrors.filter((code) => code !== 'validation_failed'),
    'no_order_right',
  ],
})

export const getDealerApproval = endpoint({
  method: 'GET',
  path: `${v1}/approvals/:id`,
  access: 'dealerKey',
  needs: [],
  scope: 'orders:read',
  summary: 'An order that was sent for approval: whether it waits, and the order that it became',
  params: longRowParams,
  reply: dealerApproval,
  example: dealerApprovalExample,
  errors: ['purchase_not_found'],
})

export const listDealerOrders = endpoint({
  method: 'GET',
  path: `${v1}/orders`,
  access: 'dealerKey',
  needs: [],
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
  needs: [],
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
  needs: ['statement'],
  scope: 'statement:read',
  summary: 'The account statement; the query of GET /api/account/statement',
  query: statementQuery,
  reply: getStatement.reply,
  example: statementExample,
  errors: [],
})

export const listDealerInvoices = endpoint({
  method: 'GET',
  path: `${v1}/invoices`,
  access: 'dealerKey',
  needs: ['statement'],
  scope: 'invoices:read',
  summary:
    'The invoices of the account, newest first. from and to are days, currency is a code; invalid values are ignored',
  query: invoicesQuery,
  reply: z.object({ items: z.array(invoice), ...paged }),
  example: dealerInvoicesExample,
  errors: [],
})
