import { useCallback, useEffect, useRef, useState } from 'react'
import { getSuggestions, type Suggestion } from '#contract/catalog.ts'
import { call } from '#web/app/call.ts'

/** Suggestions are asked for when typing has rested this long, in milliseconds (checkout document, section 9). */
const rest = 500

export type Suggestions = {
  items: readonly Suggestion[]
  /** Asks for suggestions to what was typed, once typing rests; empty text clears them. */
  ask(text: string): void
  /** Forgets what is shown, what waits and what is under way. */
  clear(): void
}

/** A request under way is cancelled when the next one starts. */
export function useSuggestions(): Suggestions {
  const [items, setItems] = useState<readonly Suggestion[]>([])
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
      const found = await call(getSuggestions, { query: { q } }, { signal: controller.signal })
      if (!controller.signal.aborted) setItems(found)
    } catch (error) {
      if (!controller.signal.aborted) console.error('Suggestions failed', error)
    }
  }
  return {
    items,
    ask(text) {
      stop()
      const q = text.trim()
      if (q === '') setItems([])
      else timer.current = setTimeout(() => void fetchItems(q), rest)
    },
    clear() {
      stop()
      setItems([])
    },
  }
}

/** Id of one suggestion's element, for aria-activedescendant. */
export function suggestionId(list: string, at: number): string {
  return `${list}-${at}`
}
