import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { invoiceOutcomes } from '#contract/shop/invoices.ts'
import { programStates } from '#domain/orders/order-life.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { shipmentFieldMax } from '#domain/orders/shipment.ts'
import { batchErrors, batchMax, batchReply, batchResult, decimal, text } from './batch.ts'
import { invoiceFilesExample, orderStatesExample, shipmentsExample } from './order-move-examples.ts'

const v1 = '/api/integration/v1'
const orderNo = text(40)

/** Rows are checked one by one: a wrong one is answered with its problem. */
const rowsOf = <Row extends z.ZodMiniType>(row: Row, max: number) =>
  z.array(z.union([row, z.record(z.string(), z.unknown())])).check(z.minLength(1), z.maxLength(max))

/** An order may be named once. */
export const orderStateRow = z.strictObject({
  orderNo,
  state: z.enum(programStates),
  /** Required for `rejected`; the dealer reads it. */
  reason: z.optional(text(stepReasonMax)),
})

export const writeOrderStates = endpoint({
  method: 'POST',
  path: `${v1}/order-states`,
  access: 'service',
  scope: 'orders:write',
  summary: 'Confirms, rejects, delivers and closes orders, by the rules of the administrators’ screen',
  body: z.strictObject({ rows: rowsOf(orderStateRow, batchMax) }),
  reply: batchReply,
  example: orderStatesExample,
  errors: batchErrors,
})

export const shipmentRowsMax = 500
const shippedLinesMax = 2_000
const count = z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))
const field = (name: keyof typeof shipmentFieldMax) => z.optional(text(shipmentFieldMax[name]))

const shippedLine = z.strictObject({
  /** Without it, the row’s order. */
  orderNo: z.optional(orderNo),
  /** One of both: the line’s number, or the product’s code. */
  lineNo: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
  code: z.optional(text(500)),
  /** In the unit that was ordered. */
  quantity: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
  /** What was shipped of the line before: it is refused if another quantity was. */
  shipped: z.optional(count),
})

/**
 * `reference` is the program’s own key: the same again is the same shipment. Without `lines`, all that can be shipped of
 * the order, as the screen proposes it. Address and recipient are the dealer’s unless the row names them.
 */
export const shipmentRow = z.strictObject({
  reference: text(100),
  orderNo: z.optional(orderNo),
  lines: z.optional(z.array(shippedLine).check(z.minLength(1), z.maxLength(shippedLinesMax))),
  /** A carrier that the shop knows (`yurtici`, `aras`, `own` …), or the name of another one. */
  carrier: text(shipmentFieldMax.carrier),
  trackingNo: field('trackingNo'),
  trackingUrl: field('trackingUrl'),
  deliveryNoteNo: field('deliveryNoteNo'),
  recipient: field('recipient'),
  address: field('address'),
  district: field('district'),
  city: field('city'),
  phone: field('phone'),
  note: field('note'),
  /** Kilograms of each parcel; one parcel of unknown weight without it. */
  weights: z.optional(z.array(decimal).check(z.minLength(1), z.maxLength(200))),
})

const result = z.extend(batchResult, {
  /** Null: the row was rejected. */
  shipmentNo: z.nullable(z.string()),
})

export const writeShipments = endpoint({
  method: 'POST',
  path: `${v1}/shipments`,
  access: 'service',
  scope: 'orders:write',
  summary: 'Ships orders, each row on its own. The same reference again is the same shipment',
  body: z.strictObject({ rows: rowsOf(shipmentRow, shipmentRowsMax) }),
  reply: z.extend(batchReply, { results: z.array(result) }),
  example: shipmentsExample,
  errors: batchErrors,
})

/** Characters of a file in base64: ten megabytes. */
const contentMax = 14 * 1024 * 1024

export const writeInvoices = endpoint({
  method: 'POST',
  path: `${v1}/invoices`,
  access: 'service',
  scope: 'documents:write',
  summary: 'Adds invoices from UBL-TR documents, and their PDF files. The same document again changes nothing',
  storesFiles: true,
  body: z.strictObject({
    /** Also books an invoice to the dealer’s account if the account has no movement of it. */
    post: z.optional(z.boolean()),
    files: z
      .array(
        z.strictObject({ name: text(200).check(z.minLength(1)), content: z.base64().check(z.maxLength(contentMax)) }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({
    /** One for each file, in order; for a ZIP archive, one for each file in it. */
    results: z.array(
      z.object({
        name: z.string(),
        outcome: z.enum(invoiceOutcomes),
        invoiceNo: z.string(),
        isPosted: z.boolean(),
        /** Its totals do not add up. */
        hasDifferences: z.boolean(),
        /** Why it was refused. */
        error: z.nullable(z.object({ code: z.string(), message: z.string() })),
      }),
    ),
  }),
  example: invoiceFilesExample,
  errors: batchErrors,
})
