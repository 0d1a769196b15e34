import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Locale } from '#contract/core/visitor.ts'
import { breaksConnection } from '#server/platform/db/failure.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { FileKind, ImportSummary, IssueCount } from './import-run.ts'
import { localAmounts } from './local-amounts.ts'
import type { ImportMerge } from './merge/file-merge.ts'
import { type Facts, ImportError, type IssueCode, type IssueLevel } from './read/codes.ts'
import type { StagedFile } from './stage/stage-rows.ts'

type IssueRow = { file: number; line: number; key: string; level: IssueLevel; code: IssueCode; facts: Facts }

/** Sums up the merged files, from the tables of the transaction. */
export async function summarize({ db, options, totals }: ImportMerge, files: StagedFile[]): Promise<ImportSummary> {
  const products = await db.one<{ created: number; updated: number; unchanged: number; rejected: number }>(
    `SELECT (SELECT count(DISTINCT product_id) FROM import_seen WHERE is_new) AS created,
            (SELECT count(DISTINCT product_id) FROM import_touched
              WHERE product_id NOT IN (SELECT product_id FROM import_seen WHERE is_new)) AS updated,
            (SELECT count(DISTINCT product_id) FROM import_seen WHERE NOT is_new
               AND product_id NOT IN (SELECT product_id FROM import_touched)) AS unchanged,
            (SELECT count(DISTINCT (file, line)) FROM import_issues WHERE level = 'error') AS rejected`,
  )
  const { created = 0, updated = 0, unchanged = 0, rejected = 0 } = products ?? {}
  const issues = await countIssues(db, options.locale)
  const { source, pictures, counts, made, defaults, samples } = totals
  const hasCounts = Object.values(counts).some((n) => n > 0)
  const hasNewPlaces = made.priceLists.length + made.warehouses.length > 0
  return {
    rows: sumRows(files, 'products'),
    unitRows: sumRows(files, 'units'),
    created,
    updated,
    unchanged,
    rejected,
    counts,
    made,
    defaults,
    samples,
    source,
    pictures,
    issues,
    ...(issues.length > 0 && options.reportPath && { reportPath: options.reportPath }),
    changed: created + updated > 0 || hasCounts || hasNewPlaces || (pictures?.products ?? 0) > 0,
  }
}

function sumRows(files: StagedFile[], kind: FileKind): number {
  return files.reduce((sum, file) => (file.kind === kind ? sum + file.rows : sum), 0)
}

async function countIssues(db: Db, locale: Locale): Promise<IssueCount[]> {
  const rows = await db.query<Omit<IssueRow, 'file' | 'key'> & { n: number }>(
    `SELECT DISTINCT ON (code) code, level, line, facts, count(*) OVER (PARTITION BY code) AS n
       FROM import_issues ORDER BY code, file, line, id`,
  )
  return rows
    .map(({ code, level, n, line, facts }) => ({ code, level, n, line, example: issueText(locale, { code, facts }) }))
    .sort((a, b) => a.level.localeCompare(b.level) || b.n - a.n)
}

/** The sentence that explains an issue. */
export function issueText(locale: Locale, { code, facts }: { code: IssueCode; facts: Facts }): string {
  const { column } = facts
  // A missing key that is a field is called by the name of the field, not by the name of its column.
  const isField = code === 'key_missing' && (column === 'code' || column === 'name')
  return translate(
    locale,
    `import.issues.${code}`,
    isField ? { column: translate(locale, `import.fields.${column}`) } : localFacts(locale, facts),
  )
}

const amountFacts = new Set(['old', 'new', 'prices'])

const localFacts = (locale: Locale, facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      amountFacts.has(name) ? localAmounts(locale, String(fact)) : fact,
    ]),
  )

/** Writes all issues to `reportPath` as CSV for a spreadsheet in the user's language; without issues it writes no file. */
export async function writeReport(
  { db, options }: ImportMerge,
  files: StagedFile[],
  { reportPath }: ImportSummary,
): Promise<void> {
  if (!reportPath) return
  try {
    await mkdir(dirname(reportPath), { recursive: true })
    const lines = reportLines(
      db,
      files.map(({ name }) => name),
      options.locale,
    )
    await pipeline(Readable.from(lines), createWriteStream(reportPath))
  } catch (error) {
    // Without the report nothing is imported: the rejected rows would be lost without notice.
    if (error instanceof Error && 'syscall' in error && !breaksConnection(error)) {
      throw new ImportError('report_failed', { path: reportPath, reason: error.message })
    }
    throw error
  }
}

const pageSize = 5_000

async function* reportLines(db: Db, files: readonly string[], locale: Locale): AsyncGenerator<string> {
  const separator = locale === 'tr' ? ';' : ','
  const toLine = (cells: (string | number)[]) =>
    `${cells.map((cell) => quote(String(cell), separator)).join(separator)}\r\n`
  const titles = ['file', 'line', 'key', 'level', 'code', 'reason'].map((title) =>
    translate(locale, `import.report.${title}`),
  )
  yield `\uFEFF${toLine(titles)}`
  for (let offset = 0; ; offset += pageSize) {
    const issues = await db.query<IssueRow>(
      'SELECT file, line, key, level, code, facts FROM import_issues ORDER BY file, line, id LIMIT $1 OFFSET $2',
      [pageSize, offset],
    )
    let text = ''
    for (const issue of issues) {
      const level = translate(locale, `import.levels.${issue.level}`)
      text += toLine([
        files[issue.file] ?? '',
        Math.abs(issue.line),
        issue.key,
        level,
        issue.code,
        issueText(locale, issue),
      ])
    }
    yield text
    if (issues.length < pageSize) return
  }
}

/** Quotes a cell. One that a spreadsheet would run as a formula gets a leading apostrophe. */
function quote(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
