import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { noticeStates, transferNotice } from '#contract/shop/transfers.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

export const dealersTransferNotice = z.object({
  ...transferNotice.shape,
  dealerId: z.number(),
  dealer: z.string(),
  dealerCode: z.string(),
  /** The order that it pays, whose number is `orderNo`. */
  orderId: z.nullable(z.number()),
  /** The line that it was matched with. */
  lineId: z.nullable(z.number()),
  /** Who has matched or rejected it. */
  settledBy: z.nullable(z.string()),
})
export type DealersTransferNotice = z.output<typeof dealersTransferNotice>

/** `q`: parts of dealer, sender or note, or an amount. Without `state` the waiting ones. */
export const listTransferNotices = endpoint({
  method: 'GET',
  path: '/yonetim/transfer-notices',
  access: 'admin',
  area: 'payments',
  summary: 'Bank transfers that dealers have reported; waiting ones oldest first, others newest first',
  query: z.object({ page: text, limit: text, state: text, q: text }),
  reply: z.object({
    items: z.array(dealersTransferNotice),
    ...paged,
    state: z.enum(noticeStates),
    q: z.string(),
    waitingCount: z.number(),
  }),
  errors: [],
})

export const rejectTransferNotice = endpoint({
  method: 'POST',
  path: '/yonetim/transfer-notices/:id/reject',
  access: 'admin',
  area: 'payments',
  summary: 'Rejects a reported transfer with a reason that the dealer reads, and emails the dealer',
  params: longRowParams,
  body: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
  reply: dealersTransferNotice,
  errors: ['transfer_not_found', 'transfer_settled'],
})
