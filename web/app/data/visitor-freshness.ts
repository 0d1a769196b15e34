import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Pause between two looks, in milliseconds: of several server processes one may be a second behind. */
const shortestPause = 2_000

/** The stamp of the visitor's data that are shown; null while they are on their way. */
let shown: string | null = null
/** States of the visitor's data, counted: what there should be, what is on its way, what is shown. A step may cut the way off. */
let wanted = 0
let coming = 0
let here = 0
let lookedAt = 0
let look = () => {}

/** Rates, settings or the currency were changed elsewhere: an answer is of another state than what is shown. */
export function checkStamp(stamp: string | null): void {
  if (stamp === null || shown === null || stamp === shown || Date.now() - lookedAt < shortestPause) return
  lookedAt = Date.now()
  invalidateVisitor()
  look()
}

/** The next step fetches the visitor's data too. */
export function invalidateVisitor(): void {
  wanted += 1
}

export function isVisitorStale(): boolean {
  return here !== wanted
}

export function beginVisitorLoad(): void {
  coming = wanted
  shown = null
}

/** Keeps a page that stays open for hours up to date. */
export function useVisitorRefresh(): void {
  const visitor = useVisitor()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    here = coming
    shown = visitor.stamp
    look = () => void revalidate()
  }, [visitor, revalidate])
}
