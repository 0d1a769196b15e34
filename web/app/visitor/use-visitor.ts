import { useContext } from 'react'
import type { Visitor } from '#contract/core/visitor.ts'
import { useRouteLoaderData } from 'react-router'
import { openData, type Packed } from '#web/app/data/packed.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'

/** The visitor as the root route loaded it; undefined if that failed. */
export function useLoadedVisitor(): Visitor | undefined {
  const loaded = useRouteLoaderData('root') as Visitor | Packed | undefined
  const { ownData } = useContext(PageFrame)
  return loaded && openData(loaded, ownData)
}

/** The visitor with choices, currencies and settings, loaded by the root route. */
export function useVisitor(): Visitor {
  const visitor = useLoadedVisitor()
  if (visitor === undefined) throw new Error('The visitor is available below the root route only.')
  return visitor
}
