/** Public face of orders. */
export { registerOrderAdministration } from './administration.ts'
export { markOrderSent } from './administration-queries.ts'
export { loadOrdersOfDealer } from './present-order.ts'
export { ordersExport } from './administration-export.ts'
export { cancelPaidOrder } from './cancel-order.ts'
export { maskOrderNotes, maskOrdersJob } from './mask-notes.ts'
export { enqueueOrderMail, enqueueStepMails, orderMailJob, sendOrderMail } from './send-order-email.ts'
export {
  findOrderedProduct,
  findOrderNumber,
  hasOrders,
  insertOrder,
  insertOrderLines,
  type NewOrder,
  type NewOrderLine,
  nextOrderNumber,
} from './queries.ts'
export { registerOrders } from './routes.ts'
export { serveOrderFiles } from './serve-files.ts'
