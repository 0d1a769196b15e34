import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { fingerprintLines, type OpenedCart } from '#contract/shop/cart.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import type { DiscountedCart } from '#contract/shop/representatives.ts'
import { decimal } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useActivity } from '#web/cart/cart-activity.ts'
import { CartComparison } from './cart-comparison.tsx'
import { CartActions } from './cart-head.tsx'
import { CartLines, type LinesHandle } from './cart-lines-table.tsx'
import { CartPromotionsPanel } from '#web/cart/promotions/cart-promotions.tsx'
import { GuestSummary } from '#web/cart/order/guest-summary.tsx'
import type { RefusedForm } from '#web/cart/open-cart.ts'
import { DeliveryLine, useDeliveryChoices } from '#web/cart/order/delivery-line.tsx'
import { useDelivery } from '#web/cart/order/use-delivery.ts'
import { LimitCoach } from '#web/cart/limit-coach/limit-coach.tsx'
import { OrderChoices } from '#web/cart/order/order-choices.tsx'
import { OrderForm, orderFormId } from '#web/cart/order/order-form.tsx'
import { useMinimumGap } from '#web/cart/order/order-minimum.tsx'
import { OrderQuestion, useOrderQuestion } from '#web/cart/order/order-question.tsx'
import { OrderSummary } from '#web/cart/order/order-summary.tsx'
import { PhoneOrderBar } from '#web/cart/order/phone-order-bar.tsx'
import { TogetherOfCart } from '#web/lists/together-strip.tsx'
import { useCart } from '#web/cart/use-cart.ts'
import { useCartKeys } from './use-cart-keys.ts'
import { useLineProblems } from './use-line-problems.ts'
import { useOrder } from '#web/cart/order/use-order.ts'

const RepresentativeDiscount = lazy(async () => ({
  default: (await import('#web/cart/order/representative-discount.tsx')).RepresentativeDiscount,
}))

const DeliveryForm = lazy(async () => ({
  default: (await import('#web/cart/checkout/delivery-form.tsx')).DeliveryForm,
}))

type CartBodyProps = { opened: OpenedCart; refusedForm: RefusedForm | null }

