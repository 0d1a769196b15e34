import '#web/app/page-words.ts'
import { CircleCheck, Clock, CreditCard, Hand, ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type LimitAdvice, withdrawLimitApproval } from '#contract/shop/limit-coach.ts'
import { type Decimal, lira } from '#domain/money/money.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { usePaymentMethods } from '#web/cart/order/order-buttons.tsx'
import { orderFormId } from '#web/cart/order/order-form.tsx'
import type { Order } from '#web/cart/order/use-order.ts'
import { payForCartPath } from '#web/payments/pay-for-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AskDialog } from './ask-dialog.tsx'
import { PartDialog } from './part-dialog.tsx'
import { type Advice, useLimitAdvice } from './use-limit-advice.ts'

type CoachProps = { totalTry: Decimal | number; order: Order; className?: string }

/**
 * What to do about a cart on account that exceeds the limit: pay a sum, order the part that fits, or ask for approval. Only
 * what lets the order through is offered.
 */
export function LimitCoach({ totalTry, order, className }: CoachProps) {
  const { t } = useTranslation()
  const methods = usePaymentMethods()
  const found = useLimitAdvice(totalTry)
  const { isNeeded, advice } = found
  if (!methods.order || !isNeeded) return null
  if (advice === undefined) {
    return (
      <output className={classes('flex items-center gap-2 text-13 text-ink-2 max-sm:px-4', className)}>
        <Spinner /> {t('limitCoach.loading')}
      </output>
    )
  }
  const ways = waysOf(found, advice, order)
  // The note about the colleague says the rest.
  if (ways.length === 0 || (advice.limit === null && advice.part === null)) return null
  return (
    <section
      aria-labelledby="limit-coach-title"
      data-testid="limit-coach"
      className={classes('border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border', className)}
    >
      <h2 id="limit-coach-title" className="text-14 font-semibold">
        {t(advice.limit === null ? 'limitCoach.titleOwn' : 'limitCoach.title')}
      </h2>
      <ul
        className={classes(
          'mt-3 grid gap-3',
          ways.length === 2 && 'md:grid-cols-2',
          ways.length === 3 && 'md:grid-cols-3',
        )}
      >
        {ways}
      </ul>
    </section>
  )
}

function waysOf(found: Advice, advice: LimitAdvice, order: Order): ReactNode[] {
  return [
    advice.sums.length > 0 && <PayWay key="pay" advice={advice} />,
    advice.part !== null && <PartWay key="part" part={advice.part} order={order} />,
    (advice.ask !== null || advice.approval !== null) && (
      <AskWay key="ask" advice={advice} cart={order.cart} reload={found.reload} />
    ),
  ].filter(Boolean)
}

type WayProps = { icon: ReactNode; title: string; isGood?: boolean; actions: ReactNode; children: ReactNode }

function Way({ icon, title, isGood = false, actions, children }: WayProps) {
  return (
    <li
      className={classes(
        'flex flex-col rounded-control border p-3',
        isGood ? 'border-success/40 bg-success-soft' : 'border-line',
      )}
    >
      <h3 className="flex items-center gap-2 text-13 font-semibold">
        <span className={isGood ? 'shrink-0 text-success' : 'shrink-0 text-brand-ink'}>{icon}</span>
        {title}
      </h3>
      <div className="mt-1 flex-1 space-y-1 text-13 text-ink-2">{children}</div>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{actions}</div>
    </li>
  )
}

function PayWay({ advice: { sums, canPay, limit } }: { advice: LimitAdvice }) {
  const { t, formatMoney } = useTranslation()
  const { hasCardPayment, user } = useVisitor()
  const [first = '', second] = sums.map(({ value, currency }) => formatMoney(value, currency))
  const sum = second === undefined ? first : t('limitCoach.pay.and', { first, second })
  const only = sums.length === 1 && sums[0]?.currency === lira ? sums[0].value : null
  const mayPay = user?.permissions.includes('pay') === true
  return (
    <Way
      icon={<CreditCard size={16} aria-hidden="true" />}
      title={t('limitCoach.pay.title')}
      actions={
        canPay &&
        hasCardPayment &&
        only !== null && (
          // A full page load, since the security policy of the payment page allows the bank's page in a frame.
          <a href={payForCartPath(only)} className={buttonClasses('solid', 'card', 'max-sm:w-full')}>
            {t('limitCoach.pay.button', { sum })}
          </a>
        )
      }
    >
      <p>{t(limit?.mode === 'order' ? 'limitCoach.pay.textOverdue' : 'limitCoach.pay.text', { sum })}</p>
      {!mayPay && <p>{t('limitCoach.pay.noRight')}</p>}
      {mayPay && !(canPay && hasCardPayment) && <p>{t('limitCoach.pay.transfer')}</p>}
    </Way>
  )
}

