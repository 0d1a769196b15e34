import type { SearchTerms } from '#domain/search/search-terms.ts'
import { compileRules, type SearchWords } from '#domain/search/search-words.ts'
import { followChanges, type FollowOptions } from '#server/platform/db/follow-changes.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadRules, loadRulesVersion } from './queries.ts'

/** The search rules cached in this process, at most about a second old. */
export type SearchRules = {
  words(): SearchWords
  /** The same for the catalog's index. */
  terms(): SearchTerms
  /** Changes with the rules. */
  version(): string
  /** Reads again now: after writing. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export async function openSearchRules(db: Db, options: FollowOptions = {}): Promise<SearchRules> {
  let current = await load(db)
  const catchUp = async () => {
    if ((await loadRulesVersion(db)) !== current.version) current = await load(db)
  }
  const changes = followChanges('the search rules', catchUp, options)
  return {
    words: () => current.words,
    terms: () => current.terms,
    version: () => current.version,
    async refresh() {
      await changes.settled()
      await catchUp()
    },
    close: changes.close,
  }
}

/** Reads the version first: a change while the rules are read gives another one, and the next check reads again. */
async function load(db: Db): Promise<{ version: string; words: SearchWords; terms: SearchTerms }> {
  const version = await loadRulesVersion(db)
  const words = compileRules(await loadRules(db))
  const terms = { version: Number(version), alternativesOf: (text: string) => words.alternatives.get(text) ?? [] }
  return { version, words, terms }
}
