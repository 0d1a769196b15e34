import type { Reply } from '#contract/core/endpoint.ts'
import { listProfiles } from '#contract/admin/imports/import-profiles.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'

/** The profiles with the calls that change them. */
export function useProfiles(loaded: Reply<typeof listProfiles>) {
  return useWholeList(listProfiles, loaded)
}
export type Profiles = ReturnType<typeof useProfiles>
