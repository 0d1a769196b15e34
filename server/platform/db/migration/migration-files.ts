import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `quick`: one short transaction. `contract`: the same; removes what older programs use. `index`: makes indexes without
 * blocking changes, outside of a transaction. `batch`: moves rows, a limited number in each transaction.
 */
export type MigrationKind = 'quick' | 'contract' | 'index' | 'batch'

export type Migration = {
  version: number
  name: string
  checksum: string
  sql: string
  kind: MigrationKind
  /** Of a contract: programs whose last migration is older cannot run on the database afterwards. */
  oldestProgram: number | null
  /** Of a batch: the table whose rows it works through. */
  table: string | null
}

/** The migrations do not match the database, or one cannot run. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/
const firstLine = /^-- migration: (?:(index)|contract after (\d{4})|batch of ([a-z_]+))$/

/** The migrations of a folder, in their order. Throws MigrationError for a name or a first line that is not understood. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  const twice = migrations.find((migration, index) => migrations[index - 1]?.version === migration.version)
  if (twice) throw new MigrationError(`Two migrations have the number of ${twice.name}.`)
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // Git may convert line endings on Windows.
  return parseMigration(name, (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n'))
}

export function parseMigration(name: string, sql: string): Migration {
  const digits = fileName.exec(name)?.[1]
  if (!digits) throw new MigrationError(`${name} is not named like 0001_products.sql.`)
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { version: Number(digits), name, checksum, sql, ...kindOf(name, sql) }
}

function kindOf(name: string, sql: string): Pick<Migration, 'kind' | 'oldestProgram' | 'table'> {
  const none = { oldestProgram: null, table: null }
  if (!sql.startsWith('-- migration:')) return { kind: 'quick', ...none }
  const [, index, program, table] = firstLine.exec(sql.split('\n', 1)[0] ?? '') ?? []
  if (index !== undefined) return { kind: 'index', ...none }
  if (program !== undefined) return { kind: 'contract', ...none, oldestProgram: Number(program) }
  if (table !== undefined) return { kind: 'batch', ...none, table }
  throw new MigrationError(
    `${name} begins with a line that is none of "-- migration: index", "… contract after 0570", "… batch of orders".`,
  )
}
