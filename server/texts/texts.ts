/** Public face of the texts of the store: versions, and who accepted which. */
export { acceptTexts, currentVersions, loadAcceptances } from './text-rows.ts'
export { acceptancesExport } from './acceptance-list.ts'
export { findMissingAcceptance, hasTextsToAcceptSql } from './user-acceptances.ts'
export { registerTexts } from './routes.ts'
