import type { Reply } from '#contract/core/endpoint.ts'
import { listWarehouses } from '#contract/admin/warehouses.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'

/** Warehouses and branches with the calls that change them. */
export function useWarehouses(loaded: Reply<typeof listWarehouses>) {
  const { list, ...changes } = useWholeList(listWarehouses, loaded)
  return { ...list, ...changes }
}
export type Warehouses = ReturnType<typeof useWarehouses>

/** The ids with the one at `place` moved up or down. */
export function moved<Item>(items: readonly Item[], place: number, by: -1 | 1): Item[] {
  const next = [...items]
  const [item] = next.splice(place, 1)
  if (item !== undefined) next.splice(place + by, 0, item)
  return next
}
