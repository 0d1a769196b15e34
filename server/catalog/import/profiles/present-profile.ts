import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import type { ProfileKind } from '#contract/admin/imports/import-profiles.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { profilesFor, type ProfileOptions } from './queries.ts'
import { isLikeProfile, suggestName } from './save-profile.ts'

type Read = {
  kind: ProfileKind
  state: string
  file: string
  shape: readonly string[] | null
  profileId: number | null
  options: object
}

/** The profiles of an import: the one it was read with, those it may be read with, and a name for a new one. */
export async function presentProfiles(
  db: Db,
  { kind, state, file, shape, profileId, options }: Read,
): Promise<
  Pick<ImportDetail, 'profile' | 'suggestedProfile'> & {
    profiles: { id: number; name: string; options: ProfileOptions }[]
  }
> {
  const rows = await profilesFor(db, kind, { shape, used: profileId })
  const used = rows.find(({ id }) => id === profileId)
  const isChanged = used !== undefined && !isLikeProfile(options, used)
  const maySave = state === 'applied' && shape !== null && (used === undefined || isChanged)
  return {
    profile: used === undefined ? null : { id: used.id, name: used.name, isChanged },
    profiles: rows.map(({ id, name, options: saved }) => ({ id, name, options: saved })),
    suggestedProfile: maySave ? (used?.name ?? (await suggestName(db, kind, file))) : null,
  }
}
