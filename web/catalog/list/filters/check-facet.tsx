import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { fold } from '#domain/text/text.ts'

export type FacetOption = { value: string; name: string; count: number | null; isChecked: boolean }

type CheckFacetProps = {
  options: readonly FacetOption[]
  onToggle(value: string): void
  /** Placeholder and name of the search within the options; without it there is no search. */
  searchLabel?: string
}

/** Number of options before "more" is pressed. */
const initialCount = 8

/** Checkboxes with counts; long lists can be searched and expanded. */
export function CheckFacet({ options, onToggle, searchLabel }: CheckFacetProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const query = fold(typed.trim())
  const found = query === '' ? options : options.filter((option) => fold(option.name).includes(query))
  const shown = isOpen || query !== '' ? found : found.filter((option, at) => at < initialCount || option.isChecked)
  return (
    <>
      {searchLabel !== undefined && options.length > initialCount ? (
        <label className="field mb-1.5 flex h-7 items-center gap-2 px-2 max-sm:h-11">
          <Search size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
          <input
            type="search"
            value={typed}
            aria-label={searchLabel}
            placeholder={searchLabel}
            onChange={(event) => setTyped(event.target.value)}
            className="w-full min-w-0 bg-transparent text-13 outline-none max-sm:text-16"
          />
        </label>
      ) : null}
      <ul className={isOpen ? 'max-h-90 overflow-y-auto' : undefined}>
        {shown.map((option) => (
          <li key={option.value}>
            <CheckOption option={option} onToggle={onToggle} />
          </li>
        ))}
      </ul>
      {shown.length < found.length ? (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="mt-1 min-h-6 text-13 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
        >
          {t('catalog.filters.more', { count: found.length - shown.length })}
        </button>
      ) : null}
      {found.length === 0 ? <p className="py-1 text-13 text-ink-3">{t('catalog.filters.none')}</p> : null}
    </>
  )
}

export function CheckOption({ option, onToggle }: { option: FacetOption; onToggle(value: string): void }) {
  const { formatQuantity } = useTranslation()
  return (
    <label className="flex min-h-7 items-center gap-2 text-13 pointer-coarse:min-h-11">
      <span className="relative flex size-4 shrink-0">
        <input
          type="checkbox"
          checked={option.isChecked}
          onChange={() => onToggle(option.value)}
          className="peer size-4 cursor-pointer appearance-none rounded-badge border border-line-input bg-surface checked:border-brand checked:bg-brand"
        />
        <Check
          size={12}
          strokeWidth={3}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto text-on-brand opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0 flex-1 truncate" title={option.name}>
        {option.name}
      </span>
      {option.count === null ? null : <span className="text-12 text-ink-3">{formatQuantity(option.count)}</span>}
    </label>
  )
}
