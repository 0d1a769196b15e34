import { CircleCheck, CircleX, Printer } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { cancelPayment, type PaymentResult } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useReloadWhile } from '#web/payments/bank/repeat.ts'
import { PendingAtBank } from '#web/payments/bank/pending-at-bank.tsx'
import { PaymentFacts } from './payment-facts.tsx'

/** The outcome of a payment that created no order: one into the account, or an unfinished one of a cart. */
export function PaymentSummary({ payment }: { payment: PaymentResult }) {
  const { t } = useTranslation()
  const isOrder = payment.paymentType === 'order'
  useReloadWhile(payment.isPending)
  const { revalidate } = useRevalidator()
  return (
    <div className="page-width max-w-260! py-6">
      <PageHead
        title={t('payment.summary.title')}
        description={t('payment.summary.accountThanks')}
        canonical={pages.checkoutSummary}
        noIndex
      />
      {payment.isPending ? (
        <PendingAtBank
          where={isOrder ? 'orders' : 'account'}
          payment={payment}
          onRelease={async () => {
            await call(cancelPayment, { params: { reference: payment.reference }, body: {} }).catch(ignoreRefusal)
            await revalidate()
          }}
        />
      ) : (
        <>
          <Outcome payment={payment} />
          {payment.succeed && <PaymentFacts payment={payment} />}
        </>
      )}
    </div>
  )
}

function Outcome({ payment: { succeed, amount, currency, message, paymentType } }: { payment: PaymentResult }) {
  const { t } = useTranslation()
  const { cartLineCount } = useVisitor()
  const Icon = succeed ? CircleCheck : CircleX
  const again = paymentType === 'order' ? `${pages.checkout}?step=payment` : pages.payment
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <span
        className={classes(
          'flex size-11 shrink-0 items-center justify-center rounded-full print:hidden',
          succeed ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
        )}
      >
        <Icon size={24} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-20 font-semibold">
          {t(succeed ? 'payment.paid' : 'payment.notPaid')} {succeed && <Price value={amount} currency={currency} />}
        </h1>
        <p className="mt-0.5 text-ink-2">{succeed ? t('payment.summary.accountThanks') : message}</p>
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        {succeed ? (
          <>
            <Button size="card" icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
              {t('payment.mailOrder.print')}
            </Button>
            {paymentType === 'pay' && cartLineCount > 0 && (
              <Link to={pages.cart} className={buttonClasses('outline', 'card')}>
                {t('limitCoach.paid.toCart')}
              </Link>
            )}
            <Link to={pages.statement} className={buttonClasses('solid', 'card')}>
              {t('payment.summary.statement')}
            </Link>
          </>
        ) : (
          <Link to={again} reloadDocument className={buttonClasses('solid', 'card')}>
            {t('payment.result.again')}
          </Link>
        )}
      </div>
    </div>
  )
}

/** The page shows the payment's state, whatever the answer. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
