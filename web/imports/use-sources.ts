import type { Reply } from '#contract/core/endpoint.ts'
import { listSources } from '#contract/admin/imports/import-sources.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'

/** The sources with the calls that change them. */
export function useSources(loaded: Reply<typeof listSources>) {
  return useWholeList(listSources, loaded)
}
export type Sources = ReturnType<typeof useSources>

/** What the visitor may do with sources; their files set prices, so that running them needs the right to change prices. */
export function useSourceRights(): { mayRun: boolean; mayRemove: boolean } {
  const permissions = useVisitor().user?.permissions ?? []
  const mayRemove = permissions.includes('catalog:write')
  return { mayRun: mayRemove && permissions.includes('prices:write'), mayRemove }
}
