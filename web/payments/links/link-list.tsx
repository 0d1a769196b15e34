import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { cancelPaymentLink, type LinkState, type PaymentLink } from '#contract/shop/payment-links.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Number of links shown at first. */
const initialCount = 5

const tones = { open: 'info', paid: 'success', expired: 'neutral', cancelled: 'neutral', locked: 'danger' } as const

/** The dealer's links with their states, newest first. */
export function LinkList({ links, canEnd }: { links: readonly PaymentLink[]; canEnd: boolean }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shownLinks = isWhole ? links : links.slice(0, initialCount)
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="text-14 font-semibold">{t('payment.links.own')}</h3>
      {links.length === 0 && <p className="mt-1 text-13 text-ink-2">{t('payment.links.noneYet')}</p>}
      {canEnd && links.some(({ state }) => state === 'open') && (
        <p className="mt-1 text-12 text-ink-2">{t('payment.links.shownOnce')}</p>
      )}
      <ul className="mt-1 divide-y divide-line">
        {shownLinks.map((link) => (
          <LinkRow key={link.id} link={link} canEnd={canEnd} />
        ))}
      </ul>
      {shownLinks.length < links.length && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setWhole(true)}>
          {t('payment.links.showAll', { count: links.length })}
        </Button>
      )}
    </div>
  )
}

function LinkRow({ link, canEnd }: { link: PaymentLink; canEnd: boolean }) {
  const { t } = useTranslation()
  const { amount, currency, state, email, creator } = link
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 text-13">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Price value={amount} currency={currency} className="text-14 font-semibold" />
          <Badge tone={tones[state]}>{t(`payment.links.states.${state}`)}</Badge>
        </p>
        <p className="mt-0.5 text-12 text-ink-2">
          {t(`payment.links.${dateOf(state)}`)} <Moment date={shownDate(link)} />
        </p>
        <p className="text-12 [overflow-wrap:anywhere] text-ink-2">
          {[email, creator].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
      {canEnd && (state === 'open' || state === 'locked') && <EndButton link={link} />}
    </li>
  )
}

/** The date of a link that matters in its state. */
function dateOf(state: LinkState): 'paidAt' | 'until' | 'madeAt' {
  if (state === 'paid') return 'paidAt'
  return state === 'open' || state === 'expired' ? 'until' : 'madeAt'
}

function shownDate({ state, paidAt, expiresAt, createdAt }: PaymentLink): string {
  const dates = { paidAt: paidAt ?? createdAt, until: expiresAt, madeAt: createdAt }
  return dates[dateOf(state)]
}

function EndButton({ link: { id, amount, currency } }: { link: PaymentLink }) {
  const { t, formatMoney } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  async function end(): Promise<void> {
    const answer = await showAlert({
      title: t('payment.links.endTitle'),
      text: t('payment.links.endText'),
      actions: [{ label: t('payment.links.end'), value: 'yes', variant: 'danger' }],
      close: t('ui.keep'),
    })
    if (answer !== 'yes') return
    await send(
      async () => {
        await call(cancelPaymentLink, { params: { id: String(id) } })
        notify.success(t('payment.links.ended'), { id: 'payment-link' })
      },
      ({ message }) => notify.error(message),
    )
    await revalidate()
  }
  return (
    <Button
      size="sm"
      variant="danger"
      busy={isBusy}
      onClick={() => void end()}
      aria-label={t('payment.links.endOf', { amount: formatMoney(amount, currency) })}
    >
      {t('payment.links.endShort')}
    </Button>
  )
}
