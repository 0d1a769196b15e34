import { CircleAlert, Save } from 'lucide-react'
import { saveBarClasses } from '#web/administration/admin-panel.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { SettingsForm } from './use-settings-form.ts'

type SaveBarProps = { form: SettingsForm; isFiltered: boolean; onSave(): void; onShowChanges(): void }

/** Unsaved changes; hidden when there are none. */
export function SaveBar({ form, isFiltered, onSave, onShowChanges }: SaveBarProps) {
  const { t, formatQuantity } = useTranslation()
  const keys = form.items.map(({ key }) => key).filter((key) => key in form.drafts)
  const invalidCount = keys.filter((key) => key in form.errors).length
  if (keys.length === 0) return null
  return (
    <section
      aria-label={t('settings.screen.dirty', { count: keys.length, number: formatQuantity(keys.length) })}
      className={saveBarClasses}
    >
      <p role="status" className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-13">
        <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-warning" />
        <span className="font-semibold whitespace-nowrap">
          {t('settings.screen.dirty', { count: keys.length, number: formatQuantity(keys.length) })}
        </span>
        <span className="truncate text-ink-2">{keys.map((key) => t(`settings.items.${key}.name`)).join(', ')}</span>
      </p>
      {invalidCount > 0 && (
        <p className="text-13 text-danger">
          {t('settings.screen.invalidCount', { count: invalidCount, number: formatQuantity(invalidCount) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {!isFiltered && (
          <Button variant="ghost" onClick={onShowChanges}>
            {t('settings.screen.showChanges')}
          </Button>
        )}
        <Button variant="outline" onClick={form.discard} className="max-sm:flex-1">
          {t('settings.screen.discard')}
        </Button>
        <Button
          variant="solid"
          busy={form.isSaving}
          icon={<Save size={16} aria-hidden="true" />}
          onClick={onSave}
          className="max-sm:flex-1"
        >
          {t(form.conflictingKeys.size > 0 ? 'settings.screen.keepMine' : 'settings.screen.save')}
        </Button>
      </div>
    </section>
  )
}
