import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { draftLinesMax, draftTextMax } from '#domain/cart/draft-line.ts'
import { addedRow } from './cart.ts'

/** A line of the order pad as typed; each text may be empty. A code may be whatever `addCartLines` takes, or any other text. */
const draftLine = z.object({
  code: z.string().check(z.maxLength(draftTextMax.code)),
  quantity: z.string().check(z.maxLength(draftTextMax.quantity)),
  unit: z.string().check(z.maxLength(draftTextMax.unit)),
})

export const draftLines = z.array(draftLine).check(z.maxLength(draftLinesMax))

const revision = z.int().check(z.minimum(0))

/** An id that the browser chooses: 32 hexadecimal digits. */
const clientId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The lines, and a number that grows with each change of the draft: 0 if there is none yet. */
const orderDraft = z.object({
  lines: draftLines,
  revision,
  /** How many lines the last addition put into the cart, while it can be undone. */
  undoable: z.number(),
})
export type OrderDraft = z.output<typeof orderDraft>

export const getOrderDraft = endpoint({
  method: 'GET',
  path: '/api/catalog/order-pad',
  access: 'buyer',
  needs: [],
  summary: 'The user’s draft on the order pad; an empty one for guests, whose draft stays in the browser',
  reply: orderDraft,
  errors: [],
})

export const saveOrderDraft = endpoint({
  method: 'PATCH',
  path: '/api/catalog/order-pad',
  access: 'dealer',
  needs: [],
  summary: 'Replaces the lines of the draft, unless it has changed since the revision',
  body: z.strictObject({
    revision,
    lines: draftLines,
    /** An id of this save: a repeated request is refused with the fact `isSaved` if the save was stored. */
    save: z.optional(clientId),
  }),
  reply: z.object({ revision }),
  errors: ['draft_changed'],
})

/** A line with the id that the phone gave it. */
const sentLine = z.strictObject({ id: clientId, ...draftLine.shape })
export type SentLine = z.output<typeof sentLine>

/** For lines that were typed or scanned without a connection, from any number of devices: nothing is overwritten. */
export const appendDraftLines = endpoint({
  method: 'POST',
  path: '/api/catalog/order-pad/lines',
  access: 'dealer',
  needs: [],
  summary: 'Appends lines to the draft, each id once',
  body: z.strictObject({ lines: z.array(sentLine).check(z.minLength(1), z.maxLength(draftLinesMax)) }),
  reply: z.object({ appendedCount: z.number(), draft: orderDraft }),
  errors: ['draft_full'],
})

/** A row as `addCartLines` returns it in a trial, for a cart without other lines. */
const checkedRow = z.extend(addedRow, {
  /** The quantities near this one that the broken rule of `note` allows. */
  fits: z.optional(z.array(z.number())),
  /** Stock in base units as the store shows it. */
  stock: z.optional(
    z.object({ isOutOfStock: z.boolean(), quantity: z.optional(z.number()), moreThan: z.optional(z.number()) }),
  ),
})
export type CheckedRow = z.output<typeof checkedRow>

/** Rows of the same product count together for stock and rules of quantity. */
export const checkDraftLines = endpoint({
  method: 'POST',
  path: '/api/catalog/order-pad/check',
  access: 'buyer',
  needs: [],
  summary: 'Product, price, stock and problems of lines, without a cart',
  body: z.strictObject({ lines: draftLines.check(z.minLength(1)) }),
  reply: z.object({
    /** One for each line, in the same order. */
    rows: z.array(checkedRow),
  }),
  errors: [],
})

/** The header `Idempotency-Key` makes a repeated request add once. */
export const addDraftLines = endpoint({
  method: 'POST',
  path: '/api/catalog/order-pad/add',
  access: 'dealer',
  needs: [],
  summary: 'Puts the valid lines into the cart and leaves the others in the draft',
  body: z.strictObject({ revision, lines: draftLines.check(z.minLength(1)) }),
  reply: z.object({ addedCount: z.number(), draft: orderDraft }),
  errors: ['draft_changed', 'idempotency_mismatch', 'in_progress'],
})

export const undoDraftAddition = endpoint({
  method: 'POST',
  path: '/api/catalog/order-pad/undo',
  access: 'dealer',
  needs: [],
  summary: 'Takes what was added last out of the cart, and puts its lines back into the draft',
  body: z.strictObject({ revision }),
  reply: orderDraft,
  errors: ['draft_changed', 'addition_not_found', 'addition_changed', 'draft_full'],
})
