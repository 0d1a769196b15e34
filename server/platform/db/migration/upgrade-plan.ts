import type { Db } from '#server/platform/db/pool.ts'
import { findPending } from './find-pending.ts'
import { type Migration, type MigrationKind, readMigrations } from './migration-files.ts'
import { statementsOf } from './statements-of.ts'

export type PlannedMigration = {
  name: string
  kind: MigrationKind
  /** Existing tables that it changes, with their rows as of the last ANALYZE. */
  tables: { name: string; rows: number }[]
  /** Estimates: of the time, and of the disk space that it needs. */
  seconds: number
  bytes: number
  /** Rows that an interrupted batch has moved. */
  moved: number | null
}

/** Rows a second, measured on two busy cores with rows of 200 bytes and three indexes (decision 112). */
const rates = { move: 8_000, index: 300_000, check: 2_000_000 }
const least = 0.1

/** The log of the moved rows, and their former versions until the next VACUUM. */
const moveFactor = 3
const indexBytes = 70

type Table = { name: string; rows: number; bytes: number }
type Progress = { version: number; moved: number; milliseconds: number }

/** What an upgrade would do. Throws MigrationError as `pendingMigrations` does. */
export async function planUpgrade(db: Db, folder: string): Promise<PlannedMigration[]> {
  const pending = await findPending(db, await readMigrations(folder))
  const tables = await db.query<Table>(
    // Before the first ANALYZE, rows of 150 bytes are assumed.
    `SELECT relname::text AS name, coalesce(pg_relation_size(oid), 0) AS bytes,
            coalesce(CASE WHEN reltuples < 0 THEN pg_relation_size(oid) / 150 ELSE reltuples END::bigint, 0) AS rows
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  )
  const progress = await findProgress(db)
  return pending.map((migration) => plan(migration, tables, progress))
}

async function findProgress(db: Db): Promise<Progress[]> {
  const found = await db.one<{ there: boolean }>(`SELECT to_regclass('migration_progress') IS NOT NULL AS there`)
  if (!found?.there) return []
  return db.query<Progress>('SELECT version, moved, milliseconds FROM migration_progress')
}

function plan(migration: Migration, tables: readonly Table[], progress: readonly Progress[]): PlannedMigration {
  const { name, kind, version } = migration
  const changed = tables.filter((table) => tablesOf(migration).has(table.name))
  const begun = progress.find((row) => row.version === version)
  const work = workOf(migration, tables)
  const rate = begun !== undefined && begun.moved > 0 ? begun.moved / (begun.milliseconds / 1000) : rates.move
  const rowsToMove = Math.max(0, sum(work.moved, 'rows') - (begun?.moved ?? 0))
  const seconds = rowsToMove / rate + sum(work.indexed, 'rows') / rates.index + sum(work.checked, 'rows') / rates.check
  return {
    name,
    kind,
    tables: changed.map((table) => ({ name: table.name, rows: table.rows })),
    seconds: Math.max(least, seconds),
    bytes: sum(work.moved, 'bytes') * moveFactor + sum(work.indexed, 'rows') * indexBytes,
    moved: begun?.moved ?? null,
  }
}

const changes = [
  /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([a-z_0-9]+)/,
  /^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?([a-z_0-9]+)/,
  /\b(?:INSERT INTO|DELETE FROM|UPDATE(?: ONLY)?) ([a-z_0-9]+)/,
  /^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER .*? ON ([a-z_0-9]+)/,
  /^DROP TABLE (?:IF EXISTS )?([a-z_0-9]+)/,
]

function tablesOf({ sql, table }: Migration): Set<string> {
  const found = statementsOf(sql, { isOutline: true }).flatMap((statement) =>
    changes.map((pattern) => pattern.exec(statement)?.[1] ?? ''),
  )
  return new Set([...found, table ?? ''])
}

/** Tables of which all rows are moved, put into an index, or only read. */
function workOf({ sql, kind, table }: Migration, tables: readonly Table[]) {
  const named = (name: string | undefined) => tables.filter((each) => each.name === name)
  const statements = statementsOf(sql, { isOutline: true })
  const found = (pattern: RegExp) => statements.flatMap((statement) => named(pattern.exec(statement)?.[1]))
  return {
    moved: kind === 'batch' ? named(table ?? undefined) : found(/^(?:WITH .*)?(?:UPDATE|DELETE FROM) ([a-z_0-9]+)/),
    indexed: found(/^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?([a-z_0-9]+)/),
    checked: found(/^ALTER TABLE (?:ONLY )?([a-z_0-9]+) .*(?:VALIDATE CONSTRAINT|ADD CONSTRAINT|CHECK|SET NOT NULL)/),
  }
}

function sum(tables: readonly Table[], what: 'rows' | 'bytes'): number {
  return tables.reduce((total, table) => total + table[what], 0)
}
