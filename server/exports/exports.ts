/** Public face of the exports: lists that administrators download as files. */
export { exportJob, type ExportRequest, makeExport } from './export-job.ts'
export { columnsOf, exportBase, type ExportColumn, type ExportSource, oneBatch, rowsOf } from './export-source.ts'
export { exportsFolder, newExportId, purgeExports, readExportState, writeExportState } from './export-state.ts'
export { registerExports, serveExports } from './serve-exports.ts'
