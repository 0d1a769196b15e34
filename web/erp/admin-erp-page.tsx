import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type ListedErp, listErpConnections } from '#contract/admin/erp.ts'
import { pages } from '#contract/core/pages.ts'
import { adminErpPath } from '#contract/core/record-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { FailedFilter, useFailedOnly } from '#web/integration/failed-filter.tsx'
import { IntegrationTabs } from '#web/integration/integration-tabs.tsx'
import { ShownOnce } from '#web/integration/shown-once.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-erp-page.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { RunCommands } from './run-commands.tsx'
import { stateTones } from './words.ts'

const load = (api: ServerCall) => api(listErpConnections)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Connections to ERPs. */
export default function AdminErpPage({ loaderData: { items, kinds } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<{ id: number; key: string } | null>(null)
  const failed = items.filter(({ state }) => state === 'failing' || state === 'late')
  const shown = useFailedOnly() ? failed : items
  const open = (id: number) => void navigate(adminErpPath(id))
  return (
    <AdminFrame title={<h1 className="truncate">{t('integration.title')}</h1>}>
      <PageHead title={t('erp.title')} description={t('erp.description')} canonical={pages.adminErp} noIndex />
      <div className="flex max-w-420 flex-col gap-5">
        <IntegrationTabs />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-180 min-w-0 flex-1 basis-60 text-13 text-ink-2">{t('erp.description')}</p>
          <MayChange>
            <Button
              variant="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {t('erp.add')}
            </Button>
          </MayChange>
        </div>
        <FailedFilter total={items.length} failed={failed.length} />
        {shown.length === 0 && items.length > 0 && (
          <p className="text-13 text-ink-2">{t('integration.show.noneFailed')}</p>
        )}
        {items.length === 0 ? (
          <EmptyState title={t('erp.empty')} text={t('erp.emptyText')} />
        ) : shown.length === 0 ? null : (
          <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {shown.map((connection) => (
              <Connection key={connection.id} connection={connection} />
            ))}
          </ul>
        )}
        {isAdding && (
          <ConnectionDialog
            kinds={kinds}
            onAdded={({ id, key }) => {
              setAdding(false)
              if (key === null) open(id)
              else setAdded({ id, key })
            }}
            onClose={() => setAdding(false)}
          />
        )}
        {added !== null && (
          <ShownOnce
            title={t('erp.keyTitle')}
            label={t('erp.key')}
            text={t('erp.keyText')}
            value={added.key}
            onClose={() => open(added.id)}
          >
            <RunCommands apiKey={added.key} />
          </ShownOnce>
        )}
      </div>
    </AdminFrame>
  )
}

function Connection({ connection }: { connection: ListedErp }) {
  const { t, formatQuantity } = useTranslation()
  const { id, name, kind, state, runsBeside, lastOkAt, refusedRows, refusedDocuments, waitingDocuments } = connection
  const counts = [
    { label: t('erp.waitingDocuments'), count: waitingDocuments },
    { label: t('erp.refusedDocuments'), count: refusedDocuments },
    { label: t('erp.refusedRows'), count: refusedRows },
  ]
  return (
    <li
      data-testid="erp-connection"
      className="relative flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 hover:bg-hover"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          <AreaLink
            to={adminErpPath(id)}
            className="font-semibold text-brand-ink after:absolute after:inset-0 hover:underline"
          >
            {name}
          </AreaLink>
          <Badge tone={stateTones[state]}>{t(`erp.states.${state}`)}</Badge>
        </p>
        <p className="text-12 text-ink-2">
          {t(`erp.kinds.${kind}`)} · {t(runsBeside ? 'erp.places.beside' : 'erp.places.shop')}
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
        <div className="sm:min-w-32">
          <dt className="text-12 text-ink-2">{t('erp.lastOk')}</dt>
          <dd>{lastOkAt === null ? t('erp.never') : <Moment date={lastOkAt} />}</dd>
        </div>
        {counts.map(({ label, count }) => (
          <div key={label} className="tabular-nums sm:min-w-24 sm:text-right">
            <dt className="text-12 text-ink-2">{label}</dt>
            <dd className="font-semibold">{formatQuantity(count)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
