import { ArrowRight, CreditCard } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { paymentMethods } from '#domain/pricing/payment-plan.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import type { Decimal } from '#domain/money/money.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'
import { MakeOfferButton } from '#web/cart/make-offer-button.tsx'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { useApproval } from './approval-note.tsx'
import { useLimitAdvice } from '#web/cart/limit-coach/use-limit-advice.ts'
import { useLimitText } from './limit-warning.tsx'
import { orderFormId } from './order-form.tsx'
import { goToMinimum, type MinimumGap } from './order-minimum.tsx'
import { useCartPlan, useOffSaleLines } from '#web/cart/use-cart.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import { saveNote } from '#web/cart/use-note.ts'
import type { Order } from './use-order.ts'

const cardStep = `${pages.checkout}?step=payment#kart`

/** Payment methods of the chosen plan (checkout, section 4): on account, or by card if the store accepts cards. */
export function usePaymentMethods() {
  const { plans, hasCardPayment, seesPrices } = useVisitor()
  const plan = useCartPlan()
  const methods = paymentMethods(plans.find(({ priceName }) => priceName === plan))
  return { ...methods, card: methods.card && hasCardPayment && seesPrices }
}

type OrderButtonsProps = {
  totalTry: Decimal
  gap: MinimumGap | null
  order: Order
  goToProblem?: (() => void) | undefined
}

/** The cart's actions: order on account, pay by card, review step by step, make an offer. */
export function OrderButtons({ totalTry, gap, order, goToProblem }: OrderButtonsProps) {
  const methods = usePaymentMethods()
  const plan = useCartPlan()
  const isOnSale = useOffSaleLines().length === 0
  const isForApproval = useApproval(totalTry) !== null
  const { user } = useVisitor()
  return (
    <div className="mt-4 flex flex-col gap-2">
      {methods.order && <OrderButton totalTry={totalTry} gap={gap} className="w-full max-sm:hidden" />}
      {methods.card && !isForApproval && (
        <CardLink
          isOnly={!methods.order}
          className={methods.order ? 'w-full' : 'w-full max-sm:hidden'}
          goToProblem={goToProblem ?? (gap === null ? undefined : goToMinimum)}
        />
      )}
      {/* Representatives give discounts in the cart, and order there. */}
      {methods.order || methods.card ? user?.isRepresentative !== true && <ReviewLink /> : <NoCardPayment />}
      <MakeOfferButton
        description={order.note}
        cart={order.cart}
        advencePrice={plan ?? ''}
        disabled={!isOnSale}
        onMade={() => saveNote('')}
        className="w-full"
      />
    </div>
  )
}

type OrderButtonProps = { totalTry: Decimal | number; gap: MinimumGap | null; className?: string; label?: string }

/**
 * Replaced by a progress message while the order is saved (checkout, section 4). While the risk limit or the minimum amount
 * of an order blocks it, the button says so; pressing it reads both again.
 */
export function OrderButton({ totalTry, gap, className = '', label }: OrderButtonProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const limitText = useLimitText(totalTry)
  const isForStore = useLimitAdvice(totalTry).advice?.ask === 'order'
  const isForApproval = useApproval(totalTry) !== null
  const { user } = useVisitor()
  const isSaving = useActivity(({ fetching }) => fetching.operation === 'saveOrder')
  const isOffline = useActivity((activity) => activity.isOffline)
  const mayOrder = user?.canOrder === true
  const isOnSale = useOffSaleLines().length === 0
  if (isSaving) {
    return (
      <output className={`flex h-10 items-center justify-center gap-2 text-14 text-ink-2 max-sm:h-11 ${className}`}>
        <Spinner /> {t('cart.summary.ordering')}
      </output>
    )
  }
  const blockedText = limitText ?? (gap === null ? null : t('cart.summary.underMinimum', gap))
  if (mayOrder && blockedText !== null) {
    const recheck = () => {
      if (limitText === null) goToMinimum()
      invalidateVisitor()
      void revalidate()
    }
    return (
      <Button
        variant="blocked"
        size="lg"
        data-order-button
        // Beside the total on a phone, the sum needs two lines.
        className={`max-sm:px-2 max-sm:text-13! max-sm:leading-tight max-sm:whitespace-normal ${className}`}
        onClick={recheck}
      >
        {blockedText}
      </Button>
    )
  }
  return (
    <>
      <Button
        type="submit"
        form={orderFormId}
        variant="solid"
        size="lg"
        disabled={!mayOrder || !isOnSale}
        data-order-button
        className={className}
      >
        {isForApproval
          ? t('purchases.why.send')
          : isForStore
            ? t('limitCoach.ask.orderButton')
            : (label ?? t('cart.summary.order'))}
      </Button>
      {isOffline && (
        <p role="alert" className="w-full text-13 font-medium text-danger">
          {t('cart.summary.offline')}
        </p>
      )}
      {!mayOrder && <p className="text-12 text-ink-2">{t('cart.summary.noOrderRight')}</p>}
    </>
  )
}

type CardLinkProps = { isOnly: boolean; className: string; goToProblem?: (() => void) | undefined }

/**
 * Opens the payment step with its card dialog. A full page load, since that page's security policy allows the bank's
 * page in a frame.
 */
export function CardLink({ isOnly, className, goToProblem }: CardLinkProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const isOnSale = useOffSaleLines().length === 0
  if (user?.canOrder !== true) return isOnly && <p className="text-12 text-ink-2">{t('cart.summary.noOrderRight')}</p>
  const content = (
    <>
      <CreditCard size={16} aria-hidden="true" /> {t('payment.order.pay')}
    </>
  )
  if (!isOnSale) {
    return (
      <Button disabled size="lg" className={className}>
        {content}
      </Button>
    )
  }
  return (
    <a
      href={cardStep}
      data-order-button={isOnly || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (goToProblem !== undefined) return goToProblem()
        // The latest changes may not be saved yet.
        void allJobsDone().then(() => location.assign(cardStep))
      }}
      className={buttonClasses(isOnly ? 'solid' : 'outline', 'lg', className)}
    >
      {content}
    </a>
  )
}

function ReviewLink() {
  const { t } = useTranslation()
  return (
    <Link to={pages.checkout} className={buttonClasses('outline', 'lg', 'w-full')}>
      {t('cart.summary.review')} <ArrowRight size={16} aria-hidden="true" />
    </Link>
  )
}

/** Shown for a plan paid by card while cards are not accepted; offers a plan on account. */
export function NoCardPayment() {
  const { t } = useTranslation()
  const { plans } = useVisitor()
  const { choosePlan } = useCartChanges()
  const other =
    plans.find(({ isVirtual, varsayilan }) => !isVirtual && varsayilan) ?? plans.find((plan) => !plan.isVirtual)
  return (
    <MessageStrip
      tone="warning"
      role="status"
      actions={
        other && (
          <Button size="sm" onClick={() => choosePlan(other.priceName)}>
            {t('cartPage.plan.choose', { name: other.name })}
          </Button>
        )
      }
    >
      <b>{t('cartPage.plan.noCard')}</b> {t('cartPage.plan.noCardText')}
    </MessageStrip>
  )
}
