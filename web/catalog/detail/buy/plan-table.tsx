import { useTranslation } from '#web/ui/translation.ts'
import type { ProductDetail, Unit } from '#contract/shop/product.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { classes } from '#web/ui/classes.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { type PlanPrice, pricesOf } from '#web/catalog/price/shown-prices.ts'
import { usePriceVisitor } from '#web/catalog/price/use-price-visitor.ts'
import { PlanName } from './plan-name.tsx'

type PlanTableProps = { product: ProductDetail; unit: Unit | undefined; className?: string }

/** Maximum number of unit columns; the chosen unit is among them. */
const maxUnitColumns = 3

/** Prices by payment plan with a column for each unit; on phones for the chosen unit only. */
export function PlanTable({ product, unit, className }: PlanTableProps) {
  const { t, language } = useTranslation()
  const visitor = usePriceVisitor()
  const view = usePriceView()
  const plansOf = (option: Unit | undefined): PlanPrice[] => {
    const prices = pricesOf(product, option, view, visitor)
    return prices.kind === 'shown' ? prices.plans : []
  }
  const plans = plansOf(unit)
  if (plans.length === 0) return null
  const units = product.isFromPrice ? [] : product.units.slice(0, maxUnitColumns)
  const columns = (units.some(({ id }) => id === unit?.id) || unit === undefined ? units : [...units, unit]).map(
    (option) => ({ option, plans: plansOf(option) }),
  )
  return (
    <section className={className}>
      <h2 className="text-16 font-semibold">{t('product.planPrices')}</h2>
      <div className="mt-2 overflow-hidden rounded-panel border bg-surface max-lg:rounded-none max-lg:border-0">
        <Table>
          <thead className="border-b bg-canvas text-12 text-ink-2 max-lg:sr-only">
            <tr>
              <HeadCell className="pl-3!">{t('product.plan')}</HeadCell>
              {columns.length === 0 ? <HeadCell align="right">{t('catalog.column.price')}</HeadCell> : null}
              {columns.map(({ option }) => (
                <HeadCell key={option.id} align="right" className={option.id === unit?.id ? '' : 'max-lg:hidden'}>
                  {unitTitle(option, language)}
                </HeadCell>
              ))}
              <HeadCell align="right" className="pr-3! max-lg:hidden">
                {t('product.planDifference')}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr
                key={plan.key}
                className={classes('h-9 border-b last:border-b-0 max-lg:h-11', plan.isDefault && 'lg:bg-brand-soft')}
              >
                <Cell className={classes('pl-3! max-lg:pl-0!', plan.isDefault && 'font-semibold')}>
                  <PlanName plan={plan} />
                </Cell>
                {columns.length === 0 ? (
                  <Cell align="right" className="font-medium">
                    {plan.amount}
                  </Cell>
                ) : null}
                {columns.map(({ option, plans: unitPlans }) => (
                  <Cell
                    key={option.id}
                    align="right"
                    className={option.id === unit?.id ? 'font-medium max-lg:pr-0!' : 'text-ink-2 max-lg:hidden'}
                  >
                    {unitPlans.find(({ key }) => key === plan.key)?.amount ?? '—'}
                  </Cell>
                ))}
                <Cell align="right" className="pr-3! text-ink-2 max-lg:hidden">
                  <Difference percent={plan.percent} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

function Difference({ percent }: { percent: number | null }) {
  const { t } = useTranslation()
  if (percent === null || percent === 0) return '—'
  return `${percent > 0 ? '+' : '−'}${t('catalog.percent', { value: Math.abs(percent) })}`
}
