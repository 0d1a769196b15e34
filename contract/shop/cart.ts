import * as z from 'zod/mini'
import { carrierPayers } from '#domain/orders/carrier-payer.ts'
import type { FingerprintLine } from '#domain/cart/cart-fingerprint.ts'
import { quantityMax } from '#domain/cart/quantity.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { money, planKey } from '#contract/core/money.ts'
import { product, unit } from './product.ts'
import { cartPromotions } from './promotions.ts'
import { rowId, rowNumber } from '#contract/core/row-id.ts'

/** A whole number from 1 to 1,000,000; forms send it as text. "1,5", "0", "-1", "1e9" are rejected. */
export const quantity = z.union([
  z.number().check(z.int(), z.minimum(1), z.maximum(quantityMax)),
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)),
    z.number().check(z.minimum(1), z.maximum(quantityMax)),
  ),
])

const unitId = z.union([rowNumber, rowId])

/** A cart line (specification, section 3). `previousPrice` is returned once after the price changed. */
export const cartItem = z.object({
  id: z.number(),
  product,
  productUnit: unit,
  quantity: z.number(),
  previousPrice: z.optional(money),
  /** The product is no longer on sale: the line must be removed before ordering. */
  isOffSale: z.optional(z.literal(true)),
})
export type CartItem = z.output<typeof cartItem>

/** The lines in the form that `cartFingerprint` takes. */
export function fingerprintLines(items: readonly CartItem[]): FingerprintLine[] {
  return items.map(({ productUnit, quantity }) => ({ unitId: productUnit.id, quantity }))
}

/**
 * The totals of a whole cart, at the prices of its payment plan (null = sale prices). `totals` are in the visitor's
 * currency, and absent where prices are hidden (specification, section 9).
 */
export const cartSums = z.object({
  lineCount: z.number(),
  plan: z.nullable(planKey),
  totals: z.optional(
    z.object({
      currency: z.string(),
      subtotal: z.number(),
      tax: z.number(),
      total: z.number(),
      totalTry: z.number(),
    }),
  ),
  promotions: z.optional(cartPromotions),
})
export type CartSums = z.output<typeof cartSums>

/** Lines that the cart page contains; the others are requested separately. */
export const openedLines = 100

/** The line after its change, with the cart's totals. */
export const changedItem = z.extend(cartItem, { cart: cartSums })
export type ChangedItem = z.output<typeof changedItem>

const line = { params: z.object({ productId: rowId }), query: z.object({ unit: z.optional(rowId) }) }

export const getCart = endpoint({
  method: 'GET',
  path: '/api/catalog/cart',
  access: 'buyer',
  needs: [],
  summary: 'The cart items',
  reply: z.array(cartItem),
  errors: [],
})

export const getCartSums = endpoint({
  method: 'GET',
  path: '/api/catalog/cart/sums',
  access: 'buyer',
  needs: [],
  summary: 'The totals of the cart, with what promotions do to it',
  reply: cartSums,
  errors: [],
})

/** A page that becomes visible again calls this first, and reads the whole cart only if it has changed. */
export const checkCartRevision = endpoint({
  method: 'GET',
  path: '/api/catalog/cart/revision',
  access: 'buyer',
  needs: [],
  summary: 'Whether the cart is unchanged since a page read it',
  query: z.object({
    /** `cartFingerprint` of the lines on screen. */
    fingerprint: z.string().check(z.maxLength(60)),
    /** The revision returned before the cart was last read. Without it the cart counts as changed. */
    revision: z.optional(z.string().check(z.maxLength(120))),
  }),
  reply: z.object({ isCurrent: z.boolean(), revision: z.string() }),
  errors: [],
})

