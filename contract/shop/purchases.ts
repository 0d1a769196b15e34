import * as z from 'zod/mini'
import { orderDelivery } from './delivery.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams, rowNumber, rowParams } from '#contract/core/row-id.ts'
import {
  purchaseLineProblems,
  purchaseReasons,
  purchaseStates,
  purchaseSteps,
} from '#domain/orders/purchase-approval.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { quantityRefusals } from '#contract/shop/quantity-refusals.ts'

const state = z.enum(purchaseStates)
const amount = z.nullable(z.number())
const typed = (max: number) => z.string().check(z.maxLength(max))

/** Why an order needs approval. Amounts in lira with tax; absent for users who do not see prices. */
export const purchaseReasonFacts = z.object({
  reasons: z.array(z.enum(purchaseReasons)),
  perOrder: z.optional(amount),
  perMonth: z.optional(amount),
  /** What the user has ordered in the month, with what waits, without this order. */
  monthTotal: z.optional(z.number()),
  /** Of this order when it was sent. */
  orderTotal: z.optional(z.number()),
  /** Names of the categories that always need approval. */
  categories: z.array(z.string()),
})
export type PurchaseReasonFacts = z.output<typeof purchaseReasonFacts>

/** For the pages before the order; the order itself checks again. */
export const checkPurchase = endpoint({
  method: 'GET',
  path: '/api/catalog/purchase-check',
  access: 'dealer',
  needs: ['order'],
  summary: 'Whether an order of the visitor’s cart needs the approval of a colleague, and why',
  query: z.object({ advencePrice: z.optional(typed(40)) }),
  reply: purchaseReasonFacts,
  errors: [],
})

export const listedPurchase = z.object({
  id: z.number(),
  date: z.string(),
  state,
  buyer: z.string(),
  lineCount: z.number(),
  /** In the request's currency, with tax; absent where prices are hidden. */
  total: z.optional(z.object({ value: z.number(), currency: z.string() })),
  reasons: z.array(z.enum(purchaseReasons)),
  /** When it ends without a decision. */
  expiresAt: z.string(),
  orderNo: z.nullable(z.string()),
  /** The visitor can decide about it. */
  isForMe: z.boolean(),
})
export type ListedPurchase = z.output<typeof listedPurchase>

/** What the list shows: requests that wait for the visitor, its own ones, or all that are decided. */
export const purchaseLists = ['waiting', 'own', 'decided'] as const
export type PurchaseList = (typeof purchaseLists)[number]

export const deputy = z.object({
  id: z.number(),
  userId: z.number(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  isActive: z.boolean(),
})
export type Deputy = z.output<typeof deputy>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/api/account/approvals',
  access: 'dealer',
  needs: [],
  summary: 'Orders that wait, or waited, for an approver of the dealer. show: waiting (for the visitor), own, decided',
  query: z.object({ show: z.optional(typed(20)), page: z.optional(typed(20)) }),
  reply: z.object({
    items: z.array(listedPurchase),
    ...paged,
    show: z.enum(purchaseLists),
    /** How many wait for the visitor. */
    waiting: z.number(),
    /** The visitor approves, by its own right or a colleague's. */
    isApprover: z.boolean(),
    /** Of a visitor with the right to approve: who stands in for it, and the colleagues who can. */
    deputies: z.nullable(
      z.object({ items: z.array(deputy), colleagues: z.array(z.object({ id: z.number(), name: z.string() })) }),
    ),
  }),
  errors: [],
})

export const purchaseLine = z.object({
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  unit: z.string(),
  /** What the buyer asked for, and what is left of it; 0: removed by an approver. */
  quantityBefore: z.number(),
  quantity: z.number(),
  /** Per unit before tax, as the buyer saw it and as of now; absent where prices are hidden. */
  priceBefore: z.optional(z.object({ value: z.number(), currency: z.string() })),
  price: z.optional(z.object({ value: z.number(), currency: z.string() })),
  /** Before tax, of what is left of the line at the price as of now, or as the buyer saw it where there is none. */
  amount: z.optional(z.object({ value: z.number(), currency: z.string() })),
  /** What today's stock lacks, in base units; 0 if it suffices. Stock that the visitor may not see is not shown. */
  shortage: z.optional(z.number()),
  isShort: z.boolean(),
  /** Why the line cannot be ordered today. */
  problem: z.nullable(z.enum(purchaseLineProblems)),
})
export type PurchaseLine = z.output<typeof purchaseLine>

