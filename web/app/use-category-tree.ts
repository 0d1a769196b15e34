import { getCategories } from '#contract/catalog.ts'
import { call } from './call.ts'
import { useAnswer } from './use-answer.ts'
import { useVisitor } from './use-visitor.ts'

const ask = ({ signal }: { signal: AbortSignal }) => call(getCategories, {}, { signal })

/** The whole category tree, asked for when somebody opens it; undefined until it has come. */
export function useCategoryTree() {
  const { showNotInStocks } = useVisitor()
  return useAnswer(`categories ${showNotInStocks}`, ask, { freshFor: 300_000 })
}
