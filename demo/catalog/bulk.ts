import type { Db } from '#server/platform/db/pool.ts'

/** Formats a PostgreSQL array of numbers, or of words without quotes, commas and braces. */
export function arrayLiteral(values: readonly (number | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/**
 * Inserts rows with given ids. `columns` contains the type of each column, e.g. `{ id: 'integer', images: 'text[]' }`.
 */
export async function insertRows(
  db: Db,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly object[],
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await db.execute(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${names} FROM json_to_recordset($1) AS given (${typed.join(', ')})`,
    [JSON.stringify(rows)],
  )
}

/** Moves the identity sequence past the inserted ids. */
export async function continueIdentity(db: Db, table: string): Promise<void> {
  await db.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), greatest((SELECT max(id) FROM ${table}), 1))`)
}
