import { ErpError, type ErpRecord } from '#server/erp/adapters/adapter.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { OpenSql, SqlLink, SqlStatement } from './sql-link.ts'

/** What SQL Server calls the types of PostgreSQL. Rowversions are bytea here. */
const types: Readonly<Record<string, string>> = {
  'character varying': 'nvarchar',
  text: 'nvarchar',
  integer: 'int',
  numeric: 'decimal',
  boolean: 'bit',
  uuid: 'uniqueidentifier',
  bytea: 'timestamp',
  'timestamp without time zone': 'datetime2',
  'double precision': 'float',
}

/** SQL Server's side of the adapter, on tables of the schema dbo in PostgreSQL. */
export type TestSql = {
  open: OpenSql
  statements: SqlStatement[]
  fault: 'lost' | 'unavailable' | null
  opened: number
  closed: number
}

/** Its clock is the function `dbo.now()`, and its rowversions are those of the sequence `dbo.rowversions`. */
export function openTestSql(pool: Pool): TestSql {
  const test: TestSql = {
    statements: [],
    fault: null,
    opened: 0,
    closed: 0,
    open() {
      test.opened += 1
      return linkOf(pool, test)
    },
  }
  return test
}

function linkOf(pool: Pool, test: TestSql): SqlLink {
  const run = async (db: Pick<Pool, 'query'>, statement: SqlStatement): Promise<ErpRecord[]> => {
    test.statements.push(statement)
    const rows = await db.query<Record<string, unknown>>(toPostgres(statement.sql), [...statement.values])
    return statement.sql.includes('[INFORMATION_SCHEMA]')
      ? rows.map((row) => ({ ...row, type: types[String(row['type'])] ?? row['type'] }))
      : rows
  }
  const failed = (error: unknown): never => {
    throw error instanceof ErpError ? error : new ErpError('refused', error instanceof Error ? error.message : '')
  }
  return {
    query: (statement) => run(pool, statement).catch(failed),
    async write(statements) {
      if (test.fault === 'unavailable') throw new ErpError('unavailable', 'Deadlock')
      const rows = await transaction(pool, async (db) => {
        let last: ErpRecord[] = []
        for (const statement of statements) last = await run(db, statement)
        return last
      }).catch(failed)
      if (test.fault === 'lost') throw new ErpError('unknown', 'socket hang up')
      return rows
    },
    close() {
      test.closed += 1
      return Promise.resolve()
    },
  }
}

/** Translates what the adapter writes; anything else fails in PostgreSQL. */
export function toPostgres(sql: string): string {
  let limit = ''
  const text = sql
    .replace(/^SELECT TOP \((\d+)\)/, (_, rows: string) => {
      limit = ` LIMIT ${rows}`
      return 'SELECT'
    })
    .replace('[INFORMATION_SCHEMA].[COLUMNS]', 'information_schema.columns')
    .replace(/CONVERT\(varchar\(20\), CONVERT\(binary\(8\), MIN_ACTIVE_ROWVERSION\(\)\), 1\)/, () => activeRowversion)
    .replaceAll(/CONVERT\(binary\(8\), (@p\d+), 1\)/g, "decode(substr($1, 3), 'hex')")
    .replace('GETDATE()', 'dbo.now()')
    .replace("SERVERPROPERTY('ProductVersion')", "'16.0.1000.6'::text")
    .replace('DB_NAME()', 'current_database()')
    .replaceAll(/CONVERT\(varchar\(\d+\), (\[\w+\]|dbo\.now\(\)), 121\)/g, "to_char($1, 'YYYY-MM-DD HH24:MI:SS.MS')")
    .replaceAll(/CONVERT\(varchar\(\d+\), (MAX\(\[\w+\]\)|\[\w+\]|'[^']*'::text)\)/g, 'CAST($1 AS text)')
    .replaceAll(/CONVERT\(n?varchar\(\d+\), (@p\d+)\)/g, '$1')
    .replaceAll(/CONVERT\(bigint, (@p\d+)\)/g, 'CAST($1 AS bigint)')
    .replaceAll(/CONVERT\(uniqueidentifier, (@p\d+)\)/g, 'CAST($1 AS uuid)')
    .replaceAll(/CONVERT\(datetime2(?:\(3\))?, (@p\d+), 12[01]\)/g, 'CAST($1 AS timestamp)')
    .replaceAll(' WITH (UPDLOCK, HOLDLOCK)', '')
    .replaceAll(/\[([^\]]+)\]/g, '"$1"')
    .replaceAll(/@p(\d+)/g, '$$$1::text')
  return `${text}${limit}`
}

const activeRowversion = "(SELECT '0x' || lpad(to_hex(last_value + 1), 16, '0') FROM dbo.rowversions)"
