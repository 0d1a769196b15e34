import '#web/app/page-words.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { pages } from '#contract/core/pages.ts'
import { settingFields, settingGroups } from '#contract/admin/setting-fields.ts'
import { type ListedSetting, listSettings } from '#contract/admin/settings.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Button } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-settings-page.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingRow } from './setting-row.tsx'
import { isFound, isInEffect, keyOf } from './settings-form.ts'
import { type GroupChoice, SettingsGroups } from './settings-groups.tsx'
import { SettingsSearch } from './settings-search.tsx'
import { useBrandPreview } from './use-brand-preview.ts'
import { useLeaveQuestion } from '#web/administration/use-leave-question.ts'
import { ReadOnlyFields } from '#web/administration/may-change.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

const load = (api: ServerCall) => api(listSettings)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const groupOf = (setting: ListedSetting) => settingFields[keyOf(setting)].group

/** The chosen group is in the address, so that links can lead to it. */
function useGroupInAddress(): [GroupChoice, (group: GroupChoice) => void] {
  const query = useSearchParameters()
  const navigate = useNavigate()
  const named = settingGroups.find((group) => group === query.get('group'))
  const choose = (group: GroupChoice) =>
    void navigate(group === 'all' ? '?' : `?group=${group}`, { replace: true, preventScrollReset: true })
  return [named ?? 'all', choose]
}

/** The settings that match the search, the chosen group and, if requested, only those with unsaved changes. */
function useSettingsFilter(form: SettingsForm) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [group, setGroup] = useGroupInAddress()
  const [isChangedOnly, setChangedOnly] = useState(false)
  const textsOf = (setting: ListedSetting) => {
    const { key } = setting
    return [
      t(`settings.items.${key}.name`),
      t(`settings.items.${key}.does`),
      key,
      t(`settings.groups.${groupOf(setting)}`),
    ]
  }
  const isFiltered = isChangedOnly && Object.keys(form.drafts).length > 0
  const found = form.items.filter(
    (setting) =>
      isInEffect(setting, form.items, form.drafts) &&
      isFound(search, textsOf(setting)) &&
      (!isFiltered || setting.key in form.drafts),
  )
  const shown = found.filter((setting) => group === 'all' || groupOf(setting) === group)
  const showAll = () => {
    setSearch('')
    setGroup('all')
    setChangedOnly(false)
  }
  const showChanges = () => {
    showAll()
    setChangedOnly(true)
  }
  return { search, setSearch, group, setGroup, isFiltered, found, shown, showAll, showChanges }
}

/** All settings of the store. */
export default function AdminSettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const form = useSettingsForm(loaderData.items)
  const { search, setSearch, group, setGroup, isFiltered, found, shown, showAll, showChanges } = useSettingsFilter(form)
  useLeaveQuestion(Object.keys(form.drafts).length > 0)
  const brand = form.items.find(({ key }) => key === 'brandColor')
  useBrandPreview(form.drafts['brandColor'], String(brand?.default))

  const [refusals, setRefusals] = useState(0)
  async function save(): Promise<void> {
    const refused = await form.save()
    if (refused.length === 0) return
    setSearch('')
    setGroup('all')
    setRefusals((count) => count + 1)
  }
  // Scrolls to the first refused setting once all settings are rendered.
  useEffect(() => {
    if (refusals === 0) return
    const field = document.querySelector<HTMLElement>('main [aria-invalid]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [refusals])
  return (
    <AdminFrame title={<h1 className="truncate">{t('settings.screen.title')}</h1>}>
      <PageHead
        title={t('settings.screen.title')}
        description={t('settings.screen.description')}
        canonical={pages.adminSettings}
        noIndex
      />
      <div className="flex min-h-[calc(100dvh-5.5rem)] flex-col">
        <div className="flex max-w-350 flex-1 gap-6 pb-4 max-xl:flex-col max-xl:gap-3">
          <SettingsGroups
            chosen={group}
            onChoose={setGroup}
            countOf={(each) => found.filter((setting) => each === 'all' || groupOf(setting) === each).length}
          />
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            <SettingsSearch search={search} found={found.length} onChange={setSearch} />
            {settingGroups.map((each) => {
              const settings = shown.filter((setting) => groupOf(setting) === each)
              return (
                settings.length > 0 && <Group key={each} name={each} settings={settings} form={form} search={search} />
              )
            })}
            {shown.length === 0 && (
              <EmptyState
                title={t('settings.screen.nothing')}
                actions={
                  <Button variant="outline" onClick={showAll}>
                    {t('settings.screen.showAll')}
                  </Button>
                }
              />
            )}
            {isFiltered && shown.length > 0 && (
              <Button variant="ghost" className="self-start" onClick={showAll}>
                {t('settings.screen.showAll')}
              </Button>
            )}
          </div>
        </div>
        <SaveBar form={form} isFiltered={isFiltered} onSave={() => void save()} onShowChanges={showChanges} />
      </div>
    </AdminFrame>
  )
}

type GroupProps = {
  name: string
  settings: readonly ListedSetting[]
  form: ReturnType<typeof useSettingsForm>
  search: string
}

function Group({ name, settings, form, search }: GroupProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <section
      aria-labelledby={`group-${name}`}
      className="overflow-hidden rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <h2
        id={`group-${name}`}
        className="flex items-baseline gap-2 border-b border-line px-4 py-2.5 text-15 font-semibold"
      >
        <span>
          <HighlightedText text={t(`settings.groups.${name}`)} search={search} />
        </span>
        <span className="text-13 font-normal text-ink-2">
          {t('settings.screen.count', { count: settings.length, number: formatQuantity(settings.length) })}
        </span>
      </h2>
      <ReadOnlyFields>
        <ul>
          {settings.map((setting) => (
            <SettingRow key={setting.key} setting={setting} form={form} search={search} />
          ))}
        </ul>
      </ReadOnlyFields>
    </section>
  )
}
