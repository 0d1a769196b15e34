import { CircleCheck, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PaymentResult } from '#contract/shop/payments.ts'
import { Price } from '#web/app/price.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PaymentFacts } from '#web/payments/payment-facts.tsx'

type LinkReceiptProps = { payment: PaymentResult; payee: { name: string }; dealer: string; token: string }

/** The receipt of a payment by link, to read and print. */
export function LinkReceipt({ payment, payee, dealer, token }: LinkReceiptProps) {
  const { t } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-success-soft text-success print:hidden">
          <CircleCheck size={24} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1 basis-50">
          <h1 ref={title} tabIndex={-1} className="text-20 font-semibold outline-none">
            {t('payment.paid')} <Price value={payment.amount} currency={payment.currency} />
          </h1>
          <p className="mt-0.5 text-ink-2">{t('payment.link.thanks', { payee: payee.name, dealer })}</p>
        </div>
        <Button
          size="card"
          className="print:hidden"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => globalThis.print()}
        >
          {t('payment.mailOrder.print')}
        </Button>
      </div>
      <PaymentFacts payment={payment} link={token} dealer={dealer} />
    </>
  )
}
