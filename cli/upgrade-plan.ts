import { statfs } from 'node:fs/promises'
import { migrationsFolder } from '#db/migrations-folder.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type PlannedMigration, planUpgrade } from '#server/platform/db/migration/upgrade-plan.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type PlanLine = { level: 'ok' | 'note' | 'weak' | 'problem'; text: string }

const backupHours = 24

/** What an upgrade of this database would do and how long it takes, in sentences; null if there is nothing to do. */
export async function describeUpgrade(
  { pool, kind }: Pick<Database, 'pool' | 'kind'>,
  { dataDir }: Pick<Config, 'dataDir'>,
  { now = new Date(), folder = migrationsFolder } = {},
): Promise<PlanLine[] | null> {
  const plan = await planUpgrade(pool, folder)
  if (plan.length === 0) return null
  if (await isEmpty(pool)) return [{ level: 'note', text: 'The database is empty. The first start makes its tables.' }]
  const total = plan.reduce((sum, { seconds }) => sum + seconds, 0)
  const needed = plan.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    { level: 'note', text: `An upgrade runs ${plan.length} migrations, ${duration(total)} in all:` },
    ...plan.map((migration) => ({ level: 'note' as const, text: `  ${describe(migration)}` })),
    await space(kind, dataDir, needed),
    await backup(pool, now),
    { level: 'note', text: advice(plan) },
  ]
}

async function isEmpty(db: Db): Promise<boolean> {
  const row = await db.one<{ isEmpty: boolean }>(`SELECT to_regclass('products') IS NULL AS "isEmpty"`)
  return row?.isEmpty ?? true
}

function describe({ name, kind, tables, seconds, moved }: PlannedMigration): string {
  const named = tables.map((table) => `${table.name} (${table.rows.toLocaleString('en')} rows)`)
  const done = moved === null ? [] : [`${moved.toLocaleString('en')} rows are moved already`]
  return [name, kind, named.join(', ') || 'no existing table', ...done, duration(seconds)].join(' · ')
}

function duration(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`
  return seconds < 5_400 ? `about ${Math.round(seconds / 60)} min` : `about ${(seconds / 3_600).toFixed(1)} h`
}

/** The disk of an own PostgreSQL is not visible from here. */
async function space(kind: Database['kind'], dataDir: string, needed: number): Promise<PlanLine> {
  const text = `The upgrade needs about ${Math.ceil(needed / 1e6)} MB of disk space for the database`
  if (kind === 'external') return { level: 'note', text: `${text}; check its server.` }
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const found = `${Math.floor(free / 1e6)} MB are free`
  return needed < free / 2
    ? { level: 'ok', text: `${text}; ${found}.` }
    : { level: 'problem', text: `${text}, and ${found}.` }
}

async function backup(db: Db, now: Date): Promise<PlanLine> {
  const isKnown = await db.one<{ there: boolean }>(`SELECT to_regclass('backups') IS NOT NULL AS there`)
  const sql = "SELECT max(started_at) AS at FROM backups WHERE state = 'done'"
  const last = isKnown?.there === true ? (await db.one<{ at: Date | null }>(sql))?.at : null
  const make = 'Make one first: "toptan backup".'
  if (!last) return { level: 'weak', text: `There is no backup of this shop. ${make}` }
  const hours = Math.floor((now.getTime() - last.getTime()) / 3_600_000)
  const text = `The newest backup is ${hours} hours old.`
  return hours <= backupHours ? { level: 'ok', text } : { level: 'weak', text: `${text} ${make}` }
}

function advice(plan: readonly PlannedMigration[]): string {
  if (plan.some(({ kind }) => kind === 'contract'))
    return 'A contract is among them: first run every process with the previous version, then run "toptan migrate" or "toptan start".'
  return 'The shop may run meanwhile: run "toptan migrate", then restart one process after the other.'
}
