import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useRef } from 'react'
import { type Suggestions, useArrows, useSuggestions } from '#web/product/use-suggestions.ts'
import type { PadStore } from './pad-store.ts'

/** The suggestions below the code that is being typed, and the one that the arrow keys have reached. */
export type OpenSuggestions = {
  list: string
  found: Suggestions
  active: number
  setActive(index: number): void
  choose(): void
}

/** Shorter texts match too many products. */
const minSearch = 2
/** Part of the window's height below which a cell has too little room for suggestions. */
const lowest = 0.55
/** Where such a cell is scrolled to. */
const raised = 0.3

function makeRoomBelow(cell: Element | null): void {
  const { top = 0 } = cell?.getBoundingClientRect() ?? {}
  if (top > window.innerHeight * lowest) window.scrollBy({ top: top - window.innerHeight * raised })
}

/** Suggestions for the code cell with the focus, the row `active`. */
export function usePadSuggestions(store: PadStore, active: number | null) {
  const list = useId()
  const found = useSuggestions()
  const arrows = useArrows(found, (text) => active !== null && store.type(active, 'code', text))
  const latest = useRef({ found, arrows })
  useLayoutEffect(() => {
    latest.current = { found, arrows }
  })
  const isOpen = found.options.length > 0
  const close = useCallback(() => {
    latest.current.found.clear()
    latest.current.arrows.setActive(-1)
  }, [])
  /** Typed letters ask for suggestions, chosen ones do not. */
  const onType = useCallback(
    (id: number, text: string) => {
      store.type(id, 'code', text)
      const { found: now, arrows: keys } = latest.current
      keys.setTyped(text)
      keys.setActive(-1)
      now.request(text.trim().length < minSearch ? '' : text)
      makeRoomBelow(document.activeElement)
    },
    [store],
  )
  function onKey(event: KeyboardEvent<HTMLElement>): boolean {
    if (!isOpen) {
      if (event.key === 'Enter' || event.key === 'Tab') close()
      return false
    }
    if (event.key === 'ArrowDown') arrows.move(1)
    else if (event.key === 'ArrowUp') arrows.move(-1)
    else if (event.key === 'Escape') {
      if (arrows.active !== -1 && active !== null) store.type(active, 'code', arrows.getTyped())
      close()
    } else {
      if (event.key === 'Enter' || event.key === 'Tab') close()
      return false
    }
    return true
  }
  const open: OpenSuggestions | null = isOpen
    ? { list, found, active: arrows.active, setActive: arrows.setActive, choose: close }
    : null
  return { open, close, onType, onKey }
}
