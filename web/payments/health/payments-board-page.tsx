import '#web/app/page-words.ts'
import { TriangleAlert } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { adminPosPath, paymentsBoardPath } from '#contract/core/admin-pages.ts'
import { boardDays, getPaymentsBoard, type PosStanding } from '#contract/admin/payments-board.ts'
import { pages } from '#contract/core/pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { AdminPanel, BackTo } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/payments-board-page.ts'
import { BankDeclines, BankFigures, BankSteps } from './bank-figures.tsx'

const load = (api: ServerCall, { url }: PageLocation) => api(getPaymentsBoard, queryOf(url, ['days']))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Milliseconds between two checks for changed figures. */
const pace = 30_000

/** How each bank does: attempts, success, declines, times of its answers, unknown payments and alerts. */
export default function PaymentsBoardPage({ loaderData: board }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(board, () => call(getPaymentsBoard, { query: { days: String(board.days) } }), pace)
  const title = t('administration.paymentsBoard.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead
        title={title}
        description={t('administration.paymentsBoard.description')}
        canonical={paymentsBoardPath}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3 text-13">
          <BackTo to={pages.adminPayments}>{t('administration.payments.title')}</BackTo>
          <Days days={board.days} />
        </div>
        {board.accounts.flatMap(({ id, name, alerts }) =>
          alerts.map(({ kind, since }) => (
            <MessageStrip key={`${id} ${kind}`} tone="danger">
              {t(`administration.paymentsBoard.alerts.${kind}`, { name })} · <Moment date={since} />
            </MessageStrip>
          )),
        )}
        {board.accounts.length === 0 && (
          <EmptyState
            title={t('administration.paymentsBoard.empty')}
            text={t('administration.paymentsBoard.emptyText')}
          />
        )}
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          {board.accounts.map((account) => (
            <Bank key={account.id} account={account} />
          ))}
        </div>
      </div>
    </AdminFrame>
  )
}

function Days({ days }: { days: number }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('administration.paymentsBoard.period')} className="flex gap-1">
      {boardDays.map((each) => (
        <Link
          key={each}
          to={each === boardDays[0] ? paymentsBoardPath : `${paymentsBoardPath}?days=${each}`}
          aria-current={each === days ? 'page' : undefined}
          className={classes(
            'inline-flex h-8 items-center rounded-control px-3 font-medium pointer-coarse:min-h-11',
            each === days ? 'bg-brand-soft text-brand-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {t(`administration.paymentsBoard.days.${each}`)}
        </Link>
      ))}
    </nav>
  )
}

function Bank({ account }: { account: PosStanding }) {
  const { t } = useTranslation()
  const { id, name, adapter, environment, isActive, alerts } = account
  return (
    <AdminPanel
      title={name}
      end={
        <span className="flex flex-wrap items-center gap-2">
          {alerts.length > 0 && (
            <Badge tone="danger">
              <TriangleAlert size={12} aria-hidden="true" /> {t('administration.paymentsBoard.alert')}
            </Badge>
          )}
          {environment !== 'live' && <Badge tone="info">{t(`administration.pos.environments.${environment}`)}</Badge>}
          {!isActive && <Badge>{t('administration.pos.inactive')}</Badge>}
          <AreaLink to={adminPosPath(id)} className="tap text-13 text-brand-ink hover:underline">
            {t(`administration.pos.adapters.${adapter}`)}
          </AreaLink>
        </span>
      }
    >
      <BankFigures account={account} />
      <BankDeclines account={account} />
      <BankSteps account={account} />
    </AdminPanel>
  )
}
