import { createHash } from 'node:crypto'
import type { BuyerContext } from '#server/visitor/visitor.ts'

/** The owner of a cart: a user's id, or the hash of the token in a guest's cookie. */
export type CartOwner = number | Buffer

export function ownerOf(context: BuyerContext): CartOwner {
  return context.actor === null ? guestHash(context.guestCart.token) : context.actor.userId
}

export function guestHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The column of `carts` that identifies this kind of owner. */
export function ownerColumn(owner: CartOwner): 'user_id' | 'guest_hash' {
  return typeof owner === 'number' ? 'user_id' : 'guest_hash'
}

/**
 * The id of the owner's cart (the parameter at `place`) as a scalar subquery. With a join instead, a plan made while `cart_lines` was almost empty
 * reads the lines of all carts until the next ANALYZE.
 */
export const cartIdSql = (owner: CartOwner, place = '$1'): string =>
  `SELECT c.id FROM carts c WHERE c.${ownerColumn(owner)} = ${place}`
