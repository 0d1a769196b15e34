import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { Product, Unit } from '#contract/shop/product.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { classes } from '#web/ui/classes.ts'
import { Discount } from './discount.tsx'
import { pricesOf } from './shown-prices.ts'
import { usePriceVisitor } from './use-price-visitor.ts'

/** Two lines; in narrow cards a third one for the plan price, whether the product has one or not. */
export const blockHeight = (hasPlans: boolean) => (hasPlans ? 'h-10.5 @max-[17rem]:h-15' : 'h-10.5')

/** Replaces a hidden price, at the same height, with a link to see it. */
function PriceHidden() {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { pathname, search } = useLocation()
  if (user !== null) return <p className="flex h-10.5 items-center text-13 text-ink-2">{t('catalog.priceHidden')}</p>
  return (
    <p className="flex h-10.5 items-center text-13">
      <Link to={loginPath(`${pathname}${search}`)} className="py-1 font-medium text-brand-ink hover:underline">
        {t('catalog.signInForPrice')}
      </Link>
    </p>
  )
}

type PriceBlockProps = { product: Product; unit: Unit | undefined; onShowPlans(): void }

/**
 * Struck list price, discount and plan; below them the price that the cart charges, its unit and its tax. The same
 * height in all cards.
 */
export function PriceBlock({ product, unit, onShowPlans }: PriceBlockProps) {
  const { t } = useTranslation()
  const visitor = usePriceVisitor()
  const view = usePriceView()
  const prices = pricesOf(product, unit, view, visitor)
  if (prices.kind === 'hidden') return <PriceHidden />
  const height = blockHeight(visitor.settings.showPaymentPlanPrice === '1')
  if (prices.kind === 'ask')
    return <p className={classes(height, 'flex items-center text-13 text-ink-2')}>{t('catalog.askPriceHint')}</p>
  return (
    <div className={classes(height, 'flex flex-col')}>
      <div className="flex h-4.5 items-center gap-1.5 text-12 @max-[17rem]:contents">
        <span className="flex h-4.5 items-center gap-1.5 empty:hidden">
          {prices.list === null ? null : (
            <s className="text-ink-3">
              <span className="sr-only">{t('catalog.listPrice')} </span>
              {prices.list}
            </s>
          )}
          {prices.discount === null ? null : <Discount percent={prices.discount} />}
        </span>
        {prices.plans.length === 0 ? null : (
          <button
            type="button"
            onClick={onShowPlans}
            title={t('catalog.priceInfo')}
            className="-my-1 ml-auto flex min-h-6 items-center whitespace-nowrap @max-[17rem]:order-1 @max-[17rem]:ml-0 @max-[17rem]:self-start gap-1 rounded-badge text-ink-2 hover:underline pointer-coarse:-my-3.5 pointer-coarse:min-h-11"
          >
            <span>{prices.planName ?? t('catalog.priceInfo')}</span>
          </button>
        )}
      </div>
      <div className="flex h-6 items-baseline gap-1.5">
        <span className="text-18 font-semibold whitespace-nowrap">
          {prices.price}
          {product.isFromPrice ? <span className="text-12 font-normal text-ink-2">{t('catalog.from')}</span> : null}
        </span>
        {unit === undefined ? null : <span className="truncate text-12 text-ink-2">/ {unit.value}</span>}
        <span className="ml-auto text-12 whitespace-nowrap text-ink-2 @max-[13.5rem]:hidden">
          {t(view.withTax ? 'catalog.taxIncluded' : 'catalog.taxExcluded')}
        </span>
      </div>
    </div>
  )
}
