import { ShoppingCart } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link, useLocation } from 'react-router'
import { pages } from '#contract/pages.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Price } from '#web/app/price.tsx'
import { loginPath } from './sign-in-first.ts'
import { useCart } from './use-cart.ts'
import { useLineCount } from './use-line-count.ts'

const MiniCartLines = lazy(async () => ({ default: (await import('./mini-cart-lines.tsx')).MiniCartLines }))

/** The cart in the header: guests are led to sign in; administrators have none. */
export function MiniCart() {
  const { user } = useVisitor()
  if (user?.role === 'admin') return null
  return user === null ? <GuestCart /> : <DealerCart />
}

const trigger =
  'flex h-11 shrink-0 items-center gap-3 rounded-control border border-line-2 px-3 text-left hover:bg-hover aria-expanded:bg-hover'

function GuestCart() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t('cart.title')}
      className="w-80 p-4"
      triggerClassName={trigger}
      trigger={
        <>
          <ShoppingCart size={20} aria-hidden="true" className="text-ink-2" />
          <span className="text-13 font-semibold max-lg:sr-only">{t('cart.title')}</span>
        </>
      }
    >
      <p className="text-ink-2">{t('cart.mini.guest')}</p>
      <Link
        to={loginPath(`${pathname}${search}`)}
        onClick={() => setOpen(false)}
        className={buttonClasses('solid', 'card', 'mt-3 w-full')}
      >
        {t('cart.mini.signIn')}
      </Link>
    </Popover>
  )
}

function DealerCart() {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const count = useLineCount()
  const { totals, isLoaded } = useCart()
  const [isOpen, setOpen] = useState(false)
  const showsTotal = isLoaded && seesPrices && count > 0 && !totals.total.isZero()
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t('cart.title')}
      className="w-100 max-w-[calc(100vw-2rem)]"
      triggerClassName={`${trigger} lg:min-w-43`}
      trigger={
        <>
          <ShoppingCart size={20} aria-hidden="true" className="text-ink-2" />
          <span>
            <span className="block text-13 font-semibold">
              {showsTotal ? <Price value={totals.total} currency={totals.currency} /> : t('cart.title')}
            </span>
            <span className="block text-12 text-ink-2">
              {t('cart.lines', { count })}
              {showsTotal && ` · ${t('cart.withTax')}`}
            </span>
          </span>
        </>
      }
    >
      <Suspense fallback={<span className="block h-24" />}>
        {isOpen && <MiniCartLines onLeave={() => setOpen(false)} />}
      </Suspense>
      {count > 0 && (
        <div className="border-t border-line p-3">
          <Link to={pages.cart} onClick={() => setOpen(false)} className={buttonClasses('solid', 'lg', 'w-full')}>
            {t('cart.goToCart')}
          </Link>
        </div>
      )}
    </Popover>
  )
}
