import { adminAuditPath } from '#contract/core/admin-pages.ts'
import { RotateCcw, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { urlOf } from '#contract/core/endpoint.ts'
import { settingFields } from '#contract/admin/setting-fields.ts'
import type { ListedSetting } from '#contract/admin/settings.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { SettingControl } from './setting-control.tsx'
import { keyOf, describeValue } from './settings-form.ts'
import { SocialControl } from './social-control.tsx'
import type { SettingsForm } from './use-settings-form.ts'

type SettingRowProps = { setting: ListedSetting; form: SettingsForm; search: string }

/** One setting: name, description, field, and its last change. */
export function SettingRow({ setting, form, search }: SettingRowProps) {
  const { t, formatQuantity } = useTranslation()
  const id = useId()
  const { key } = setting
  const draft = form.drafts[key]
  const isChanged = draft !== undefined
  const value = draft === undefined ? setting.value : (draft ?? setting.default)
  const error = form.errors[key]
  const isWide = settingFields[keyOf(setting)].kind === 'social'
  const fieldProps = {
    id,
    'aria-labelledby': `${id}-name`,
    'aria-describedby': `${id}-does${error === undefined ? '' : ` ${id}-error`}`,
    'aria-invalid': error === undefined ? undefined : (true as const),
  }
  return (
    <li
      data-testid={`setting-${key}`}
      className={classes(
        'grid items-start gap-x-6 gap-y-2 border-t border-l-3 border-t-line px-4 py-3 first:border-t-0',
        !isWide && 'md:grid-cols-[minmax(0,1fr)_15rem] xl:grid-cols-[minmax(0,1fr)_13rem_16rem]',
        error !== undefined ? 'border-l-danger' : isChanged ? 'border-l-warning' : 'border-l-transparent',
      )}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <label id={`${id}-name`} htmlFor={id} className="text-13 font-semibold max-sm:text-15">
            <HighlightedText text={t(`settings.items.${key}.name`)} search={search} />
          </label>
          {isChanged && <Badge tone="warning">{t('settings.screen.changed')}</Badge>}
        </div>
        <p id={`${id}-does`} className="mt-0.5 text-13 text-ink-2">
          <HighlightedText text={t(`settings.items.${key}.does`)} search={search} />
        </p>
        <SettingHistory setting={setting} />
      </div>
      <span className={classes('code pt-0.5 text-12 break-all text-ink-3', !isWide && 'md:max-xl:hidden')}>
        <HighlightedText text={key} search={search} />
      </span>
      <div className="flex min-w-0 flex-col gap-1.5 md:max-xl:col-start-2 md:max-xl:row-start-1">
        <div className={classes(settingFields[keyOf(setting)].kind === 'flag' && 'flex md:justify-end')}>
          {isWide ? (
            <SocialControl
              value={String(value)}
              isWrong={error !== undefined}
              describedBy={fieldProps['aria-describedby']}
              onChange={(next) => form.change(setting, next)}
            />
          ) : (
            <SettingControl
              setting={setting}
              value={value}
              fieldProps={fieldProps}
              onChange={(next) => form.change(setting, next)}
            />
          )}
        </div>
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="text-12 text-danger">
            {error}{' '}
            {form.conflictingKeys.has(key) &&
              t('settings.screen.theirs', {
                value: describeValue({ t, formatQuantity }, keyOf(setting), setting.value),
              })}
          </p>
        )}
        <RowActions setting={setting} form={form} />
      </div>
    </li>
  )
}

const actionClasses =
  'inline-flex items-center gap-1 text-12 font-medium text-brand-ink hover:underline max-sm:min-h-11 pointer-coarse:min-h-11'

function RowActions({ setting, form }: Omit<SettingRowProps, 'search'>) {
  const { t, formatQuantity } = useTranslation()
  const draft = form.drafts[setting.key]
  const name = t(`settings.items.${setting.key}.name`)
  const defaultValue = describeValue({ t, formatQuantity }, keyOf(setting), setting.default)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2 md:justify-end">
      {draft === null && <span>{t('settings.screen.toReset')}</span>}
      {setting.isOwn && draft !== null && String(draft ?? setting.value) !== String(setting.default) && (
        <>
          <span>{t('settings.screen.default', { value: defaultValue })}</span>
          <button
            type="button"
            className={actionClasses}
            aria-label={t('settings.screen.resetOf', { name })}
            onClick={() => form.change(setting, null)}
          >
            <RotateCcw size={12} aria-hidden="true" /> {t('settings.screen.reset')}
          </button>
        </>
      )}
      {draft !== undefined && (
        <button
          type="button"
          className={actionClasses}
          aria-label={t('settings.screen.undoOf', { name })}
          onClick={() => form.undo(setting)}
        >
          <Undo2 size={12} aria-hidden="true" />
          {t(form.conflictingKeys.has(setting.key) ? 'settings.screen.takeTheirs' : 'settings.screen.undo')}
        </button>
      )}
    </div>
  )
}

function SettingHistory({ setting: { key, changed } }: { setting: ListedSetting }) {
  const { t } = useTranslation()
  if (changed === null) return null
  const name = t(`settings.items.${key}.name`)
  return (
    <p className="mt-1 text-12 text-ink-3">
      {t('settings.screen.changedByAt', { name: changed.user ?? t('settings.screen.commandLine') })}{' '}
      <AreaLink
        to={urlOf(adminAuditPath, {}, { noun: 'setting', id: key })}
        aria-label={t('settings.screen.historyOf', { name })}
        className="hover:underline"
      >
        <Moment date={changed.at} />
      </AreaLink>
    </p>
  )
}
