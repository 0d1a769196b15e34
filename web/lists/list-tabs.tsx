import { boughtPath, listsPath } from '#contract/core/list-paths.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Lists, and what the dealer has bought before. */
export function ListTabs() {
  const { t } = useTranslation()
  return (
    <PageTabs
      label={t('lists.tabs.label')}
      tabs={[
        { page: listsPath, label: t('lists.tabs.lists') },
        { page: boughtPath, label: t('lists.tabs.bought') },
      ]}
    />
  )
}
