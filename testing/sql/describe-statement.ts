import type pg from 'pg'
import { typeParsers } from '#server/platform/db/value-parsers.ts'
import { isNode, parseNodeTree, type TreeNode, type TreeValue } from './node-tree.ts'
import { resultColumns, type SchemaFacts } from './nullability.ts'

/** What JavaScript gets for a column: the type of its values, for arrays that of the elements. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'json' | { elements: ValueKind }

export type ResultColumn = { name: string; kind: ValueKind; canBeNull: boolean }

export type StatementDescriber = {
  /** The result columns of a statement; throws the database's error where it is not valid. */
  describe(sql: string): Promise<ResultColumn[]>
}

/** Texts as PostgreSQL sends them, by type: what the parsers make of them is what the program gets. */
const SAMPLES: Record<string, string> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-31',
  json: '{}',
  jsonb: '{}',
  timestamp: '2026-01-31 12:00:00',
  timestamptz: '2026-01-31 12:00:00+03',
}
const NUMERIC_TYPES = /^(int\d|float\d|numeric|oid)$/

/** Lets PostgreSQL analyse statements on one connection, on which temporary tables have been made before. */
export async function createDescriber(client: pg.PoolClient): Promise<StatementDescriber> {
  const kinds = await loadKinds(client)
  const schema = await loadSchema(client)
  return {
    async describe(sql) {
      await client.query('BEGIN')
      try {
        const { parameters, types } = await prepare(client, sql)
        const columns = resultColumns(await analyse(client, sql, parameters), schema)
        return columns.map((column, index) => ({ ...column, kind: kinds.get(types[index] ?? '') ?? 'string' }))
      } finally {
        await client.query('ROLLBACK')
        await client.query('DEALLOCATE ALL')
      }
    },
  }
}

async function prepare(client: pg.PoolClient, sql: string): Promise<{ parameters: string[]; types: string[] }> {
  await client.query(`PREPARE described AS ${sql}`)
  const { rows } = await client.query<{ parameters: string[]; types: string[] | null }>(
    `SELECT parameter_types::text[] AS parameters, result_types::oid[]::text[] AS types FROM pg_prepared_statements`,
  )
  return { parameters: rows[0]?.parameters ?? [], types: rows[0]?.types ?? [] }
}

/** The statement as PostgreSQL understands it: it keeps the body of an SQL function in that form. */
async function analyse(client: pg.PoolClient, sql: string, parameters: readonly string[]): Promise<TreeNode> {
  await client.query(
    `CREATE FUNCTION pg_temp.described(${parameters.join(', ')}) RETURNS void LANGUAGE sql BEGIN ATOMIC ${sql}; END`,
  )
  const { rows } = await client.query<{ body: string }>(
    `SELECT prosqlbody::text AS body FROM pg_proc WHERE proname = 'described'`,
  )
  const query = firstNode(parseNodeTree(rows[0]?.body ?? ''))
  if (query === undefined) throw new Error('PostgreSQL returned no analysed statement.')
  return query
}

function firstNode(value: TreeValue): TreeNode | undefined {
  if (isNode(value)) return value
  return Array.isArray(value) ? value.map(firstNode).find((node) => node !== undefined) : undefined
}

async function loadSchema(client: pg.PoolClient): Promise<SchemaFacts> {
  const required = await client.query<{ key: string }>(
    `SELECT attrelid::oid || '.' || attnum AS key FROM pg_attribute WHERE attnotnull AND attnum > 0`,
  )
  const functions = await client.query<{ oid: string; name: string }>(
    'SELECT oid::text AS oid, proname AS name FROM pg_proc',
  )
  return {
    required: new Set(required.rows.map(({ key }) => key)),
    functions: new Map(functions.rows.map(({ oid, name }) => [oid, name])),
  }
}

async function loadKinds(client: pg.PoolClient): Promise<Map<string, ValueKind>> {
  const { rows } = await client.query<{ oid: string; name: string; element: string | null }>(
    `SELECT t.oid::text AS oid, t.typname AS name, e.typname AS element
       FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'`,
  )
  return new Map(rows.map(({ oid, name, element }) => [oid, kindOf(Number(oid), element ?? name, element !== null)]))
}

function kindOf(oid: number, type: string, isArray: boolean): ValueKind {
  if (/^jsonb?$/.test(type)) return isArray ? { elements: 'json' } : 'json'
  const sample = SAMPLES[type] ?? (NUMERIC_TYPES.test(type) ? '1' : 'text')
  const parse: (text: string) => unknown = (typeParsers.getTypeParser as (id: number) => never)(oid)
  const value = parse(isArray ? `{${/[ \\]/.test(sample) ? `"${sample}"` : sample}}` : sample)
  return kindOfValue(value)
}

function kindOfValue(value: unknown): ValueKind {
  if (Array.isArray(value)) return { elements: kindOfValue(value[0]) }
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as ValueKind
  return 'string'
}
