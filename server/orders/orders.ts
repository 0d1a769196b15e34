/** Public face of orders. */
export { enqueueOrderMail, orderMailJob, sendOrderMail } from './order-mail.ts'
export { findOrderNumber, insertOrder, insertOrderLines, nextOrderNumber } from './queries.ts'
export { registerOrders } from './routes.ts'
