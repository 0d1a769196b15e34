import { type RefObject, useEffect } from 'react'

/** Closes a floating element on Escape, which restores the focus, and when the pointer or the focus moves outside. */
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
