import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Minimum pause between two reloads, in milliseconds: one of several server processes may be a second behind. */
const minPause = 2_000

/** The stamp of the visitor data on screen; null while it is being loaded. */
let shownStamp: string | null = null
/** Versions of the visitor data, counted: the one required, the one being loaded, the one on screen. A navigation may cancel a load. */
let requiredVersion = 0
let loadingVersion = 0
let shownVersion = 0
let reloadedAt = 0
let reload = () => {}

/** Reloads the visitor data when a response carries another stamp: rates, settings or the currency were changed elsewhere. */
export function checkStamp(stamp: string | null): void {
  if (stamp === null || shownStamp === null || stamp === shownStamp || Date.now() - reloadedAt < minPause) return
  reloadedAt = Date.now()
  invalidateVisitor()
  reload()
}

/** The next navigation loads the visitor data again. */
export function invalidateVisitor(): void {
  requiredVersion += 1
}

export function isVisitorStale(): boolean {
  return shownVersion !== requiredVersion
}

export function beginVisitorLoad(): void {
  loadingVersion = requiredVersion
  shownStamp = null
}

/** Keeps the visitor data current on a page that stays open for hours. */
export function useVisitorRefresh(): void {
  const visitor = useVisitor()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    shownVersion = loadingVersion
    shownStamp = visitor.stamp
    reload = () => void revalidate()
  }, [visitor, revalidate])
}
