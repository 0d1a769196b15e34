import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useVisitor } from './use-visitor.ts'

/** Pause between two looks, in milliseconds: of several server processes one may be a second behind. */
const shortestPause = 2_000

/** The stamp of the visitor's data that are shown; null while they are on their way. */
let shown: string | null = null
let isOld = false
let lookedAt = 0
let look = () => {}

/** Rates, settings or the currency were changed elsewhere: an answer is of another state than what is shown. */
export function hearStamp(stamp: string | null): void {
  if (stamp === null || shown === null || stamp === shown || Date.now() - lookedAt < shortestPause) return
  lookedAt = Date.now()
  isOld = true
  look()
}

/** The next step fetches the visitor's data too. */
export function outdateVisitor(): void {
  isOld = true
}

export function isVisitorOld(): boolean {
  return isOld
}

export function visitorComes(): void {
  isOld = false
  shown = null
}

/** Keeps a page that stays open for hours up to date. */
export function useFreshVisitor(): void {
  const visitor = useVisitor()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    shown = visitor.stamp
    look = () => void revalidate()
  }, [visitor, revalidate])
}
