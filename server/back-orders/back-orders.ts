/** Public face of back-orders: stock that arrives for order lines that wait for it, and for users who watch products. */
export { countReadyLines } from './count-ready.ts'
export { followStock } from './follow-stock.ts'
export { registerBackOrders } from './routes.ts'
export { sendStockMail } from './stock-email.ts'
export { purgeWatches, stockMailJob } from './watches.ts'
export { forgetWatcher } from './forget-watcher.ts'
