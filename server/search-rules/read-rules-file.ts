import type { Readable } from 'node:stream'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { searchRulesFileBytesMax } from '#contract/admin/search-rules.ts'
import { type Locale, locales } from '#contract/core/visitor.ts'
import { type SearchRule, type SearchRuleKind, searchRuleKinds, searchRuleLimits } from '#domain/search/search-rule.ts'
import { fold } from '#domain/text/text.ts'
import { translate } from '#server/platform/http/words.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import type { Table } from '#server/platform/tables/table.ts'
import { readUploadedTable } from '#server/platform/tables/uploaded-table.ts'

/** A line of the file; `rule` is null when its kind is unclear. */
export type RuleLine = { line: number; rule: SearchRule | null; text: string }

export const ruleColumns = ['kind', 'words', 'targets'] as const
/** Between the words of a cell. `=` is how groups are often written. */
const wordSeparator = /[;=|\n]/

/** Reads CSV, TSV or XLSX with the columns of the export, in either language. */
export async function readRulesFile(folder: string, body: Readable, locale: Locale): Promise<RuleLine[] | Refusal> {
  const name = translate(locale, 'administration.searchRules.file.name')
  try {
    return await readUploadedTable(body, { folder, name, bytesMax: searchRulesFileBytesMax }, (table) =>
      readLines(table, locale),
    )
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return unreadable(translate(locale, `import.refusals.${error.code}`, error.facts))
  }
}

const unreadable = (reason: string) => refuse('search_rules_file', { reason })

async function readLines(table: Table, locale: Locale): Promise<RuleLine[] | Refusal> {
  const places = ruleColumns.map((name) => {
    const titles = new Set(locales.map((each) => fold(translate(each, `administration.searchRules.columns.${name}`))))
    return table.columns.findIndex((column) => titles.has(fold(column)))
  })
  if (places[1] === -1 || places[2] === -1)
    return unreadable(translate(locale, 'administration.searchRules.file.noHeader'))
  const lines: RuleLine[] = []
  for await (const { line, cells } of table.rows()) {
    if (lines.length === searchRuleLimits.rules) {
      return unreadable(translate(locale, 'administration.searchRules.file.tooLong', { most: searchRuleLimits.rules }))
    }
    const [kind = '', words = '', targets = ''] = places.map((place) => String(cells[place] ?? '').trim())
    lines.push({ line, rule: ruleOf(kind, words, targets), text: [kind, words, targets].filter(Boolean).join(' · ') })
  }
  return lines
}

function ruleOf(kindText: string, words: string, targets: string): SearchRule | null {
  const kind = kindOf(kindText, targets)
  if (kind === null) return null
  // An address may contain the separators.
  const ofTarget = kind === 'redirect' ? [targets] : targets.split(wordSeparator)
  return { kind, words: words.split(wordSeparator), targets: ofTarget }
}

const kindNames = new Map<string, SearchRuleKind>(
  searchRuleKinds.flatMap((kind) => [
    [kind, kind] as const,
    ...locales.map((locale) => [fold(translate(locale, `administration.searchRules.kinds.${kind}`)), kind] as const),
  ]),
)

/** Without a kind, words alone are a group, and words with an address a redirect. */
function kindOf(text: string, targets: string): SearchRuleKind | null {
  if (text !== '') return kindNames.get(fold(text)) ?? null
  if (targets === '') return 'synonyms'
  return /^(\/|https?:)/.test(targets) ? 'redirect' : null
}
