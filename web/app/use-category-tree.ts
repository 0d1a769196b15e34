import { useQuery } from '@tanstack/react-query'
import { getCategories } from '#contract/catalog.ts'
import { call } from './call.ts'
import { useVisitor } from './use-visitor.ts'

/** The whole category tree, asked for when somebody opens it; undefined until it has come. */
export function useCategoryTree() {
  const { showNotInStocks } = useVisitor()
  const { data } = useQuery({
    queryKey: ['categories', showNotInStocks],
    queryFn: ({ signal }) => call(getCategories, {}, { signal }),
    staleTime: 300_000,
  })
  return data
}
