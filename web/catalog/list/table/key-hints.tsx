import { useTranslation } from '#web/ui/translation.ts'
import { showKeys } from '#web/app/keys-host.tsx'
import { Key } from '#web/ui/key.tsx'

/** Keyboard shortcuts of the table; `?` shows all of them. */
export function KeyHints() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        <Key>/</Key> {t('catalog.keys.search')}
      </span>
      <span>
        <Key>↑</Key> <Key>↓</Key> {t('catalog.keys.row')}
      </span>
      <span>
        <Key>Enter</Key> {t('catalog.keys.add')}
      </span>
      <button type="button" onClick={showKeys} className="min-h-6 rounded-badge hover:underline">
        <Key>?</Key> {t('catalog.keys.all')}
      </button>
    </div>
  )
}
