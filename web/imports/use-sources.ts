import type { Reply } from '#contract/core/endpoint.ts'
import { listSources } from '#contract/admin/imports/import-sources.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'

/** The sources with the calls that change them. */
export function useSources(loaded: Reply<typeof listSources>) {
  return useWholeList(listSources, loaded)
}
export type Sources = ReturnType<typeof useSources>
