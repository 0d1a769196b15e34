import { findProfileByName, importOptionsOf, readStoredOptions } from '#server/catalog/import/import.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ImportCommand } from './import-args.ts'

/** The options with what the profile says about everything they leave open; null: there is no profile of that name. */
export async function withProfile(
  db: Db,
  { options, profile: name, hasKey }: ImportCommand,
): Promise<ImportCommand['options'] | null> {
  if (name === undefined) return options
  const profile = await findProfileByName(db, 'products', name)
  if (profile === undefined) return null
  const stored = readStoredOptions(importOptionsOf(profile.options))
  return {
    ...stored,
    ...options,
    key: hasKey ? options.key : stored.key,
    mapping: new Map([...stored.mapping, ...options.mapping]),
    defaults: { ...stored.defaults, ...options.defaults },
  }
}
