import { useContext, useEffect, useLayoutEffect } from 'react'
import { UNSAFE_DataRouterContext, UNSAFE_DataRouterStateContext, useLocation } from 'react-router'

const storageKey = 'scroll-positions'

/** Scrolls to the stored position while the page loads. Its text runs in the page. */
const restoreScript = `{let key=history.state?.key;if(!key){key=Math.random().toString(32).slice(2);history.replaceState({key},'')}try{const y=JSON.parse(sessionStorage.getItem('${storageKey}')??'{}')[key];if(y>=0)scrollTo(0,y)}catch{}}`

let positions: Record<string, number> = {}

function readPositions(): void {
  try {
    positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as typeof positions
  } catch {
    // Without storage, positions last as long as the document.
  }
}

function storePositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // As above.
  }
}

/** The element that the part of the address after `#` names. */
function namedElement(hash: string): Element | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * New pages begin at the top, or at what the address names; back and forward return to the place where the visitor was. As the
 * router's own component, which would bring its links and forms along (docs/decisions, 102).
 */
export function ScrollRestoration({ nonce }: { nonce: string }) {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const state = useContext(UNSAFE_DataRouterStateContext)
  const { restoreScrollPosition: place, preventScrollReset: stays } = state ?? {}
  const location = useLocation()

  useEffect(() => {
    const take = () => (history.scrollRestoration = 'manual')
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && take()
    // Read here: a page that is left may have to lay itself out again to answer.
    let top = scrollY
    const onScroll = () => (top = scrollY)
    function onHide(): void {
      // While the next page loads, the router has the position already.
      if (router?.state.navigation.state === 'idle') positions[router.state.location.key] = top
      storePositions()
      history.scrollRestoration = 'auto'
    }
    take()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('pageshow', onShow)
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('pageshow', onShow)
      window.removeEventListener('pagehide', onHide)
      history.scrollRestoration = 'auto'
    }
  }, [router])

  useLayoutEffect(() => {
    readPositions()
    return router?.enableScrollRestoration(positions, () => scrollY)
  }, [router])

  useLayoutEffect(() => {
    if (place === false) return
    // Browsers may return a promise.
    const scroll = (top: number) => void scrollTo(0, top)
    const named = namedElement(location.hash)
    if (typeof place === 'number') scroll(place)
    else if (named) named.scrollIntoView()
    else if (stays !== true) scroll(0)
  }, [location, place, stays])

  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // Run once, from the server's HTML.
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? restoreScript : '' }}
    />
  )
}
