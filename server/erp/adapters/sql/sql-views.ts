import { createHash } from 'node:crypto'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { valueAt } from '#domain/erp/map-record.ts'
import { ErpError, type ErpPage, type ErpRecord, type ReadFrom } from '#server/erp/adapters/adapter.ts'
import { textAt, textOf } from '#server/erp/adapters/protocol/values.ts'
import { type ChangeSql, changeSql, columnsOf, findColumn, keySql, selected, type SqlColumn } from './sql-columns.ts'
import type { SqlLink } from './sql-link.ts'
import { columnName, objectName } from './sql-names.ts'

/** A view or table with the rows of a resource, by the names in the settings. */
export type SqlView = {
  view: string
  key: string
  /** The column that tells what has changed; '' for the usual name, if the view has it. */
  changed: string
}

/** The column that tells what has changed, where the settings name none. */
export const usualChanged = 'CHANGED_AT'
const maxMark = 500
/** Counters of the ERP's own are drawn before their transaction ends: the last ones are read again. */
const counterOverlap = 1_000n

/** `by` is a digest of the view and its columns: after a change of the settings everything is read again. */
type Mark = { by: string; start?: string | undefined; since?: string | undefined; after?: string | undefined }

/**
 * Reads all rows of a view in the order of its key, or those that have changed since the start of the run before. A page's
 * mark goes on after it; the last one starts the next run.
 *
 * @param overlap minutes that the start of the run before is put back, for changes by date
 */
export async function* readView(
  link: SqlLink,
  settings: SqlView,
  { mark, pageSize }: ReadFrom,
  overlap: number,
): AsyncGenerator<ErpPage> {
  const view = await describe(link, settings)
  const begun = readMark(mark, view.by)
  const start = begun.start ?? (view.change === null ? undefined : await nowOf(link, view, view.change))
  const since = begun.since
  let after = begun.after
  for (;;) {
    // One row more shows whether the key goes on after the page.
    const rows = await link.query(pageStatement(view, pageSize + 1, { since, after }))
    const keys = rows.map((row) => textOf(valueAt(row, keyAlias)))
    const double = keys.find((key, index) => key === keys[index - 1] || key === after)
    if (double !== undefined) {
      throw ownError('notUnique', { name: `${settings.view}.${view.key.name}`, key: double.slice(0, 100) })
    }
    after = keys.at(Math.min(pageSize, keys.length) - 1) ?? after
    if (rows.length > 0)
      yield { records: rows.slice(0, pageSize).map(withoutKey), mark: markOf({ ...view, start, since, after }) }
    if (rows.length <= pageSize) break
  }
  yield { records: [], mark: markOf({ ...view, since: nextSince(view.change, start, overlap) }) }
}

type Described = {
  by: string
  sql: string
  columns: readonly string[]
  key: SqlColumn
  changed: SqlColumn | null
  change: ChangeSql | null
}

async function describe(link: SqlLink, { view, key, changed }: SqlView): Promise<Described> {
  const object = objectName(view)
  const columns = await columnsOf(link, object)
  if (columns.length === 0) throw ownError('viewMissing', { view })
  const keyColumn = findColumn(columns, key)
  if (keyColumn === undefined) throw ownError('columnMissing', { view, name: key })
  const changedColumn = findColumn(columns, changed === '' ? usualChanged : changed) ?? null
  if (changedColumn === null && changed !== '') throw ownError('columnMissing', { view, name: changed })
  const names = [object.sql, keyColumn.name, changedColumn?.name ?? '', changedColumn?.type ?? '']
  return {
    by: createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 8),
    sql: object.sql,
    columns: columns.map(selected).filter((column) => column !== null),
    key: keyColumn,
    changed: changedColumn,
    change: changedColumn === null ? null : changeSql(changedColumn),
  }
}

const keyAlias = 'ROW_KEY_'

const withoutKey = (record: ErpRecord): ErpRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== keyAlias))

async function nowOf(link: SqlLink, { sql }: Described, change: ChangeSql): Promise<string | undefined> {
  const [row] = await link.query({ sql: change.now(sql), values: [] })
  return textAt(row, 'now') || undefined
}

function pageStatement(view: Described, rows: number, { since, after }: Omit<Mark, 'by'>) {
  const { sql, columns, key, changed, change } = view
  const values: string[] = []
  const conditions = [`${columnName(key.name)} IS NOT NULL`]
  const column = keySql(key, 1)
  if (after !== undefined) {
    values.push(after)
    conditions.push(`${columnName(key.name)} > ${column.after}`)
  }
  if (since !== undefined && change !== null && changed !== null) {
    values.push(since)
    conditions.push(`${columnName(changed.name)} >= ${change.since(values.length)}`)
  }
  const list = [...columns, `${column.text} AS [${keyAlias}]`].join(', ')
  const order = `ORDER BY ${columnName(key.name)}`
  return { sql: `SELECT TOP (${rows}) ${list} FROM ${sql} WHERE ${conditions.join(' AND ')} ${order}`, values }
}

/** Where the next run starts; undefined: at the beginning. */
function nextSince(change: ChangeSql | null, start: string | undefined, overlap: number): string | undefined {
  if (change === null || start === undefined) return undefined
  if (change.kind === 'rowversion') return start
  if (change.kind === 'counter') return String(BigInt(start) - counterOverlap)
  const moment = Date.parse(`${start.replace(' ', 'T')}Z`)
  if (Number.isNaN(moment)) throw new ErpError('unavailable', 'The clock of the server has an unknown format.')
  return new Date(moment - overlap * 60_000).toISOString().slice(0, 23).replace('T', ' ')
}

function markOf({ by, start, since, after }: Mark): string {
  const mark = JSON.stringify({ by, start, since, after })
  if (mark.length > maxMark) throw ownError('keyLong', { key: after?.slice(0, 100) ?? '' })
  return mark
}

function readMark(mark: string | null, by: string): Mark {
  try {
    const value = JSON.parse(mark ?? '{}') as Mark | null
    return value?.by === by ? value : { by }
  } catch {
    return { by }
  }
}
