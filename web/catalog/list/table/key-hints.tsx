import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Key } from './key.tsx'
import { isTyping } from '#web/catalog/search/typing.ts'

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** Keyboard shortcuts of the table; `?` shows all of them. */
export function KeyHints() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key === '?' && !isTyping(event.target)) setIsOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
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
      <button type="button" onClick={() => setIsOpen(true)} className="min-h-6 rounded-badge hover:underline">
        <Key>?</Key> {t('catalog.keys.all')}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
