import { adminImportSourcesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listSources } from '#contract/admin/imports/import-sources.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-import-sources-page.ts'
import { ImportKinds } from './import-kinds.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { SourceRow } from './source-row.tsx'
import { useSourceRights, useSources } from './use-sources.ts'

const load = (api: ServerCall) => api(listSources)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const pollInterval = 2000 // milliseconds between two looks at a run

/** Addresses that product files are fetched from. */
export default function AdminImportSourcesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const sources = useSources(loaderData)
  const { mayRun } = useSourceRights()
  const [isAdding, setAdding] = useState(false)
  const { items } = sources.list
  const { refresh } = sources
  const isRunning = items.some(({ lastRun }) => lastRun !== null && lastRun.outcome === null)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refresh(), pollInterval)
    return () => clearInterval(timer)
  }, [isRunning, refresh])
  const textOf = (key: string) => t(`imports.sources.${key}`)
  return (
    <AdminFrame title={<h1 className="truncate">{textOf('title')}</h1>}>
      <PageHead
        title={textOf('title')}
        description={textOf('description')}
        canonical={adminImportSourcesPath}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-5">
        <ImportKinds current="sources" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-180 min-w-0 flex-1 basis-60 text-13 text-ink-2">{textOf('description')}</p>
          {mayRun && (
            <Button
              variant="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {textOf('add')}
            </Button>
          )}
        </div>
        {items.length === 0 ? (
          <EmptyState title={textOf('empty')} text={textOf('emptyText')} />
        ) : (
          <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {items.map((source) => (
              <SourceRow key={source.id} source={source} sources={sources} />
            ))}
          </ul>
        )}
        {isAdding && <SourceDialog source={null} sources={sources} onClose={() => setAdding(false)} />}
      </div>
    </AdminFrame>
  )
}
