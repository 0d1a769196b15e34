import { type SettingGroup, settingGroups } from '#contract/admin/setting-fields.ts'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type GroupChoice = SettingGroup | 'all'
type SettingsGroupsProps = {
  chosen: GroupChoice
  /** Number of settings in each group that match the search. */
  countOf(group: GroupChoice): number
  onChoose(group: GroupChoice): void
}

/** The groups next to the settings; a select in narrow windows. */
export function SettingsGroups({ chosen, countOf, onChoose }: SettingsGroupsProps) {
  const { t, formatQuantity } = useTranslation()
  const choices: GroupChoice[] = ['all', ...settingGroups]
  const nameOf = (group: GroupChoice) => t(group === 'all' ? 'settings.screen.all' : `settings.groups.${group}`)
  return (
    <>
      <Select
        size="lg"
        aria-label={t('settings.screen.groups')}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value as GroupChoice)}
        className="w-full xl:hidden"
      >
        {choices.map((group) => (
          <option key={group} value={group}>
            {nameOf(group)} ({formatQuantity(countOf(group))})
          </option>
        ))}
      </Select>
      <nav aria-label={t('settings.screen.groups')} className="sticky top-18 w-49 shrink-0 self-start max-xl:hidden">
        <ul>
          {choices.map((group) => (
            <li key={group}>
              <button
                type="button"
                aria-current={chosen === group || undefined}
                onClick={() => onChoose(group)}
                className={classes(
                  'flex h-8 w-full items-center gap-2 rounded-control border px-2.5 text-left text-13',
                  chosen === group
                    ? 'border-line bg-surface font-semibold'
                    : countOf(group) === 0
                      ? 'border-transparent text-ink-3 hover:bg-hover'
                      : 'border-transparent hover:bg-hover',
                )}
              >
                <span className="min-w-0 flex-1 truncate">{nameOf(group)}</span>
                <span className="text-12 text-ink-2">{formatQuantity(countOf(group))}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