function PartWay({ part, order }: { part: NonNullable<LimitAdvice['part']>; order: Order }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const ordered = part.lines.filter(({ quantity }) => quantity > 0).length
  const rest = part.lines.filter((line) => line.rest > 0).length
  return (
    <Way
      icon={<ListChecks size={16} aria-hidden="true" />}
      title={t('limitCoach.part.title')}
      actions={
        <Button size="card" className="max-sm:w-full" onClick={() => setOpen(true)}>
          {t('limitCoach.part.button')}
        </Button>
      }
    >
      <p>{t('limitCoach.part.text', { total: formatMoney(part.total.value, part.total.currency) })}</p>
      <p className="text-12">
        {t('limitCoach.part.counts', { ordered: formatQuantity(ordered), rest: formatQuantity(rest) })}
      </p>
      {isOpen && <PartDialog part={part} order={order} onClose={() => setOpen(false)} />}
    </Way>
  )
}

type AskProps = { advice: LimitAdvice; cart: string; reload(): void }

function AskWay({ advice: { ask, approval }, cart, reload }: AskProps) {
  const { t, language } = useTranslation()
  const { formatDateTime } = dateFormatsOf(language)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isOpen = approval?.state === 'waiting' || approval?.state === 'approved'
  const isApproved = approval?.state === 'approved' && approval.problem === null
  const isWaiting = approval?.state === 'waiting' && approval.problem === null

  async function withdraw(id: number): Promise<void> {
    setBusy(true)
    try {
      await call(withdrawLimitApproval, { params: { id: String(id) } })
      notify.success(t('limitCoach.waiting.withdrawn'), { id: 'limit' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notify.error(error.message)
    } finally {
      setBusy(false)
      reload()
    }
  }
  const heading = approval === null ? 'limitCoach.ask.title' : titles[approval.state]
  const Icon = isApproved ? CircleCheck : isWaiting ? Clock : Hand
  return (
    <Way
      icon={<Icon size={16} aria-hidden="true" />}
      title={t(heading)}
      isGood={isApproved}
      actions={
        <>
          {(isApproved || ask === 'order' || ask === 'colleague') && (
            <Button type="submit" form={orderFormId} variant="solid" size="card" className="max-sm:w-full">
              {t(isApproved ? 'cart.summary.order' : askButtons[ask === 'order' ? 'order' : 'colleague'])}
            </Button>
          )}
          {ask === 'store' && !isApproved && !isWaiting && (
            <Button size="card" className="max-sm:w-full" onClick={() => setAsking(true)}>
              {t(approval === null ? 'limitCoach.ask.button' : 'limitCoach.ask.again')}
            </Button>
          )}
          {isWaiting && (
            <Button size="card" busy={isBusy} className="max-sm:w-full" onClick={() => void withdraw(approval.id)}>
              {t('limitCoach.waiting.withdraw')}
            </Button>
          )}
        </>
      }
    >
      {approval === null || !isOpen ? null : approval.problem === null ? (
        <p>
          {isWaiting
            ? t('limitCoach.waiting.text', { date: formatDateTime(new Date(approval.date)) })
            : t('limitCoach.approved.text', { until: formatDateTime(new Date(approval.expiresAt)) })}
        </p>
      ) : (
        <p>{t(problemText(approval))}</p>
      )}
      {approval?.state === 'approved' && approval.reason !== '' && (
        <p>{t('limitCoach.approved.answer', { reason: approval.reason })}</p>
      )}
      {approval?.state === 'refused' && <p>{t('limitCoach.refused.text', { reason: approval.reason })}</p>}
      {!isOpen && ask !== null && <p>{t(askTexts[ask])}</p>}
      {isAsking && (
        <AskDialog
          cart={cart}
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false)
            invalidateVisitor()
            reload()
          }}
        />
      )}
    </Way>
  )
}

const askButtons = {
  order: 'limitCoach.ask.orderButton',
  colleague: 'limitCoach.ask.colleagueButton',
} as const

const askTexts = {
  store: 'limitCoach.ask.text',
  order: 'limitCoach.ask.orderText',
  colleague: 'limitCoach.ask.colleagueText',
} as const

const titles = {
  waiting: 'limitCoach.waiting.title',
  approved: 'limitCoach.approved.title',
  refused: 'limitCoach.refused.title',
  expired: 'limitCoach.expired.title',
  used: 'limitCoach.ask.title',
  withdrawn: 'limitCoach.ask.title',
} as const

/** Why a request or an approval no longer fits the cart. */
function problemText({ state, problem }: NonNullable<LimitAdvice['approval']>) {
  if (state === 'waiting') return 'limitCoach.waiting.otherCart'
  return problem === 'total_grew' ? 'limitCoach.approved.totalGrew' : 'limitCoach.approved.otherCart'
}
