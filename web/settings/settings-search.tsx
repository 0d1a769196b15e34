import { Search, X } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'

type SettingsSearchProps = { search: string; found: number; onChange(search: string): void }

export function SettingsSearch({ search, found, onChange }: SettingsSearchProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <div role="search" className="relative">
      <Search size={16} aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-2" />
      <input
        type="text"
        enterKeyHint="search"
        aria-label={t('settings.screen.search')}
        placeholder={t('settings.screen.search')}
        maxLength={100}
        value={search}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="field h-10 w-full pr-44 pl-9 max-sm:h-11 max-sm:pr-12"
      />
      <div className="absolute inset-y-0 right-1 flex items-center gap-1">
        <span role="status" className="text-12 text-ink-2 max-sm:sr-only">
          {search.trim() !== '' && t('settings.screen.found', { count: found, number: formatQuantity(found) })}
        </span>
        {search !== '' && (
          <button
            type="button"
            aria-label={t('settings.screen.clearSearch')}
            onClick={() => onChange('')}
            className="flex size-9 items-center justify-center rounded-control text-ink-2 hover:bg-hover"
          >
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}
