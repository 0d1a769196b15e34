import type { Refusal } from '#contract/core/errors.ts'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { sourceHours, type SourceValues } from '#contract/admin/imports/import-sources.ts'
import { fold } from '#domain/text/text.ts'
import { changedSince, createFieldCheck } from '#server/account/account.ts'
import { differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { listProfileRows } from '#server/catalog/import/profiles/queries.ts'
import { findSource, nextRun, pauseSource, type SourceRow } from './queries.ts'
import { startRun } from './run-source.ts'
import { encryptPassword } from './source-passwords.ts'

type Outcome = { ok: true } | Refusal
const succeeded = { ok: true as const }

export type Managing = { pool: Pool; secret: Secret }

export function valuesOf(row: SourceRow): SourceValues {
  const { name, url, username, every_hours, daily_at, removes_missing, brake_percent, profile_id } = row
  return {
    name,
    url,
    username,
    schedule: every_hours === null ? (daily_at ?? '') : `${every_hours}h`,
    removesMissing: removes_missing,
    brakePercent: String(brake_percent),
    profile: profile_id === null ? '' : String(profile_id),
  }
}

type Parsed = SourceValues & {
  everyHours: number | null
  dailyAt: string | null
  brake: number
  profileId: number | null
}

function parseValues(typed: SourceValues, { takenNames, profiles }: Existing): Parsed | Refusal {
  const checks = createFieldCheck()
  const problem = (field: string, name: string) => {
    checks.fields[field] ??= { text: `imports.sources.problems.${name}` }
  }
  const name = checks.text('name', typed.name, { max: 80, isNeeded: true })
  if (takenNames.has(fold(name))) problem('name', 'nameTaken')
  const url = checks.text('url', typed.url, { max: 2000, isNeeded: true })
  const urlProblem = url === '' ? null : problemOfUrl(url)
  if (urlProblem !== null) problem('url', urlProblem)
  const username = checks.text('username', typed.username, { max: 200 })
  // A colon would end the name in the header.
  if (username.includes(':')) problem('username', 'colon')
  const schedule = parseSchedule(typed.schedule.trim())
  if (schedule === null) problem('schedule', 'schedule')
  const brake = Number(typed.brakePercent.trim())
  if (!/^\d{1,3}$/.test(typed.brakePercent.trim()) || brake < 1 || brake > 100) problem('brakePercent', 'percent')
  if (typed.profile !== '' && !profiles.has(typed.profile)) problem('profile', 'profile')
  const { removesMissing } = typed
  return (
    checks.refusal() ?? {
      ...{ name, url, username, removesMissing, brake },
      ...{ everyHours: schedule?.everyHours ?? null, dailyAt: schedule?.dailyAt ?? null },
      ...{ schedule: typed.schedule.trim(), brakePercent: String(brake) },
      ...{ profile: typed.profile, profileId: typed.profile === '' ? null : Number(typed.profile) },
    }
  )
}

function problemOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return 'url'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'url'
  return username !== '' || password !== '' ? 'urlPassword' : null
}

function parseSchedule(text: string): { everyHours: number | null; dailyAt: string | null } | null {
  if (text === '') return { everyHours: null, dailyAt: null }
  const hours = sourceHours.find((each) => `${each}h` === text)
  if (hours !== undefined) return { everyHours: hours, dailyAt: null }
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? { everyHours: null, dailyAt: text } : null
}

type Existing = { takenNames: ReadonlySet<string>; profiles: ReadonlySet<string> }

async function loadExisting(db: Db, except: number | null): Promise<Existing> {
  // Serializes additions and renames, because names are unique ignoring case and accents.
  await db.execute('SELECT pg_advisory_xact_lock(55, 1)')
  const rows = await db.query<{ name: string }>('SELECT name FROM import_sources WHERE id IS DISTINCT FROM $1', [
    except,
  ])
  const profiles = await listProfileRows(db, 'products')
  return {
    takenNames: new Set(rows.map(({ name }) => fold(name))),
    profiles: new Set(profiles.map(({ id }) => String(id))),
  }
}

function parsedOrAbort(typed: SourceValues, existing: Existing): Parsed {
  const parsed = parseValues(typed, existing)
  return 'ok' in parsed ? abortTransaction(parsed) : parsed
}

type Change = { values: SourceValues; password: string | null }

