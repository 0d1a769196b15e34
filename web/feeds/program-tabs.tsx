import { Link, useLocation } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

const tabs = [
  { page: pages.feeds, name: 'feeds' },
  { page: pages.dealerKeys, name: 'keys' },
]

/** The pages by which a dealer's programs get data and order. */
export function ProgramTabs() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('dealerKeys.tabs.label')} className="-mt-2 flex gap-5 border-b border-line">
      {tabs.map(({ page, name }) => (
        <Link
          key={page}
          to={page}
          aria-current={pathname === page ? 'page' : undefined}
          className={classes(
            'flex min-h-10 items-center border-b-2 text-13 font-medium max-sm:min-h-11 max-sm:text-14',
            pathname === page ? 'border-brand text-brand-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`dealerKeys.tabs.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
