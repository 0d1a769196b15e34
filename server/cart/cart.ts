/** Public face of the cart. */
export { findCodes } from './find-codes.ts'
export { addLinesToCart } from './add-lines.ts'
export { resolveRows } from './add-rows.ts'
export { purgeShortages } from './stock-shortages.ts'
export { type ListedCart, listAllCarts, loadCartsState } from './all-carts.ts'
export { type CartOwner, guestHash } from './cart-owner.ts'
export { cartSumsOf } from './cart-sums.ts'
export { cartHash, type ChargedLine, removePaidLines } from './charged-cart.ts'
export { stockRuleOf } from './change-cart.ts'
export { countGuestLines, moveGuestCart, purgeGuestCarts } from '#server/cart/guest/guest-carts.ts'
export {
  emptyCart,
  emptyCartPart,
  loadNamedLines,
  loadOrderLines,
  loadPromotedCart,
  lockCart,
  type OrderLineRow,
  returnLinesToCart,
} from './queries.ts'
export { lineParts, lineSteps, storedPrice } from './line-price.ts'
export { goodsOf } from './unit-price-sql.ts'
export { loadOrdered } from './ordered-quantities.ts'
export { type CartRest, narrowCart, type PartLine, replaceByRest } from './part-of-cart.ts'
export { presentCart } from './present-cart.ts'
export { purgeRemovedLines, removeLines } from './removed-lines.ts'
export { lineColumns, serveCartFiles } from './cart-files.ts'
export { purgeSharedDrafts } from './order-pad/shared-drafts.ts'
export { addLinesOnce, type CodedLine, namedCart, orderCart } from './order-cart.ts'
export { hasPromotions, type PromotedLines, promoteLines } from './promoted-cart.ts'
export { registerOrderTexts } from '#server/cart/order-text/routes.ts'
export { registerCart } from './routes.ts'
export { removeCartOfUser } from './remove-cart.ts'
