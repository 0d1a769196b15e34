import { type RefObject, useEffect, useState } from 'react'
import { autoplayPause } from '#domain/pricing/campaign.ts'

/** Attribute of the play button: focus on it does not pause what it has just started. */
export const playButton = { 'data-play': '' }

/**
 * Calls `step` every 5 seconds. Pauses while the carousel is hovered, touched or focused, in a hidden tab, out of view,
 * and always with reduced motion. The timer restarts when `step` changes.
 */
export function useAutoplay(box: RefObject<HTMLElement | null>, isOn: boolean, step: () => void): void {
  const isFree = useIsFree(box)
  useEffect(() => {
    if (!isOn || !isFree) return undefined
    const timer = setInterval(step, autoplayPause)
    return () => clearInterval(timer)
  }, [isOn, isFree, step])
}

type Holds = { isPointed: boolean; hasFocus: boolean; isOutOfSight: boolean }

function useIsFree(box: RefObject<HTMLElement | null>): boolean {
  const [isFree, setFree] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const holds: Holds = { isPointed: false, hasFocus: false, isOutOfSight: true }
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    const decide = () => setFree(!Object.values(holds).includes(true) && !document.hidden && !motion.matches)
    const hold = (part: Partial<Holds>) => {
      Object.assign(holds, part)
      decide()
    }
    const end = new AbortController()
    const listen = (type: string, part: (event: Event) => Partial<Holds>) =>
      element.addEventListener(type, (event) => hold(part(event)), { signal: end.signal })
    listen('pointerenter', () => ({ isPointed: true }))
    listen('pointerleave', () => ({ isPointed: false }))
    listen('focusin', ({ target }) => ({ hasFocus: !(target as Element).matches('[data-play]') }))
    listen('focusout', () => ({ hasFocus: false }))
    document.addEventListener('visibilitychange', decide, { signal: end.signal })
    motion.addEventListener('change', decide, { signal: end.signal })
    const sight = new IntersectionObserver(([entry]) => hold({ isOutOfSight: !entry?.isIntersecting }), {
      threshold: 0.5,
    })
    sight.observe(element)
    return () => {
      end.abort()
      sight.disconnect()
    }
  }, [box])
  return isFree
}
