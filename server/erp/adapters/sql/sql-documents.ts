import type { OutboundKind } from '#domain/erp/mapping.ts'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import {
  ErpError,
  type ErpDocument,
  type ErpRecord,
  type FoundDocument,
  type OutboundDocument,
} from '#server/erp/adapters/adapter.ts'
import { textAt } from '#server/erp/adapters/protocol/values.ts'
import { columnsOf, findColumn, type SqlColumn, valueSql } from './sql-columns.ts'
import type { SqlLink, SqlStatement } from './sql-link.ts'
import { columnName, objectName } from './sql-names.ts'

/** Where documents go: staging tables that a job of the ERP reads, or procedures that write into the ERP at once. */
export type SqlTargets = {
  link: SqlLink
  isProcedure: boolean
  /** A table or procedure for each kind. */
  names: Readonly<Record<OutboundKind, string>>
  /** The table of the lines of orders. */
  linesTable: string
  /** With procedures: the view of what they have written. */
  documentsView: string
}

/** Columns of staging tables, and parameters of procedures, that the adapter fills and reads itself. */
const ours = {
  number: 'SHOP_NO',
  line: 'LINE_NO',
  documentNo: 'ERP_NO',
  error: 'ERP_ERROR',
  kind: 'KIND',
  lines: 'LINES',
}

/** The document with our number. A table without the column ERP_NO gives no numbers: then ours counts. */
export async function findInSql(
  targets: SqlTargets,
  kind: OutboundKind,
  number: string,
): Promise<FoundDocument | null> {
  const { link, isProcedure, documentsView } = targets
  if (!isProcedure) return findStaged(targets, kind, number)
  const [row] = await link.query({
    sql: `SELECT TOP (1) [${ours.documentNo}] FROM ${objectName(documentsView).sql} WHERE [${ours.kind}] = @p1 AND [${ours.number}] = @p2`,
    values: [kind, number],
  })
  return row === undefined ? null : { documentNo: textAt(row, ours.documentNo) || number }
}

/**
 * A refused document is taken out of the staging table, because a retry writes it again. Its words are at the document in the
 * shop.
 */
async function findStaged(
  { link, names, linesTable }: SqlTargets,
  kind: OutboundKind,
  number: string,
): Promise<FoundDocument | null> {
  const table = objectName(names[kind])
  const columns = await columnsOf(link, table)
  const own = [ours.documentNo, ours.error].filter((name) => findColumn(columns, name) !== undefined)
  const list = [ours.number, ...own].map((name) => `[${name}]`).join(', ')
  const rows = await link.query({
    sql: `SELECT ${list} FROM ${table.sql} WHERE [${ours.number}] = @p1`,
    values: [number],
  })
  if (rows.length === 0) return null
  const documentNo = rows.map((row) => textAt(row, ours.documentNo)).find((text) => text !== '')
  if (documentNo !== undefined) return { documentNo }
  if (!own.includes(ours.documentNo)) return { documentNo: number }
  const refusal = rows.map((row) => textAt(row, ours.error)).find((text) => text !== '')
  if (refusal === undefined) return { documentNo: null }
  const isRefused = `[${ours.number}] = @p1 AND COALESCE([${ours.documentNo}], '') = '' AND [${ours.error}] <> ''`
  await link.write([
    ...(kind === 'order'
      ? [
          {
            sql: `DELETE FROM ${objectName(linesTable).sql} WHERE [${ours.number}] = @p1 AND EXISTS (SELECT 1 FROM ${table.sql} WHERE ${isRefused})`,
            values: [number],
          },
        ]
      : []),
    { sql: `DELETE FROM ${table.sql} WHERE ${isRefused}`, values: [number] },
  ])
  return { documentNo: null, refusal }
}

export async function writeToSql(targets: SqlTargets, document: OutboundDocument): Promise<ErpDocument> {
  if (targets.isProcedure) return callProcedure(targets, document)
  const { kind, number, head, lines } = document
  const statements = [
    await insertOnce(targets.link, targets.names[kind], { ...head, [ours.number]: number }, [ours.number]),
  ]
  for (const [index, line] of lines.entries()) {
    const row = { ...line, [ours.number]: number, [ours.line]: index + 1 }
    statements.push(await insertOnce(targets.link, targets.linesTable, row, [ours.number, ours.line]))
  }
  await targets.link.write(statements)
  const found = await findStaged(targets, kind, number).catch(() => null)
  return { documentNo: found?.documentNo ?? null }
}

/**
 * Inserts a row unless there is one with its key: also without a UNIQUE constraint, a document that is sent twice at the same
 * time is there once.
 */
async function insertOnce(
  link: SqlLink,
  tableName: string,
  row: ErpRecord,
  key: readonly string[],
): Promise<SqlStatement> {
  const table = objectName(tableName)
  const columns = await columnsOf(link, table)
  if (columns.length === 0) throw ownError('viewMissing', { view: tableName })
  const fields = Object.entries(row).filter(([, value]) => value !== undefined)
  const values = fields.map(([, value]) => parameterOf(value))
  const places = fields.map(([name], index) => ({ name, sql: valueSql(columnAt(columns, tableName, name), index + 1) }))
  const names = places.map(({ name }) => columnName(columnAt(columns, tableName, name).name)).join(', ')
  const isThere = places
    .filter(({ name }) => key.includes(name))
    .map(({ name, sql }) => `[${name}] = ${sql}`)
    .join(' AND ')
  return {
    sql:
      `INSERT INTO ${table.sql} (${names}) SELECT ${places.map(({ sql }) => sql).join(', ')}` +
      ` WHERE NOT EXISTS (SELECT 1 FROM ${table.sql} WITH (UPDLOCK, HOLDLOCK) WHERE ${isThere})`,
    values,
  }
}

function columnAt(columns: readonly SqlColumn[], table: string, name: string): SqlColumn {
  const column = findColumn(columns, name)
  if (column === undefined) throw ownError('columnMissing', { view: table, name })
  return column
}

/** The fields are parameters with their names; the lines are a JSON text. */
async function callProcedure(
  targets: SqlTargets,
  { kind, number, head, lines }: OutboundDocument,
): Promise<ErpDocument> {
  const procedure = objectName(targets.names[kind])
  const fields: [string, unknown][] = [
    [ours.number, number],
    ...Object.entries(head),
    ...(kind === 'order' ? [[ours.lines, lines] as [string, unknown]] : []),
  ]
  const list = fields.map(([name], index) => `@${parameterName(name)} = @p${index + 1}`).join(', ')
  const [row] = await targets.link.write([
    { sql: `EXEC ${procedure.sql} ${list}`, values: fields.map(([, value]) => parameterOf(value)) },
  ])
  const documentNo = textAt(row, ours.documentNo)
  return { documentNo: documentNo === '' ? number : documentNo }
}

function parameterName(name: string): string {
  if (!/^[A-Za-z_]\w{0,99}$/.test(name)) throw new ErpError('settings', `This is not a name: ${name.slice(0, 100)}`)
  return name
}

function parameterOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? null)
}
