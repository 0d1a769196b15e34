import { type RefObject, useEffect } from 'react'

/** Closes what floats when Escape is pressed, or the pointer or the focus goes elsewhere. Escape gives the focus back. */
export function useDismiss(isOpen: boolean, frame: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const isOutside = (event: Event) => event.target instanceof Node && frame.current?.contains(event.target) === false
    const leave = (event: Event) => isOutside(event) && close()
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
      frame.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen, frame, close])
}
