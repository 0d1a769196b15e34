/** Public face of the cart. */
export { findCodes } from './find-codes.ts'
export { addLinesToCart } from './add-lines.ts'
export { purgeShortages } from './stock-shortages.ts'
export { type ListedCart, listAllCarts, loadCartsState } from './all-carts.ts'
export { cartSumsOf } from './cart-sums.ts'
export { cartHash, type ChargedLine, removePaidLines } from './charged-cart.ts'
export { stockRuleOf } from './change-cart.ts'
export { countGuestLines, moveGuestCart, purgeGuestCarts } from '#server/cart/guest/guest-carts.ts'
export {
  emptyCart,
  loadNamedLines,
  loadOrderLines,
  lockCart,
  type OrderLineRow,
  returnLinesToCart,
} from './queries.ts'
export { lineSteps, storedPrice } from './line-price.ts'
export { presentCart } from './present-cart.ts'
export { purgeRemovedLines, removeLines } from './removed-lines.ts'
export { addLinesOnce, type CodedLine, namedCart, orderCart } from './order-cart.ts'
export { registerCart } from './routes.ts'
export { removeCartOfUser } from './remove-cart.ts'
