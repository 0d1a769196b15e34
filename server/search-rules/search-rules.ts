/** Public face of the search rules: synonyms, other codes and redirects that administrators keep. */
export { openSearchRules, type SearchRules } from './live-rules.ts'
export { registerSearchRules } from './routes.ts'
export { searchRulesExport } from './rules-export.ts'
