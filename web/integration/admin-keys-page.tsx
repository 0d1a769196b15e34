import { adminApiKeysPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listApiKeys } from '#contract/admin/api-keys.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-keys-page.ts'
import { IntegrationTabs } from './integration-tabs.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { ShownOnce } from './shown-once.tsx'

const load = (api: ServerCall) => api(listApiKeys)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Keys with which programs call the integration API. */
export default function AdminKeysPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const keys = useWholeList(listApiKeys, loaderData)
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const { items } = keys.list
  const textOf = (key: string) => t(`integration.keys.${key}`)
  return (
    <AdminFrame title={<h1 className="truncate">{t('integration.title')}</h1>}>
      <PageHead title={textOf('title')} description={textOf('description')} canonical={adminApiKeysPath} noIndex />
      <div className="flex max-w-420 flex-col gap-5">
        <IntegrationTabs />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-180 min-w-0 flex-1 basis-60 text-13 text-ink-2">
            {textOf('description')}{' '}
            <a href="/api/docs/" className="text-brand-ink underline">
              {textOf('docs')}
            </a>
          </p>
          <MayChange>
            <Button
              variant="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {textOf('add')}
            </Button>
          </MayChange>
        </div>
        {items.length === 0 ? (
          <EmptyState title={textOf('empty')} text={textOf('emptyText')} />
        ) : (
          <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {items.map((key) => (
              <KeyRow key={key.id} listed={key} keys={keys} />
            ))}
          </ul>
        )}
        {isAdding && (
          <KeyDialog
            keys={keys}
            onMade={(key) => {
              setAdding(false)
              setShown(key)
            }}
            onClose={() => setAdding(false)}
          />
        )}
        {shown !== null && (
          <ShownOnce
            title={textOf('made')}
            label={textOf('key')}
            text={textOf('once')}
            value={shown}
            onClose={() => setShown(null)}
          />
        )}
      </div>
    </AdminFrame>
  )
}
