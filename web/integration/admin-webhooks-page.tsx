import { adminWebhooksPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { eventTypes } from '#contract/integration/event-types.ts'
import { storeWebhooks } from '#contract/integration/webhooks.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-webhooks-page.ts'
import { IntegrationTabs } from './integration-tabs.tsx'
import { WebhookSection } from './webhook-section.tsx'

const load = (api: ServerCall) => api(storeWebhooks.list)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Addresses that receive events. */
export default function AdminWebhooksPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const description = t('integration.webhooks.description')
  return (
    <AdminFrame title={<h1 className="truncate">{t('integration.title')}</h1>}>
      <PageHead
        title={t('integration.webhooks.title')}
        description={description}
        canonical={adminWebhooksPath}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-5">
        <IntegrationTabs />
        <WebhookSection
          calls={storeWebhooks}
          types={eventTypes}
          loaded={loaderData}
          canChange={mayChange}
          heading={<p className="text-13 text-ink-2">{description}</p>}
        />
      </div>
    </AdminFrame>
  )
}
