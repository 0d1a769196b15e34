import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { orderPath, purchasePath } from '#contract/core/record-paths.ts'
import { getPurchase, type Purchase } from '#contract/shop/purchases.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/approval-page.ts'
import { ApprovalReasons } from './approval-reasons.tsx'
import { DeliveryFacts } from '#web/product/delivery-facts.tsx'
import { PurchaseActions } from './purchase-actions.tsx'
import { PurchaseHistory } from './purchase-history.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { PurchaseStateBadge } from './purchase-state-badge.tsx'
import { PurchaseTotal } from './purchase-total.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getPurchase, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** An order that waits, or waited, for an approver of the dealer. */
export default function ApprovalPage({ loaderData: loaded }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<{ of: Purchase; purchase: Purchase } | null>(null)
  // What was loaded later is newer than the last change.
  const purchase = changed?.of === loaded ? changed.purchase : loaded
  const [isEditing, setEditing] = useState(false)
  useFollow(loaded, () => call(getPurchase, { params: { id: String(loaded.id) } }), 15_000)
  const { id, state, buyer, isOwn, why, canDecide } = purchase
  const title = t('purchases.one', { number: id })
  const onChange = (now: Purchase) => setChanged({ of: loaded, purchase: now })
  return (
    <div className={`page-width flex max-w-260! flex-col gap-4 py-5 ${canDecide ? 'max-sm:pb-44' : ''}`}>
      <PageHead title={title} description={t('purchases.description')} canonical={purchasePath(id)} noIndex />
      <Link
        to={pages.approvals}
        className="inline-flex items-center gap-1.5 self-start text-13 text-ink-2 hover:underline pointer-coarse:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('purchases.back')}
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{isOwn ? title : `${buyer} · ${title}`}</h1>
        <PurchaseStateBadge state={state} />
      </div>
      <Next purchase={purchase} />
      {state === 'waiting' && (
        <MessageStrip tone="warning">
          <p className="font-semibold">{t('purchases.why.title')}</p>
          <ApprovalReasons why={why} isOwn={isOwn} />
        </MessageStrip>
      )}
      <PurchaseLines
        key={purchase.revision}
        purchase={purchase}
        isEditing={isEditing && canDecide}
        onSaved={(now) => {
          onChange(now)
          setEditing(false)
        }}
        onChange={onChange}
        onCancel={() => setEditing(false)}
      />
      <PurchaseTotal purchase={purchase} />
      {!isEditing && <PurchaseActions purchase={purchase} onChange={onChange} onEdit={() => setEditing(true)} />}
      <Facts purchase={purchase} />
      <DeliveryFacts delivery={purchase.delivery} />
      <PurchaseHistory events={purchase.events} />
    </div>
  )
}

/** What the visitor has to know or do now. */
function Next({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const { state, isOwn, canDecide, hasApproved, approvals, approvers, isFallback, steps, standsInFor, order } = purchase
  if (order !== null) {
    return (
      <MessageStrip
        tone="info"
        actions={
          <Link to={orderPath(order.orderNo)} className={buttonClasses('outline', 'sm')}>
            {t('purchases.action.goToOrder')}
          </Link>
        }
      >
        {t('purchases.action.approved', { number: order.orderNo })}
      </MessageStrip>
    )
  }
  if (isOwn && (state === 'refused' || state === 'expired')) {
    return <MessageStrip tone="info">{t(`purchases.next.${state}`)}</MessageStrip>
  }
  if (state !== 'waiting') return null
  const first = approvals[0]
  const texts = [
    isOwn && t('purchases.next.own'),
    standsInFor !== null && t('purchases.next.deputy', { name: standsInFor }),
    canDecide && first !== undefined && t('purchases.next.second', { name: first.by }),
    canDecide && first === undefined && steps > 1 && t('purchases.next.first'),
    hasApproved && t('purchases.next.given'),
    approvers.length === 0 && t('purchases.next.nobody'),
    isFallback && approvers.length > 0 && t('purchases.next.fallback'),
  ].filter((text) => text !== false)
  if (texts.length === 0) return null
  return (
    <MessageStrip tone="info">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </MessageStrip>
  )
}

function Facts({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const { buyer, date, state, expiresAt, plan, branch, note, approvers } = purchase
  const facts = [
    ['buyer', buyer],
    ['date', <Moment key="date" date={date} />],
    ['until', state === 'waiting' && <Moment key="until" date={expiresAt} />],
    ['approvers', approvers.join(', ')],
    ['plan', plan],
    ['branch', branch],
    ['note', note],
  ] as const
  return (
    <dl className="grid gap-x-6 rounded-panel border border-line bg-surface px-4 py-2 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:grid-cols-3">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="min-w-0 py-1.5 text-13">
            <dt className="text-12 text-ink-2">{t(`purchases.fields.${name}`)}</dt>
            <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
