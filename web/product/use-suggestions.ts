import { useCallback, useEffect, useRef, useState } from 'react'
import { getSuggestions, type Suggestion } from '#contract/shop/catalog.ts'
import { call } from '#web/app/data/call.ts'

/** Pause in typing before suggestions are requested, in milliseconds (checkout document, section 9). */
const typingPause = 500

export type Suggestions = {
  /** The text that the items belong to; '' while there are none. */
  q: string
  items: readonly Suggestion[]
  /** Requests suggestions for the typed text once typing pauses; an empty text clears them. */
  request(text: string): void
  /** Clears the suggestions and cancels what is pending. */
  clear(): void
}

const noSuggestions: Pick<Suggestions, 'q' | 'items'> = { q: '', items: [] }

/** Suggestions for a search field. A request in flight is cancelled when the next one starts. */
export function useSuggestions(): Suggestions {
  const [found, setFound] = useState(noSuggestions)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const controllerRef = useRef<AbortController>(undefined)

  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    controllerRef.current?.abort()
  }, [])
  useEffect(() => cancel, [cancel])

  async function fetchItems(q: string): Promise<void> {
    const controller = new AbortController()
    controllerRef.current = controller
    try {
      const items = await call(getSuggestions, { query: { q } }, { signal: controller.signal })
      if (!controller.signal.aborted) setFound({ q, items })
    } catch (error) {
      if (!controller.signal.aborted) console.error('Suggestions failed', error)
    }
  }
  return {
    ...found,
    request(text) {
      cancel()
      const q = text.trim()
      if (q === '') setFound(noSuggestions)
      else timer.current = setTimeout(() => void fetchItems(q), typingPause)
    },
    clear() {
      cancel()
      setFound(noSuggestions)
    },
  }
}

/** What stands for a suggestion in the field: its code, or the typed barcode of one of its units. */
export function codeOf(item: Suggestion | undefined, typed: string): string {
  return item === undefined || item.unit !== null ? typed : item.code
}

/** Id of one suggestion's element, for aria-activedescendant. */
export function suggestionId(list: string, index: number): string {
  return `${list}-${index}`
}

/**
 * The arrow keys move through the suggestions and put the active one's code into the field; Enter submits the field's
 * form.
 */
export function useArrows(suggestions: Suggestions, setText: (text: string) => void) {
  const [active, setActive] = useState(-1)
  const { items } = suggestions
  const typed = useRef('')
  function move(by: 1 | -1): void {
    const next = active + by < -1 ? items.length - 1 : active + by >= items.length ? -1 : active + by
    setActive(next)
    setText(codeOf(items[next], typed.current))
  }
  return { active, setActive, move, setTyped: (text: string) => (typed.current = text), getTyped: () => typed.current }
}
