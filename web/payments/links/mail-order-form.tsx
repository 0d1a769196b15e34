import type { ReactNode } from 'react'
import type { MailOrder, PaymentResult } from '#contract/shop/payments.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { countText } from '#web/payments/card/plan-words.ts'

type MailOrderFormProps = { payment: PaymentResult; form: MailOrder }

/** The form that the cardholder signs. It shows only the stored parts of the card number (checkout, section 3). */
export function MailOrderForm({ payment, form }: MailOrderFormProps) {
  const { t, formatMoney } = useTranslation()
  const { store } = form
  const isSingle = form.installment === 1
  return (
    <article className="text-14">
      <header className="flex items-start justify-between gap-6 border-b border-ink-3 pb-4 max-sm:flex-col-reverse max-sm:gap-3 print:flex-row">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="text-12 text-ink-2">{t('payment.mailOrder.store')}</p>
          {store.logo === null ? (
            <p className="text-20 font-semibold">{store.name}</p>
          ) : (
            <>
              <img
                src={store.logo}
                alt={t('payment.mailOrder.logoAlt', { name: store.name })}
                className="my-1 max-h-16 max-w-60 object-contain"
              />
              <p className="font-semibold">{store.name}</p>
            </>
          )}
          {store.address !== '' && <p className="whitespace-pre-line">{store.address}</p>}
          {store.phone !== '' && (
            <p>
              {t('payment.mailOrder.phone')}: {store.phone}
            </p>
          )}
        </div>
        <div className="shrink-0 text-right max-sm:text-left print:text-right">
          <h1 className="text-20 font-semibold">{t('payment.mailOrder.title')}</h1>
          <p className="text-ink-2">
            {t('payment.summary.reference')} <span className="code text-ink">{payment.reference}</span>
          </p>
          {payment.order !== null && <p className="code">{payment.order}</p>}
        </div>
      </header>
      <dl className="mt-4">
        <Row name={t('payment.mailOrder.customer')}>{form.customerName}</Row>
        <Row name={t('payment.mailOrder.date')}>{formatDay(dayInTurkey(new Date(form.date)))}</Row>
        <Row name={t('payment.mailOrder.amount')}>
          <b className="text-16">{formatMoney(payment.amount, form.currency)}</b>
        </Row>
        <Row name={t('payment.mailOrder.installment')}>{isSingle ? t('payment.plans.single') : countText(t, form)}</Row>
        {!isSingle && (
          <Row name={t('payment.mailOrder.monthly')}>{formatMoney(form.installmentAmount, form.currency)}</Row>
        )}
        <Row name={t('payment.mailOrder.holder')}>{form.cardHolder}</Row>
        <Row name={t('payment.mailOrder.number')}>
          <span className="code">{form.cardNumber}</span>
        </Row>
        <Row name={t('payment.mailOrder.expiry')}>
          <span className="code">{form.expiryDate}</span>
        </Row>
        {form.description !== '' && <Row name={t('payment.mailOrder.note')}>{form.description}</Row>}
      </dl>
      <p className="mt-6">{t('payment.mailOrder.consent')}</p>
      <div className="mt-16 grid grid-cols-2 gap-10 break-inside-avoid">
        <SignLine>{t('payment.mailOrder.signedOn')}</SignLine>
        <SignLine>
          {form.cardHolder === '' ? '' : `${form.cardHolder}, `}
          {t('payment.mailOrder.signature')}
        </SignLine>
      </div>
      <p className="mt-8 text-12 text-ink-2">{t('payment.mailOrder.hidden')}</p>
    </article>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid break-inside-avoid grid-cols-[11rem_1fr] gap-4 max-sm:grid-cols-[7.5rem_1fr] print:grid-cols-[11rem_1fr] border-b border-line py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-line">{children}</dd>
    </div>
  )
}

function SignLine({ children }: { children: ReactNode }) {
  return <p className="border-t border-ink-3 pt-1 text-12 text-ink-2">{children}</p>
}
