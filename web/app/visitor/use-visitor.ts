import type { Visitor } from '#contract/core/visitor.ts'
import { useRouteLoaderData } from 'react-router'

/** The visitor with choices, currencies and settings, loaded by the root route. */
export function useVisitor(): Visitor {
  const visitor = useRouteLoaderData<() => Visitor>('root')
  if (visitor === undefined) throw new Error('The visitor is available below the root route only.')
  return visitor
}
