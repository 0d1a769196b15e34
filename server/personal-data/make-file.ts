import type { Locale } from '#contract/core/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { escapeHtml } from '#server/platform/email/escape-html.ts'
import { translate } from '#server/platform/http/words.ts'
import { writeZip } from '#server/platform/zip/write-zip.ts'
import { sections } from './personal-tables.ts'

type Row = Record<string, unknown>
type FoundSection = { name: string; rows: Row[] }

/** Rows of one section: the latest ones. */
const rowsMax = 10_000

/** A ZIP file with everything that is stored about a user: for programs (JSON) and to read (HTML), as of one moment. */
export async function makePersonalDataFile(pool: Pool, userId: number, locale: Locale): Promise<Buffer> {
  const found = await transaction(pool, async (db) => {
    await db.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    const all: FoundSection[] = []
    for (const { name, sql } of sections) {
      all.push({ name, rows: await db.query<Row>(`SELECT * FROM (${sql}) found LIMIT ${rowsMax}`, [userId]) })
    }
    return all
  })
  const data = Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
  const madeAt = new Date().toISOString()
  return writeZip([
    { name: 'veriler.json', content: JSON.stringify({ madeAt, ...data }, null, 2) },
    { name: 'veriler.html', content: pageOf(found, madeAt, locale) },
  ])
}

function pageOf(found: readonly FoundSection[], madeAt: string, locale: Locale): string {
  const text = (name: string) => escapeHtml(translate(locale, `personalData.file.${name}`))
  const parts = found
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ name, rows }) => `<h2>${escapeHtml(translate(locale, `personalData.sections.${name}`))}</h2>${tableOf(rows)}`,
    )
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${text('title')}</title>
<style>body{font:14px/1.5 sans-serif;margin:2rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}</style>
</head><body><h1>${text('title')}</h1><p>${text('text')}</p><p>${escapeHtml(madeAt)}</p>
${parts.join('\n')}
</body></html>
`
}

function tableOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cells = (tag: 'th' | 'td', values: readonly unknown[]) =>
    values.map((value) => `<${tag}>${escapeHtml(textOf(value))}</${tag}>`).join('')
  const lines = rows.map(
    (row) =>
      `<tr>${cells(
        'td',
        names.map((name) => row[name]),
      )}</tr>`,
  )
  return `<table><tr>${cells('th', names)}</tr>${lines.join('')}</table>`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
