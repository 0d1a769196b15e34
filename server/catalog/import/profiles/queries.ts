import type { ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import type { ProfileColumn, ProfileKind } from '#contract/admin/imports/import-profiles.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isSameShape, isSimilarShape } from './shape.ts'

/** Options of an import without those that are about one file. Those of other kinds than products have fewer. */
export type ProfileOptions = Partial<Omit<ImportOptionsInput, 'mapping' | 'units' | 'priceJumps'>> & {
  mapping?: Readonly<Record<string, string | readonly string[]>> | undefined
}

export type ProfileRow = {
  id: number
  kind: ProfileKind
  name: string
  shape: string[]
  columns: ProfileColumn[]
  options: ProfileOptions
  created_at: Date
  creator: string
  used_at: Date | null
}

const columns = `p.id, p.kind, p.name, p.shape, p.columns, p.options, p.created_at, u.name AS creator, p.used_at`

/** Those used last first. */
export function listProfileRows(db: Db, kind: ProfileKind | null): Promise<ProfileRow[]> {
  return db.query<ProfileRow>(
    `SELECT ${columns} FROM import_profiles p JOIN users u ON u.id = p.created_by WHERE $1::text IS NULL OR p.kind = $1
      ORDER BY coalesce(p.used_at, p.created_at) DESC, p.id DESC`,
    [kind],
  )
}

export function findProfile(db: Db, id: number): Promise<ProfileRow | undefined> {
  return db.one<ProfileRow>(
    `SELECT ${columns} FROM import_profiles p JOIN users u ON u.id = p.created_by WHERE p.id = $1`,
    [id],
  )
}

export function findProfileByName(db: Db, kind: ProfileKind, name: string): Promise<ProfileRow | undefined> {
  return db.one<ProfileRow>(
    `SELECT ${columns} FROM import_profiles p JOIN users u ON u.id = p.created_by
      WHERE p.kind = $1 AND fold(p.name) = fold($2)`,
    [kind, name],
  )
}

/** The profile for files of this shape; of several the one used last. */
export async function profileOfShape(
  db: Db,
  kind: ProfileKind,
  shape: readonly string[],
): Promise<ProfileRow | undefined> {
  return (await listProfileRows(db, kind)).find((profile) => isSameShape(profile.shape, shape))
}

/** Profiles for files of this or a similar shape, the best first, and the one with the id `used`. */
export async function profilesFor(
  db: Db,
  kind: ProfileKind,
  { shape, used }: { shape: readonly string[] | null; used: number | null },
): Promise<ProfileRow[]> {
  const profiles = await listProfileRows(db, kind)
  const same = profiles.filter((profile) => isSameShape(profile.shape, shape ?? []))
  const similar = profiles.filter(
    (profile) =>
      !same.includes(profile) &&
      (profile.id === used || isSimilarShape(profile.shape, shape ?? [], Object.keys(profile.options.mapping ?? {}))),
  )
  return [...same, ...similar]
}

/** After an import that was read with the profile is applied, in its transaction. */
export async function markProfileUsed(db: Db, id: number | null): Promise<void> {
  if (id !== null) await db.execute('UPDATE import_profiles SET used_at = now() WHERE id = $1', [id])
}
