import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { type ImportedStatement, statementFileBytesMax } from '#contract/admin/bank-statements.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { compactIban, parseBankAccounts } from '#domain/money/iban.ts'
import { maskCards } from '#domain/payments/card-text.ts'
import { cleanFileName } from '#domain/text/file-name.ts'
import { type BankLine, lineIdentity } from '#domain/transfers/bank-line.ts'
import { type FileLine, newLines, orderLines } from '#domain/transfers/new-lines.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { receiveFile } from '#server/platform/files/receive-file.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { readStatement } from './read-statement.ts'
import { findStored, insertLines, insertStatement, lockStatements } from './statement-rows.ts'

type Deps = { pool: Pool; folder: string; bankAccounts: string }
type Query = { name: string; iban: string; columns?: string | undefined; decimal?: string | undefined }

const problemsMax = 50
const mappingShape = z.record(z.string(), z.string())

/** Stores the lines of a statement that are not stored yet, all of them or none. */
export async function importStatement(
  { pool, folder, bankAccounts }: Deps,
  { query, body }: { query: Query; body: Readable },
  by: UserContext,
): Promise<ImportedStatement | Refusal> {
  const iban = compactIban(query.iban)
  const isOwn = parseBankAccounts(bankAccounts)?.some((account) => compactIban(account.iban) === iban)
  if (isOwn !== true) return refuse('transfer_account_unknown')
  const mapping = readMapping(query.columns)
  if (mapping === null) return refuse('bad_request')
  const content = await receiveFile(body, statementFileBytesMax)
  if (content === null) return refuse('too_large')
  const name = cleanFileName(query.name, 'ekstre')
  const decimal = query.decimal === ',' || query.decimal === '.' ? query.decimal : undefined
  const read = await readStatement({ folder, locale: by.locale }, { content, name, iban, mapping, decimal })
  if (isRefusal(read)) return read
  if (read.kind === 'columns') return { ...nothing, outcome: 'columns', columns: read.columns }
  const { format, problems } = read
  if (read.lines.length === 0 && problems.length === 0) return refuse('bank_statement_empty')
  const { lines, gaps } = orderLines(read.lines.map((line) => identify(iban, line)))
  const stored = await transaction(pool, (db) => storeLines(db, { iban, name, format, lines }, by))
  return {
    ...nothing,
    outcome: 'imported',
    lines: read.lines.length,
    newLines: stored.length,
    newIncoming: stored.filter(({ amount }) => !amount.startsWith('-')).length,
    existing: read.lines.length - stored.length,
    gaps,
    problems: problems.slice(0, problemsMax),
    unread: problems.length,
  }
}

const nothing = { lines: 0, newLines: 0, newIncoming: 0, existing: 0, gaps: 0, problems: [], unread: 0, columns: [] }

function readMapping(columns: string | undefined): ReadonlyMap<string, string> | null {
  if (columns === undefined || columns === '') return new Map()
  try {
    const parsed = mappingShape.safeParse(JSON.parse(columns))
    return parsed.success ? new Map(Object.entries(parsed.data)) : null
  } catch {
    return null
  }
}

/** Banks print card numbers in full in some texts. */
function identify(iban: string, line: BankLine): FileLine {
  const masked = { ...line, description: maskCards(line.description), reference: maskCards(line.reference) }
  return { ...masked, fingerprint: createHash('sha256').update(lineIdentity(iban, masked)).digest('hex') }
}

type Statement = { iban: string; name: string; format: 'mt940' | 'table'; lines: readonly FileLine[] }

async function storeLines(db: Db, { iban, name, format, lines }: Statement, by: UserContext): Promise<FileLine[]> {
  await lockStatements(db)
  const days = lines.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const stored = from === undefined || to === undefined ? [] : await findStored(db, { iban, from, to })
  const added = newLines(lines, stored, format)
  const counts = { lines: lines.length, new_lines: added.length }
  const id = await insertStatement(db, { iban, name, format, ...counts, imported_by: by.actor.userId })
  await insertLines(db, { statementId: id, iban }, added)
  await writeAudit(db, by, { action: 'apply', noun: 'bank_statement', id: name, after: { iban, ...counts } })
  return added
}
