import { adminSetupPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { useMemo } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { redirect } from 'react-router'
import { getVisitor } from '#contract/core/visitor.ts'
import { representativePath } from '#contract/core/representative-pages.ts'
import { getBackups } from '#contract/admin/backups.ts'
import { getBoard } from '#contract/admin/board.ts'
import { getSetup } from '#contract/admin/setup.ts'
import { pages } from '#contract/core/pages.ts'
import { adminDealerPath, adminProductPath } from '#contract/core/record-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useMayRead } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { call } from '#web/app/data/call.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/board-page.ts'
import { BackupNotices, LastBackup } from '#web/backup/backup-notices.tsx'
import { BestList } from './best-list.tsx'
import { BoardTasks } from './board-tasks.tsx'
import { salesPath } from './order-list-path.ts'
import { shortDay } from './short-day.ts'
import { SalesChart } from './sales-chart.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { SalesTable } from './sales-table.tsx'

const load = async (api: ServerCall) => {
  const { user } = await api(getVisitor)
  // The board shows nothing to a representative, whose work is with its dealers.
  if (user?.role === 'admin' && user.permissions.every((right) => right.startsWith('field:'))) {
    throw redirect(representativePath)
  }
  const seesBackups = user?.role === 'admin' && user.permissions.includes('settings:read')
  const [board, setup, backups] = await Promise.all([
    api(getBoard),
    api(getSetup),
    seesBackups ? api(getBackups) : Promise.resolve(null),
  ])
  return { board, backups, isNewShop: !setup.done.includes('order') }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Milliseconds between two checks for changed figures. */
const pace = 30_000

/** What needs doing today, and how sales go. */
export default function BoardPage({ loaderData: { board, backups, isNewShop } }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(board, () => call(getBoard), pace)
  const maySetUp = useMayRead('settings')
  const title = t('administration.board.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('administration.board.description')} canonical={pages.admin} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        {isNewShop && maySetUp && (
          <MessageStrip tone="info">
            {t('administration.board.newShop')}{' '}
            <AreaLink to={adminSetupPath} className="tap font-medium underline">
              {t('administration.board.toSetup')}
            </AreaLink>
          </MessageStrip>
        )}
        {backups !== null && <BackupNotices backups={backups} />}
        <BoardTasks tasks={board.tasks} lateUntil={board.lateUntil} />
        {board.sales !== null && <BoardSales board={board} sales={board.sales} />}
        {backups !== null && <LastBackup backups={backups} />}
      </div>
    </AdminFrame>
  )
}

type BoardSalesProps = { board: Reply<typeof getBoard>; sales: NonNullable<Reply<typeof getBoard>['sales']> }

function BoardSales({ board, sales }: BoardSalesProps) {
  const { t } = useTranslation()
  const points = useMemo(
    () => board.days.map(({ day, total }) => ({ label: shortDay(day), value: total })),
    [board.days],
  )
  const { from, to } = sales.month.now
  return (
    <>
      <SalesFigures sales={sales} />
      <AdminPanel title={t('administration.board.chart')}>
        <SalesChart points={points} />
        <SalesTable days={board.days} />
      </AdminPanel>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <BestList
          title={t('administration.board.bestDealers')}
          none={t('administration.board.noSales')}
          items={board.bestDealers}
          pathOf={({ id }) => adminDealerPath(id)}
          ordersPathOf={({ code }) => salesPath({ dealer: code, from, to })}
        />
        <BestList
          title={t('administration.board.bestProducts')}
          none={t('administration.board.noProducts')}
          items={board.bestProducts}
          pathOf={({ id }) => adminProductPath(id)}
          ordersPathOf={({ code }) => salesPath({ product: code, from: board.bestProductsFrom, to })}
        />
      </div>
    </>
  )
}
