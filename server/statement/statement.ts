/** Public face of account statements: movements, what is due of them, and their import from the ERP. */
export { importBalances } from './import-balances.ts'
export { importMovements } from './import-movements.ts'
export type { AccountResult, AccountSummary } from './run-import.ts'
export { loadFigures } from './figures.ts'
export { reckonAccounts } from './reckon.ts'
export { registerStatement } from './routes.ts'
export { serveStatementFiles } from './serve-files.ts'
