/** Public face of checkout: from the cart to an order. */
export { type OrderRequest, placeOrder, type PlacedOrder } from './place-order.ts'
export { purgeIdempotencyKeys } from './queries.ts'
export { registerCheckout } from './routes.ts'
