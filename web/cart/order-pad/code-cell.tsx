import { lazy, Suspense } from 'react'
import { codeOf, suggestionId } from '#web/product/use-suggestions.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { PadRow } from './pad-rows.ts'
import type { OpenSuggestions } from './use-pad-suggestions.ts'

const SuggestionList = lazy(async () => ({
  default: (await import('#web/product/suggestion-list.tsx')).SuggestionList,
}))

type CodeCellProps = {
  row: PadRow
  number: number
  isInvalid: boolean
  suggestions: OpenSuggestions | null
  onType(id: number, text: string): void
}

/** The product: a code, a barcode or a part of its name, with suggestions below. The grid handles the keys. */
export function CodeCell({ row, number, isInvalid, suggestions, onType }: CodeCellProps) {
  const { t } = useTranslation()
  const { list, found, active } = suggestions ?? { list: '', found: null, active: -1 }
  const isOpen = (found?.options.length ?? 0) > 0
  return (
    <>
      <input
        data-column="code"
        role="combobox"
        value={row.code}
        aria-label={t('orderPad.codeOf', { row: number })}
        aria-invalid={isInvalid || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? suggestionId(list, active) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={100}
        enterKeyHint="next"
        onChange={(event) => onType(row.id, event.target.value)}
        className="pad-field font-mono text-13"
      />
      {suggestions !== null && found !== null && isOpen && (
        <Suspense fallback={null}>
          <div className="absolute top-full left-0 z-30 w-[min(30rem,calc(100vw-2rem))]">
            <SuggestionList
              id={list}
              found={found}
              active={active}
              onPoint={suggestions.setActive}
              onPick={(item) => onType(row.id, codeOf(item, found.q))}
              onChoose={suggestions.choose}
            />
          </div>
        </Suspense>
      )}
    </>
  )
}
