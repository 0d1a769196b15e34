/** Public face of the cart. */
export { addLinesToCart } from './add-lines.ts'
export { stockRuleOf } from './change-cart.ts'
export { loadOrderLines, type OrderLineRow } from './order-lines.ts'
export { deleteAllLines as emptyCart, lockCart } from './queries.ts'
export { registerCart } from './routes.ts'
