/** Public face of account statements: movements, due amounts, and their import from the ERP. */
export { accountSubject } from './account-subject.ts'
export { isPaymentReference, isPaymentReferenceSql } from './payment-reference.ts'
export { lockOpenDebts } from './allocations.ts'
export { checkDebts, confirmDebts } from './paid-debts.ts'
export { postCardPayment, postCardRefund } from './card-movements.ts'
// Other features import files of the ERP in the same way.
export { movementColumns } from '#server/statement/import/import-fields.ts'
export { openRecords } from '#server/statement/import/import-file.ts'
export { type Issue, type RecordReader, RowSkipped } from '#server/statement/import/record-reader.ts'
export { readCode, readDealer } from '#server/statement/import/import-movements.ts'
export {
  type AccountImport,
  type ImportKind,
  type RemovedRow,
  type ExistingData,
  type Merged,
  type ReadingOptions,
  auditImport,
  runAccountImport,
  withRecords,
} from '#server/statement/import/run-import.ts'
export { balances, importBalances } from '#server/statement/import/import-balances.ts'
export { accountIssueText, accountRefusalText } from '#server/statement/import/refusal-text.ts'
export { importMovements, movements } from '#server/statement/import/import-movements.ts'
export {
  type AccountRow,
  type AccountRowOptions,
  type AccountRowResults,
  importAccountRows,
} from '#server/statement/import/import-rows.ts'
export type {
  AccountResult,
  AccountSummary,
} from '#server/statement/import/run-import.ts'
export { bookEarlyPayments, removeEarlyPayment } from './early-payment.ts'
export { listInvoices } from './list-invoices.ts'
export {
  accountsOf,
  countOverdueDealers,
  figuresPart,
  type FiguresRow,
  findOverdueDealers,
  loadFigures,
  loadFiguresOf,
} from './figures.ts'
export { enqueueReceipt, receiptMailJob, sendReceipt } from './receipt-email.ts'
export { invoiceReference, postMovement, removePostedMovement } from './post-movement.ts'
export { type ErpMovement, findCardBookings } from './import/skip-card-movements.ts'
export { removeErpBookings } from './remove-erp-bookings.ts'
export { lockAccounts, recalculateBalances } from './recalculate-balances.ts'
export { registerStatement } from './routes.ts'
export { serveStatementFiles } from './serve-files.ts'
export { postTransfer, reverseTransfer } from './transfer-movements.ts'
