/** Public face of orders. */
export { presentAdminOrder, registerOrderAdministration } from './administration.ts'
export { findIdsByNumber, markOrderSent } from './administration-queries.ts'
export { findChoice } from './find-choice.ts'
export { loadOrdersOfDealer } from './present-order.ts'
export { ordersExport } from './administration-export.ts'
export { cancelLocked, cancelPaidOrder } from './cancel-order.ts'
export {
  type ChangedLineRow,
  type ChangedOrderRow,
  endObjection,
  insertReplacements,
  loadLinesToChange,
  loadUnansweredLines,
  loadWaitingLines,
  lockForChange,
  reduceBackOrders,
  saveLines,
  saveTotals,
  type WaitingRow,
} from './life/change-rows.ts'
export { type OrderActor, recordStep, type ShipmentFacts } from './life/history.ts'
export {
  addReturned,
  addShipped,
  loadShippedLines,
  lockForShipping,
  moveShipped,
  type ShippedLineRow,
  type ShippingOrderRow,
} from './life/ship-rows.ts'
export { endRequest, insertRequest, type OpenRequest } from './life/request-rows.ts'
export { moveOrdersByNumber } from './life/move-by-number.ts'
export { moveOrders } from './life/move-orders.ts'
export { maskOrderNotes, maskOrdersJob } from './mask-notes.ts'
export {
  enqueueCancelMail,
  enqueueChangeMail,
  enqueueOrderMail,
  orderMailPart,
  enqueueStepMails,
  orderMailJob,
  sendOrderMail,
} from './send-order-email.ts'
export {
  findOrderedProduct,
  findOrderNumber,
  hasOrderNo,
  hasOrders,
  lockForCancel,
  type NewOrder,
  type NewOrderLine,
  type NextOrderNumber,
  nextOrderNumber,
  orderNumberPart,
  orderLinesPart,
  orderPart,
} from './queries.ts'
export { registerOrders } from './routes.ts'
export { serveOrderFiles } from './serve-files.ts'
