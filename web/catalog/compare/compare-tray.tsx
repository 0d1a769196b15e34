import '#web/app/page-words.ts'
import { Scale, X } from 'lucide-react'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '#web/ui/link.tsx'
import { comparisonPath } from '#contract/core/comparison-path.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { setCompared, useCompared } from './compared.ts'

/** The buttons of the page, of which the first renders the tray: a list has none of its own until something is chosen. */
let buttons: readonly string[] = []
const listeners = new Set<() => void>()

function setButtons(next: readonly string[]): void {
  buttons = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What has been chosen to compare, at the bottom of a list; once on a page, however many are rendered. */
export function CompareTray() {
  const { t, formatQuantity } = useTranslation()
  const id = useId()
  const ids = useCompared()
  useEffect(() => {
    setButtons([...buttons, id])
    return () => setButtons(buttons.filter((other) => other !== id))
  }, [id])
  const isFirst = useSyncExternalStore(
    subscribe,
    () => buttons[0] === id,
    () => false,
  )
  if (!isFirst || ids.length === 0) return null
  return createPortal(
    <section
      aria-label={t('compare.title')}
      className="fixed right-4 bottom-4 z-20 flex items-center gap-2 rounded-panel border border-line bg-raised py-2 pr-2 pl-3 text-13 whitespace-nowrap shadow-float max-sm:hidden"
    >
      <Scale size={16} aria-hidden="true" className="text-ink-2" />
      <span role="status">{t('compare.chosen', { count: ids.length, number: formatQuantity(ids.length) })}</span>
      <Link to={comparisonPath(ids)} className={buttonClasses('solid', 'sm')}>
        {t('compare.open')}
      </Link>
      <IconButton label={t('compare.clear')} onClick={() => setCompared([])}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </section>,
    document.body,
  )
}
