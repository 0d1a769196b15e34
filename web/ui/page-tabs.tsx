import { useLocation } from 'react-router'
import { Link } from './link.tsx'
import { classes } from './classes.ts'

type PageTabsProps = { label: string; tabs: readonly { page: string; label: string }[] }

/** Links between pages that belong together, with the one that is open marked. */
export function PageTabs({ label: name, tabs }: PageTabsProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={name} className="-mt-2 flex gap-5 border-b border-line">
      {tabs.map(({ page, label }) => (
        <Link
          key={page}
          to={page}
          aria-current={pathname === page ? 'page' : undefined}
          className={classes(
            'flex min-h-10 items-center border-b-2 text-13 font-medium max-sm:min-h-11 max-sm:text-14',
            pathname === page ? 'border-brand text-brand-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
