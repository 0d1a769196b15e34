/** Public face of checkout: from the cart to an order. */
export { isAsShown, type PricedOrderLine, priceLines } from './order-draft.ts'
export { orderLines } from './order-lines.ts'
export type { OrderedLines } from './place-order.ts'
export { orderSubject } from './order-subject.ts'
export { registerCartDiscounts } from './discount-routes.ts'
export { registerCheckout } from './routes.ts'
