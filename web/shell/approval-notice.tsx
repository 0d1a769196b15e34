import { ChevronRight, ClipboardCheck } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { purchasePath } from '#contract/core/record-paths.ts'
import type { WaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** How many orders of colleagues wait for the user. Leads to the request if one waits, otherwise to the list. */
export function ApprovalNotice({ waiting: { count, onlyId } }: { waiting: WaitingPurchases }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('account.links.approvals')}
      className="border-b border-info/30 bg-info-soft text-13 font-medium text-info print:hidden"
    >
      <Link
        to={onlyId === null ? `${pages.approvals}?show=waiting` : purchasePath(onlyId)}
        data-testid="approval-notice"
        className="page-width flex min-h-9 items-center gap-2 py-1.5 hover:underline pointer-coarse:min-h-11"
      >
        <ClipboardCheck size={16} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 flex-1">{t('account.links.waitingApprovals', { count })}</span>
        <ChevronRight size={16} aria-hidden="true" className="shrink-0" />
      </Link>
    </section>
  )
}
