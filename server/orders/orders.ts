/** Public face of orders. */
export { insertOrder, insertOrderLines, type NewOrder, type NewOrderLine, nextOrderNumber } from './queries.ts'
export { registerOrders } from './routes.ts'
