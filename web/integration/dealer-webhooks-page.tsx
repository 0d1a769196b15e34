import '#web/app/page-words.ts'
import { pages } from '#contract/core/pages.ts'
import { dealerEventTypes } from '#contract/integration/event-types.ts'
import { dealerWebhooks } from '#contract/integration/webhooks.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { ProgramTabs } from '#web/feeds/program-tabs.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/dealer-webhooks-page.ts'
import { WebhookSection } from './webhook-section.tsx'

const load = (api: ServerCall) => api(dealerWebhooks.list)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Addresses that receive the events of a dealer's own orders and payments. */
export default function DealerWebhooksPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const canOrder = user?.canOrder === true
  const title = t('integration.webhooks.title')
  const description = t('dealerWebhooks.description')
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={title} description={description} canonical={pages.dealerWebhooks} noIndex />
      <ProgramTabs />
      <WebhookSection
        calls={dealerWebhooks}
        types={dealerEventTypes}
        loaded={loaderData}
        canChange={canOrder}
        heading={
          <>
            <h1 className="text-20 font-semibold">{title}</h1>
            <p className="text-13 text-ink-2">{description}</p>
            {!canOrder && <p className="mt-2 text-13 text-ink-2">{t('dealerWebhooks.noRight')}</p>}
          </>
        }
      />
    </div>
  )
}
