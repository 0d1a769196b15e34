import { Info, Table2 } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { classes } from '#web/ui/classes.ts'
import { variantGridId } from '#web/catalog/detail/variants/variant-section.tsx'
import type { VariantChoice } from './use-variant-choice.ts'
import { findVariant, isAvailable } from './variants.ts'

/**
 * Up to three dimensions. A value that does not exist together with the chosen ones says so; choosing it clears those
 * that do not fit.
 */
export function VariantPicker({
  product,
  choice,
  className,
}: {
  product: ProductDetail
  choice: VariantChoice
  className?: string
}) {
  const { t } = useTranslation()
  if (product.variants.length === 0) return null
  const { picked } = choice
  const isPossibleAt = (at: number, value: string) => isAvailable(product, picked, at, value)
  const isSoldOut = (at: number, value: string) => findVariant(product, picked.with(at, value))?.isInStock === false
  const hasImpossible = product.variants.some(({ values }, at) => values.some(({ name }) => !isPossibleAt(at, name)))
  return (
    <section aria-label={t('product.variants')} className={className}>
      {product.variants.map((dimension, at) => (
        <fieldset key={dimension.name} className="mt-4 first:mt-0">
          <legend className="text-13 text-ink-2 max-sm:text-15">
            {dimension.name} <b className="text-ink">{picked[at] ?? t('product.notChosen')}</b>
          </legend>
          <div className="mt-1.5 flex flex-wrap gap-2">
            {dimension.values.map(({ name }) => (
              <VariantValue
                key={name}
                name={name}
                isChosen={picked[at] === name}
                isPossible={isPossibleAt(at, name)}
                isSoldOut={isSoldOut(at, name)}
                onPick={() => choice.pick(at, name)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <p role="status" className="mt-3 text-13 font-medium text-warning empty:hidden">
        {choice.cleared.length > 0 ? t('product.cleared', { names: choice.cleared.join(', ') }) : null}
      </p>
      {hasImpossible ? (
        <p className="mt-4 flex gap-2 border-t pt-3 text-12 text-ink-2">
          <Info size={14} aria-hidden="true" className="mt-px shrink-0" />
          {t('product.impossibleNote')}
        </p>
      ) : null}
      <a
        href={`#${variantGridId}`}
        className="mt-3 inline-flex min-h-6 items-center gap-1.5 text-13 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
      >
        <Table2 size={14} aria-hidden="true" />
        {t('product.grid.jump')}
      </a>
    </section>
  )
}

type VariantValueProps = {
  name: string
  isChosen: boolean
  isPossible: boolean
  /** The variant that this value completes is out of stock; it can still be opened. */
  isSoldOut: boolean
  onPick(): void
}

function VariantValue({ name, isChosen, isPossible: exists, isSoldOut, onPick }: VariantValueProps) {
  const { t } = useTranslation()
  const note = exists ? (isSoldOut ? t('catalog.stock.out') : null) : t('product.impossible')
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={note ?? undefined}
      onClick={onPick}
      className={classes(
        'h-9 rounded-control border px-3.5 text-13 font-medium max-sm:h-11 max-sm:rounded-panel max-sm:text-15 pointer-coarse:min-h-11',
        isChosen &&
          'border-brand-ink bg-brand-soft font-semibold text-brand-ink shadow-[inset_0_0_0_1px_var(--brand-ink)]',
        !isChosen && exists && 'border-line-2 bg-surface hover:bg-hover',
        isSoldOut && !isChosen && 'text-ink-3',
        !exists && 'border-dashed border-line-2 bg-canvas text-ink-2 line-through hover:bg-hover',
      )}
    >
      {name}
      {isSoldOut ? (
        <span
          aria-hidden="true"
          className="ml-2 inline-block size-1.5 rounded-full border border-current align-middle"
        />
      ) : null}
      {note === null ? null : <span className="sr-only"> {note}</span>}
    </button>
  )
}
