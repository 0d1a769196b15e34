import { Fragment } from 'react'
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
  // Technical data without a group come last.
  const groups = [...Map.groupBy(product.attributes, ([, , group]) => group)].toSorted(
    ([a], [b]) => Number(a === '') - Number(b === ''),
  )
  return (
    <section>
      <h2 className="text-16 font-semibold">{t('product.attributes')}</h2>
      <div className={panel}>
        {groups.map(([group, lines], place) => (
          <Fragment key={group}>
            {(group !== '' || groups.length > 1) && (
              <h3 className="pt-2.5 pb-1 text-12 font-semibold text-ink-2">{group || t('product.otherAttributes')}</h3>
            )}
            <dl>
              {lines.map(([name, value], at) => (
                <div
                  // oxlint-disable-next-line react/no-array-index-key -- a label may occur more than once
                  key={at}
                  className={`flex min-h-9 items-center justify-between gap-4 py-1.5 text-13 ${place === groups.length - 1 && at === lines.length - 1 ? '' : 'border-b'}`}
                >
                  <dt className="text-ink-2">{name}</dt>
                  <dd className="text-right wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </Fragment>
        ))}
      </div>
    </section>
  )
}
