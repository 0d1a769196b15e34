/** Public face of checkout: from the cart to an order. */
export { purgeIdempotencyKeys } from './queries.ts'
export { registerCheckout } from './routes.ts'
