import type { OrderTextChoice } from '#contract/shop/order-text.ts'
import { Price } from '#web/app/price.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ChoiceRowProps = {
  name: string
  /** The key that chooses it. */
  number: number
  choice: OrderTextChoice
  isChosen: boolean
  onChoose(): void
}

/** A product that a line may mean, with its unit, price and stock. */
export function ChoiceRow({ name, number, choice, isChosen, onChoose }: ChoiceRowProps) {
  const { t } = useTranslation()
  const { code, name: product, unit, price, isLearned } = choice
  return (
    <label className="flex min-h-8 cursor-pointer items-start gap-2.5 rounded-control px-2 py-1 text-13 hover:bg-hover has-checked:bg-brand-soft max-sm:min-h-11">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-keyshortcuts={String(number)}
        className="mt-0.5 size-4 shrink-0 accent-brand"
      />
      <span className="min-w-0 flex-1">
        <span className="block break-words">
          {product} {isLearned && <Badge tone="info">{t('orderText.learned')}</Badge>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-12 text-ink-2">
          <ProductCode code={code} />
          <span>{unit}</span>
          <StockText choice={choice} />
        </span>
      </span>
      {price !== undefined && (
        <Price value={price.value} currency={price.currency} className="shrink-0 text-13 tabular-nums" />
      )}
    </label>
  )
}

function StockText({ choice: { isOutOfStock, stock, moreThan } }: Pick<ChoiceRowProps, 'choice'>) {
  const { t, formatQuantity } = useTranslation()
  if (isOutOfStock) return <span className="text-danger">{t('orderText.outOfStock')}</span>
  if (stock !== undefined) return <span>{t('orderText.stock', { quantity: formatQuantity(stock) })}</span>
  if (moreThan !== undefined) return <span>{t('orderText.stock', { quantity: `> ${formatQuantity(moreThan)}` })}</span>
  return null
}
