import { type RefObject, useEffect, useState } from 'react'
import { autoplayPause } from '#domain/pricing/campaign.ts'

/** Attribute of the play button: focus on it does not pause what it has just started. */
export const playButton = { 'data-play': '' }

/**
 * Calls `step` every 5 seconds. Pauses while the carousel is hovered, touched or focused, in a hidden tab, out of view,
 * and always with reduced motion. The timer restarts when `step` changes.
 */
export function useAutoplay(box: RefObject<HTMLElement | null>, isOn: boolean, step: () => void): void {
  const mayPlay = useMayPlay(box)
  useEffect(() => {
    if (!isOn || !mayPlay) return undefined
    const timer = setInterval(step, autoplayPause)
    return () => clearInterval(timer)
  }, [isOn, mayPlay, step])
}

type PauseReasons = { isPointed: boolean; hasFocus: boolean; isOutOfView: boolean }

function useMayPlay(box: RefObject<HTMLElement | null>): boolean {
  const [mayPlay, setFree] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const reasons: PauseReasons = { isPointed: false, hasFocus: false, isOutOfView: true }
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    const decide = () => setFree(!Object.values(reasons).includes(true) && !document.hidden && !motion.matches)
    const update = (part: Partial<PauseReasons>) => {
      Object.assign(reasons, part)
      decide()
    }
    const controller = new AbortController()
    const listen = (type: string, part: (event: Event) => Partial<PauseReasons>) =>
      element.addEventListener(type, (event) => update(part(event)), { signal: controller.signal })
    listen('pointerenter', () => ({ isPointed: true }))
    listen('pointerleave', () => ({ isPointed: false }))
    listen('focusin', ({ target }) => ({ hasFocus: !(target as Element).matches('[data-play]') }))
    listen('focusout', () => ({ hasFocus: false }))
    document.addEventListener('visibilitychange', decide, { signal: controller.signal })
    motion.addEventListener('change', decide, { signal: controller.signal })
    const observer = new IntersectionObserver(([entry]) => update({ isOutOfView: !entry?.isIntersecting }), {
      threshold: 0.5,
    })
    observer.observe(element)
    return () => {
      controller.abort()
      observer.disconnect()
    }
  }, [box])
  return mayPlay
}
