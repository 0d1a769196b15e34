import { useContext } from 'react'
import { beginsWithName } from '#domain/text/text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { type ImageBox, sizedImage } from '#contract/core/image-sizes.ts'
import { pages } from '#contract/core/pages.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { JsonLd } from '#web/app/page/json-ld.tsx'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { crumbsData } from '#web/product/crumbs-data.ts'
import { productData } from './structured-data.ts'

/** Size of the image in link previews. */
const shared: ImageBox = [800, 600]

/** Metadata for search engines and link previews: the product's own texts, or texts made from name, brand and code. */
export function ProductHead({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const { publicUrl } = useContext(PageFrame)
  const { seesStock, settings } = useVisitor()
  const view = usePriceView()
  const { code, brand, model, breadcrumbs } = product
  const hasBrand = brand === null || beginsWithName(product.name, brand.name)
  const name = hasBrand ? product.name : `${brand.name} ${product.name}`
  const words = [code, product.name, brand?.name, model?.name, ...breadcrumbs.map(({ name }) => name)]
  const crumbs = [
    { name: t('catalog.home'), url: pages.home },
    ...breadcrumbs,
    { name: product.name, url: product.url },
  ]
  const viewer = { publicUrl, view, seesStock, stockInfoStatus: settings.stockInfoStatus }
  return (
    <>
      <PageHead
        title={product.metaTitle ?? name}
        description={product.metaDescription ?? t('product.metaDescription', { name, code })}
        keywords={product.metaKeywords ?? [...new Set(words.filter(Boolean))].join(', ')}
        canonical={product.url}
        image={product.image && sizedImage(product.image, shared)}
      />
      <JsonLd data={import.meta.env.SSR ? [productData(product, viewer), crumbsData(crumbs, publicUrl)] : []} />
    </>
  )
}
