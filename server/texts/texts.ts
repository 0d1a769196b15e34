/** Public face of the texts of the store: versions, and who accepted which. */
export { acceptTexts, currentVersions, loadAcceptances } from './text-rows.ts'
export { acceptancesExport } from './acceptance-list.ts'
export { hasTextsToAcceptSql, type MissingText, missingTextsPart, missingTextsRefusal } from './user-acceptances.ts'
export { registerTexts } from './routes.ts'