export const purchaseEvent = z.object({
  date: z.string(),
  step: z.enum(purchaseSteps),
  /** Null: the shop itself. */
  by: z.nullable(z.string()),
  /** The colleague for whom the user stood in. */
  standsInFor: z.nullable(z.string()),
  reason: z.string(),
  lines: z.array(
    z.object({ code: z.string(), name: z.string(), unit: z.string(), before: z.number(), after: z.number() }),
  ),
})
export type PurchaseEvent = z.output<typeof purchaseEvent>

const total = z.object({ value: z.number(), currency: z.string() })

export const purchase = z.object({
  id: z.number(),
  date: z.string(),
  state,
  expiresAt: z.string(),
  buyer: z.string(),
  isOwn: z.boolean(),
  note: z.string(),
  plan: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  delivery: z.nullable(orderDelivery),
  why: purchaseReasonFacts,
  lines: z.array(purchaseLine),
  /** With tax: as the buyer sent it, and of the lines as of now. Absent where prices are hidden. */
  totalBefore: z.optional(total),
  total: z.optional(total),
  /** Which prices, stock and lines are on screen; an approval sends it back. Empty once it is decided. */
  shown: z.string(),
  revision: z.number(),
  approvals: z.array(
    z.object({ step: z.number(), by: z.string(), standsInFor: z.nullable(z.string()), date: z.string() }),
  ),
  /** How many approvals it needs at today's total. */
  steps: z.number(),
  /** For whom the visitor would approve: null for itself. */
  standsInFor: z.nullable(z.string()),
  canDecide: z.boolean(),
  /** The visitor has given its approval; another colleague's is missing. */
  hasApproved: z.boolean(),
  /** Names of those who can decide now. */
  approvers: z.array(z.string()),
  /** Those whom the dealer has named for this step cannot decide: everybody with the right can. */
  isFallback: z.boolean(),
  order: z.nullable(z.object({ id: z.number(), orderNo: z.string() })),
  events: z.array(purchaseEvent),
  /** Of an own request that became no order: its lines can go into the cart again. */
  canReturn: z.boolean(),
})
export type Purchase = z.output<typeof purchase>

export const getPurchase = endpoint({
  method: 'GET',
  path: '/api/account/approvals/:id',
  access: 'dealer',
  needs: [],
  summary: 'An order that waits, or waited, for approval, with today’s prices and stock beside those of the buyer',
  params: longRowParams,
  reply: purchase,
  errors: ['purchase_not_found'],
})

const decided = ['purchase_not_found', 'purchase_not_approver', 'purchase_own', 'purchase_decided'] as const

/** Refuses with the first line that cannot be ordered, or with a difference from what was shown. */
export const approvePurchase = endpoint({
  method: 'POST',
  path: '/api/account/approvals/:id/approve',
  access: 'dealer',
  needs: [],
  summary: 'Approves the order as it is on screen. With the last approval it is placed, at today’s prices',
  params: longRowParams,
  body: z.object({ shown: typed(100) }),
  reply: purchase,
  errors: [
    ...decided,
    'purchase_changed',
    'purchase_approved_before',
    'purchase_buyer_gone',
    'purchase_line_refused',
    'plan_unknown',
    'branch_unknown',
    'risk_limit_blocked',
    'risk_limit_exceeded',
    'risk_limit_reached',
    'insufficient_stock',
    'cart_changed',
    'price_unknown',
    ...quantityRefusals,
    'own_order_no_used',
  ],
})

export const changePurchase = endpoint({
  method: 'POST',
  path: '/api/account/approvals/:id/quantities',
  access: 'dealer',
  needs: [],
  summary: 'Changes quantities before the approval; 0 removes a line. Earlier approvals no longer count',
  params: longRowParams,
  body: z.object({
    revision: z.number().check(z.int(), z.minimum(1)),
    lines: z
      .array(
        z.object({
          lineNo: z.number().check(z.int(), z.minimum(1)),
          quantity: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
        }),
      )
      .check(z.minLength(1), z.maxLength(2000)),
  }),
  reply: purchase,
  errors: [...decided, 'purchase_changed', 'purchase_lines_all_removed', 'order_line_not_found'],
})

export const refusePurchase = endpoint({
  method: 'POST',
  path: '/api/account/approvals/:id/refuse',
  access: 'dealer',
  needs: [],
  summary: 'Refuses the order, with a reason for the buyer',
  params: longRowParams,
  body: z.object({ reason: typed(stepReasonMax) }),
  reply: purchase,
  errors: [...decided, 'purchase_reason_missing'],
})

