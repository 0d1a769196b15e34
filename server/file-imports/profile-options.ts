import { isDeepStrictEqual } from 'node:util'
import { defaultFileImportOptions, type FileImportOptions } from '#contract/admin/imports/file-import-options.ts'
import { profileOfShape, shapeOf } from '#server/catalog/import/import.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { FileImportRow } from './queries.ts'

/** The options of a profile of movements, balances or serial numbers. */
export const fileOptionsOf = (options: object): FileImportOptions => ({
  ...defaultFileImportOptions,
  ...(options as Partial<FileImportOptions>),
})

/**
 * After the columns of a file are known for the first time: saves its shape, and returns the options of the profile of this
 * shape. Null: there is none, or the administrator has already answered.
 */
export async function useProfile(
  db: Db,
  row: Pick<FileImportRow, 'id' | 'kind' | 'state' | 'options' | 'profile_id'>,
  columns: readonly string[],
): Promise<FileImportOptions | null> {
  if (row.kind === 'pictures') return null
  const shape = shapeOf(columns)
  const isUnanswered =
    row.state === 'previewing' && row.profile_id === null && isDeepStrictEqual(row.options, defaultFileImportOptions)
  const profile = isUnanswered ? await profileOfShape(db, row.kind, shape) : undefined
  const options = profile === undefined ? row.options : fileOptionsOf(profile.options)
  await db.execute('UPDATE file_imports SET shape = $2, options = $3, profile_id = $4 WHERE id = $1', [
    row.id,
    shape,
    JSON.stringify(options),
    profile?.id ?? row.profile_id,
  ])
  return profile === undefined ? null : options
}
