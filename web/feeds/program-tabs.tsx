import { pages } from '#contract/core/pages.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The pages by which a dealer's programs get data and order. */
export function ProgramTabs() {
  const { t } = useTranslation()
  return (
    <PageTabs
      label={t('dealerKeys.tabs.label')}
      tabs={[
        { page: pages.feeds, label: t('dealerKeys.tabs.feeds') },
        { page: pages.dealerKeys, label: t('dealerKeys.tabs.keys') },
        { page: pages.dealerWebhooks, label: t('integration.tabs.webhooks') },
      ]}
    />
  )
}
