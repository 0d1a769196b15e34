import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { pages } from '#contract/core/pages.ts'
import { adminPaymentPath } from '#contract/core/record-paths.ts'
import { getPaymentDetail, type PaymentDetail } from '#contract/admin/payments.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-payment-page.ts'
import { PaymentActions, SettleButton } from './admin-payment-actions.tsx'
import { PaymentEvents } from './admin-payment-events.tsx'
import { PaymentFacts } from './admin-payment-facts.tsx'
import { PaymentDifferences, PaymentRefunds } from './admin-payment-refunds.tsx'
import { translateWord } from './admin-words.ts'
import { PaymentStateBadge } from '#web/payments/bank/payment-state-badge.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getPaymentDetail, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One payment with its data and actions. */
export default function AdminPaymentPage({ loaderData: payment }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('administration.payments.page.title', { reference: payment.reference })
  return (
    <AdminFrame
      title={
        <AreaLink
          to={pages.adminPayments}
          className="inline-flex items-center gap-2 hover:underline pointer-coarse:min-h-11"
        >
          <ArrowLeft size={16} aria-hidden="true" className="text-ink-2" /> {t('administration.payments.title')}
        </AreaLink>
      }
    >
      <PageHead
        title={title}
        description={t('administration.payments.description')}
        canonical={adminPaymentPath(payment.id)}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="code text-18 font-semibold" aria-label={title}>
            {payment.reference}
          </h1>
          <PaymentStateBadge state={payment.state} />
          <PaymentActions payment={payment} />
        </div>
        <Attention payment={payment} />
        <div className="grid items-start gap-4 xl:grid-cols-[1fr_26rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <PaymentFacts payment={payment} />
            <PaymentRefunds payment={payment} />
            <PaymentDifferences payment={payment} />
          </div>
          <PaymentEvents payment={payment} />
        </div>
      </div>
    </AdminFrame>
  )
}

/** Why the payment needs attention, until an administrator has checked it. */
function Attention({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const { attention, differences } = payment
  const isOpen = differences.some(({ settledAt }) => settledAt === null)
  if (attention === null && !isOpen) return null
  return (
    <MessageStrip
      tone="warning"
      actions={
        <MayChange area="payments">
          <SettleButton payment={payment} />
        </MayChange>
      }
    >
      {translateWord(t, 'attention', attention ?? 'books_differ')}
    </MessageStrip>
  )
}
