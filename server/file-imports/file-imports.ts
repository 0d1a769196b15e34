/** Public face of the imports of administrators besides product files. */
import type { FileStore } from '#server/platform/files/file-store.ts'

export { costs, importCosts } from './costs.ts'
export { importPriceRules, openPriceRules } from './price-rules.ts'
export { importPromotions, openPromotions, promotionNames } from './promotions.ts'
export { fileOptionsOf } from './profile-options.ts'
export { purgeFileImports } from './purge.ts'
export { importShipments } from './shipments/import-shipments.ts'
export { registerFileImports } from './routes.ts'
export { fileImportJob, type FileImportJobData, runFileImport } from './run-file-import.ts'
export { serveFileImports } from './serve-files.ts'

/** The folder of the uploaded files. */
export const fileImportsFolder = (files: FileStore): FileStore => files.folder('file-imports')
