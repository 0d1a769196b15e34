/** Public face of the imports that administrators make on the screen. */
export { importsFolder } from './import-files.ts'
export { purgeImports } from './purge-imports.ts'
export { registerImports } from './routes.ts'
export { importJob, type ImportOrder, runImport } from './run-import.ts'
export { serveImportCsv } from './serve-csv.ts'
