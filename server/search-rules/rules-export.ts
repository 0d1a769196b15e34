import { adminSearchRulesPath } from '#contract/core/admin-pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { SearchRule } from '#domain/search/search-rule.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { exportBase, type ExportColumn, type ExportSource, oneBatch } from '#server/exports/exports.ts'
import { translate } from '#server/platform/http/words.ts'
import { findRules, parseRulesQuery } from './list-rules.ts'

/** The export of the search rules, which can be imported again. */
export function searchRulesExport(pool: Pool): ExportSource {
  return {
    ...exportBase({
      name: 'searchRules',
      page: adminSearchRulesPath,
      area: 'catalog',
      fileName: 'arama-kelimeleri',
      columns,
    }),
    async open(query, locale) {
      const rules = await findRules(pool, parseRulesQuery(query))
      return oneBatch(rules.map((rule) => cellsOf(rule, locale)))
    },
  }
}

const columns = [
  ['kind', 'text', 16],
  ['words', 'text', 50],
  ['targets', 'text', 40],
] as const satisfies readonly ExportColumn[]

const cellsOf = ({ kind, words, targets }: SearchRule, locale: Locale) => [
  translate(locale, `administration.searchRules.kinds.${kind}`),
  words.join('; '),
  targets.join('; '),
]
