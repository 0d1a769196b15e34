import type { SearchTerms } from '#domain/search/search-terms.ts'
import { compileRules, type SearchWords } from '#domain/search/search-words.ts'
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

export type SearchRulesOptions = {
  /** Subscribes to notifications of a channel; also calls back after a lost connection is restored. */
  listen?: (channel: string, onNotice: () => void) => void
  warn?: (message: string) => void
  pollMilliseconds?: number
}

export async function openSearchRules(db: Db, options: SearchRulesOptions = {}): Promise<SearchRules> {
  const warn = options.warn ?? (() => {})
  let current = await load(db)
  let reading: Promise<void> | null = null

  const catchUp = async () => {
    if ((await loadRulesVersion(db)) !== current.version) current = await load(db)
  }
  const check = () => {
    reading ??= catchUp()
      // The database may be unavailable for a moment; the next check catches up.
      .catch((error: unknown) => warn(`Could not read the search rules: ${String(error)}`))
      .finally(() => {
        reading = null
      })
  }
  options.listen?.('cache_version', check)
  const timer = setInterval(check, options.pollMilliseconds ?? 1_000)
  timer.unref()
  return {
    words: () => current.words,
    terms: () => current.terms,
    version: () => current.version,
    async refresh() {
      await reading
      await catchUp()
    },
    async close() {
      clearInterval(timer)
      await reading
    },
  }
}

/** Reads the version first: a change while the rules are read gives another one, and the next check reads again. */
async function load(db: Db): Promise<{ version: string; words: SearchWords; terms: SearchTerms }> {
  const version = await loadRulesVersion(db)
  const words = compileRules(await loadRules(db))
  const terms = { version: Number(version), alternativesOf: (text: string) => words.alternatives.get(text) ?? [] }
  return { version, words, terms }
}
