/** Public face of the imports that administrators make on the screen. */
export { importsFolder } from '#server/catalog/import/runs/import-files.ts'
export { purgeImports } from '#server/catalog/import/runs/purge-imports.ts'
export { registerImports } from '#server/catalog/import/runs/routes.ts'
export { importJob, type ImportOrder, runImport } from '#server/catalog/import/runs/run-import.ts'
export { serveImportCsv } from '#server/catalog/import/runs/serve-csv.ts'
