import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { ProductDetail, Unit } from '#contract/shop/product.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { Discount } from '#web/catalog/price/discount.tsx'
import { pricesOf } from '#web/catalog/price/shown-prices.ts'
import { usePriceVisitor } from '#web/catalog/price/use-price-visitor.ts'
import { useProductDialog } from '#web/catalog/detail/open-dialog.tsx'
import { chargedPrice } from '#web/product/charged-price.ts'
import { PriceTiers } from './price-tiers.tsx'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'
import { otherBaseUnit } from '#web/catalog/list/stock-button.tsx'

type DetailPriceProps = { product: ProductDetail; unit: Unit | undefined; quantity: number }

/** List price, discount and stock; the price that the cart charges, its unit and plan; price with and without tax. */
export function DetailPrice({ product, unit, quantity }: DetailPriceProps) {
  const visitor = usePriceVisitor()
  const view = usePriceView()
  const { t } = useTranslation()
  const prices = pricesOf(product, unit, view, visitor)
  const shown = prices.kind === 'shown' ? prices : null
  return (
    <>
      <div className="flex min-h-6 items-center gap-2 empty:hidden">
        {shown?.list ? (
          <s className="text-14 text-ink-3">
            <span className="sr-only">{t('catalog.listPrice')} </span>
            {shown.list}
          </s>
        ) : null}
        {shown?.discount ? <Discount percent={shown.discount} /> : null}
        <StockBadge product={product} unit={otherBaseUnit(product, unit)} className="ml-auto" />
      </div>
      {shown === null ? (
        <NoPrice isHidden={prices.kind === 'hidden'} path={product.url} />
      ) : (
        <>
          <p className="mt-0.5 flex items-baseline gap-2">
            <span className="text-28 font-semibold">
              {shown.price}
              {product.isFromPrice ? <span className="text-14 font-normal text-ink-2">{t('catalog.from')}</span> : null}
            </span>
            {unit === undefined ? null : <span className="text-14 text-ink-2">/ {unit.value}</span>}
            {shown.planName === null ? null : (
              <span className="ml-auto self-center text-13 text-ink-2">{shown.planName}</span>
            )}
          </p>
          <TaxLine product={product} unit={unit} />
          <PriceTiers product={product} unit={unit} />
          <WhyPrice product={product} unit={unit} quantity={quantity} />
        </>
      )}
    </>
  )
}

/** Opens how the price of the chosen quantity comes about. */
function WhyPrice({ product, unit, quantity }: DetailPriceProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const { show, dialog } = useProductDialog(product, unit, quantity)
  if (settings.showPriceReasons !== '1' || product.isFromPrice || product.varyantx === 0) return null
  return (
    <>
      <button
        type="button"
        onClick={() => show('price')}
        className="tap mt-1 flex min-h-6 items-center text-13 text-ink-2 underline decoration-dotted underline-offset-3 hover:text-ink"
      >
        {t('priceReasons.title')}
      </button>
      {dialog}
    </>
  )
}

/** The price with and without tax, the one on display first. */
function TaxLine({ product, unit }: { product: ProductDetail; unit: Unit | undefined }) {
  const { t, formatMoney } = useTranslation()
  const view = usePriceView()
  const price =
    (product.isFromPrice || !unit ? undefined : chargedPrice(unit)) ?? product.cartPrice ?? product.salePrice
  if (price === undefined) return null
  const { taxRate } = product
  const other = formatMoney(shownPrice(price, { ...view, withTax: !view.withTax }, { taxRate }), view.currency)
  return (
    <p className="text-13 text-ink-2">
      {t(view.withTax ? 'product.taxIncluded' : 'product.taxExcluded', {
        rate: t('catalog.percent', { value: taxRate }),
      })}
      {' · '}
      {t(view.withTax ? 'product.withoutTax' : 'product.withTax', { amount: other })}
    </p>
  )
}

function NoPrice({ isHidden, path }: { isHidden: boolean; path: string }) {
  const { t } = useTranslation()
  const { user, settings } = useVisitor()
  if (!isHidden) {
    return (
      <div className="min-h-14 py-1">
        <p className="text-16 font-semibold">{t('product.askPrice')}</p>
        {settings.storePhone === '' ? null : (
          <a
            href={`tel:${settings.storePhone.replace(/[^\d+]/g, '')}`}
            className="inline-block py-1 text-13 text-brand-ink hover:underline"
          >
            {settings.storePhone}
          </a>
        )}
      </div>
    )
  }
  if (user !== null) return <p className="py-2 text-14 text-ink-2">{t('catalog.priceHidden')}</p>
  return (
    <p className="py-2">
      <Link to={loginPath(path)} className="inline-block py-1 text-14 font-semibold text-brand-ink hover:underline">
        {t('catalog.signInForPrice')}
      </Link>
    </p>
  )
}
