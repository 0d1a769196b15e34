import { Link } from '#web/ui/link.tsx'
import type { CampaignProduct } from '#contract/shop/campaigns.ts'
import { slideImage } from '#domain/pricing/campaign.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { campaignPrices } from './campaign-prices.ts'

type CampaignCardProps = { product: CampaignProduct; at: number; count: number }

/** One slide, linked to its product. Every part has a fixed height, so that slides align. */
export function CampaignCard({ product, at, count }: CampaignCardProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const code = settings.stockNumberType === 'Barcode' ? (product.barcode ?? product.code) : product.code
  return (
    <div
      role="group"
      aria-roledescription={t('campaigns.slide')}
      aria-label={t('campaigns.slideOf', { at, count })}
      className="relative flex min-w-0 snap-start flex-col overflow-hidden rounded-panel border bg-surface"
    >
      <ProductImage
        src={product.image}
        alt=""
        width={slideImage.width}
        height={slideImage.height}
        className="aspect-[280/413] h-auto w-full border-b bg-tile p-3"
      />
      <div className="px-2.5 py-2">
        <ProductCode code={code} className="block h-5 truncate text-ink-2" />
        <h3 className="text-13">
          <Link to={product.url} title={product.name} className="card-title">
            {product.name}
          </Link>
        </h3>
        <CampaignPrice product={product} />
      </div>
    </div>
  )
}

function CampaignPrice({ product }: { product: CampaignProduct }) {
  const { t, formatMoney } = useTranslation()
  const view = usePriceView()
  const prices = campaignPrices(product, view, { formatMoney })
  if (prices.kind === 'hidden') return null
  if (prices.kind === 'ask')
    return <p className="mt-1 flex h-10 items-center text-13 text-ink-2">{t('product.askPrice')}</p>
  return (
    <div className="mt-1 h-10">
      <p className="h-4 text-12 leading-4">
        {prices.list === null ? null : (
          <s className="text-ink-3">
            <span className="sr-only">{t('catalog.listPrice')} </span>
            {prices.list}
          </s>
        )}
      </p>
      <p className="flex h-6 flex-wrap items-baseline gap-x-1.5 overflow-hidden leading-6">
        <span className="text-16 leading-6 font-semibold whitespace-nowrap">
          {prices.sale}
          {product.isFromPrice ? <span className="text-12 font-normal text-ink-2">{t('catalog.from')}</span> : null}
        </span>
        <span className="text-12 leading-6 text-ink-2">
          {t(view.withTax ? 'catalog.taxIncluded' : 'catalog.taxExcluded')}
        </span>
      </p>
    </div>
  )
}
