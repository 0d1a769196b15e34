import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { limitApprovalDays, limitApprovalStates, limitNoteMax } from '#domain/orders/limit-approval.ts'
import { riskModes } from '#domain/orders/risk-limit.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

const head = {
  id: z.number(),
  date: z.string(),
  state: z.enum(limitApprovalStates),
  expiresAt: z.string(),
  dealer: z.object({ id: z.number(), code: z.string(), name: z.string() }),
  user: z.string(),
  note: z.string(),
  /** With tax. */
  total: money,
  totalTry: z.number(),
  /** When it was asked for, in TL: by how much the order exceeds what was left of the limit. */
  excess: z.number(),
  reason: z.string(),
  decidedBy: z.nullable(z.string()),
  orderNo: z.nullable(z.string()),
  orderId: z.nullable(z.number()),
}
export const listedLimitApproval = z.object(head)
export type ListedLimitApproval = z.output<typeof listedLimitApproval>

export const listLimitApprovals = endpoint({
  method: 'GET',
  path: '/yonetim/limit-approvals',
  access: 'admin',
  area: 'orders',
  summary: 'Requests of dealers to let an order pass their risk limit, newest first. q: dealer, user, note',
  query: z.object({ page: text, limit: text, state: text, q: text, from: text, to: text, sort: text }),
  reply: z.object({
    ...paged,
    items: z.array(listedLimitApproval),
    state: z.nullable(z.enum(limitApprovalStates)),
    q: z.string(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    sort: z.literal('-date'),
  }),
  errors: [],
})

export const adminLimitApproval = z.object({
  ...head,
  lines: z.array(
    z.object({ code: z.string(), name: z.string(), unit: z.string(), quantity: z.number(), price: money }),
  ),
  /** What promotions take off the lines before tax, and the sums after it; null where none applies. */
  promotions: z.nullable(z.object({ names: z.array(z.string()), amount: money, subtotal: money, tax: money })),
  /** As of now, in TL; null where no limit applies any more. */
  limit: z.nullable(
    z.object({
      riskLimit: z.number(),
      mode: z.enum(riskModes),
      isBlocked: z.boolean(),
      /** What is left of it; negative where it is exceeded. */
      available: z.number(),
      /** What to pay so that the order fits; empty where no payment does that. */
      sums: z.array(money),
    }),
  ),
})
export type AdminLimitApproval = z.output<typeof adminLimitApproval>

export const getLimitApproval = endpoint({
  method: 'GET',
  path: '/yonetim/limit-approvals/:id',
  access: 'admin',
  area: 'orders',
  summary: 'One request with its lines and the dealer’s limit as of now',
  params: longRowParams,
  reply: adminLimitApproval,
  errors: ['limit_approval_not_found'],
})

export const approveLimit = endpoint({
  method: 'POST',
  path: '/yonetim/limit-approvals/:id/approve',
  access: 'admin',
  area: 'orders',
  summary: 'Lets the order pass the limit once, within some days. The dealer is informed and orders',
  params: longRowParams,
  body: z.strictObject({
    days: z.number().check(z.int(), z.minimum(limitApprovalDays.min), z.maximum(limitApprovalDays.max)),
    reason: z.string().check(z.maxLength(limitNoteMax)),
  }),
  reply: adminLimitApproval,
  errors: ['limit_approval_not_found', 'limit_approval_decided'],
})

export const refuseLimit = endpoint({
  method: 'POST',
  path: '/yonetim/limit-approvals/:id/refuse',
  access: 'admin',
  area: 'orders',
  summary: 'Refuses the request with a reason that the dealer reads',
  params: longRowParams,
  body: z.strictObject({ reason: z.string().check(z.maxLength(limitNoteMax)) }),
  reply: adminLimitApproval,
  errors: ['limit_approval_not_found', 'limit_approval_decided', 'limit_reason_missing'],
})
