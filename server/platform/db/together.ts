import type { Db } from './pool.ts'

/** Changes that can be sent with others as one statement. */
export type WritePart = {
  /** Names the part in the name of the whole statement. */
  name: string
  /** SQL by the name of its common table expression; parameters from $1. One may read another one of the part before it. */
  ctes: Readonly<Record<string, string>>
  params: readonly unknown[]
  /** The expression with this name, which has RETURNING, must return this many rows. */
  expect?: { cte: string; rows: number }
}

/**
 * Makes all changes in one statement; without parts, no statement is sent. Their order is undefined and they do not see each
 * other's rows, so no two of them may change the same row. The same parts must always have the same SQL. Throws if a part did
 * not change the number of rows that it expects; the transaction has to be rolled back then.
 */
export async function writeTogether(db: Db, parts: readonly WritePart[]): Promise<void> {
  if (parts.length === 0) return
  const ctes: string[] = []
  const params: unknown[] = []
  for (const part of parts) {
    for (const [name, sql] of Object.entries(part.ctes)) ctes.push(`${name} AS (${renumbered(sql, params.length)})`)
    params.push(...part.params)
  }
  const expected = parts.flatMap(({ expect }) => expect ?? [])
  const counts = expected.map(({ cte }) => `(SELECT count(*)::integer FROM ${cte}) AS ${cte}`)
  const row = await db.one<Record<string, number>>(
    `WITH ${ctes.join(', ')} SELECT ${counts.join(', ')}`,
    params,
    parts.map(({ name }) => name).join('+'),
  )
  for (const { cte, rows } of expected) {
    if (row?.[cte] !== rows) throw new Error(`${cte} changed ${row?.[cte]} rows and not ${rows}.`)
  }
}

/** The SQL with its parameters numbered after `offset` others. */
function renumbered(sql: string, offset: number): string {
  return offset === 0 ? sql : sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`)
}

/** A statement that can be read with others; parameters from $1. Its columns travel as JSON: `numeric` ones as text. */
export type ReadPart<Row> = {
  sql: string
  params: readonly unknown[]
  /** Never set: the type of its rows. */
  row?: Row
}

type RowsOf<Parts> = { [Name in keyof Parts]: Parts[Name] extends ReadPart<infer Row> ? Row[] : never }

/** Reads the rows of several statements as one, by their names. */
export async function readTogether<Parts extends Readonly<Record<string, ReadPart<object>>>>(
  db: Db,
  name: string,
  parts: Parts,
): Promise<RowsOf<Parts>> {
  const params: unknown[] = []
  const columns = Object.entries(parts).map(([column, part]) => {
    const sql = renumbered(part.sql, params.length)
    params.push(...part.params)
    return `(SELECT coalesce(json_agg(t), '[]') FROM (${sql}) t) AS ${column}`
  })
  const row = await db.one<RowsOf<Parts>>(`SELECT ${columns.join(', ')}`, params, name)
  if (row === undefined) throw new Error(`${name} returned no row.`)
  return row
}
