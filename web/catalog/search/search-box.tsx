import { Search } from 'lucide-react'
import { lazy, Suspense, type KeyboardEvent, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { isTyping } from '#web/app/typing.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { suggestionId, useArrows, useSuggestions } from '#web/product/use-suggestions.ts'

/** `/` focuses the search unless the user is typing. */
function useSearchKey(field: React.RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    function onKey(event: globalThis.KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}

/**
 * Text of the search field: the current search while its results are shown. A page that arrives while the user types
 * keeps the typed text; going back does not.
 */
function useSearchText() {
  const { pathname, search, key } = useLocation()
  const navigationType = useNavigationType()
  const query = pathname === pages.search ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [text, setText] = useState(query)
  const [isTyping, setTyping] = useState(false)
  const [shownFor, setShownFor] = useState(key)
  if (shownFor !== key) {
    setShownFor(key)
    if (navigationType === NavigationType.Pop) setTyping(false)
    if (navigationType === NavigationType.Pop || !isTyping) setText(query)
  }
  return { text, setText, setTyping }
}

/** What the field needs once it is used. */
const loadCode = () => import('./search-options.ts')

const SuggestionList = lazy(async () => ({ default: (await loadCode()).SuggestionList }))

/** Enter opens these; the others put their text into the field, which Enter submits. */
const isAction = (kind: string | undefined) => kind === 'place' || kind === 'clear'

/**
 * The text, its suggestions and the active one; `isOpen` while suggestions are shown, `isShown` also while there are
 * none for the text.
 */
function useSearch(list: string) {
  const { text, setText, setTyping } = useSearchText()
  const { user } = useVisitor()
  const suggestions = useSuggestions(async (q, signal) => (await loadCode()).loadOptions(q, signal, user), true)
  const { active, setActive, move, setTyped, getTyped } = useArrows(suggestions, setText)
  const [isDismissed, setIsDismissed] = useState(false)
  const hasItems = suggestions.options.length > 0
  const isShown = !isDismissed && (hasItems || suggestions.q !== '')
  const isOpen = isShown && hasItems

  function close(): void {
    setTyping(false)
    suggestions.clear()
    setActive(-1)
    setIsDismissed(false)
  }
  function leave(): void {
    remember(suggestions.q)
    close()
    setText('')
  }
  const remember = (q: string) => void loadCode().then(({ rememberSearch }) => rememberSearch(q, user))
  function clearRecent(): void {
    void loadCode().then((code) => {
      // Guests' searches are gone before the list is: nothing is left if the user leaves the page at once.
      const isCleared = code.clearRecent(user)
      suggestions.clear()
      setActive(-1)
      setText('')
      return isCleared
    })
  }
  function type(typed: string): void {
    setText(typed)
    setTyping(true)
    setTyped(typed)
    setIsDismissed(false)
    setActive(-1)
    suggestions.request(typed)
  }
  /** Escape restores the typed text; ArrowDown shows the suggestions again. */
  function dismiss(): void {
    if (active !== -1) setText(getTyped())
    setActive(-1)
    setIsDismissed(true)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isShown) dismiss()
    else if (event.key === 'ArrowDown' && isOpen) move(1)
    else if (event.key === 'ArrowUp' && isOpen) move(-1)
    else if (event.key === 'Enter' && isOpen && isAction(suggestions.options[active]?.kind))
      document.getElementById(suggestionId(list, active))?.click()
    else if (event.key === 'ArrowDown' && hasItems) setIsDismissed(false)
    else return
    event.preventDefault()
  }
  return {
    text,
    suggestions,
    active,
    setActive,
    isOpen,
    isShown,
    close,
    leave,
    remember,
    clearRecent,
    type,
    onKeyDown,
  }
}

/** The header's search (checkout document, section 2): a form to /search?q=, with suggestions while typing. */
export function SearchBox() {
  const { t } = useTranslation()
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { text, suggestions, active, setActive, isOpen, isShown, close, ...search } = useSearch(list)
  useSearchKey(field)
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    search.remember(text)
    close()
    field.current?.select()
    if (text.trim() !== '') void navigate(`${pages.search}?${new URLSearchParams({ q: text })}`)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- closes the suggestions when the focus leaves the form
    <form
      action={pages.search}
      role="search"
      className="relative w-full"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onSubmit={submit}
    >
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2"
      />
      <input
        ref={field}
        type="search"
        name="q"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? suggestionId(list, active) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        placeholder={t('search.placeholder')}
        value={text}
        onFocus={() => text === '' && suggestions.request('')}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.onKeyDown}
        className="field h-10 w-full pr-10 pl-10 text-14 max-sm:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 flex size-5 -translate-y-1/2 items-center justify-center rounded-badge border border-line-2 font-sans text-12 text-ink-3 max-lg:hidden"
      >
        /
      </kbd>
      <Suspense fallback={null}>
        {isShown && (
          <SuggestionList
            id={list}
            found={suggestions}
            active={active}
            onPoint={setActive}
            onChoose={search.leave}
            onClear={search.clearRecent}
          />
        )}
      </Suspense>
      <span role="status" className="sr-only">
        {isShown && t('search.count', { count: suggestions.options.length })}
      </span>
    </form>
  )
}
