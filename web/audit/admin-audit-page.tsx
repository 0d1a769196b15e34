import '#web/app/page-words.ts'
import { listAudit } from '#contract/admin/audit.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { ListFrame } from '#web/administration/list-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-audit-page.ts'
import { AuditFilter } from './audit-filter.tsx'
import { place } from './audit-path.ts'
import { AuditTable } from './audit-table.tsx'

const load = (api: ServerCall, { url }: PageLocation) => api(listAudit, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Who changed what and when. */
export default function AdminAuditPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const facts = { count: list.total, number: formatQuantity(list.total) }
  return (
    <ListFrame
      place={place}
      list={list}
      noun="audit"
      filter={<AuditFilter list={list} />}
      head={
        list.items.length > 0 && (
          <p role="status" className="text-13 text-ink-2">
            {t(list.isTotalLeast ? 'administration.audit.totalLeast' : 'administration.audit.total', facts)}
          </p>
        )
      }
    >
      <AuditTable list={list} />
    </ListFrame>
  )
}
