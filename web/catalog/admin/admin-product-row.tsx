import { ExternalLink } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { AdminListedProduct } from '#contract/admin/catalog.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import { Price } from '#web/app/price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'

/** A product in the administrators' list. */
export function ProductRow({ product }: { product: AdminListedProduct }) {
  const { t, formatQuantity } = useTranslation()
  const { id, code, name, url, image, brand, category, unit, price, stock, variantCount } = product
  return (
    <tr data-testid="admin-product" className={`${cardRow.xl} max-xl:grid-cols-[auto_1fr_auto]`}>
      <Cell className="max-xl:row-span-3 max-xl:px-0 xl:pl-3">
        <ProductImage
          src={image}
          alt=""
          width={40}
          height={40}
          className="size-10 max-w-none rounded-control bg-tile"
        />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-xl:order-1 max-xl:px-0">
        <ProductCode code={code} />
      </Cell>
      <Cell className="max-xl:col-span-2 max-xl:px-0">
        <div className="flex items-center">
          {/* The whole row links to the product's form. */}
          <AreaLink to={adminProductPath(id)} className="font-medium after:absolute after:inset-0 hover:underline">
            {name}
          </AreaLink>
          {url !== null && (
            <a
              href={url}
              aria-label={t('administration.products.inShop', { name })}
              title={t('administration.products.inShop', { name })}
              className="relative ml-1 flex size-6 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <ExternalLink size={14} aria-hidden="true" />
            </a>
          )}
          {url === null && (
            <Badge tone="warning" className="ml-1.5 shrink-0">
              {t('administration.products.states.inactive')}
            </Badge>
          )}
        </div>
        {variantCount > 0 && (
          <span className="block text-12 text-ink-2">
            {t('administration.products.variants', { count: variantCount })}
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0">{brand}</Cell>
      <Cell className="max-xl:hidden xl:min-w-48">
        <span className="line-clamp-1">{category}</span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-2 max-xl:px-0">
        {price === null || price.value === 0 ? (
          <span className="text-ink-2">{t('administration.products.noPrice')}</span>
        ) : (
          <>
            <Price {...price} className="font-semibold" />
            {variantCount > 0 && <span className="text-12 text-ink-2">{t('catalog.from')}</span>}
          </>
        )}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-4 max-xl:px-0 xl:pr-4">
        <span className={stock > 0 ? undefined : 'text-danger'}>{formatQuantity(stock)}</span>{' '}
        <span className="text-12 text-ink-2">{unit}</span>
      </Cell>
    </tr>
  )
}
