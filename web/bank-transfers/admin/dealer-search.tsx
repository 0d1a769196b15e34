import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { findTransferDealers } from '#contract/admin/bank-lines.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { suggestionId } from '#web/product/use-suggestions.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { FoundDealer } from './use-split.ts'

/** Debounce of the search, in milliseconds. */
const debounce = 200

const box = 'mt-1 rounded-control border border-line'

/** The focus stays in the field, so the active dealer has to be scrolled into view. */
function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/** Finds a dealer by code or name; the arrow keys move through those found, Enter chooses. */
export function DealerSearch({ onChoose }: { onChoose(dealer: FoundDealer): void }) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const list = useId()
  const [active, setActive] = useState(-1)
  const [found, setFound] = useState<{ q: string; items: readonly FoundDealer[] } | null>(null)
  const text = (name: string) => t(`administration.bankLines.split.${name}`)
  useEffect(() => {
    if (q.trim() === '') return
    const controller = new AbortController()
    const search = async () => {
      try {
        const { items } = await call(findTransferDealers, { query: { q } }, { signal: controller.signal })
        setFound({ q, items })
        setActive(-1)
      } catch (error) {
        if (!controller.signal.aborted && !(error instanceof CallError)) throw error
      }
    }
    const timer = setTimeout(() => void search(), debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])
  const isShown = found !== null && q.trim() !== ''
  const items = isShown ? found.items : []
  function onKeyDown(event: KeyboardEvent): void {
    const dealer = items[active]
    if (event.key === 'ArrowDown') setActive(active + 1 < items.length ? active + 1 : 0)
    else if (event.key === 'ArrowUp') setActive(active > 0 ? active - 1 : items.length - 1)
    else if (event.key === 'Enter' && dealer !== undefined) onChoose(dealer)
    else return
    event.preventDefault()
  }
  return (
    <div className="min-w-0 flex-1">
      <TextField
        label={text('dealer')}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? list : undefined}
        aria-activedescendant={active >= 0 && items.length > 0 ? suggestionId(list, active) : undefined}
        autoComplete="off"
        maxLength={100}
        placeholder={text('dealerHint')}
        value={q}
        onChange={({ target }) => {
          setQ(target.value)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && items.length === 0 && (
        <p role="status" className={classes(box, 'px-2.5 py-2 text-13 text-ink-2')}>
          {text('none')}
        </p>
      )}
      {items.length > 0 && (
        <div
          id={list}
          role="listbox"
          aria-label={text('dealer')}
          className={classes(box, 'max-h-60 divide-y divide-line overflow-y-auto')}
        >
          {items.map((dealer, index) => (
            <button
              key={dealer.id}
              id={suggestionId(list, index)}
              type="button"
              role="option"
              aria-selected={index === active}
              ref={index === active ? scrollIntoView : undefined}
              tabIndex={-1}
              className={classes(
                'block w-full px-2.5 py-2 text-left text-13 hover:bg-hover pointer-coarse:min-h-11',
                index === active && 'bg-brand-soft',
              )}
              onClick={() => onChoose(dealer)}
            >
              <span className="font-medium">{dealer.name}</span>{' '}
              <span className="text-12 text-ink-2">{dealer.code}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
