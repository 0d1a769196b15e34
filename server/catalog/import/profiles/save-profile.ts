import { isDeepStrictEqual } from 'node:util'
import { profileNameMax, type ProfileKind } from '#contract/admin/imports/import-profiles.ts'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { fold } from '#domain/text/text.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { columnsOfFiles } from './profile-columns.ts'
import { findProfile, findProfileByName, listProfileRows, type ProfileOptions, type ProfileRow } from './queries.ts'

/** Options that are about one file. */
const ownOptions = new Set(['units', 'priceJumps', 'pictures'])

/** What a profile stores of the options of an import. */
function profileOptionsOf(options: object): ProfileOptions {
  const answers = Object.entries(options as Record<string, unknown>).filter(
    ([name, value]) => !ownOptions.has(name) && value !== null && value !== undefined && value !== '',
  )
  return Object.fromEntries(answers)
}

/** Whether options read a file like the profile. */
export function isLikeProfile(options: object, profile: Pick<ProfileRow, 'options'>): boolean {
  return isDeepStrictEqual(withoutEmpty(profileOptionsOf(options)), withoutEmpty(profile.options))
}

/** Without what means the same as no answer. */
function withoutEmpty(options: ProfileOptions): object {
  const isAnswer = ([name, value]: [string, unknown]) =>
    typeof value === 'object'
      ? Object.keys(value ?? {}).length > 0
      : name !== 'key' || value !== defaultImportOptions.key
  return Object.fromEntries(Object.entries(options).filter(isAnswer))
}

type NewProfile = {
  kind: ProfileKind
  name: string
  shape: readonly string[]
  options: object
  /** How the files were read. */
  files: readonly ImportFileInspection[]
  /** The profile that the import was read with: saving under its name changes it. */
  usedId: number | null
}

/** Saves how an import was read. Aborts the transaction for a name that is missing, too long or taken. Returns the id. */
export async function saveProfile(
  db: Db,
  by: UserContext,
  { kind, name: typed, shape, options, files, usedId }: NewProfile,
): Promise<number> {
  const name = await checkName(db, { kind, typed, ownId: usedId })
  const own = usedId === null ? undefined : await findProfile(db, usedId)
  const stored = JSON.stringify(profileOptionsOf(options))
  const columns = JSON.stringify(columnsOfFiles(files, shape))
  if (own !== undefined && fold(own.name) === fold(name)) {
    await db.execute('UPDATE import_profiles SET name = $2, shape = $3, options = $4, columns = $5 WHERE id = $1', [
      own.id,
      name,
      shape,
      stored,
      columns,
    ])
    await writeAudit(db, by, { action: 'change', noun: 'import_profile', id: name, after: { kind } })
    return own.id
  }
  const row = await db.one<{ id: number }>(
    `INSERT INTO import_profiles (kind, name, shape, options, columns, created_by, used_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     RETURNING id`,
    [kind, name, shape, stored, columns, by.actor.userId],
  )
  await writeAudit(db, by, { action: 'create', noun: 'import_profile', id: name, after: { kind } })
  return row?.id ?? 0
}

/** The name without outer spaces. Serializes additions and renames, because names are unique ignoring case and accents. */
export async function checkName(
  db: Db,
  { kind, typed, ownId }: { kind: ProfileKind; typed: string; ownId: number | null },
): Promise<string> {
  await db.execute('SELECT pg_advisory_xact_lock(55, 2)')
  const checks = createFieldCheck()
  const name = checks.text('name', typed, { max: profileNameMax, isNeeded: true })
  const other = await findProfileByName(db, kind, name)
  if (other !== undefined && other.id !== ownId) {
    checks.fields['name'] ??= { text: 'imports.profiles.problems.nameTaken' }
  }
  const refusal = checks.refusal()
  if (refusal !== null) abortTransaction(refusal)
  return name
}

/** A free name made of a file's name: without its endings, dates and counters. */
export async function suggestName(db: Db, kind: ProfileKind, file: string): Promise<string> {
  const words = file
    .replace(/(?:\.[a-z]{2,5}){1,2}$/i, '')
    .replace(/\(\d+\)|\d{2,}/g, ' ')
    .replace(/[-_.\s]+/g, ' ')
    .trim()
  const base = (words === '' ? file : words).slice(0, profileNameMax - 4)
  const taken = new Set((await listProfileRows(db, kind)).map(({ name }) => fold(name)))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`
    if (!taken.has(fold(name))) return name
  }
}
