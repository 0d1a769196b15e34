import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type ListedWebhook, listWebhooks } from '#contract/admin/webhooks.ts'
import { pages } from '#contract/core/pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-webhooks-page.ts'
import { IntegrationTabs } from './integration-tabs.tsx'
import { ShownOnce } from './shown-once.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

const load = (api: ServerCall) => api(listWebhooks)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Addresses that receive events. */
export default function AdminWebhooksPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const webhooks = useWholeList(listWebhooks, loaderData)
  const [edited, setEdited] = useState<ListedWebhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { items } = webhooks.list
  const textOf = (key: string) => t(`integration.webhooks.${key}`)
  return (
    <AdminFrame title={<h1 className="truncate">{t('integration.title')}</h1>}>
      <PageHead title={textOf('title')} description={textOf('description')} canonical={pages.adminWebhooks} noIndex />
      <div className="flex max-w-420 flex-col gap-5">
        <IntegrationTabs />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-180 min-w-0 flex-1 basis-60 text-13 text-ink-2">{textOf('description')}</p>
          <Button
            variant="solid"
            size="card"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setEdited('new')}
          >
            {textOf('add')}
          </Button>
        </div>
        {items.length === 0 ? (
          <EmptyState title={textOf('empty')} text={textOf('emptyText')} />
        ) : (
          <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {items.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                webhooks={webhooks}
                onChange={() => setEdited(webhook)}
                onSecret={setSecret}
              />
            ))}
          </ul>
        )}
        {edited !== null && (
          <WebhookDialog
            webhook={edited === 'new' ? null : edited}
            webhooks={webhooks}
            onSecret={setSecret}
            onClose={() => setEdited(null)}
          />
        )}
        {secret !== null && (
          <ShownOnce
            title={textOf('secretTitle')}
            label={textOf('secret')}
            text={textOf('once')}
            value={secret}
            onClose={() => setSecret(null)}
          />
        )}
      </div>
    </AdminFrame>
  )
}
