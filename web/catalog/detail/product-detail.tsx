import '#web/app/page-words.ts'
import { ProductDocuments } from '#web/announcements/product-documents.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { pages } from '#contract/core/pages.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CampaignBadge, ProductCampaign } from '#web/campaigns/product-campaign.tsx'
import { SeenBefore } from '#web/lists/seen-strip.tsx'
import { TogetherOfProduct } from '#web/lists/together-strip.tsx'
import { ProductPromotions } from '#web/promotions/product-promotions.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { BuyBox } from '#web/catalog/detail/buy/buy-box.tsx'
import { EquivalentList } from './equivalent-list.tsx'
import { PlanTable } from '#web/catalog/detail/buy/plan-table.tsx'
import { shownCodeOf } from '#web/product/product-code.ts'
import { ProductComparison } from './product-comparison.tsx'
import { ProductCodes } from './product-codes.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductHeading } from './product-heading.tsx'
import { ProductTexts } from './product-texts.tsx'
import { RelatedProducts } from './related-products.tsx'
import { useBuying } from '#web/catalog/detail/buy/use-buying.ts'
import { useVariantChoice } from '#web/catalog/detail/buy/use-variant-choice.ts'
import { VariantPicker } from '#web/catalog/detail/buy/variant-picker.tsx'
import { VariantSection } from '#web/catalog/detail/variants/variant-section.tsx'
import { WarehouseStock } from './warehouse-stock.tsx'

/** A band of the page on phones; from 1024 px the bands form three columns. */
const band = 'max-lg:-mx-4 max-lg:border-b max-lg:bg-surface max-lg:px-4 max-lg:py-4 sm:max-lg:-mx-6 sm:max-lg:px-6'
const column = 'max-lg:contents'

/** One product. On phones the columns dissolve into one, in the order of a purchase. */
export function ProductDetailPage({ product }: { product: ProductDetail }) {
  const choice = useVariantChoice(product)
  // While a variant is missing, the button asks for it, whichever variant the page showed before.
  const shownProduct: ProductDetail = choice.isIncomplete ? { ...product, varyantx: 0 } : product
  const buying = useBuying(shownProduct)
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const crumbs = [
    { name: t('catalog.home'), url: pages.home },
    ...product.breadcrumbs,
    { name: shownCodeOf(product, settings), url: product.url },
  ]
  return (
    <div className="page-width pb-8">
      <ProductHead product={product} />
      <div className="max-lg:hidden">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <div className="flex flex-col lg:grid lg:grid-cols-[23.5rem_minmax(0,1fr)_21.75rem] lg:items-start lg:gap-7">
        <div className={`${column} lg:grid lg:gap-5`}>
          <ProductGallery product={product} className="max-lg:-mx-4 max-lg:bg-surface sm:max-lg:-mx-6" />
          <WarehouseStock
            product={product}
            className={`${band} max-lg:order-6 max-lg:mt-2.5 lg:rounded-panel lg:border lg:bg-surface lg:px-3.5 lg:pt-3 lg:pb-1`}
          />
        </div>
        <div className={`${column} lg:grid lg:gap-5`}>
          <div className={`${band} max-lg:order-1 max-lg:border-b-0 max-lg:pb-0!`}>
            <ProductHeading product={product} />
            <CampaignBadge campaign={product.campaign} />
            <ProductPromotions promotions={product.promotions} />
            <ProductCodes product={product} unit={buying.unit} />
          </div>
          <VariantPicker
            product={product}
            choice={choice}
            className={`${band} max-lg:order-3 max-lg:mt-2.5 lg:rounded-panel lg:border lg:bg-surface lg:p-3.5`}
          />
          <PlanTable product={product} unit={buying.unit} className={`${band} max-lg:order-5 max-lg:mt-2.5`} />
          <ProductComparison
            product={shownProduct}
            buying={buying}
            className={`${band} max-lg:order-5 max-lg:mt-2.5 lg:rounded-panel lg:border lg:bg-surface lg:px-3.5 lg:py-1.5`}
          />
        </div>
        <BuyBox product={shownProduct} buying={buying} isSwapping={choice.isSwapping} band={band} />
      </div>
      <VariantSection
        product={product}
        className="mt-8 scroll-mt-4 rounded-panel border bg-surface max-lg:-mx-4 max-lg:mt-2.5 max-lg:rounded-none max-lg:border-x-0 sm:max-lg:-mx-6"
      />
      <div className="mt-8 grid gap-7 lg:grid-cols-[minmax(0,1fr)_21.75rem] lg:items-start">
        <div className="grid min-w-0 gap-7">
          <EquivalentList products={product.equivalents} />
          <ProductTexts product={product} part="description" />
        </div>
        <ProductTexts product={product} part="attributes" />
        <ProductDocuments productId={product.id} />
      </div>
      <ProductCampaign campaign={product.campaign} />
      <TogetherOfProduct productId={product.id} className="mt-8" />
      <RelatedProducts product={product} />
      <SeenBefore productId={product.id} className="mt-8" />
    </div>
  )
}