/** A plan may be given for a single page view: pages without scripts keep it in their address. */
export const openCart = endpoint({
  method: 'GET',
  path: '/api/catalog/cart/page',
  access: 'buyer',
  needs: [],
  summary: 'The cart page’s data: the first hundred lines, and the totals of all lines',
  query: z.object({ advencePrice: z.optional(z.string()) }),
  reply: z.object({
    items: z.array(cartItem),
    cart: cartSums,
    /** Idempotency key that the page's order form may send (`_key`); empty for a guest. */
    orderKey: z.string(),
    /** The minimum amount of an order before tax, if the store has one for this visitor. */
    orderMinimum: z.optional(money),
    /**
     * Who pays the carrier: the sender also from `senderFrom` lira before tax on. Absent where it depends on an amount that
     * the visitor does not see.
     */
    carrier: z.optional(z.object({ payer: z.enum(carrierPayers), senderFrom: z.nullable(z.number()) })),
    /** Orders of more lira with tax wait for the store's approval; 0: all orders. Absent: the amount alone does not matter. */
    approvalOver: z.optional(z.number()),
    /** Fingerprint of all lines, which an order may send (`cart`). */
    mark: z.string(),
    /** What was not merged from the user's cart as a guest, one sentence each; returned once. */
    left: z.array(z.string()),
  }),
  errors: [],
})
export type OpenedCart = z.output<typeof openCart.reply>

export const chooseCartPlan = endpoint({
  method: 'PATCH',
  path: '/api/catalog/cart',
  access: 'dealer',
  needs: [],
  summary: 'Chooses the cart’s payment plan until it is ordered or emptied; "" = none',
  body: z.object({ advencePrice: z.union([planKey, z.literal('')]) }),
  reply: cartSums,
  errors: ['plan_unknown'],
})

/** Maximum number of lines in a guest's cart. */
export const guestLinesMax = 100

/** Maximum number of rows in a request. */
export const rowsMax = 2000

