/** Public face of the search log: visitors' searches for the administrator's dashboard. */
export { purgeSearches } from './queries.ts'
export { openSearchLog, type SearchLog } from './log.ts'
export {
  findSearches,
  findSearchers,
  listLastSearches,
  listTopSearchers,
  listTopWords,
} from './dashboard.ts'
export { clearRecent, listRecent } from './recent-searches.ts'
export { forgetSearcher } from './forget-searcher.ts'
