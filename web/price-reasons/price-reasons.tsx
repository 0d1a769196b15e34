import '#web/app/page-words.ts'
import { useCallback } from 'react'
import { explainPrice } from '#contract/shop/price-reasons.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { call } from '#web/app/data/call.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ReasonsAnswer } from './reasons-answer.tsx'

type ProductPriceReasonsProps = { product: Product; unit: Unit | undefined; quantity: number }

/** Reads how the price of a product in this quantity comes about. */
export function ProductPriceReasons({ product, unit, quantity }: ProductPriceReasonsProps) {
  const { t } = useTranslation()
  const unitId = unit?.id ?? product.defaultUnit
  const fetcher = useCallback(
    ({ signal }: { signal: AbortSignal }) =>
      call(
        explainPrice,
        {
          query: {
            product: String(product.id),
            ...(unitId !== null && { unit: String(unitId) }),
            quantity: String(quantity),
          },
        },
        { signal },
      ),
    [product.id, unitId, quantity],
  )
  const reasons = useQuery(`price-reasons ${product.id} ${unitId} ${quantity}`, fetcher)
  return (
    <section className="not-first:mt-5 not-first:border-t not-first:border-line not-first:pt-4">
      <h3 className="mb-2 font-semibold">{t('priceReasons.title')}</h3>
      {reasons === undefined ? (
        <p role="status" className="flex items-center gap-2 text-ink-2">
          <Spinner />
          {t('priceReasons.loading')}
        </p>
      ) : (
        <ReasonsAnswer reasons={reasons} />
      )}
    </section>
  )
}
