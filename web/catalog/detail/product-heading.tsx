import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import { brandPath, pages } from '#contract/core/pages.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { addressOf } from '#web/app/list-address.ts'

/** Other products of the brand's model (specification, catalogue, section 2: `/search?brand=…&filters=model:…`). */
function modelSearch({ brand, model }: ProductDetail): string {
  return addressOf(
    pages.search,
    new URLSearchParams({ ...(brand === null ? {} : { brand: brand.code }), filters: `model:${model?.id}` }),
  )
}

export function ProductHeading({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const link = 'tap inline-block py-0.5 hover:underline'
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-13 max-lg:text-15">
        {product.brand === null ? null : (
          <Link to={brandPath(product.brand.slug)} className={`${link} font-semibold text-brand-ink`}>
            {product.brand.name}
          </Link>
        )}
        {product.model === null ? null : (
          <Link to={modelSearch(product)} rel="nofollow" className={`${link} text-ink-2`}>
            {product.model.name}
          </Link>
        )}
      </p>
      <h1 className="mt-0.5 mb-2.5 text-20 font-semibold lg:text-22">{product.name}</h1>
      {product.parent === null ? null : (
        <p className="-mt-1.5 mb-2.5 text-13">
          <Link to={product.parent.url} className={`${link} text-ink-2`}>
            {t('product.allVariants')}
          </Link>
        </p>
      )}
    </>
  )
}
