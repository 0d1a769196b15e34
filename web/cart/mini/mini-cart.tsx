import { ShoppingCart } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { useOwnTexts } from '#web/app/visitor/own-texts.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { Price } from '#web/app/price.tsx'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { useCart, useHasCart, useLineCount } from '#web/cart/use-cart.ts'

const MiniCartLines = lazy(async () => ({ default: (await import('./mini-cart-lines.tsx')).MiniCartLines }))

/**
 * The cart in the header. Guests see a link to sign in, below their lines if the store allows guest carts;
 * administrators have no cart.
 */
export function MiniCart() {
  const { user } = useVisitor()
  const hasCart = useHasCart()
  const mayFill = useMayFillCart()
  if (user?.role === 'admin' || !mayFill) return null
  return hasCart ? <OwnCart /> : <GuestCart />
}

const trigger =
  'flex h-11 shrink-0 items-center gap-3 rounded-control border border-line-2 px-3 text-left hover:bg-hover aria-expanded:bg-hover'

function GuestCart() {
  const { t } = useTranslation()
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
      <p className="mb-3 text-ink-2">{t('cart.mini.guest')}</p>
      <SignInLink variant="solid" onLeave={() => setOpen(false)} />
    </Popover>
  )
}

function SignInLink({ variant, onLeave }: { variant: 'solid' | 'outline'; onLeave(): void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <Link to={loginPath(`${pathname}${search}`)} onClick={onLeave} className={buttonClasses(variant, 'card', 'w-full')}>
      {t('cart.mini.signIn')}
    </Link>
  )
}

function OwnCart() {
  const { t } = useTranslation()
  const { user, seesPrices } = useVisitor()
  const count = useLineCount()
  const own = useOwnTexts()
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
              {own?.cartLines ?? t('cart.lines', { count })}
              {showsTotal && ` · ${t('cart.withTax')}`}
            </span>
          </span>
        </>
      }
    >
      <Suspense fallback={<span className="block h-24" />}>
        {isOpen && <MiniCartLines onLeave={() => setOpen(false)} />}
      </Suspense>
      {(count > 0 || user === null) && (
        <div className="space-y-3 border-t border-line p-3">
          {count > 0 && (
            <Link to={pages.cart} onClick={() => setOpen(false)} className={buttonClasses('solid', 'lg', 'w-full')}>
              {t('cart.goToCart')}
            </Link>
          )}
          {user === null && <SignInLink variant={count > 0 ? 'outline' : 'solid'} onLeave={() => setOpen(false)} />}
        </div>
      )}
    </Popover>
  )
}
