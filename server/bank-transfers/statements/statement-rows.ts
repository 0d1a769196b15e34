import type { Day } from '#domain/text/calendar-day.ts'
import type { NewLine, StoredLine } from '#domain/transfers/new-lines.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Lets one statement be stored at a time, so that the same lines in two files are seen. */
export async function lockStatements(db: Db): Promise<void> {
  await db.execute('SELECT pg_advisory_xact_lock(85, 1)')
}

/** The stored lines of an account from the first to the last day, in the order in which they were stored. */
export function findStored(db: Db, { iban, from, to }: { iban: string; from: Day; to: Day }): Promise<StoredLine[]> {
  return db.query<StoredLine>(
    `SELECT l.fingerprint, l.occurrence, l.booked_on AS day, l.amount, l.balance, l.reference, l.description, l.sender, s.format
       FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
      WHERE l.iban = $1 AND l.booked_on BETWEEN $2 AND $3 ORDER BY l.id`,
    [iban, from, to],
    'bank_lines_stored',
  )
}

type NewStatement = {
  iban: string
  name: string
  format: 'mt940' | 'table'
  lines: number
  new_lines: number
  imported_by: number
}

export const insertStatement = (db: Db, statement: NewStatement): Promise<number> =>
  insertRow(db, 'bank_statements', statement, 'bank_statement_insert')

/** Inserts lines in their order. */
export async function insertLines(
  db: Db,
  { statementId, iban }: { statementId: number; iban: string },
  lines: readonly NewLine[],
): Promise<void> {
  const rows = lines.map(({ day, senderIban, ...line }) => ({ ...line, booked_on: day, sender_iban: senderIban }))
  await db.execute(
    `INSERT INTO bank_lines (statement_id, iban, booked_on, amount, balance, reference, description, sender, sender_iban,
                             fingerprint, occurrence)
     SELECT $1, $2, booked_on, amount, balance, reference, description, sender, sender_iban, fingerprint, occurrence
       FROM json_to_recordset($3) AS l (booked_on date, amount numeric, balance numeric, reference text, description text,
                                        sender text, sender_iban text, fingerprint text, occurrence integer)`,
    [statementId, iban, JSON.stringify(rows)],
    'bank_lines_insert',
  )
}

export type StatementRow = {
  id: number
  name: string
  iban: string
  imported_at: Date
  imported_by: string | null
  lines: number
  new_lines: number
}

/** The last imports, newest first. */
export function loadStatements(db: Db, limit: number): Promise<StatementRow[]> {
  return db.query<StatementRow>(
    `SELECT s.id, s.name, s.iban, s.imported_at, u.name AS imported_by, s.lines, s.new_lines
       FROM bank_statements s LEFT JOIN users u ON u.id = s.imported_by ORDER BY s.id DESC LIMIT $1`,
    [limit],
    'bank_statements_last',
  )
}
