import { valueAt } from '#domain/erp/map-record.ts'
import { ErpError, type ErpPage, type ErpRecord, type ReadFrom } from '#server/erp/adapters/adapter.ts'

/** Rows of the ERP's SQL Server, read page by page in the order of a unique key. */
export type SqlResource = {
  columns: readonly string[]
  from: string
  /** Unique: rows that come and go between two pages then make no other row be skipped. */
  key: string
  keyType: 'number' | 'text'
  where?: readonly string[]
  groupBy?: string
  /** The moment of a row's last change by the ERP's clock, and how exactly it is stored. */
  modified?: { column: string; precision: 'second' | 'day' }
  /** The key only grows: the next run goes on after the last one. Rows that are changed later are seen by a full read. */
  isCounter?: boolean
}

export type SqlQuery = (sql: string) => Promise<ErpRecord[]>

/** A text within a statement. Codes of old data may contain tabs. */
export const sqlText = (value: string): string => `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`

/** Moments as the ERP's clock shows them: "2026-11-20 10:00:00". */
type Mark = { start?: string | undefined; since?: string | undefined; after?: string | undefined }

const clockSql = 'SELECT CONVERT(varchar(19), GETDATE(), 120) AS NOW_'

/**
 * Reads everything, or what has changed since the start of the run before by the ERP's own clock, less `overlap` minutes. A
 * page's mark goes on after it; the last one starts the next run.
 */
export async function* readSqlPages(
  query: SqlQuery,
  resource: SqlResource,
  from: ReadFrom,
  overlap: number,
): AsyncGenerator<ErpPage> {
  const { since, after: first, start: begun } = readMark(from.mark)
  const start = begun ?? (await erpClock(query))
  let after = first
  for (;;) {
    const rows = await query(pageSql(resource, from.pageSize, { since, after }))
    if (rows.length === 0) break
    const keys = rows.map((row) => valueAt(row, 'ROW_KEY'))
    if (keys.some((key) => key === undefined || key === null)) throw new ErpError('unavailable', 'ROW_KEY is missing.')
    const last = String(keys.at(-1))
    if (last === after) throw new ErpError('unavailable', `The page after ${last} repeats.`)
    after = last
    yield { records: rows, mark: JSON.stringify({ start, since, after }) }
  }
  yield { records: [], mark: JSON.stringify(nextMark(resource, { after, since: minutesBefore(start, overlap) })) }
}

function nextMark({ isCounter, modified }: SqlResource, { after, since }: Mark): Mark {
  if (isCounter) return after === undefined ? {} : { after }
  return modified === undefined ? {} : { since }
}

/** The ERP's own local time. */
export async function erpClock(query: SqlQuery): Promise<string> {
  const now = valueAt((await query(clockSql))[0], 'NOW_')
  if (typeof now !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(now)) {
    throw new ErpError('unavailable', 'The clock of the ERP has an unknown format.')
  }
  return now
}

function readMark(mark: string | null): Mark {
  try {
    const value: unknown = JSON.parse(mark ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function pageSql(resource: SqlResource, size: number, { since, after }: Mark): string {
  const { columns, from, key, keyType, where = [], groupBy, modified } = resource
  const conditions = [...where]
  if (modified !== undefined && since !== undefined) {
    conditions.push(`${modified.column} >= ${sqlText(modified.precision === 'day' ? since.slice(0, 10) : since)}`)
  }
  if (after !== undefined) conditions.push(`${key} > ${keyType === 'number' ? Number(after) : sqlText(after)}`)
  return [
    `SELECT TOP ${size} ${[...columns, `${key} AS ROW_KEY`].join(', ')}`,
    `FROM ${from}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    ...(groupBy === undefined ? [] : [`GROUP BY ${groupBy}`]),
    `ORDER BY ${key}`,
  ].join(' ')
}

function minutesBefore(moment: string, minutes: number): string {
  const earlier = Date.parse(`${moment.replace(' ', 'T')}Z`) - minutes * 60_000
  return new Date(earlier).toISOString().slice(0, 19).replace('T', ' ')
}