/** A cart with lines: the table, and the summary beside or below it. */
export function CartBody({ opened, refusedForm }: CartBodyProps) {
  const { user } = useVisitor()
  const { items, lineCount, isComplete, totals: cartTotals } = useCart()
  const [discounted, setDiscounted] = useState<DiscountedCart | null>(null)
  const totals = discounted === null ? cartTotals : totalsOfDiscounted(discounted)
  const gap = useMinimumGap(opened.orderMinimum, totals)
  const failures = useActivity((activity) => activity.failures)
  const problems = useLineProblems(useDeferredValue(items))
  const lines = useRef<LinesHandle>(null)
  useCartKeys(items, lines)
  const problemLines = items.filter(({ id }) => problems.has(id) || failures[id] !== undefined)
  const firstProblem = problemLines[0]
  const goToProblem = useCallback(() => firstProblem && lines.current?.show(firstProblem.id), [firstProblem])
  const fingerprint = useMemo(
    () => (isComplete ? cartFingerprint(fingerprintLines(items)) : opened.mark),
    [isComplete, items, opened],
  )
  const choices = useDeliveryChoices(user !== null)
  const delivery = useDelivery(choices)
  const question = useOrderQuestion()
  const order = useOrder({
    cart: fingerprint,
    confirm: question.ask,
    delivery: delivery.sent,
    goToProblem: firstProblem === undefined ? undefined : goToProblem,
    refusedNote: refusedForm?.description,
    ...(discounted !== null && { shownTotal: totals.total }),
  })
  return (
    <>
      <ChangeAnnouncements problemCount={problems.size} />
      <div className="flex flex-col gap-5 cart:flex-row cart:items-start">
        <div className="min-w-0 flex-1">
          <SkipLines />
          {user !== null && <LimitCoach totalTry={totals.totalTry} order={order} className="mb-3" />}
          <CartLines ref={lines} items={items} lineCount={lineCount} problems={problems} />
          <CartActions />
          <CartComparison totals={totals} lineCount={lineCount} />
          <CartPromotionsPanel className="mt-4" />
          <TogetherOfCart className="mt-5 max-sm:px-4" />
          {/* Representatives order in the cart, where their discounts are; for others this is a step of checkout. */}
          {user?.isRepresentative && choices !== null && (
            <Suspense fallback={null}>
              <div className="mt-4">
                <DeliveryForm
                  choices={choices}
                  to={delivery.to}
                  fields={delivery.fields}
                  errors={order.errors}
                  form={orderFormId}
                  set={delivery.set}
                />
              </div>
            </Suspense>
          )}
        </div>
        <aside className="flex w-full shrink-0 flex-col gap-3 cart:sticky cart:top-4 cart:max-h-[calc(100dvh-2rem)] cart:w-83 [@media(max-height:800px)]:cart:top-2 [@media(max-height:800px)]:cart:max-h-[calc(100dvh-1rem)] [@media(max-height:800px)]:cart:gap-2">
          {user === null ? (
            <GuestSummary totals={totals} carrier={opened.carrier} />
          ) : (
            <>
              <OrderForm order={order} orderKey={opened.orderKey} />
              {user.isRepresentative && (
                <Suspense fallback={null}>
                  <RepresentativeDiscount fingerprint={fingerprint} onChange={setDiscounted} />
                </Suspense>
              )}
              {/* Next to the lines the buttons come first, so that they are visible without scrolling. */}
              <OrderSummary
                totals={totals}
                gap={gap}
                problemCount={problemLines.length}
                goToProblem={goToProblem}
                order={order}
                carrier={{ terms: opened.carrier, chosen: delivery.fields.carrier }}
                approvalOver={opened.approvalOver}
              />
              <OrderChoices
                order={order}
                form={orderFormId}
                delivery={
                  user.isRepresentative ? undefined : (
                    <DeliveryLine choices={choices} to={delivery.to} fields={delivery.fields} />
                  )
                }
                className="max-cart:order-first cart:min-h-40 cart:scroll-fade cart:overflow-y-auto [@media(max-height:800px)]:cart:space-y-2 [@media(max-height:800px)]:cart:py-2"
              />
            </>
          )}
        </aside>
      </div>
      {question.answer !== null && (
        <OrderQuestion totals={totals} lineCount={lineCount} note={order.note} onAnswer={question.answer} />
      )}
      <PhoneOrderBar totals={totals} gap={gap} goToProblem={firstProblem === undefined ? undefined : goToProblem} />
    </>
  )
}

/** What the order costs with the discounts of a representative. */
function totalsOfDiscounted({ subtotal, tax, total, totalTry, currency }: DiscountedCart) {
  return {
    subtotal: decimal(subtotal),
    tax: decimal(tax),
    total: decimal(total),
    totalTry: decimal(totalTry),
    currency,
  }
}

/** Announces changes made by another window, stock or prices, since the focused element does not reflect them. */
function ChangeAnnouncements({ problemCount }: { problemCount: number }) {
  const { t } = useTranslation()
  const priceCount = useActivity(({ priceNotices }) => Object.keys(priceNotices).length)
  return (
    <div role="status" className="sr-only">
      {problemCount > 0 && <p>{t('cartPage.told.problems', { count: problemCount })}</p>}
      {priceCount > 0 && <p>{t('cartPage.told.prices', { count: priceCount })}</p>}
    </div>
  )
}

/** Leads past the lines, each of which has several fields. */
function SkipLines() {
  const { t } = useTranslation()
  return (
    <a
      href="#order-summary"
      className="sr-only focus:not-sr-only focus:mb-2 focus:inline-flex focus:rounded-control focus:border focus:border-line-2 focus:bg-raised focus:px-3 focus:py-1.5 focus:text-13"
    >
      {t('cart.keys.skip')}
    </a>
  )
}
