import { CircleCheck, CircleX, Clock, CreditCard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Reply } from '#contract/core/endpoint.ts'
import { paymentLinkPath } from '#contract/core/record-paths.ts'
import type { getPaymentLink, LinkState } from '#contract/shop/payment-links.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { telephone } from '#web/app/store-contacts.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useReloadWhile } from '#web/payments/bank/repeat.ts'
import { PendingAtBank } from '#web/payments/bank/pending-at-bank.tsx'
import { CardsOff } from '#web/payments/card/cards-off.tsx'
import { useCardCurrencies } from '#web/payments/use-card-currencies.ts'
import { CardDialog } from '#web/payments/card/lazy-card-dialog.tsx'
import { useCardDialog } from '#web/payments/card/use-card-dialog.ts'

type Link = Reply<typeof getPaymentLink>

/** Payee and amount of a link, and its available action. */
export function LinkOffer({ link, token }: { link: Link; token: string }) {
  const isWaiting = link.isPending && link.state !== 'paid'
  useReloadWhile(isWaiting)
  return (
    <>
      <Facts link={link} />
      {isWaiting ? (
        <PendingAtBank where="link" />
      ) : link.state === 'open' ? (
        <PayButton link={link} token={token} />
      ) : (
        <Closed state={link.state} phone={link.payee.phone} />
      )}
    </>
  )
}

function Facts({ link: { payee, dealer, amount, currency } }: { link: Link }) {
  const { t } = useTranslation()
  return (
    <>
      <h1 className="text-20 font-semibold">{t('payment.link.title')}</h1>
      <dl className="mt-4 divide-y divide-line border-y border-line">
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-ink-2">{t('payment.link.payee')}</dt>
          <dd className="text-right [overflow-wrap:anywhere]">
            <span className="block font-semibold">{payee.name}</span>
            <span className="block text-13 text-ink-2">{t('payment.link.onBehalf', { dealer })}</span>
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-ink-2">{t('payment.link.amount')}</dt>
          <dd>
            <Price value={amount} currency={currency} className="text-22 font-semibold" />
          </dd>
        </div>
      </dl>
    </>
  )
}

function PayButton({ link, token }: { link: Link; token: string }) {
  const { t } = useTranslation()
  const mayPay = useCardCurrencies().includes(link.currency)
  const { revalidate } = useRevalidator()
  const goTo = useNavigate()
  const [description, setDescription] = useState('')
  const dialog = useCardDialog(mayPay)
  if (!mayPay) {
    return (
      <div className="mt-4">
        <CardsOff />
      </div>
    )
  }
  return (
    <>
      <Button
        variant="solid"
        size="lg"
        className="mt-5 w-full"
        icon={<CreditCard size={16} aria-hidden="true" />}
        onClick={dialog.open}
      >
        {t('payment.order.pay')}
      </Button>
      <p className="mt-3 text-13 text-ink-2">
        {t('payment.link.until')} <Moment date={link.expiresAt} />
      </p>
      <noscript>
        <p className="mt-2 text-13 text-ink-2">{t('payment.order.noScript')}</p>
      </noscript>
      {dialog.isOpen && (
        <CardDialog
          purpose={{ type: 'link', token, currency: link.currency }}
          amount={link.amount.toFixed(2)}
          amountNote={link.payee.name}
          description={description}
          onDescription={setDescription}
          onPaid={({ reference }) => void goTo(`${paymentLinkPath(token)}?payment=${reference}`, { replace: true })}
          onRefused={() => void revalidate()}
          onClose={() => {
            dialog.close()
            void revalidate()
          }}
        />
      )}
    </>
  )
}

const icons: Record<Exclude<LinkState, 'open'>, ReactNode> = {
  paid: <CircleCheck size={22} aria-hidden="true" />,
  expired: <Clock size={22} aria-hidden="true" />,
  cancelled: <CircleX size={22} aria-hidden="true" />,
  locked: <CircleX size={22} aria-hidden="true" />,
}

/** The link no longer accepts payments: why, and whom to contact. */
function Closed({ state, phone }: { state: Exclude<LinkState, 'open'>; phone: string }) {
  const { t } = useTranslation()
  return (
    <div className="mt-5 flex gap-3" role="status">
      <span
        className={classes(
          'flex size-10 shrink-0 items-center justify-center rounded-full',
          state === 'paid' ? 'bg-success-soft text-success' : 'bg-fill text-ink-2',
        )}
      >
        {icons[state]}
      </span>
      <div>
        <h2 className="text-16 font-semibold">{t(`payment.link.states.${state}.title`)}</h2>
        <p className="mt-0.5 text-ink-2">{t(`payment.link.states.${state}.text`)}</p>
        {state !== 'paid' && phone !== '' && (
          <p className="mt-2">
            <a href={telephone(phone)} className="inline-flex min-h-6 items-center font-semibold text-brand-ink">
              {phone}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}
