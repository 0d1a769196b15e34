import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams, rowNumber } from '#contract/core/row-id.ts'
import {
  goodsReturn,
  lineNumber,
  listedReturn,
  returnEvent,
  returnInvoiceNoMax,
  returnLine,
  returnNote,
} from '#contract/shop/returns.ts'
import { returnStates } from '#domain/after-sales/goods-return.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const quantity = z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))
const invoiceNo = z.string().check(z.maxLength(returnInvoiceNoMax))
const linesMax = 2000

const ofDealer = { id: z.number(), dealer: z.string(), dealerCode: z.string() }

export const adminListedReturn = z.object({ ...listedReturn.shape, ...ofDealer })
export type AdminListedReturn = z.output<typeof adminListedReturn>

export const adminReturn = z.object({
  ...goodsReturn.shape,
  ...ofDealer,
  orderId: z.number(),
  creatorEmail: z.string(),
  faultReportId: z.nullable(z.number()),
  lines: z.array(
    z.object({
      ...returnLine.shape,
      /** False where the product is no longer in the catalog: what comes back is scrap. */
      isInCatalog: z.boolean(),
      /** Where it went; null: scrap, or not received yet. */
      warehouse: z.nullable(z.string()),
      /** The warehouse that the order took most of it from; null if it took no stock. */
      fromWarehouseId: z.nullable(z.number()),
    }),
  ),
  events: z.array(z.object({ ...returnEvent.shape, user: z.string() })),
  /** Open warehouses that goods can go back to. */
  warehouses: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type AdminReturn = z.output<typeof adminReturn>

/** Newest first. Filters: `state`, `q` (number of the return, order or return invoice), `dealer`, `from`, `to`. */
export const listAllReturns = endpoint({
  method: 'GET',
  path: '/yonetim/returns',
  access: 'admin',
  area: 'orders',
  summary: 'Returns of all dealers',
  query: z.object({ page: text, limit: text, state: text, q: text, dealer: text, from: text, to: text }),
  reply: z.object({
    items: z.array(adminListedReturn),
    ...paged,
    sort: z.literal('-date'),
    state: z.nullable(z.enum(returnStates)),
    q: z.string(),
    dealer: z.string(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** Returns that wait for a decision, whatever the filter is. */
    newCount: z.number(),
  }),
  errors: [],
})

export const getAdminReturn = endpoint({
  method: 'GET',
  path: '/yonetim/returns/:id',
  access: 'admin',
  area: 'orders',
  summary: 'One return with its dealer, photos and steps',
  params: longRowParams,
  reply: adminReturn,
  errors: ['return_not_found'],
})

/** Lines that are left out are not accepted. Nothing accepted: the return is refused, which needs a note. */
export const decideReturn = endpoint({
  method: 'POST',
  path: '/yonetim/returns/:id/decide',
  access: 'admin',
  area: 'orders',
  summary: 'Accepts a requested return in whole or in part, or refuses it, and emails the dealer',
  params: longRowParams,
  body: z.strictObject({
    lines: z.array(z.strictObject({ lineNo: lineNumber, accepted: quantity })).check(z.maxLength(linesMax)),
    note: returnNote,
  }),
  reply: adminReturn,
  errors: [
    'return_not_found',
    'return_changed',
    'return_line_unknown',
    'return_exceeds_requested',
    'return_reason_missing',
  ],
})

/** Lines that are left out were not received. `warehouseId` null: scrap. */
export const receiveReturn = endpoint({
  method: 'POST',
  path: '/yonetim/returns/:id/receive',
  access: 'admin',
  area: 'orders',
  summary: 'Receives goods of an accepted return: into the stock of a warehouse, or as scrap',
  params: longRowParams,
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ lineNo: lineNumber, quantity, warehouseId: z.nullable(rowNumber) }))
      .check(z.maxLength(linesMax)),
    invoiceNo,
    note: returnNote,
  }),
  reply: adminReturn,
  errors: [
    'return_not_found',
    'return_changed',
    'return_line_unknown',
    'return_exceeds_accepted',
    'return_not_shipped',
    'return_nothing',
    'return_product_removed',
    'return_warehouse_unknown',
    'warehouse_closed',
  ],
})

export const closeReturn = endpoint({
  method: 'POST',
  path: '/yonetim/returns/:id/close',
  access: 'admin',
  area: 'orders',
  summary: 'Closes a received return and records the number of its return invoice',
  params: longRowParams,
  body: z.strictObject({ invoiceNo, note: returnNote }),
  reply: adminReturn,
  errors: ['return_not_found', 'return_changed'],
})
