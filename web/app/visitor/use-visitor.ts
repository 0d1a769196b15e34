import type { Visitor } from '#contract/core/visitor.ts'
import { useRouteLoaderData } from 'react-router'

/** Who is visiting, with choices, currencies and settings: the root's own data. */
export function useVisitor(): Visitor {
  const visitor = useRouteLoaderData<() => Visitor>('root')
  if (visitor === undefined) throw new Error('The visitor is known below the root only')
  return visitor
}
