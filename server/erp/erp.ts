/** Public face of the ERP bridge: connections, their runs, and what goes out to them. */

export { erpMailJob, sendErpMail } from './alerts/alerts.ts'
export type { ErpAdapter } from './adapters/adapter.ts'
export { adapters } from './adapters/adapters.ts'
export { openWriteRows } from './desk/write-rows.ts'
export { DeskError, httpDesk } from './desk/http-desk.ts'
export { runTurn } from './engine/connector.ts'
export { startErp } from './engine/dispatcher.ts'
export { openErpHttp } from './engine/erp-http.ts'
export { purgeErpRuns } from './desk/runs.ts'
export { resealErpSecrets } from './connections/connection-rows.ts'
export { registerErp } from './routes.ts'
export { registerErpDesk } from './desk/desk-routes.ts'