/** What became of a row of codes, or would become of it. A refused row contains its error. */
export const addedRow = z.object({
  productId: z.optional(z.number()),
  code: z.string(),
  name: z.optional(z.string()),
  unit: z.optional(z.string()),
  quantity: z.nullable(z.number()),
  /** For one unit, before tax, under the cart's payment plan. */
  price: z.optional(money),
  /** What an order would be refused with: the row is added, and can be repaired before. Only with `isTrial`. */
  note: z.optional(z.string()),
  /** The product's units with their base units. */
  units: z.optional(z.array(z.object({ value: z.string(), multiplier: z.number() }))),
  /**
   * What can be ordered in place of a product with variants, in the order of the product page; or the products of a barcode
   * that several have, with the unit that it names.
   */
  variants: z.optional(z.array(z.object({ code: z.string(), name: z.string(), unit: z.optional(z.string()) }))),
  error: z.optional(
    z.object({
      code: z.string(),
      messages: z.object({ type: z.string() }),
      facts: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
})

/**
 * Rows of a list of codes. A code is a product's code, a barcode, or the special code that the store shows, if it
 * belongs to one product only. The unit's name is needed only if the code does not determine the unit.
 */
export const addCartLines = endpoint({
  method: 'POST',
  path: '/api/catalog/cart/lines',
  access: 'buyer',
  needs: [],
  summary: 'Adds many products by code; with `isTrial` nothing is added, and the response shows what would be',
  body: z.object({
    lines: z
      .array(
        z.object({
          code: z.string().check(z.maxLength(100)),
          quantity: z.union([z.number(), z.null()]),
          unit: z.optional(z.string().check(z.maxLength(100))),
          /** The words of an order text that the product was chosen for; remembered when the row is added. */
          words: z.optional(z.string().check(z.maxLength(200))),
        }),
      )
      .check(z.minLength(1), z.maxLength(rowsMax)),
    isTrial: z.optional(z.boolean()),
  }),
  reply: z.object({
    /** One for each row, in the same order. A refused row contains its error; the others are added. */
    rows: z.array(addedRow),
    addedCount: z.number(),
    /** The current lines of these products; empty for more than a hundred rows, where the cart is requested instead. */
    items: z.array(cartItem),
    cart: cartSums,
  }),
  errors: ['validation_failed', 'too_many_requests'],
})
export type AddedRow = z.output<typeof addedRow>

export const addToCart = endpoint({
  method: 'POST',
  path: '/api/catalog/cart/:productId',
  access: 'buyer',
  needs: [],
  encoding: 'form',
  summary: 'Adds a product; increases an existing line of the same unit',
  params: line.params,
  body: z.object({ quantity, productValue: unitId }),
  reply: changedItem,
  errors: [
    'product_not_found',
    'unit_not_found',
    'no_default_unit',
    'variant_not_chosen',
    'quantity_invalid',
    'insufficient_stock',
    'price_unknown',
    'guest_cart_full',
    'too_many_requests',
  ],
})

/** Exactly one of the three: set the quantity, add to it, or change the unit. */
export const changeCartLine = endpoint({
  method: 'PATCH',
  path: '/api/catalog/cart/:productId',
  access: 'buyer',
  needs: [],
  summary: 'Changes a line: {quantity}, {addQuantity} or {unit}',
  ...line,
  body: z
    .strictObject({ quantity: z.optional(quantity), addQuantity: z.optional(quantity), unit: z.optional(unitId) })
    .check(z.refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1)),
  reply: changedItem,
  errors: [
    'line_not_found',
    'line_ambiguous',
    'unit_not_found',
    'quantity_invalid',
    'insufficient_stock',
    'price_unknown',
  ],
})

/** Chosen by the page that removes lines, and sent again to restore them. */
export const undoKey = z.string().check(z.regex(/^[0-9a-f]{32}$/))

export const removeFromCart = endpoint({
  method: 'DELETE',
  path: '/api/catalog/cart/:productId',
  access: 'buyer',
  needs: [],
  summary: 'Removes the product, or the line of the unit in ?unit=; returns the remaining totals',
  params: line.params,
  /** With `undo`, `restoreCartLines` can undo the removal. */
  query: z.object({ unit: z.optional(rowId), undo: z.optional(undoKey) }),
  reply: cartSums,
  errors: ['line_not_found'],
})

export const clearCart = endpoint({
  method: 'DELETE',
  path: '/api/catalog/cart',
  access: 'buyer',
  needs: [],
  summary: 'Empties the cart',
  query: z.object({ undo: z.optional(undoKey) }),
  reply: z.array(cartItem),
  errors: [],
})

/** Minutes for which a removal can be undone. The page offers it for a shorter time. */
export const undoMinutes = 10

export const restoreCartLines = endpoint({
  method: 'POST',
  path: '/api/catalog/cart/restore',
  access: 'buyer',
  needs: [],
  summary: 'Undoes a removal: the lines are as they were, with unit, quantity and position',
  body: z.object({ undo: undoKey }),
  reply: z.object({
    /** The current lines of the restored products; empty for more than a hundred lines, where the cart is requested instead. */
    items: z.array(cartItem),
    cart: cartSums,
  }),
  errors: ['removal_not_found', 'guest_cart_full'],
})

/** Maximum length of the order note in characters. */
export const noteMax = 500

/** What an order and an offer of the cart state. */
export const cartForm = z.object({
  description: z.optional(z.string().check(z.maxLength(noteMax))),
  advencePrice: z.optional(z.union([planKey, z.literal('')])),
  /**
   * The grand total shown to the buyer, in the visitor's currency. If it differs from the current one, nothing is
   * ordered.
   */
  total: z.optional(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}(\.\d{1,2})?$/))])),
  /** `cartFingerprint` of the lines on screen. If the cart contains other lines, nothing is done. */
  cart: z.optional(z.string().check(z.maxLength(60))),
  /** `mark` of the promotions on screen. If others apply by now, nothing is ordered. */
  promotions: z.optional(z.string().check(z.maxLength(8000))),
})

/** Codes are compared without case and spaces. */
export const addCoupon = endpoint({
  method: 'POST',
  path: '/api/catalog/cart/coupons',
  access: 'dealer',
  needs: [],
  summary: 'Adds a coupon to the cart; returns the totals',
  body: z.strictObject({ code: z.string().check(z.maxLength(100)) }),
  reply: cartSums,
  errors: ['coupon_unknown', 'coupon_ended', 'coupon_used_up', 'coupon_too_many', 'coupon_tries'],
})

export const removeCoupon = endpoint({
  method: 'DELETE',
  path: '/api/catalog/cart/coupons/:code',
  access: 'dealer',
  needs: [],
  summary: 'Removes a coupon from the cart; returns the totals',
  params: z.object({ code: z.string().check(z.maxLength(100)) }),
  reply: cartSums,
  errors: [],
})
