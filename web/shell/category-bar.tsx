import { ClipboardList, FileText, List, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { NavLink } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { usesCart } from '#domain/people/uses-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { CategoryMenu } from './category-menu.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Takes the links below the first row out of the Tab order: the focus would scroll them into view. */
function skipHidden(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined
  const observer = new ResizeObserver(() => {
    const { bottom } = list.getBoundingClientRect()
    for (const item of list.children) item.toggleAttribute('inert', item.getBoundingClientRect().top >= bottom)
  })
  observer.observe(list)
  return () => observer.disconnect()
}

export function CategoryBar() {
  const { t } = useTranslation()
  const { categories, hasCampaigns, user } = useVisitor()
  if (categories.length === 0 && !hasCampaigns && user === null) return null
  return (
    <nav aria-label={t('shell.categories')} className="page-width flex h-10 items-center gap-4 text-13 max-sm:hidden">
      {categories.length > 0 && <CategoryMenu />}
      {/* As many as fit; the menu before them has all. */}
      <ul ref={skipHidden} className="flex h-10 min-w-0 flex-wrap gap-x-1 overflow-hidden">
        {categories.map((category) => (
          <li key={category.id} className="shrink-0">
            <NavLink
              to={category.url}
              className={({ isActive }) =>
                classes(
                  'category-link',
                  isActive ? 'border-brand-ink text-brand-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )
              }
            >
              {category.name}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className="ml-auto flex shrink-0 items-center gap-5">
        {hasCampaigns && <BarLink to={pages.campaigns} icon={<Tag size={15} />} name={t('campaigns.title')} />}
        {user?.role === 'dealer' && (
          <>
            {usesCart(user.permissions) && (
              <BarLink isWide to={pages.orderPad} icon={<List size={15} />} name={t('shell.orderPad')} />
            )}
            <BarLink isWide to={pages.orders} icon={<ClipboardList size={15} />} name={t('shell.orders')} />
            {user.permissions.includes('offers') && (
              <BarLink isWide to={pages.offers} icon={<FileText size={15} />} name={t('account.links.offers')} />
            )}
          </>
        )}
      </div>
    </nav>
  )
}

/** `isWide`: shown only in wide windows; the account menu always has it. */
function BarLink({ to, icon, name, isWide = false }: { to: string; icon: ReactNode; name: string; isWide?: boolean }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classes(
          'flex h-10 items-center gap-1.5 font-medium [&_svg]:shrink-0',
          isWide && 'max-xl:hidden',
          isActive ? 'text-brand-ink' : 'text-ink-2 hover:text-ink',
        )
      }
    >
      {icon} {name}
    </NavLink>
  )
}
