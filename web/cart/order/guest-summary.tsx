import { LogIn } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import type { OpenedCart } from '#contract/shop/cart.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CarrierNote } from './carrier-note.tsx'
import { OffSaleNote } from '#web/cart/page/off-sale-note.tsx'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { PromotionRows } from '#web/cart/promotions/promotion-rows.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { CartRates } from '#web/cart/order/cart-rates.tsx'
import { useCart } from '#web/cart/use-cart.ts'

/** A guest's totals, if guests see prices, and the link to sign in, which keeps the cart. */
export function GuestSummary({ totals, carrier }: { totals: CartTotals; carrier: OpenedCart['carrier'] }) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const { promotions } = useCart()
  return (
    <section
      id="order-summary"
      tabIndex={-1}
      aria-labelledby="summary-title"
      className="outline-none border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border"
    >
      <h2 id="summary-title" className="text-16 font-semibold">
        {t('cart.summary.title')}
      </h2>
      {seesPrices && (
        <div className="mt-3">
          <TotalsList totals={totals}>
            <PromotionRows promotions={promotions} currency={totals.currency} />
          </TotalsList>
          <CartRates className="mt-2" />
        </div>
      )}
      <CarrierNote terms={carrier} totals={totals} promotions={promotions} className="mt-3" />
      <OffSaleNote isInCart className="mt-3" />
      <p className="mt-3 text-ink-2">{t(seesPrices ? 'checkout.guest.text' : 'checkout.guest.textWithPrices')}</p>
      <SignInToOrder className="mt-4 w-full max-sm:hidden" />
    </section>
  )
}

export function SignInToOrder({ className }: { className: string }) {
  const { t } = useTranslation()
  return (
    <Link to={loginPath(pages.cart)} className={buttonClasses('solid', 'lg', className)}>
      <LogIn size={16} aria-hidden="true" /> {t('checkout.guest.signIn')}
    </Link>
  )
}
