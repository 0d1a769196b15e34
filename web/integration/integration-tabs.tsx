import { adminApiKeysPath, adminWebhooksPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The pages of the administration of programs that use the shop. */
export function IntegrationTabs() {
  const { t } = useTranslation()
  return (
    <PageTabs
      label={t('integration.tabs.label')}
      tabs={[
        { page: adminApiKeysPath, label: t('integration.tabs.keys') },
        { page: adminWebhooksPath, label: t('integration.tabs.webhooks') },
        { page: pages.adminErp, label: t('integration.tabs.erp') },
      ]}
    />
  )
}
