/** Public face of orders. */
export { insertOrder, insertOrderLines, nextOrderNumber } from './queries.ts'
export { registerOrders } from './routes.ts'
