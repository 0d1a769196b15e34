import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Locale } from '#contract/core/visitor.ts'
import { breaksConnection } from '#server/platform/db/failure.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { type Facts, ImportStop, type IssueCode, type IssueLevel } from '#server/catalog/import/read/codes.ts'

export type ReportedIssue = {
  file: number
  line: number
  key: string
  level: IssueLevel
  code: IssueCode
  facts: Facts
}

/** How often a code occurs, and its first sentence. */
export type IssueCount = { code: IssueCode; level: IssueLevel; n: number; line: number; example: string }

const PAGE = 5_000

export function sentenceOf(locale: Locale, { code, facts }: Pick<ReportedIssue, 'code' | 'facts'>): string {
  const { column } = facts
  // A key that is a field goes by the field's word, whatever its column is called.
  const isField = code === 'key_missing' && (column === 'code' || column === 'name')
  return translate(
    locale,
    `import.issues.${code}`,
    isField ? { column: translate(locale, `import.fields.${column}`) } : facts,
  )
}

export async function countIssues(db: Db, locale: Locale): Promise<IssueCount[]> {
  const rows = await db.query<ReportedIssue & { n: number }>(
    `SELECT DISTINCT ON (code) code, level, line, facts, count(*) OVER (PARTITION BY code) AS n
       FROM import_issues ORDER BY code, file, line, id`,
  )
  return rows
    .map(({ code, level, n, line, facts }) => ({ code, level, n, line, example: sentenceOf(locale, { code, facts }) }))
    .sort((a, b) => a.level.localeCompare(b.level) || b.n - a.n)
}

/** Writes all issues as CSV for a spreadsheet of the user's country. */
export async function writeReport(db: Db, path: string, files: readonly string[], locale: Locale): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(reportLines(db, files, locale)), createWriteStream(path))
  } catch (error) {
    // Nothing is taken over that cannot be accounted for.
    if (error instanceof Error && 'syscall' in error && !breaksConnection(error)) {
      throw new ImportStop('report_failed', { path, reason: error.message })
    }
    throw error
  }
}

async function* reportLines(db: Db, files: readonly string[], locale: Locale): AsyncGenerator<string> {
  const separator = locale === 'tr' ? ';' : ','
  const toLine = (cells: (string | number)[]) =>
    `${cells.map((cell) => quote(String(cell), separator)).join(separator)}\r\n`
  const titles = ['file', 'line', 'key', 'level', 'code', 'reason'].map((title) =>
    translate(locale, `import.report.${title}`),
  )
  yield `\uFEFF${toLine(titles)}`
  for (let offset = 0; ; offset += PAGE) {
    const issues = await db.query<ReportedIssue>(
      'SELECT file, line, key, level, code, facts FROM import_issues ORDER BY file, line, id LIMIT $1 OFFSET $2',
      [PAGE, offset],
    )
    let text = ''
    for (const issue of issues) {
      const level = translate(locale, `import.levels.${issue.level}`)
      text += toLine([files[issue.file] ?? '', issue.line, issue.key, level, issue.code, sentenceOf(locale, issue)])
    }
    yield text
    if (issues.length < PAGE) return
  }
}

/** Cells that a spreadsheet would run as a formula get an apostrophe in front. */
function quote(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
