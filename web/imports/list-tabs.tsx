import { Link } from '#web/ui/link.tsx'
import { classes } from '#web/ui/classes.ts'

type Props<Tab extends string> = {
  label: string
  tabs: readonly { tab: Tab; title: string }[]
  current: Tab
  to(tab: Tab): string
}

/** Links to the lists of an import; the list changes below them without scrolling. */
export function ListTabs<Tab extends string>({ label, tabs, current, to }: Props<Tab>) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {tabs.map(({ tab, title }) => (
        <Link
          key={tab}
          to={to(tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
          className={classes(
            'inline-flex min-h-8 items-center rounded-control px-2.5 text-13 font-medium hover:bg-hover pointer-coarse:min-h-11',
            tab === current && 'bg-brand-soft text-brand-ink hover:bg-brand-soft',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
