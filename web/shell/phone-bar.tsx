import { LayoutGrid, Menu, ShoppingCart, User } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link, NavLink } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { WaitingBadge } from '#web/app/visitor/account-menu.tsx'
import { useWaitingApprovals } from '#web/app/visitor/use-waiting-approvals.ts'
import { useOwnTexts } from '#web/app/visitor/own-texts.ts'
import { useLineCount } from '#web/cart/use-cart.ts'

const loadDrawers = () => import('./phone-drawers.ts')
const AccountDrawer = lazy(async () => ({ default: (await loadDrawers()).AccountDrawer }))
const CategoryDrawer = lazy(async () => ({ default: (await loadDrawers()).CategoryDrawer }))

const itemClasses =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-11 font-medium -outline-offset-2'
const linkClasses = ({ isActive }: { isActive: boolean }) =>
  classes(itemClasses, isActive ? 'text-brand-ink' : 'text-ink-2')

type BarButtonProps = { onClick(): void; icon: ReactNode; dataWay?: string; children: ReactNode }

function BarButton({ onClick, icon, dataWay, children }: BarButtonProps) {
  return (
    <button type="button" data-way={dataWay} onClick={onClick} className={classes(itemClasses, 'text-ink-2')}>
      {icon}
      {children}
    </button>
  )
}

/** The navigation bar at the bottom of phones. */
export function PhoneBar() {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const [drawer, setDrawer] = useState<'categories' | 'account' | null>(null)
  const count = useLineCount()
  const own = useOwnTexts()
  const mayFill = useMayFillCart()
  const { count: waiting } = useWaitingApprovals()
  return (
    <nav
      aria-label={t('shell.phoneBar')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      <div className="flex">
        <NavLink to={pages.home} end className={linkClasses}>
          <LayoutGrid size={20} aria-hidden="true" /> {t('shell.products')}
        </NavLink>
        <BarButton icon={<Menu size={20} aria-hidden="true" />} onClick={() => setDrawer('categories')}>
          {t('shell.categories')}
        </BarButton>
        {user?.role !== 'admin' && mayFill && (
          <NavLink to={pages.cart} className={linkClasses}>
            <span className="relative">
              <ShoppingCart size={20} aria-hidden="true" />
              <CountBadge count={count} text={own?.cartBadge} className="absolute -top-2 left-3" />
            </span>
            {t('cart.title')}
          </NavLink>
        )}
        <BarButton
          dataWay="language"
          icon={
            <span className="relative">
              <User size={20} aria-hidden="true" />
              <WaitingBadge count={waiting} />
            </span>
          }
          onClick={() => setDrawer('account')}
        >
          {t('shell.account')}
        </BarButton>
      </div>
      <Suspense fallback={null}>
        {drawer === 'categories' && <CategoryDrawer open onOpenChange={() => setDrawer(null)} />}
        {drawer === 'account' && <AccountDrawer open onOpenChange={() => setDrawer(null)} />}
      </Suspense>
    </nav>
  )
}

/** The cart icon at the top of phones. */
export function PhoneCartLink() {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const count = useLineCount()
  const own = useOwnTexts()
  const mayFill = useMayFillCart()
  if (user?.role === 'admin' || !mayFill) return null
  return (
    <Link to={pages.cart} className="relative flex size-11 items-center justify-center rounded-control">
      <ShoppingCart size={22} aria-hidden="true" />
      <span className="sr-only">{t('cart.title')}</span>
      <CountBadge count={count} text={own?.cartBadge} className="absolute top-0.5 right-0" />
    </Link>
  )
}
