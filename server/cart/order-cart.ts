import { randomBytes } from 'node:crypto'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { removeGuestCart } from '#server/cart/guest/guest-carts.ts'
import type { View } from '#server/settings/settings.ts'
import { addLinesToCart, type RequestedLine } from './add-lines.ts'
import { resolveRows, withUnitNames } from './add-rows.ts'
import { lockCart } from './queries.ts'

/** A line by a product's code or a barcode; without a unit, the barcode's or the default one. */
export type CodedLine = { code: string; quantity: number; unit?: string | undefined }

/** A cart of its own for one order, which no visitor sees. */
export type OrderCart = {
  /** Puts the lines into the cart by the rules of adding; returns its id, or a refusal with a sentence for each line. */
  fill(db: Db): Promise<number | Refusal>
  remove(db: Db): Promise<void>
}

/** A cart for an order of these lines alone. Its calls belong into the transaction of the order. */
export function orderCart(lines: readonly CodedLine[], view: View): OrderCart {
  const owner = randomBytes(32)
  return {
    async fill(db) {
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
    },
    remove: (db) => removeGuestCart(db, owner),
  }
}
