import { ArrowRight, CreditCard } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { paymentMethods } from '#domain/pricing/payment-plan.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import { MakeOfferButton } from '#web/cart/make-offer-button.tsx'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { orderFormId } from './order-form.tsx'
import { useCartActions, useCartPlan, useOffSaleLines } from '#web/cart/use-cart.ts'
import { saveNote } from '#web/cart/use-note.ts'
import type { Order } from './use-order.ts'

const cardStep = `${pages.checkout}?step=payment#kart`

/** What the chosen plan offers (checkout, section 4): an order on account, or payment by card where cards are taken. */
export function usePaymentMethods() {
  const { plans, hasCardPayment, seesPrices } = useVisitor()
  const plan = useCartPlan()
  const ways = paymentMethods(plans.find(({ priceName }) => priceName === plan))
  return { ...ways, card: ways.card && hasCardPayment && seesPrices }
}

type OrderButtonsProps = { order: Order; goToProblem?: (() => void) | undefined }

/** The ways on from the cart: order on account, look at it step by step, make an offer. */
export function OrderButtons({ order, goToProblem }: OrderButtonsProps) {
  const ways = usePaymentMethods()
  const plan = useCartPlan()
  const isOnSale = useOffSaleLines().length === 0
  return (
    <div className="mt-4 flex flex-col gap-2">
      {ways.order && <OrderButton className="w-full max-sm:hidden" />}
      {ways.card && (
        <CardLink
          isOnly={!ways.order}
          className={ways.order ? 'w-full' : 'w-full max-sm:hidden'}
          goToProblem={goToProblem}
        />
      )}
      {ways.order || ways.card ? <ReviewLink /> : <NoCardPayment />}
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

type OrderButtonProps = {
  className?: string
  label?: string
  /** Asked before the order is sent; where scripts run. */
  confirm?: (() => Promise<boolean>) | undefined
}

/** Hidden while an order is saved (checkout, section 4); its place says so. */
export function OrderButton({ className = '', label, confirm }: OrderButtonProps) {
  const { t } = useTranslation()
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
  return (
    <>
      <Button
        type="submit"
        form={orderFormId}
        variant="solid"
        size="lg"
        disabled={!mayOrder || !isOnSale}
        className={className}
        onClick={(event) => {
          if (confirm === undefined) return
          event.preventDefault()
          const { form } = event.currentTarget
          void confirm().then((isSure) => isSure && form?.requestSubmit())
        }}
      >
        {label ?? t('cart.summary.order')}
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

/** To the payment step, where the card dialog opens by itself. A document of its own, whose rules let a bank's page in. */
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
      onClick={(event) => {
        event.preventDefault()
        if (goToProblem !== undefined) return goToProblem()
        // What was changed a moment ago is still on its way.
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

/** A plan that is paid by card, while no card can be taken: says so and offers a plan that can be ordered on. */
export function NoCardPayment() {
  const { t } = useTranslation()
  const { plans } = useVisitor()
  const { choosePlan } = useCartActions()
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
