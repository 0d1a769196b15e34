import '#web/app/page-words.ts'
import { Link, useNavigation } from 'react-router'
import { listAudit } from '#contract/audit.ts'
import type { Reply } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { formatQuantity } from '#domain/format.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { PageHead } from '#web/app/page-head.tsx'
import { type LoadPlace, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/page-loader.ts'
import { Pagination } from '#web/catalog/list-pagination.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-audit-page.ts'
import { AuditFilter } from './audit-filter.tsx'
import { auditPath, isNarrowed, queryOf } from './audit-path.ts'
import { AuditTable } from './audit-table.tsx'

const load = (ask: ServerCall, { url }: LoadPlace) => ask(listAudit, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listAudit>

/** Who changed what and when. */
export default function AdminAuditPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isLoading = useNavigation().state === 'loading'
  const title = t('administration.audit.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead
        title={title}
        description={t('administration.audit.description')}
        canonical={pages.adminAudit}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-4">
        <AuditFilter list={list} />
        <div aria-busy={isLoading} className={classes('flex flex-col gap-3', isLoading && 'opacity-60')}>
          <Rows list={list} />
        </div>
      </div>
    </AdminFrame>
  )
}

function Rows({ list }: { list: List }) {
  const { t } = useTranslation()
  const { items, total, isTotalLeast, page, pages: count } = list
  if (items.length > 0) {
    const facts = { count: total, number: formatQuantity(total) }
    return (
      <>
        <p role="status" className="text-13 text-ink-2">
          {t(isTotalLeast ? 'administration.audit.totalLeast' : 'administration.audit.total', facts)}
        </p>
        <AuditTable items={items} />
        <Pagination page={page} pages={count} to={(number) => auditPath({ ...list, page: number })} />
      </>
    )
  }
  if (total === 0 && !isNarrowed(list)) {
    return <EmptyState title={t('administration.audit.empty.title')} text={t('administration.audit.empty.text')} />
  }
  return (
    <EmptyState
      title={t(total > 0 ? 'administration.audit.empty.page' : 'administration.audit.empty.nothing')}
      actions={
        <Link
          to={total > 0 ? auditPath({ ...list, page: 1 }) : auditPath({})}
          className={buttonClasses('outline', 'card')}
        >
          {t(total > 0 ? 'administration.audit.empty.first' : 'administration.audit.empty.all')}
        </Link>
      }
    />
  )
}
