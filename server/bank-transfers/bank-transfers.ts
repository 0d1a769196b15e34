/** Public face of payments by bank transfer: what dealers report, bank statements, and whose money their lines are. */
export { awaitTransfer } from './awaited/awaited-rows.ts'
export { followAwaited } from './awaited/follow-awaited.ts'
export { countWork as countTransferWork } from './lines/line-rows.ts'
export { bankLinesExport } from './lines/lines-export.ts'
export { purgeReceipts, receiptsFolder } from './receipts/files.ts'
export { serveReceipts } from './receipts/serve-receipts.ts'
export { registerTransfers } from './routes.ts'
export { sendTransferMail, transferMailJob } from './transfer-email.ts'
