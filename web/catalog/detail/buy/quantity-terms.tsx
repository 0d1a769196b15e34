import type { Product, Unit } from '#contract/shop/product.ts'
import { quantityKinds } from '#domain/pricing/price-rule.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** How much of the product an order may contain; nothing where no rule says so. */
export function QuantityTerms({ product, unit }: { product: Product; unit: Unit | undefined }) {
  const { t, formatQuantity } = useTranslation()
  const terms = unit?.terms
  if (unit === undefined || terms === undefined) return null
  const base = product.units.find(({ id }) => id === product.defaultUnit) ?? unit
  return (
    <section aria-label={t('product.rules.title')} className="mt-2.5 rounded-control bg-tile px-3 py-2 text-13">
      <ul className="grid gap-1">
        {quantityKinds.map((kind) => {
          const term = terms[kind]
          if (term === undefined) return null
          const facts = {
            quantity: formatQuantity(term.quantity),
            unit: (term.inUnit ? unit : base).value,
            days: terms.period_maximum?.days ?? 0,
          }
          return <li key={kind}>{t(`product.rules.${kind}`, facts)}</li>
        })}
      </ul>
    </section>
  )
}
