import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { findIbans } from '#domain/money/iban.ts'
import { lira } from '#domain/money/money.ts'
import type { DecimalSign } from '#domain/money/number-text.ts'
import { isMt940, parseMt940 } from '#domain/transfers/mt940.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import { translate } from '#server/platform/http/words.ts'
import { type ReadLines, type ReadTable, readTable } from './read-table.ts'

/** Lines of one file. */
export const statementLinesMax = 20_000

type Upload = {
  content: Buffer
  name: string
  /** Of the store's account, without spaces. */
  iban: string
  mapping: ReadonlyMap<string, string>
  decimal: DecimalSign | undefined
}
type Reading = { folder: string; locale: Locale }
export type ReadStatement = (ReadLines & { format: 'mt940' | 'table' }) | Extract<ReadTable, { kind: 'columns' }>

/** Reads an uploaded statement; its content decides the format. A statement that cannot be read completely is refused. */
export async function readStatement(reading: Reading, upload: Upload): Promise<ReadStatement | Refusal> {
  if (upload.content.length === 0) return refuse('bank_statement_empty')
  const text = textOf(upload.content)
  if (isMt940(text)) return readMt940(text, upload.iban)
  const table = await readAsTable(reading, upload)
  if ('ok' in table) return table
  if (table.kind === 'too_long') return refuse('bank_statement_too_long', { limit: statementLinesMax })
  return table.kind === 'columns' ? table : { ...table, format: 'table' }
}

/** UTF-8, otherwise the Turkish Windows code page, which contains ISO-8859-9. */
function textOf(content: Buffer): string {
  try {
    return withoutNul(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    return withoutNul(new TextDecoder('windows-1254').decode(content))
  }
}

/** PostgreSQL cannot store NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** Banks write the account as an IBAN or as branch and number; only an IBAN can tell that it is another account. */
function readMt940(text: string, iban: string): ReadStatement | Refusal {
  const parsed = parseMt940(text)
  if (!parsed.ok) return refuse(parsed.code, parsed.facts)
  const [account] = findIbans(parsed.account)
  if (account !== undefined && account !== iban) return refuse('statement_other_account', { account })
  if (parsed.currency !== lira) return refuse('statement_currency', { currency: parsed.currency })
  if (parsed.lines.length > statementLinesMax) return refuse('bank_statement_too_long', { limit: statementLinesMax })
  return { kind: 'lines', format: 'mt940', lines: parsed.lines, problems: [] }
}

async function readAsTable({ folder, locale }: Reading, upload: Upload): Promise<ReadTable | Refusal> {
  const { content, name, iban, mapping, decimal } = upload
  const path = join(folder, randomBytes(16).toString('hex'))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    return await readTable({ path, name }, { locale, iban, mapping, decimal, linesMax: statementLinesMax })
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return refuse('bank_statement_unreadable', {
      reason: translate(locale, `import.refusals.${error.code}`, error.facts),
    })
  } finally {
    await rm(path, { force: true })
  }
}
