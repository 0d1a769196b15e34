import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { textAt } from '#server/erp/adapters/protocol/values.ts'
import type { SqlLink } from './sql-link.ts'
import { columnName, type SqlObject } from './sql-names.ts'

/** A column as the server describes it: its type in small letters, without its length. */
export type SqlColumn = { name: string; type: string }

/** What is described once in a session. */
const described = new WeakMap<SqlLink, Map<string, SqlColumn[]>>()

/** The columns of a view or table; none if it does not exist or may not be read. */
export async function columnsOf(link: SqlLink, object: SqlObject): Promise<SqlColumn[]> {
  const own = described.get(link) ?? new Map<string, SqlColumn[]>()
  described.set(link, own)
  const columns = own.get(object.sql) ?? (await loadColumns(link, object))
  if (columns.length > 0) own.set(object.sql, columns)
  return columns
}

async function loadColumns(link: SqlLink, { database, schema, name }: SqlObject): Promise<SqlColumn[]> {
  const rows = await link.query({
    sql:
      `SELECT COLUMN_NAME AS [name], DATA_TYPE AS [type] FROM ${database}[INFORMATION_SCHEMA].[COLUMNS]` +
      ' WHERE TABLE_SCHEMA = @p1 AND TABLE_NAME = @p2 ORDER BY ORDINAL_POSITION',
    values: [schema, name],
  })
  return rows.map((row) => ({ name: textAt(row, 'name'), type: textAt(row, 'type').toLowerCase() }))
}

/** SQL Server compares names without regard to upper and lower case. */
export const findColumn = (columns: readonly SqlColumn[], name: string): SqlColumn | undefined =>
  columns.find((column) => column.name.toLowerCase() === name.toLowerCase())

const dates = new Set(['date', 'datetime', 'datetime2', 'smalldatetime', 'datetimeoffset'])
const whole = new Set(['tinyint', 'smallint', 'int', 'bigint'])
/** What no mapping can use. */
const unreadable = new Set(['timestamp', 'binary', 'varbinary', 'image', 'geography', 'geometry', 'hierarchyid', 'xml'])

/**
 * A column in a list of selected ones: decimals and dates as texts, so that no digit and no hour is lost on the way. Null:
 * it is left out.
 */
export function selected({ name, type }: SqlColumn): string | null {
  if (unreadable.has(type)) return null
  const column = columnName(name)
  if (type === 'decimal' || type === 'numeric') return `CONVERT(varchar(60), ${column}) AS ${column}`
  if (type === 'money' || type === 'smallmoney') return `CONVERT(varchar(60), ${column}, 2) AS ${column}`
  if (dates.has(type)) return `CONVERT(varchar(40), ${column}, 121) AS ${column}`
  return column
}

/** How pages go on after a key: the key as a text, and the parameter `index` as a value that compares as the key does. */
export function keySql({ name, type }: SqlColumn, index: number): { text: string; after: string } {
  const column = columnName(name)
  const parameter = `@p${index}`
  if (whole.has(type)) return { text: `CONVERT(varchar(40), ${column})`, after: `CONVERT(bigint, ${parameter})` }
  if (type === 'uniqueidentifier') {
    return { text: `CONVERT(varchar(36), ${column})`, after: `CONVERT(uniqueidentifier, ${parameter})` }
  }
  // A text of the other kind would be compared by the rules of Unicode, which order differently.
  if (type === 'char' || type === 'varchar') return { text: column, after: `CONVERT(varchar(8000), ${parameter})` }
  if (type === 'nchar' || type === 'nvarchar') return { text: column, after: `CONVERT(nvarchar(4000), ${parameter})` }
  throw ownError('keyType', { name, type })
}

/** How a column tells what has changed. */
export type ChangeSql = {
  kind: 'date' | 'rowversion' | 'counter'
  /** The moment or number of now, as a text named `now`. */
  now: (view: string) => string
  /** What the parameter `index` is compared with. */
  since: (index: number) => string
}

export function changeSql({ name, type }: SqlColumn): ChangeSql {
  if (type === 'timestamp') {
    // Rows of transactions that are under way have lower numbers than those that were written since.
    const now = () => 'SELECT CONVERT(varchar(20), CONVERT(binary(8), MIN_ACTIVE_ROWVERSION()), 1) AS [now]'
    return { kind: 'rowversion', now, since: (index) => `CONVERT(binary(8), @p${index}, 1)` }
  }
  if (whole.has(type)) {
    const now = (view: string) => `SELECT CONVERT(varchar(40), MAX(${columnName(name)})) AS [now] FROM ${view}`
    return { kind: 'counter', now, since: (index) => `CONVERT(bigint, @p${index})` }
  }
  if (!dates.has(type)) throw ownError('changeType', { name, type })
  const since = (index: number) => `CONVERT(${type === 'datetime2' ? 'datetime2(3)' : type}, @p${index}, 121)`
  return { kind: 'date', now: () => clockSql, since }
}

/** The server's own local time. */
export const clockSql = 'SELECT CONVERT(varchar(23), GETDATE(), 121) AS [now]'

/** A parameter as a value of a column. Only dates depend on the language of the sign-in. */
export const valueSql = ({ type }: SqlColumn, index: number): string =>
  dates.has(type) ? `CONVERT(${type}, @p${index}, 120)` : `@p${index}`
