/** Public face of the search log: what visitors searched for, for the administrator's dashboard. */
export { purgeSearches } from './queries.ts'
export { openSearchLog, type SearchLog } from './log.ts'
export {
  findSearched,
  findSearchers,
  listLastSearches,
  listTopSearchers,
  listTopWords,
} from './dashboard.ts'
