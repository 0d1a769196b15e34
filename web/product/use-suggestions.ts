import { useCallback, useEffect, useRef, useState } from 'react'
import { getSuggestions, type Suggestion } from '#contract/shop/catalog.ts'
import type { PlaceSuggestion } from '#contract/shop/searches.ts'
import { call } from '#web/app/data/call.ts'

/** Pause in typing before suggestions are requested, in milliseconds (checkout document, section 9). */
const typingPause = 500

/** What a search field offers: products, categories and brands, earlier searches, and to clear those. */
export type SearchOption =
  | { kind: 'product'; item: Suggestion }
  | { kind: 'place'; place: PlaceSuggestion }
  | { kind: 'recent'; text: string }
  | { kind: 'clear' }

export type Suggestions = {
  /** The text that the options belong to; '' while there are none, and for earlier searches. */
  q: string
  options: readonly SearchOption[]
  /** Requests options for the typed text once typing pauses; an empty text clears them. */
  request(text: string): void
  /** Clears the options and cancels what is pending. */
  clear(): void
}

type LoadOptions = (q: string, signal: AbortSignal) => Promise<readonly SearchOption[]>

export async function loadProducts(q: string, signal: AbortSignal): Promise<SearchOption[]> {
  const items = await call(getSuggestions, { query: { q } }, { signal })
  return items.map((item) => ({ kind: 'product', item }))
}

const nothing: Pick<Suggestions, 'q' | 'options'> = { q: '', options: [] }

/**
 * Suggestions for a search field. A request in flight is cancelled when the next one starts. With `hasRecent`, options
 * are loaded for an empty text too.
 */
export function useSuggestions(load: LoadOptions = loadProducts, hasRecent = false): Suggestions {
  const [found, setFound] = useState(nothing)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const controllerRef = useRef<AbortController>(undefined)

  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    controllerRef.current?.abort()
  }, [])
  useEffect(() => cancel, [cancel])

  async function fetchOptions(q: string): Promise<void> {
    const controller = new AbortController()
    controllerRef.current = controller
    try {
      const options = await load(q, controller.signal)
      if (!controller.signal.aborted) setFound({ q, options })
    } catch (error) {
      if (!controller.signal.aborted) console.error('Suggestions failed', error)
    }
  }
  return {
    ...found,
    request(text) {
      cancel()
      const q = text.trim()
      if (q !== '') timer.current = setTimeout(() => void fetchOptions(q), typingPause)
      else {
        setFound(nothing)
        if (hasRecent) void fetchOptions('')
      }
    },
    clear() {
      cancel()
      setFound(nothing)
    },
  }
}

/** What stands for a suggestion in the field: its code, or the typed barcode of one of its units. */
export function codeOf(item: Suggestion | undefined, typed: string): string {
  return item === undefined || item.unit !== null ? typed : item.code
}

function textOf(option: SearchOption | undefined, typed: string): string {
  if (option?.kind === 'recent') return option.text
  return codeOf(option?.kind === 'product' ? option.item : undefined, typed)
}

/** Id of one suggestion's element, for aria-activedescendant. */
export function suggestionId(list: string, index: number): string {
  return `${list}-${index}`
}

/**
 * The arrow keys move through the options and put the active product's code or earlier search into the field; Enter
 * submits the field's form.
 */
export function useArrows({ options }: Pick<Suggestions, 'options'>, setText: (text: string) => void) {
  const [active, setActive] = useState(-1)
  const typed = useRef('')
  function move(by: 1 | -1): void {
    const next = active + by < -1 ? options.length - 1 : active + by >= options.length ? -1 : active + by
    setActive(next)
    setText(textOf(options[next], typed.current))
  }
  return { active, setActive, move, setTyped: (text: string) => (typed.current = text), getTyped: () => typed.current }
}
