import { readFile } from 'node:fs/promises'
import { squeezeCode } from '#domain/text/text.ts'
import { commandLine, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { inspectSource } from '#server/platform/tables/source.ts'
import { type Facts, type RowProblem, type TableRefusal, TableError } from '#server/platform/tables/table-error.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import { type BinRow, type SavedBins, saveBins } from './bins.ts'

/** Why a row was skipped. The texts are in the locales under `import.issues.<code>`. */
export type BinIssue = 'bin_invalid' | 'bin_bank_missing' | 'bin_type_invalid' | 'bin_repeated' | RowProblem

export type BinImport =
  | {
      ok: true
      rows: number
      rejected: number
      saved: SavedBins
      issues: { line: number; code: BinIssue; facts: Facts }[]
    }
  | { ok: false; code: TableRefusal; facts: Facts }

type ImportOptions = { path: string; name: string; dryRun: boolean; isWhole: boolean }

/** The accepted column titles of each field, without spaces and punctuation. */
const columnNames: Record<string, readonly string[]> = {
  bin: ['bin', 'binnumber', 'prefix'],
  bank: ['bank', 'banka', 'bankname', 'issuer'],
  bankCode: ['bankcode', 'bankakodu', 'eft'],
  scheme: ['scheme', 'brand', 'network', 'organization'],
  type: ['type', 'cardtype', 'karttipi'],
  family: ['family', 'program', 'cardfamily'],
  commercial: ['commercial', 'ticari', 'iscommercial'],
  prepaid: ['prepaid'],
}

type InputRow = { line: number; problem?: { code: RowProblem; facts: Facts }; values: Record<string, unknown> }

class DryRun extends Error {}

/** Imports the table of BINs from a JSON, JSONL, CSV, TSV or XLSX file: all valid rows, or nothing on an error. */
export async function importBins(pool: Pool, { path, name, dryRun, isWhole }: ImportOptions): Promise<BinImport> {
  const result: Extract<BinImport, { ok: true }> = {
    ok: true,
    rows: 0,
    rejected: 0,
    issues: [],
    saved: { added: 0, changed: 0, unchanged: 0, removed: 0 },
  }
  try {
    const rows = checkRows(await readRows(path, name), result)
    await transaction(pool, async (db) => {
      // A file without a valid row is probably the wrong file: it removes nothing.
      if (rows.length > 0) result.saved = await saveBins(db, rows, isWhole)
      if (dryRun) throw new DryRun()
      const { added, changed, removed } = result.saved
      const differing = added + changed + removed
      // Audited, since these rows decide which cards may pay in installments.
      const applied = { action: 'apply', noun: 'bins', id: name, after: { rows: differing } } as const
      if (differing > 0) await writeAudit(db, commandLine, applied)
    })
  } catch (error) {
    if (error instanceof TableError) return { ok: false, code: error.code, facts: error.facts }
    if (!(error instanceof DryRun)) throw error
  }
  return result
}

async function readRows(path: string, name: string): Promise<InputRow[]> {
  const source = await inspectSource(path, name)
  const text = source.zip || source.gzip ? '' : (await readFile(path, 'utf8')).trimStart()
  if (text.startsWith('[')) return fromJson(text, name)
  const table = await openTable(source)
  const rows: InputRow[] = []
  for await (const { line, cells, problem } of table.rows()) {
    const values = Object.fromEntries(table.columns.map((column, index) => [fieldOf(column), cells[index]]))
    rows.push({ line, values, ...(problem && { problem }) })
  }
  return rows
}

function fromJson(text: string, name: string): InputRow[] {
  const list = parseList(text)
  if (list === null) throw new TableError('file_unknown', { file: name })
  return list.map((item, index) => {
    const entries = typeof item === 'object' && item !== null ? Object.entries(item) : []
    return { line: index + 1, values: Object.fromEntries(entries.map(([key, value]) => [fieldOf(key), value])) }
  })
}

function parseList(text: string): unknown[] | null {
  try {
    return JSON.parse(text) as unknown[]
  } catch {
    return null
  }
}

function fieldOf(title: string): string {
  const squeezed = squeezeCode(title).toLowerCase()
  return Object.keys(columnNames).find((field) => columnNames[field]?.includes(squeezed)) ?? title
}

function checkRows(given: readonly InputRow[], result: Extract<BinImport, { ok: true }>): BinRow[] {
  const firstLines = new Map<string, number>()
  const rows: BinRow[] = []
  for (const { line, problem, values } of given) {
    result.rows += 1
    const read = problem ?? readRow(values)
    const first = 'bin' in read ? firstLines.get(read.bin) : undefined
    const issue =
      'bin' in read ? (first === undefined ? null : { code: 'bin_repeated' as const, facts: { first } }) : read
    if (issue === null && 'bin' in read) {
      firstLines.set(read.bin, line)
      rows.push(read)
    } else if (issue !== null) {
      result.rejected += 1
      result.issues.push({ line, ...issue })
    }
  }
  return rows
}

function readRow(values: Record<string, unknown>): BinRow | { code: BinIssue; facts: Facts } {
  const text = (field: string) => textOf(values[field]).slice(0, 100)
  const bin = text('bin')
  if (!/^\d{6}(\d{2})?$/.test(bin)) return { code: 'bin_invalid', facts: { value: bin.slice(0, 8) } }
  if (text('bank') === '') return { code: 'bin_bank_missing', facts: {} }
  const type = isYes(values.prepaid) ? 'prepaid' : typeOf(text('type'))
  if (type === null) return { code: 'bin_type_invalid', facts: { value: text('type').slice(0, 20) } }
  const bankCode = text('bankCode')
  return {
    bin,
    type,
    bank: text('bank'),
    scheme: text('scheme').toUpperCase() || 'UNKNOWN',
    // Spreadsheets drop leading zeros: 64 is 0064.
    bankCode: /^\d{1,4}$/.test(bankCode) ? bankCode.padStart(4, '0') : null,
    family: text('family') || null,
    isCommercial: isYes(values.commercial),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function isYes(value: unknown): boolean {
  return value === true || /^(1|true|yes|evet)$/i.test(textOf(value))
}

function typeOf(text: string): BinRow['type'] | null {
  const word = text.toLowerCase()
  return (['credit', 'debit', 'prepaid'] as const).find((type) => type === word) ?? null
}
