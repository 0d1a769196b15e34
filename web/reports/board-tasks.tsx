import { AreaLink } from '#web/administration/area-link.tsx'
import { type BoardTask, boardTasks } from '#contract/admin/board.ts'
import {
  adminBackOrdersPath,
  adminBankLinesPath,
  adminLimitApprovalsPath,
  adminPriceChangesPath,
  adminPriceListsPath,
  adminPriceRulesPath,
  adminTransferNoticesPath,
  adminWebhooksPath,
} from '#contract/core/admin-pages.ts'
import { adminApplicationsPath } from '#contract/core/application-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { failedEmailsAnchor } from '#contract/core/record-paths.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { orderListPath } from './order-list-path.ts'

const lists: Record<BoardTask, (lateUntil: string) => string> = {
  toApprove: () => orderListPath({ state: 'awaiting_approval' }),
  received: () => orderListPath({ state: 'received' }),
  requested: () => orderListPath({ state: 'requested' }),
  returns: () => `${pages.adminReturns}?state=requested`,
  limitApprovals: () => `${adminLimitApprovalsPath}?state=waiting`,
  askedOffers: () => `${pages.adminOffers}?status=asked`,
  applications: () => `${adminApplicationsPath}?state=waiting`,
  toPick: () => orderListPath({ state: 'confirmed' }),
  late: (lateUntil) => orderListPath({ state: 'confirmed', to: lateUntil }),
  paymentsInDoubt: () => `${pages.adminPayments}?state=attention`,
  transferNotices: () => adminTransferNoticesPath,
  bankLines: () => adminBankLinesPath,
  priceProposals: () => `${adminPriceListsPath}?show=waiting`,
  priceChanges: () => `${adminPriceChangesPath}?show=waiting`,
  endedRates: () => `${pages.adminDealers}?show=rates_ended`,
  ruleProposals: () => adminPriceRulesPath,
  overdueDealers: () => `${pages.adminDealers}?show=overdue`,
  ranOut: () => `${pages.adminProducts}?state=ranOut`,
  backOrdersReady: () => `${adminBackOrdersPath}?ready=1`,
  failedEmails: () => `${pages.adminMail}#${failedEmailsAnchor}`,
  failedWebhooks: () => `${adminWebhooksPath}?show=failed`,
  erpLag: () => `${pages.adminErp}?show=failed`,
}

/** What goes wrong unless someone acts. */
const urgent = new Set<BoardTask>([
  'late',
  'paymentsInDoubt',
  'endedRates',
  'overdueDealers',
  'failedEmails',
  'failedWebhooks',
  'erpLag',
])

type BoardTasksProps = { tasks: Readonly<Partial<Record<BoardTask, number>>>; lateUntil: string }

/** Figures of what needs doing; each leads to its list. */
export function BoardTasks({ tasks, lateUntil }: BoardTasksProps) {
  const { t, formatQuantity } = useTranslation()
  const shown = boardTasks.flatMap((task) => {
    const count = tasks[task]
    return count === undefined ? [] : [[task, count] as const]
  })
  if (shown.length === 0) return null
  return (
    <section aria-label={t('administration.board.tasks.label')}>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {shown.map(([task, count]) => (
          <li key={task} data-testid={`board-${task}`}>
            <AreaLink
              to={lists[task](lateUntil)}
              className="flex h-full flex-col gap-1 rounded-panel border border-line bg-surface p-4 hover:bg-hover"
            >
              <span
                className={classes(
                  'text-20 font-semibold tabular-nums',
                  count === 0 ? 'text-ink-2' : urgent.has(task) && 'text-danger',
                )}
              >
                {formatQuantity(count)}
              </span>
              <span className="text-13">{t(`administration.board.tasks.${task}`)}</span>
            </AreaLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