export const withdrawPurchase = endpoint({
  method: 'POST',
  path: '/api/account/approvals/:id/withdraw',
  access: 'dealer',
  needs: [],
  summary: 'The buyer takes the order back; its lines return to the cart',
  params: longRowParams,
  reply: purchase,
  errors: ['purchase_not_found', 'purchase_decided'],
})

export const returnPurchaseLines = endpoint({
  method: 'POST',
  path: '/api/account/approvals/:id/cart',
  access: 'dealer',
  needs: [],
  summary: 'Puts the lines of an own refused or expired request into the cart again, once',
  params: longRowParams,
  reply: purchase,
  errors: ['purchase_not_found', 'purchase_lines_returned'],
})

export const addDeputy = endpoint({
  method: 'POST',
  path: '/api/account/deputies',
  access: 'dealer',
  needs: ['approve'],
  summary: 'Names a colleague who approves for the visitor from one day to another, in Turkey',
  body: z.object({ userId: rowNumber, from: typed(20), to: typed(20) }),
  reply: z.object({ items: z.array(deputy) }),
  errors: ['validation_failed', 'user_not_found'],
})

export const removeDeputy = endpoint({
  method: 'DELETE',
  path: '/api/account/deputies/:id',
  access: 'dealer',
  needs: ['approve'],
  summary: 'Ends a deputy of the visitor',
  params: rowParams,
  reply: z.object({ items: z.array(deputy) }),
  errors: ['deputy_not_found'],
})

/** Amounts as a form shows them; empty: no limit. */
export const purchaseLimits = z.object({
  userId: z.number(),
  perOrder: z.string(),
  perMonth: z.string(),
  categoryIds: z.array(z.number()),
  /** Ordered in this month, with what waits for approval, in lira. */
  monthTotal: z.number(),
})
export type PurchaseLimitsRow = z.output<typeof purchaseLimits>

export const purchaseRules = z.object({
  categoryIds: z.array(z.number()),
  /** Empty: one approval is always enough. */
  secondStepOver: z.string(),
  expiryDays: z.number(),
  /** Ids of those who give the first and the second approval; empty: everybody with the right. */
  firstApprovers: z.array(z.number()),
  secondApprovers: z.array(z.number()),
  /** Steps whose named approvers have all left: everybody with the right decides. */
  fallbackSteps: z.array(z.number()),
})
export type PurchaseRules = z.output<typeof purchaseRules>

const ids = z.array(rowNumber).check(z.maxLength(500))
const category = z.object({ id: z.number(), name: z.string(), depth: z.number() })
export type PurchaseCategory = z.output<typeof category>

const settings = z.object({
  rules: purchaseRules,
  /** Of the users who have limits or have ordered in this month. */
  limits: z.array(purchaseLimits),
  /** All categories in the order of the tree. */
  categories: z.array(category),
  /** The users who may approve. */
  approvers: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type PurchaseSettings = z.output<typeof settings>

export const getPurchaseSettings = endpoint({
  method: 'GET',
  path: '/api/account/purchase-rules',
  access: 'dealer',
  needs: ['users', 'approve'],
  summary: 'The limits of the dealer’s users, and what applies to all of them',
  reply: settings,
  errors: [],
})

export const savePurchaseRules = endpoint({
  method: 'PATCH',
  path: '/api/account/purchase-rules',
  access: 'dealer',
  needs: ['users', 'approve'],
  summary:
    'Saves what needs approval whoever orders, from which amount two approve, who they are, and when requests expire',
  body: z.object({
    /** Left out: as they are. */
    firstApprovers: z.optional(ids),
    secondApprovers: z.optional(ids),
    categoryIds: ids,
    secondStepOver: typed(40),
    expiryDays: z.number().check(z.int(), z.minimum(1), z.maximum(90)),
  }),
  reply: settings,
  errors: ['validation_failed'],
})

export const savePurchaseLimits = endpoint({
  method: 'PATCH',
  path: '/api/account/users/:id/limits',
  access: 'dealer',
  needs: ['users', 'approve'],
  summary: 'Saves what a user may order without approval, in lira with tax',
  params: rowParams,
  body: z.object({ perOrder: typed(40), perMonth: typed(40), categoryIds: ids }),
  reply: settings,
  errors: ['validation_failed', 'user_not_found', 'own_account', 'no_right_to_grant'],
})
