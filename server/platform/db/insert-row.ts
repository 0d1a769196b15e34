import type { Db } from './pool.ts'

/** Values by column. Objects are not converted: pass JSON as text. */
export type ColumnValues = Readonly<
  Record<string, string | number | boolean | Date | Buffer | readonly string[] | null>
>

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/

/**
 * `INSERT INTO table (columns) VALUES ($1, …)` with its parameters, to be extended by RETURNING or used in WITH. `hasOwnId`: the
 * values have an id that was drawn from the sequence of the table before.
 */
export function insertStatement(
  table: string,
  values: ColumnValues,
  { hasOwnId = false } = {},
): { sql: string; params: unknown[] } {
  const columns = Object.keys(values)
  for (const name of [table, ...columns]) {
    if (!IDENTIFIER.test(name)) throw new Error(`"${name}" is not a plain SQL identifier.`)
  }
  const places = columns.map((_, index) => `$${index + 1}`)
  return {
    sql: `INSERT INTO ${table} (${columns.join(', ')}) ${hasOwnId ? 'OVERRIDING SYSTEM VALUE ' : ''}VALUES (${places.join(', ')})`,
    params: Object.values(values),
  }
}

/**
 * Inserts one row and returns its id. `name` prepares the statement once per connection: give it only where the columns
 * are always the same ones.
 */
export async function insertRow(db: Db, table: string, values: ColumnValues, name?: string): Promise<number> {
  const { sql, params } = insertStatement(table, values)
  const row = await db.one<{ id: number }>(`${sql} RETURNING id`, params, name)
  if (row === undefined) throw new Error(`Could not insert into ${table}.`)
  return row.id
}
