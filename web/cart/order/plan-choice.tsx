import { CreditCard } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { type PlanKey, planKeys } from '#contract/core/money.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { totalsOfLines } from '#web/cart/cart-lines.ts'
import { emptyCachedCart } from '#web/cart/cart-query.ts'
import { useCartPrices, useCachedCart } from '#web/cart/use-cart.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'

/** The payment plans, each with the cart's total under it. Choosing one reprices every line. */
export function PlanChoice({ form }: { form: string }) {
  const { t } = useTranslation()
  const { plans, settings, user } = useVisitor()
  // The discounts of a representative are not in these totals.
  const showsTotals = settings.showPaymentPlanPrice === '1' && user?.isRepresentative !== true
  const { plan: chosen } = useCartPrices()
  const { choosePlan } = useCartChanges()
  const totals = usePlanTotals()
  if (plans.length === 0) return null
  const isOptional = !plans.some(({ varsayilan }) => varsayilan)
  const options = [
    ...(isOptional ? [{ key: null, name: t('cartPage.plan.none'), isVirtual: false }] : []),
    ...plans.map(({ priceName, name, isVirtual }) => ({ key: priceName, name, isVirtual })),
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('cartPage.plan.title')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-control border border-line-2">
        {options.map(({ key, name, isVirtual }) => (
          <label
            key={key}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 px-2.5 py-1.5 text-13 has-checked:bg-brand-soft hover:bg-hover has-checked:hover:bg-brand-soft max-sm:min-h-11 max-sm:text-15"
          >
            <input
              type="radio"
              name="advencePrice"
              form={form}
              value={key ?? ''}
              checked={chosen === key}
              onChange={() => choosePlan(key)}
              className="size-4 shrink-0 accent-brand"
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
              <span className="font-medium">{name}</span>
              {isVirtual && (
                <span className="inline-flex items-center gap-1 text-12 text-ink-2">
                  <CreditCard size={12} aria-hidden="true" /> {t('product.paidByCard')}
                </span>
              )}
            </span>
            {showsTotals && <PlanTotal total={totals.get(key)} isChosen={chosen === key} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PlanTotal({ total, isChosen }: { total: CartTotals | undefined; isChosen: boolean }) {
  if (total === undefined || total.total.isZero()) return null
  return (
    <Price
      value={total.total}
      currency={total.currency}
      className={isChosen ? 'text-13 font-semibold' : 'text-13 text-ink-2'}
    />
  )
}

/** The cart's totals by plan; empty until all lines are loaded, and where promotions take something off, which only the server knows for other plans. */
function usePlanTotals(): Map<PlanKey | null, CartTotals> {
  const { plans } = useVisitor()
  // Totals of the other plans may lag behind the user's input; items and sums are deferred together so that they match.
  const { items, sums, promoted } = useDeferredValue(useCachedCart()) ?? emptyCachedCart
  const isPromoted = promoted?.promotions?.applied.some(({ amount = 0 }) => amount !== 0) === true
  const { currency, rates } = useCartPrices()
  return useMemo(() => {
    if (sums !== null || isPromoted) return new Map()
    const keys = [null, ...planKeys.filter((key) => plans.some(({ priceName }) => priceName === key))]
    return new Map(keys.map((plan) => [plan, totalsOfLines(items, { plan, currency, rates })] as const))
  }, [plans, items, sums, isPromoted, currency, rates])
}
