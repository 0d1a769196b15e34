import { getCategories } from '#contract/shop/catalog.ts'
import { call } from '#web/app/data/call.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

const fetchCategories = ({ signal }: { signal: AbortSignal }) => call(getCategories, {}, { signal })

/** The whole category tree, loaded when the user opens it; undefined until it has arrived. */
export function useCategoryTree() {
  const { showNotInStocks } = useVisitor()
  return useQuery(`categories ${showNotInStocks}`, fetchCategories, { freshFor: 300_000 })
}
