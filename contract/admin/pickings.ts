import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'
import { carrierPayer, orderDelivery } from '#contract/shop/delivery.ts'
import { orderStates } from '#domain/orders/order-life.ts'
import { pickingRests } from '#domain/orders/picking.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const key = z.string().check(z.minLength(8), z.maxLength(100))
const lineNo = z.number().check(z.int(), z.minimum(1))
const quantityMax = 1_000_000

export const pickedOrdersMax = 100
export const pickedLinesMax = 5000

export const adminListedPicking = z.object({
  id: z.number(),
  date: z.string(),
  creator: z.string(),
  endedAt: z.nullable(z.string()),
  orderNos: z.array(z.string()),
  lineCount: z.number(),
  /** Units to pick, and units that were counted. */
  quantity: z.number(),
  picked: z.number(),
})
export type AdminListedPicking = z.output<typeof adminListedPicking>

/** Where goods of a line are: base units. */
const place = z.object({ warehouse: z.string(), shelf: z.string(), quantity: z.number() })

export const pickingLine = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  dealer: z.string(),
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.number(),
  picked: z.number(),
  rest: z.nullable(z.enum(pickingRests)),
  /** The warehouse that most of it was taken from, and its shelf there; empty where unknown. */
  warehouse: z.string(),
  shelf: z.string(),
  /** The other warehouses that stock was taken from. */
  alsoIn: z.array(place),
})
export type PickingLineShown = z.output<typeof pickingLine>

export const adminPicking = z.object({
  id: z.number(),
  date: z.string(),
  creator: z.string(),
  endedAt: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
  orders: z.array(
    z.object({
      id: z.number(),
      orderNo: z.string(),
      dealer: z.string(),
      state: z.enum(orderStates),
      delivery: z.nullable(orderDelivery),
      carrierPayer,
    }),
  ),
  /** In the order of a walk: by warehouse and shelf. */
  lines: z.array(pickingLine),
})
export type AdminPicking = z.output<typeof adminPicking>

/** Open lists first, then newest first. */
export const listPickings = endpoint({
  method: 'GET',
  path: '/yonetim/pickings',
  access: 'admin',
  area: 'orders',
  summary: 'Picking lists',
  query: z.object({ page: text, limit: text }),
  reply: z.object({ items: z.array(adminListedPicking), ...paged, sort: z.literal('-date') }),
  errors: [],
})

export const getPicking = endpoint({
  method: 'GET',
  path: '/yonetim/pickings/:id',
  access: 'admin',
  area: 'orders',
  summary: 'One picking list, by warehouse and shelf',
  params: longRowParams,
  reply: adminPicking,
  errors: ['picking_not_found'],
})

/**
 * Starts to pick orders. Orders that cannot be picked are returned with the reason; the others form one list, `id`, which
 * is null if none can. A request with a `key` that has made a list returns that one.
 */
export const startPicking = endpoint({
  method: 'POST',
  path: '/yonetim/pickings',
  access: 'admin',
  area: 'orders',
  summary: 'Makes a picking list of orders',
  body: z.strictObject({ key, orders: z.array(longRowNumber).check(z.minLength(1), z.maxLength(pickedOrdersMax)) }),
  reply: z.object({
    id: z.nullable(z.number()),
    refused: z.array(z.object({ orderNo: z.string(), message: z.string() })),
  }),
  errors: ['order_not_found'],
})

/**
 * Counts goods: by `code`, a scanned barcode or a product code, or by a line, of which `change` units are added or taken
 * back. A request with a `key` that has been counted is not counted again.
 */
export const countPicked = endpoint({
  method: 'POST',
  path: '/yonetim/pickings/:id/count',
  access: 'admin',
  area: 'orders',
  summary: 'Counts picked goods',
  params: longRowParams,
  body: z.union([
    z.strictObject({ key, code: z.string().check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({
      key,
      orderId: longRowNumber,
      lineNo,
      change: z.number().check(z.int(), z.minimum(-quantityMax), z.maximum(quantityMax)),
    }),
  ]),
  reply: z.object({
    picking: adminPicking,
    /** The line that was counted; null for a repeated request. */
    line: z.nullable(pickingLine),
  }),
  errors: [
    'picking_not_found',
    'picking_ended',
    'picking_code_unknown',
    'picking_not_on_list',
    'picking_wrong_unit',
    'picking_code_ambiguous',
    'picking_complete',
    'picking_count_invalid',
    'order_line_not_found',
  ],
})

/**
 * Ends a list. `picked` is what was counted of every line on screen: the request is refused if another user has counted
 * since. `rest` decides what becomes of what was not found. `isMissing`: such goods leave the stock too.
 */
export const endPicking = endpoint({
  method: 'POST',
  path: '/yonetim/pickings/:id/end',
  access: 'admin',
  area: 'orders',
  summary: 'Ends a picking list: its orders can be shipped',
  params: longRowParams,
  body: z.strictObject({
    key,
    isMissing: z.boolean(),
    reason: z.string().check(z.maxLength(stepReasonMax)),
    lines: z
      .array(
        z.strictObject({
          orderId: longRowNumber,
          lineNo,
          picked: z.number().check(z.int(), z.minimum(0), z.maximum(quantityMax)),
          rest: z.enum(pickingRests),
        }),
      )
      .check(z.minLength(1), z.maxLength(pickedLinesMax)),
  }),
  reply: adminPicking,
  errors: [
    'picking_not_found',
    'picking_ended',
    'picking_changed',
    'picking_rest_sent',
    'picking_rest_paid',
    'picking_rest_all',
  ],
})
