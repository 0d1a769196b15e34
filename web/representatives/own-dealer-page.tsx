import '#web/app/page-words.ts'
import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { getOwnDealer, type OwnDealerDetail } from '#contract/admin/representatives.ts'
import { ownDealerPath, representativePath } from '#contract/core/representative-pages.ts'
import { lira } from '#domain/money/money.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { OrderStateBadge } from '#web/orders/order-state-badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/own-dealer-page.ts'
import { ActButton } from './act-button.tsx'
import { LastOrder, LimitLeft } from './own-dealers-table.tsx'
import { TargetBar } from './target-bar.tsx'
import { Visits } from './visits.tsx'

const load = (api: ServerCall, { params: { id } }: PageLocation<Route.LoaderArgs>) =>
  api(getOwnDealer, { params: { id } })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A dealer of a representative: figures, contact, orders, visits. */
export default function OwnDealerPage({ loaderData: dealer }: Route.ComponentProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { id, name, code, city, balance, overdue } = dealer
  const fact = (key: string) => t(`representatives.own.columns.${key}`)
  return (
    <DetailFrame
      title={name}
      description={t('representatives.own.text')}
      path={ownDealerPath(id)}
      back={{ to: representativePath, label: t('representatives.own.title') }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{name}</h1>
          <p className="text-13 text-ink-2">{[code, city].filter((text) => text !== '').join(' · ')}</p>
        </div>
        {dealer.isOwn && <ActButton id={id} name={name} size="lg" className="max-sm:w-full" />}
      </div>
      <Contact dealer={dealer} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-panel border border-line bg-surface p-4 md:grid-cols-3 xl:grid-cols-6">
        <Fact name={fact('lastOrder')}>
          <LastOrder dealer={dealer} />
        </Fact>
        <Fact name={fact('balance')}>{formatMoney(balance, lira)}</Fact>
        <Fact name={fact('overdue')}>
          <span className={overdue > 0 ? 'text-danger' : undefined}>{formatMoney(overdue, lira)}</span>
        </Fact>
        <Fact name={fact('limit')}>
          <LimitLeft dealer={dealer} />
        </Fact>
        <Fact name={fact('offers')}>{formatQuantity(dealer.openOffers)}</Fact>
        <Fact name={fact('target')}>
          <TargetBar target={dealer.target} sold={dealer.sold} />
        </Fact>
      </dl>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Visits dealer={dealer} />
        <AdminPanel title={t('representatives.own.orders')}>
          <Orders dealer={dealer} />
        </AdminPanel>
      </div>
    </DetailFrame>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{children}</dd>
    </div>
  )
}

type DealerProps = { dealer: OwnDealerDetail }

/** One tap calls or writes. */
function Contact({ dealer: { contactName, phone, email, address } }: DealerProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 text-13">
      {phone !== '' && (
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={buttonClasses('outline', 'card')}>
          <Phone size={16} aria-hidden="true" /> {phone}
        </a>
      )}
      {email !== '' && (
        <a href={`mailto:${email}`} className={buttonClasses('outline', 'card')}>
          <Mail size={16} aria-hidden="true" /> {email}
        </a>
      )}
      <span className="text-ink-2">{[contactName, address].filter((text) => text !== '').join(' · ')}</span>
    </div>
  )
}

function Orders({ dealer: { orders } }: DealerProps) {
  const { t, formatMoney } = useTranslation()
  if (orders.length === 0) return <p className="text-ink-2">{t('representatives.own.noOrders')}</p>
  return (
    <ul className="-my-2 divide-y divide-line">
      {orders.map(({ orderNo, date, totalTry, state, creator }) => (
        <li key={orderNo} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
          <span className="min-w-0">
            <span className="code font-medium">{orderNo}</span>
            <span className="block text-12 text-ink-2">
              {formatDay(dayInTurkey(new Date(date)))} · {creator}
            </span>
          </span>
          <span className="text-right tabular-nums">
            {formatMoney(totalTry, lira)}
            <span className="block">
              <OrderStateBadge state={state as OrderState} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
