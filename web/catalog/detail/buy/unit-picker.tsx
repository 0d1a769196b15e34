import { useTranslation } from '#web/ui/translation.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { shortenCode } from '#domain/text/text.ts'
import { decimal } from '#domain/money/money.ts'
import { type PriceView, shownPrice } from '#domain/pricing/price.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { chargedPrice } from '#web/product/charged-price.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { classes } from '#web/ui/classes.ts'

type UnitPickerProps = { product: Product; unit: Unit | undefined; onChoose(id: number): void }

/** Units as a list with their prices; a larger one also shows its price per piece. */
export function UnitPicker({ product, unit, onChoose }: UnitPickerProps) {
  const { t } = useTranslation()
  if (product.units.length === 0) return null
  return (
    <fieldset>
      <legend className="text-13 font-medium max-sm:text-15">{t('product.unit')}</legend>
      <div className="mt-1.5 grid gap-1.5">
        {product.units.map((option) => (
          <UnitOption
            key={option.id}
            product={product}
            option={option}
            isChosen={option.id === unit?.id}
            onChoose={() => onChoose(option.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function UnitOption({
  product,
  option,
  isChosen,
  onChoose,
}: {
  product: Product
  option: Unit
  isChosen: boolean
  onChoose(): void
}) {
  const { t, language, formatMoney } = useTranslation()
  const view = usePriceView()
  const charged = chargedPrice(option)
  const price = charged === undefined ? null : shownPrice(charged, view, { taxRate: product.taxRate })
  const hasNone = price !== null && !price.greaterThan(0)
  return (
    <label
      className={classes(
        'flex min-h-10 items-center gap-2.5 rounded-control border px-3 py-1 max-sm:min-h-12 max-sm:rounded-panel',
        isChosen
          ? 'border-brand-ink bg-surface shadow-[inset_0_0_0_1px_var(--brand-ink)]'
          : 'border-line-2 hover:bg-hover',
        hasNone && 'border-dashed bg-canvas text-ink-3',
      )}
    >
      <input
        type="radio"
        name={`unit-${product.id}`}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-line-input checked:border-[5px] checked:border-brand-ink"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{unitTitle(option, language)}</span>
        {hasNone ? null : <PieceLine product={product} option={option} view={view} />}
        {option.barcode === null ? null : (
          <span title={option.barcode} className="code block truncate text-12! text-ink-2">
            {shortenCode(option.barcode)}
          </span>
        )}
      </span>
      {price === null ? null : (
        <span className={hasNone ? 'text-13' : 'font-semibold'}>
          {hasNone ? t('cart.button.ask_unit_stock') : formatMoney(price, view.currency)}
        </span>
      )}
    </label>
  )
}

/** `ADET ₺382,10 · %2 avantaj`: the price of one base unit within a larger unit, and the saving. */
function PieceLine({ product, option, view }: { product: Product; option: Unit; view: PriceView }) {
  const { t, formatMoney } = useTranslation()
  const base = product.units.find((unit) => unit.multiplier === 1)
  const price = chargedPrice(option)
  if (base === undefined || option.multiplier === 1 || price === undefined) return null
  const terms = { taxRate: product.taxRate }
  const piece = shownPrice(price, view, terms).dividedBy(option.multiplier)
  const basePrice = chargedPrice(base)
  const single = basePrice === undefined ? decimal(0) : shownPrice(basePrice, view, terms)
  const saved = single.greaterThan(0)
    ? decimal(100).minus(piece.dividedBy(single).times(100)).toDecimalPlaces(0).toNumber()
    : 0
  return (
    <span className={classes('block text-12', saved > 0 ? 'text-success' : 'text-ink-2')}>
      {base.value} {formatMoney(piece, view.currency)}
      {saved > 0 ? ` · ${t('product.saving', { percent: t('catalog.percent', { value: saved }) })}` : ''}
    </span>
  )
}
