import { type ClipboardEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useId } from 'react'
import { codeOf, suggestionId, useArrows, useSuggestions } from '#web/product/use-suggestions.ts'
import { useTranslation } from '#web/ui/translation.ts'

const SuggestionList = lazy(async () => ({
  default: (await import('#web/product/suggestion-list.tsx')).SuggestionList,
}))

/** Shorter texts match too many codes. */
const minLength = 2

type CodeFieldProps = {
  field: RefObject<HTMLInputElement | null>
  code: string
  onCode(code: string): void
  onPaste?(event: ClipboardEvent): void
  label?: string
  placeholder?: string
}

/**
 * A product's code, typed or scanned. A partial code or words of a name show suggestions when typing pauses; a scanner
 * submits the form before that. The arrow keys put a suggestion's code into the field, Enter adds it, Escape restores
 * the typed text.
 */
export function CodeField({ field, code, onCode, onPaste, label, placeholder }: CodeFieldProps) {
  const { t } = useTranslation()
  const list = useId()
  const suggestions = useSuggestions()
  const { active, setActive, move, setTyped, getTyped } = useArrows(suggestions, onCode)
  const isOpen = suggestions.options.length > 0

  function close(): void {
    suggestions.clear()
    setActive(-1)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') return close()
    if (!isOpen) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') {
      if (active !== -1) onCode(getTyped())
      close()
    } else return
    event.preventDefault()
  }
  return (
    <div className="relative min-w-0 flex-1 basis-44 sm:max-w-80">
      <input
        ref={field}
        data-quick-code
        role="combobox"
        value={code}
        onChange={({ target }) => {
          onCode(target.value)
          setTyped(target.value)
          setActive(-1)
          suggestions.request(target.value.trim().length < minLength ? '' : target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        onPaste={onPaste}
        aria-label={label ?? t('cartPage.quick.code')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? suggestionId(list, active) : undefined}
        placeholder={placeholder ?? t('cartPage.quick.code')}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        className="field h-9 w-full px-2.5 max-sm:h-11"
      />
      <Suspense fallback={null}>
        {isOpen && (
          // Wider than the field, which is narrow on phones.
          <div className="absolute top-full left-0 z-30 w-[min(28rem,calc(100vw-2rem))]">
            <SuggestionList
              id={list}
              found={suggestions}
              active={active}
              onPoint={setActive}
              onPick={(item) => onCode(codeOf(item, suggestions.q))}
              onChoose={close}
            />
          </div>
        )}
      </Suspense>
      <span role="status" className="sr-only">
        {suggestions.q === '' ? '' : t('search.count', { count: suggestions.options.length })}
      </span>
    </div>
  )
}
