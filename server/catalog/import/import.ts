/** Public face of the catalog import, for the command line and for the imports of administrators. */
export { importRows, type RowResult } from './rows/import-rows.ts'
export { type ClearedField, isCleared } from './rows/clear-fields.ts'
export type { RowColumn, RowTable } from './rows/row-plan.ts'
export { importCatalog } from './import-catalog.ts'
export { loadSlugs, type Slugs, slugOf } from './merge/lookups.ts'
export { lockImports } from './import-lock.ts'
export type { ImportOptions, ImportSummary, Progress } from './import-run.ts'
export { type Field, fieldOf } from './read/fields.ts'
export { fetchDuePictures, openPictureDownload, startPictures } from './pictures/picture-loop.ts'
export {
  countOutcomes,
  type FailedPicture,
  listFailed,
  pictureFailureText,
  type PictureOutcomes,
} from './pictures/picture-outcomes.ts'
export { purgePictureAddresses } from './pictures/purge-addresses.ts'
export { presentProfiles } from './profiles/present-profile.ts'
export { findProfileByName, markProfileUsed, profileOfShape } from './profiles/queries.ts'
export { registerImportProfiles } from './profiles/routes.ts'
export { saveProfile } from './profiles/save-profile.ts'
export { shapeOf } from './profiles/shape.ts'
export { importOptionsOf, readStoredOptions } from './profiles/stored-options.ts'
export { samplesOf } from './read/inspect.ts'
export { readPricesOption } from './read/price-basis.ts'
export { type DefaultField, type Defaults, defaultFields } from './read/plan.ts'
// Other features receive files of administrators in the same way.
export {
  appendPiece,
  importsFolder,
  purgeUploads,
  receivedBytes,
  withUpload,
} from './runs/import-files.ts'
export { type StoredFile } from './runs/queries.ts'
export { startWaitingPreview } from './runs/waiting-previews.ts'
export { type Run, watchRun } from './runs/watch-run.ts'
export { purgeImports } from './runs/purge-imports.ts'
export { registerImports } from './runs/routes.ts'
export { importJob, type ImportJobData, runImport } from './runs/run-import.ts'
export { serveImportCsv } from './runs/serve-csv.ts'
export { endLostRuns, purgeSourceRuns } from './sources/purge-runs.ts'
export { registerImportSources } from './sources/routes.ts'
export { runSource, type SourceJobData, sourceJob, sourceMailJob, startDueSources } from './sources/run-source.ts'
export { sendSourceMail } from './sources/source-email.ts'
export { resealSourcePasswords, sealedSourcePasswords } from './sources/source-passwords.ts'
