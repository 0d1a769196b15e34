import { adminMissedSearchesPath, adminSearchRulesPath } from '#contract/core/admin-pages.ts'
import { useLocation } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

const tabs = [
  { page: adminSearchRulesPath, name: 'rules' },
  { page: adminMissedSearchesPath, name: 'missed' },
]

/** The two pages of the administration of searches. */
export function SearchTabs() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('administration.searchRules.tabs.label')} className="-mt-2 flex gap-5 border-b border-line">
      {tabs.map(({ page, name }) => (
        <AreaLink
          key={page}
          to={page}
          aria-current={pathname === page ? 'page' : undefined}
          className={classes(
            'flex min-h-10 items-center border-b-2 text-13 font-medium max-sm:min-h-11 max-sm:text-14',
            pathname === page ? 'border-brand text-brand-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`administration.searchRules.tabs.${name}`)}
        </AreaLink>
      ))}
    </nav>
  )
}
