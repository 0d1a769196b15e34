import { randomBytes } from 'node:crypto'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { attemptOf, claimAttempt, completeAttempt } from '#server/account/account.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { removeGuestCart } from '#server/cart/guest/guest-carts.ts'
import type { View } from '#server/settings/settings.ts'
import { addLinesToCart, type RequestedLine } from './add-lines.ts'
import { resolveRows, withUnitNames } from './add-rows.ts'
import type { CartOwner } from './cart-owner.ts'
import { lockCart } from './saved-lines.ts'

/** A line by a product's code or a barcode; without a unit, the barcode's or the default one. */
export type CodedLine = { code: string; quantity: number; unit?: string | undefined }

/** A cart of its own for one order or offer, which no visitor sees. */
export type OrderCart = {
  /** Puts the lines into the cart by the rules of adding; returns its id, or a refusal with a sentence for each line. */
  fill(db: Db): Promise<number | Refusal>
  remove(db: Db): Promise<void>
}

/** A cart for an order or offer of these lines alone. Its calls belong into the transaction of the order. */
export function orderCart(lines: readonly CodedLine[], view: View): OrderCart {
  const owner = randomBytes(32)
  return {
    fill: (db) => addCodedLines(db, owner, lines, view),
    remove: (db) => removeGuestCart(db, owner),
  }
}

/** A cart for an order of lines that are named by their units. A line that the rules of adding refuse refuses all. */
export function namedCart(view: View): {
  fill(db: Db, lines: readonly RequestedLine[]): Promise<{ cartId: number; refusals: (Refusal | null)[] }>
  remove(db: Db): Promise<void>
} {
  const owner = randomBytes(32)
  return {
    async fill(db, lines) {
      const refusals = await addLinesToCart(db, owner, lines, view, { isLimited: false })
      return { cartId: await lockCart(db, owner), refusals }
    },
    remove: (db) => removeGuestCart(db, owner),
  }
}

type UserLines = { userId: number; lines: readonly CodedLine[]; view: View; idempotencyKey: string }

/** Adds lines to a user's cart, all or none. The same key and lines add them once. */
export async function addLinesOnce(
  pool: Pool,
  { userId, lines, view, idempotencyKey }: UserLines,
): Promise<{ ok: true } | Refusal> {
  try {
    return await transactionOrRefusal(pool, async (db) => {
      const attempt = attemptOf(userId, idempotencyKey, ['cart', lines])
      if ((await claimAttempt(db, attempt, 'cart')) !== null) return { ok: true as const }
      const cart = await addCodedLines(db, userId, lines, view)
      if (typeof cart !== 'number') return abortTransaction(cart)
      await completeAttempt(db, attempt, 'cart', cart)
      return { ok: true as const }
    })
  } catch (error) {
    if (isRetryable(error)) return refuse('unavailable')
    throw error
  }
}

/** Returns the id of the cart, or a refusal with a sentence for each refused line. */
async function addCodedLines(
  db: Db,
  owner: CartOwner,
  lines: readonly CodedLine[],
  view: View,
): Promise<number | Refusal> {
  const rows = await resolveRows(db, lines, view)
  const refusalOf = (refusals: readonly (Refusal | null)[]): Refusal | null => {
    const fields = refusals.flatMap((refusal, line) => {
      if (refusal === null) return []
      const { product, unit } = rows[line] ?? {}
      const { code, facts } = withUnitNames(refusal, product, unit, view.locale)
      return [[`lines.${line}`, { text: `errors.${code}`, ...(facts && { facts }) }] as const]
    })
    return fields.length === 0 ? null : { ...refuse('order_line_refused'), fields: Object.fromEntries(fields) }
  }
  const unknown = refusalOf(rows.map(({ refusal }) => refusal))
  if (unknown !== null) return unknown
  const wanted = rows.map(({ requested, product, unit }): RequestedLine => {
    return { productId: product?.id ?? null, unitId: unit?.id ?? null, quantity: requested.quantity ?? 0 }
  })
  const outcomes = await addLinesToCart(db, owner, wanted, view, { isLimited: false })
  return refusalOf(outcomes) ?? lockCart(db, owner)
}
