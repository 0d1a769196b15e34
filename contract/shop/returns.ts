import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { faultPhotosMax } from '#domain/after-sales/fault-report.ts'
import { returnReasons, returnStates } from '#domain/after-sales/goods-return.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'

export const returnDescriptionMax = 2000
export const returnInvoiceNoMax = 40
const returnedLinesMax = 2000
const quantityMax = 1_000_000

const text = z.optional(z.string().check(z.maxLength(200)))
const state = z.enum(returnStates)
const returnNo = z.string().check(z.regex(/^R\d{10,20}$/))
const photoFile = z.string().check(z.regex(/^[0-9a-f]{32}$/))
export const returnedQuantity = z.number().check(z.int(), z.minimum(1), z.maximum(quantityMax))
export const lineNumber = z.number().check(z.int(), z.minimum(1))
export const returnNote = z.string().check(z.maxLength(stepReasonMax))

export const returnLine = z.object({
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** What was requested, in the unit that was ordered. */
  quantity: z.number(),
  /** Null before the decision. */
  accepted: z.nullable(z.number()),
  /** Null before the receipt. */
  received: z.nullable(z.number()),
})
export type ReturnLine = z.output<typeof returnLine>

export const listedReturn = z.object({
  returnNo: z.string(),
  date: z.string(),
  state,
  orderNo: z.string(),
  reason: z.enum(returnReasons),
  creator: z.string(),
  lineCount: z.number(),
  photoCount: z.number(),
})
export type ListedReturn = z.output<typeof listedReturn>

export const returnEvent = z.object({ state, note: z.string(), date: z.string() })

export const goodsReturn = z.object({
  ...listedReturn.shape,
  description: z.string(),
  /** Number of the dealer's return invoice; empty without one. */
  invoiceNo: z.string(),
  faultReportNo: z.nullable(z.string()),
  lines: z.array(returnLine),
  photos: z.array(z.object({ file: z.string(), width: z.number(), height: z.number() })),
  /** Oldest first. */
  events: z.array(returnEvent),
})
export type GoodsReturn = z.output<typeof goodsReturn>

export const listReturns = endpoint({
  method: 'GET',
  path: '/api/catalog/returns',
  access: 'dealer',
  needs: ['returns'],
  summary: 'Returns of the visitor’s dealer, newest first. page, state, q: number of the return or order',
  query: z.object({ page: text, limit: text, state: text, q: text }),
  reply: z.object({ items: z.array(listedReturn), ...paged, state: z.nullable(state), q: z.string() }),
  errors: [],
})

export const getReturn = endpoint({
  method: 'GET',
  path: '/api/catalog/returns/:returnNo',
  access: 'dealer',
  needs: ['returns'],
  summary: 'One return of the visitor’s dealer',
  params: z.object({ returnNo }),
  reply: goodsReturn,
  errors: ['return_not_found'],
})

export const returnableLine = z.object({
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  shipped: z.number(),
  /** What can be returned now. */
  returnable: z.number(),
})
export type ReturnableLine = z.output<typeof returnableLine>

/** The shipped lines of an order, and the dealer's fault reports about its products. */
export const getReturnDraft = endpoint({
  method: 'GET',
  path: '/api/catalog/return-draft',
  access: 'dealer',
  needs: ['returns'],
  summary: 'What can be returned of an order of the visitor’s dealer',
  query: z.object({ order: z.string().check(z.maxLength(40)) }),
  reply: z.object({
    orderNo: z.string(),
    /** How many days after the shipment goods can be returned. */
    days: z.number(),
    lines: z.array(returnableLine),
    faultReports: z.array(z.object({ reportNo: z.string(), productName: z.string(), serialNo: z.string() })),
  }),
  errors: ['order_not_found'],
})

/** A request with a `key` that has made a return answers with that one. */
export const requestReturn = endpoint({
  method: 'POST',
  path: '/api/catalog/returns',
  access: 'dealer',
  needs: ['returns'],
  summary: 'Requests to return shipped goods of an order',
  body: z.strictObject({
    key: z.string().check(z.minLength(8), z.maxLength(100)),
    orderNo: z.string().check(z.minLength(1), z.maxLength(40)),
    reason: z.enum(returnReasons),
    description: z.string().check(z.maxLength(returnDescriptionMax)),
    lines: z.array(z.strictObject({ lineNo: lineNumber, quantity: returnedQuantity })).check(
      z.minLength(1),
      z.maxLength(returnedLinesMax),
      z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length),
    ),
    /** Photos uploaded before, in their order (`uploadFaultPhoto`). */
    photos: z.array(photoFile).check(
      z.maxLength(faultPhotosMax),
      z.refine((files) => new Set(files).size === files.length),
    ),
    faultReportNo: z.nullable(z.string().check(z.maxLength(30))),
  }),
  reply: z.object({ returnNo: z.string() }),
  errors: [
    'order_not_found',
    'return_line_unknown',
    'return_exceeds',
    'return_nothing',
    'return_key_used',
    'return_fault_unknown',
    'return_reason_missing',
    'photo_missing',
    'too_many_requests',
  ],
})

export const withdrawReturn = endpoint({
  method: 'POST',
  path: '/api/catalog/returns/:returnNo/withdraw',
  access: 'dealer',
  needs: ['returns'],
  summary: 'Withdraws a return that the store has not decided on',
  params: z.object({ returnNo }),
  body: z.strictObject({ note: returnNote }),
  reply: goodsReturn,
  errors: ['return_not_found', 'return_changed'],
})
