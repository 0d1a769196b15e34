/** Public face of the cart. */
export { findCodes } from './find-codes.ts'
export { addLinesToCart } from './add-lines.ts'
export { type ListedCart, listAllCarts, loadCartsState } from './all-carts.ts'
export { cartHash, type ChargedLine, removePaidLines } from './charged-cart.ts'
export { stockRuleOf } from './change-cart.ts'
export { countGuestLines, moveGuestCart, purgeGuestCarts } from '#server/cart/guest/guest-carts.ts'
export { emptyCart, loadOrderLines, lockCart, type OrderLineRow } from './queries.ts'
export { registerCart } from './routes.ts'
