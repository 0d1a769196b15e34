/** Public face of checkout: from the cart to an order. */
export { isAsShown } from './order-draft.ts'
export { orderSubject } from './order-subject.ts'
export { type PricedOrderLine, priceLines } from './priced-lines.ts'
export { registerCheckout } from './routes.ts'
