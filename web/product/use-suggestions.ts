import { useCallback, useEffect, useRef, useState } from 'react'
import { getSuggestions, type Suggestion } from '#contract/shop/catalog.ts'
import { call } from '#web/app/data/call.ts'

/** Suggestions are asked for when typing has rested this long, in milliseconds (checkout document, section 9). */
const rest = 500

export type Suggestions = {
  /** The text that the items answer; '' while there are none. */
  q: string
  items: readonly Suggestion[]
  /** Asks for suggestions to what was typed, once typing rests; empty text clears them. */
  ask(text: string): void
  /** Forgets what is shown, what waits and what is under way. */
  clear(): void
}

const nothing: Pick<Suggestions, 'q' | 'items'> = { q: '', items: [] }

/** A request under way is cancelled when the next one starts. */
export function useSuggestions(): Suggestions {
  const [found, setFound] = useState(nothing)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef<AbortController>(undefined)

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    request.current?.abort()
  }, [])
  useEffect(() => stop, [stop])

  async function fetchItems(q: string): Promise<void> {
    const controller = new AbortController()
    request.current = controller
    try {
      const items = await call(getSuggestions, { query: { q } }, { signal: controller.signal })
      if (!controller.signal.aborted) setFound({ q, items })
    } catch (error) {
      if (!controller.signal.aborted) console.error('Suggestions failed', error)
    }
  }
  return {
    ...found,
    ask(text) {
      stop()
      const q = text.trim()
      if (q === '') setFound(nothing)
      else timer.current = setTimeout(() => void fetchItems(q), rest)
    },
    clear() {
      stop()
      setFound(nothing)
    },
  }
}

/** Id of one suggestion's element, for aria-activedescendant. */
export function suggestionId(list: string, at: number): string {
  return `${list}-${at}`
}

/** Arrows move through the suggestions and put the chosen one's code into the field; Enter sends the form that it stands in. */
export function useArrows(suggestions: Suggestions, setText: (text: string) => void) {
  const [active, setActive] = useState(-1)
  const { items } = suggestions
  const typed = useRef('')
  function move(by: 1 | -1): void {
    const next = active + by < -1 ? items.length - 1 : active + by >= items.length ? -1 : active + by
    setActive(next)
    setText(items[next]?.code ?? typed.current)
  }
  return { active, setActive, move, keepTyped: (text: string) => (typed.current = text), getTyped: () => typed.current }
}
