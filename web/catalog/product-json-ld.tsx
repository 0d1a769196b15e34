import { useContext } from 'react'
import type { Crumb, ProductDetail } from '#contract/product.ts'
import { shownPrice } from '#domain/price.ts'
import { PageFrame } from '#web/app/page-frame.ts'
import { usePriceView } from '#web/app/use-price-view.ts'
import { useVisitor } from '#web/app/use-visitor.ts'

/** Data blocks are not scripts: `<` alone has to be kept from ending them. */
function Block({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}

/** The product and its place in the shop for search engines; no price and no stock where the visitor may not see them. */
export function ProductJsonLd({ product, crumbs }: { product: ProductDetail; crumbs: readonly Crumb[] }) {
  const { publicUrl } = useContext(PageFrame)
  const { seesStock, settings } = useVisitor()
  const view = usePriceView()
  const absolute = (path: string) => `${publicUrl}${path}`
  const price =
    product.salePrice === undefined ? null : shownPrice(product.salePrice, view, { taxRate: product.taxRate })
  const showsStock = seesStock && settings.stockInfoStatus !== 1 && product.quantity !== undefined
  const offer = {
    '@type': 'Offer',
    url: absolute(product.url),
    price: price?.toFixed(2),
    priceCurrency: view.currency,
    ...(showsStock
      ? { availability: `https://schema.org/${(product.quantity ?? 0) > 0 ? 'InStock' : 'OutOfStock'}` }
      : {}),
  }
  const image = product.images.length > 0 ? product.images : product.image === null ? [] : [product.image]
  return (
    <>
      <Block
        data={{
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: product.name,
          sku: product.code,
          url: absolute(product.url),
          ...(image.length > 0 ? { image: image.map(absolute) } : {}),
          ...(product.brand === null ? {} : { brand: { '@type': 'Brand', name: product.brand.name } }),
          ...(product.metaDescription === null ? {} : { description: product.metaDescription }),
          ...(price?.greaterThan(0) ? { offers: offer } : {}),
        }}
      />
      <Block
        data={{
          '@context': 'https://schema.org',
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map((crumb, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name: crumb.name,
            item: absolute(crumb.url),
          })),
        }}
      />
    </>
  )
}
