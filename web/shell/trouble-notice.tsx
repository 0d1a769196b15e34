import { lazy, Suspense } from 'react'
import { useShopTrouble } from '#web/app/data/shop-trouble.ts'
import { loadTroubleStrip } from './later-parts.ts'

const TroubleStrip = lazy(async () => ({ default: (await loadTroubleStrip()).TroubleStrip }))

/** Shown while the shop cannot store anything, at the foot of the screen like the cookie notice. It goes by itself. */
export function TroubleNotice() {
  if (!useShopTrouble()) return null
  return (
    <Suspense fallback={null}>
      <TroubleStrip />
    </Suspense>
  )
}
