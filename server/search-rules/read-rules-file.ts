import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { searchRulesFileBytesMax } from '#contract/admin/search-rules.ts'
import { type Locale, locales } from '#contract/core/visitor.ts'
import { type SearchRule, type SearchRuleKind, searchRuleKinds, searchRuleLimits } from '#domain/search/search-rule.ts'
import { fold } from '#domain/text/text.ts'
import { translate } from '#server/platform/http/words.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import { inspectSource } from '#server/platform/tables/source.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import type { Table } from '#server/platform/tables/table.ts'

/** A line of the file; `rule` is null when its kind is unclear. */
export type RuleLine = { line: number; rule: SearchRule | null; text: string }

export const ruleColumns = ['kind', 'words', 'targets'] as const
/** Between the words of a cell. `=` is how groups are often written. */
const wordSeparator = /[;=|\n]/

/** Reads CSV, TSV or XLSX with the columns of the export, in either language. */
export async function readRulesFile(folder: string, body: Readable, locale: Locale): Promise<RuleLine[] | Refusal> {
  const path = join(folder, randomBytes(16).toString('hex'))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const size = await receive(path, body)
    if (size > searchRulesFileBytesMax) return refuse('too_large')
    const name = translate(locale, 'administration.searchRules.file.name')
    return await readLines(await openTable(await inspectSource(path, name, 20 * searchRulesFileBytesMax)), locale)
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return unreadable(translate(locale, `import.refusals.${error.code}`, error.facts))
  } finally {
    await rm(path, { force: true })
  }
}

const unreadable = (reason: string) => refuse('search_rules_file', { reason })

/** Writes at most one byte more than the maximum, and returns the number of bytes received up to there. */
async function receive(path: string, body: Readable): Promise<number> {
  let size = 0
  async function* limited(): AsyncGenerator<Buffer> {
    // The stream stays open, so that a client that sends too much receives the refusal.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size > searchRulesFileBytesMax) return
      yield chunk as Buffer
    }
  }
  await pipeline(limited, createWriteStream(path, { mode: 0o600 }))
  return size
}

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