export function addSource({ pool, secret }: Managing, by: UserContext, { values, password }: Change): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const parsed = parsedOrAbort(values, await loadExisting(db, null))
    const row = await db.one<{ id: number }>(
      `INSERT INTO import_sources (name, url, username, every_hours, daily_at, removes_missing, brake_percent, profile_id, options,
                                   created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [...storedValues(parsed), JSON.stringify(defaultImportOptions), by.actor.userId],
    )
    const id = row?.id ?? 0
    await savePassword(db, secret, id, password)
    await db.execute(`UPDATE import_sources SET next_run_at = ${nextRun} WHERE id = $1`, [id])
    await writeAudit(db, by, { action: 'create', noun: 'import_source', id: parsed.name, after: audited(parsed) })
    return succeeded
  })
}

const storedValues = ({ name, url, username, everyHours, dailyAt, removesMissing, brake, profileId }: Parsed) => [
  name,
  url,
  username,
  everyHours,
  dailyAt,
  removesMissing,
  brake,
  profileId,
]

/** The address may contain a key: the log keeps only its host. */
const audited = ({ name, url, username, schedule, removesMissing, brakePercent, profile }: SourceValues) => ({
  ...{ name, host: new URL(url).host, username, schedule, removesMissing, brakePercent, profile },
})

/** Null keeps the password, empty removes it. */
async function savePassword(db: Db, secret: Secret, id: number, password: string | null): Promise<void> {
  if (password === null) return
  const encrypted = password === '' ? null : encryptPassword(secret, id, password)
  await db.execute('UPDATE import_sources SET password = $2 WHERE id = $1', [id, encrypted])
}

export function changeSource(
  { pool, secret }: Managing,
  by: UserContext,
  { id, before, values, password }: Change & { id: number; before: SourceValues },
): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const existing = await loadExisting(db, id)
    const row = (await findSource(db, id, { isLocked: true })) ?? abortTransaction('not_found')
    const parsed = parsedOrAbort(values, existing)
    const current = valuesOf(row)
    const conflict = changedSince('import_source_changed', { before, now: current, wanted: values }, (_field, value) =>
      typeof value === 'string' ? value : null,
    )
    if (conflict !== null) abortTransaction(conflict)
    await db.execute(
      `UPDATE import_sources SET name = $2, url = $3, username = $4, every_hours = $5, daily_at = $6, removes_missing = $7,
              brake_percent = $8, profile_id = $9 WHERE id = $1`,
      [id, ...storedValues(parsed)],
    )
    const isOtherHost = new URL(parsed.url).origin !== new URL(row.url).origin
    // A password is never sent to another host than the one that it was entered for.
    await savePassword(db, secret, id, isOtherHost ? (password ?? '') : password)
    // The next file is another one: it is looked at again.
    if (parsed.url !== row.url) {
      await db.execute(
        `UPDATE import_sources SET is_confirmed = false, etag = NULL, last_modified = NULL, content_hash = NULL WHERE id = $1`,
        [id],
      )
    }
    await db.execute(`UPDATE import_sources SET next_run_at = ${nextRun} WHERE id = $1 AND is_active`, [id])
    const difference = differenceOf(audited(current), audited(parsed))
    if (difference !== null || password !== null) {
      await writeAudit(db, by, {
        action: 'change',
        noun: 'import_source',
        id: parsed.name,
        ...(difference ?? { before: null, after: null }),
      })
    }
    return succeeded
  })
}

export function setSourceState(
  { pool }: Managing,
  by: UserContext,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = (await findSource(db, id, { isLocked: true })) ?? abortTransaction('not_found')
    if (row.is_active === isActive) return succeeded
    if (isActive) {
      await db.execute(`UPDATE import_sources SET is_active = true, next_run_at = ${nextRun} WHERE id = $1`, [id])
    } else await pauseSource(db, id)
    await writeAudit(db, by, { action: isActive ? 'activate' : 'deactivate', noun: 'import_source', id: row.name })
    return succeeded
  })
}

export function runSourceNow({ pool }: Managing, by: UserContext, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = (await findSource(db, id, { isLocked: true })) ?? abortTransaction('not_found')
    if (!(await startRun(db, id, by.actor.userId))) abortTransaction('import_source_running')
    await writeAudit(db, by, { action: 'apply', noun: 'import_source', id: row.name })
    return succeeded
  })
}

export function removeSource({ pool }: Managing, by: UserContext, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = (await findSource(db, id, { isLocked: true })) ?? abortTransaction('not_found')
    const running = await db.one('SELECT FROM import_source_runs WHERE source_id = $1 AND ended_at IS NULL', [id])
    if (running !== undefined) abortTransaction('import_source_running')
    await db.execute('DELETE FROM import_sources WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'import_source', id: row.name, before: audited(valuesOf(row)) })
    return succeeded
  })
}
