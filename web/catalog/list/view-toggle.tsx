import { LayoutGrid, List } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { ProductList } from '#contract/shop/catalog.ts'
import { saveChoice } from '#contract/core/visitor.ts'
import { call } from '#web/app/data/call.ts'
import { classes } from '#web/ui/classes.ts'
import { withChoice } from '#web/app/list-address.ts'
import { useListAddress } from './use-list-address.ts'

const icons = { grid: LayoutGrid, list: List }

/** Grid or list: part of the address, and stored as the visitor's choice. */
export function ViewToggle({ list, className }: { list: ProductList; className?: string }) {
  const { t } = useTranslation()
  const address = useListAddress()

  function store(value: 'grid' | 'list'): void {
    // The address already shows the choice; a failure to store it matters on the next visit only.
    call(saveChoice, { body: { key: 'productListView', value } }).catch((error: unknown) =>
      console.error('Fetch failed', error),
    )
  }
  return (
    <nav
      aria-label={t('catalog.view.label')}
      className={classes('inline-flex rounded-control border border-line-2 bg-surface', className)}
    >
      {(['grid', 'list'] as const).map((view) => {
        const Icon = icons[view]
        return (
          <Link
            key={view}
            to={address.to(withChoice(address.search, 'view', view))}
            preventScrollReset
            rel="nofollow"
            aria-label={t(`catalog.view.${view}`)}
            title={t(`catalog.view.${view}`)}
            aria-current={list.view === view ? 'true' : undefined}
            onClick={() => store(view)}
            className={classes(
              'flex h-7.5 w-9 items-center justify-center rounded-[5px] text-ink-2 hover:bg-hover aria-[current]:bg-brand-soft',
              'aria-[current]:text-brand-ink pointer-coarse:h-11 pointer-coarse:w-11',
            )}
          >
            <Icon size={16} aria-hidden="true" />
          </Link>
        )
      })}
    </nav>
  )
}
