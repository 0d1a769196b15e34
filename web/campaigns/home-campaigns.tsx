import { useEffect, useRef, useState } from 'react'
import type { Campaign } from '#contract/shop/campaigns.ts'

type Carousels = typeof import('./campaign-carousels.tsx')

/**
 * Available on the server; in the browser loaded once campaigns are near the screen, so that the list's first load
 * stays small.
 */
let loaded: Carousels | undefined
export async function loadCarousels(): Promise<Carousels> {
  loaded ??= await import('./campaign-carousels.tsx')
  return loaded
}
if (import.meta.env.SSR) await loadCarousels()

const style = 'page-width pb-8'

/** The campaigns below the product list of the home page. */
export function HomeCampaigns({ campaigns }: { campaigns: readonly Campaign[] }) {
  const [carousels, setCarousels] = useState(loaded)
  // If loading fails, the links and images of the server's HTML remain.
  if (carousels === undefined) return <Rendered onNear={() => void loadCarousels().then(setCarousels, () => {})} />
  return (
    <div key="alive" className={style}>
      <carousels.CampaignCarousels campaigns={campaigns} />
    </div>
  )
}

/**
 * Keeps the server's HTML, with links and images, until it comes near the screen; then the components render in its
 * place. React does not hydrate an element whose content is given as HTML.
 */
function Rendered({ onNear }: { onNear(): void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current === null) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: '600px' })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={box} className={style} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
