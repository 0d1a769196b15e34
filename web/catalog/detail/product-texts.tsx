import { richText } from './rich-text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail } from '#contract/shop/product.ts'

/** The description, sanitized by the server, or the technical data. */
export function ProductTexts({ product, part }: { product: ProductDetail; part: 'description' | 'attributes' }) {
  const { t } = useTranslation()
  const panel =
    'mt-2 rounded-panel border bg-surface px-3.5 py-2 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:px-4'
  if (part === 'description') {
    if (product.description === null || product.description === '') return null
    return (
      <section>
        <h2 className="text-16 font-semibold">{t('product.description')}</h2>
        <div className={`${panel} ${richText}`} dangerouslySetInnerHTML={{ __html: product.description }} />
      </section>
    )
  }
  if (product.attributes.length === 0) return null
  return (
    <section>
      <h2 className="text-16 font-semibold">{t('product.attributes')}</h2>
      <dl className={panel}>
        {product.attributes.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-9 items-center justify-between gap-4 border-b py-1.5 text-13 last:border-b-0"
          >
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
