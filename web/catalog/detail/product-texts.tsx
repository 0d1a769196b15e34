import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail } from '#contract/shop/product.ts'

/** Styles of the few elements allowed in a description. */
const richText =
  '[&_a]:text-brand-ink [&_a]:underline [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:my-2 [&_table]:w-full [&_td]:border-b [&_td]:py-1 [&_ul]:list-disc [&_ul]:pl-5 [&_:is(h1,h2,h3,h4)]:mt-3 [&_:is(h1,h2,h3,h4)]:font-semibold'

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
