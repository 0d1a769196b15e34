/** Public face of the imports of administrators besides product files. */
import { join } from 'node:path'

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
export const fileImportsFolder = (dataDir: string): string => join(dataDir, 'file-imports')
