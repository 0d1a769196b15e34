import { useId, useState } from 'react'
import {
  addSource,
  changeSource,
  type ListedSource,
  sourceHours,
  type SourceValues,
} from '#contract/admin/imports/import-sources.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Sources } from './use-sources.ts'

type SourceDialogProps = {
  /** Null for a new one. */
  source: ListedSource | null
  sources: Sources
  onClose(): void
}

const emptyValues: SourceValues = {
  ...{ name: '', url: '', username: '', schedule: '06:00', removesMissing: false, brakePercent: '10', profile: '' },
}

function valuesOf({
  name,
  url,
  username,
  schedule,
  removesMissing,
  brakePercent,
  profile,
}: ListedSource): SourceValues {
  return { name, url, username, schedule, removesMissing, brakePercent, profile }
}

export function SourceDialog({ source, sources, onClose }: SourceDialogProps) {
  const { t } = useTranslation()
  const [before] = useState(source === null ? emptyValues : valuesOf(source))
  const [values, setValues] = useState(before)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (key: string, facts = {}) => t(`imports.sources.${key}`, facts)
  const change = (part: Partial<SourceValues>) => setValues({ ...values, ...part })
  const optional = textOf('optional')

  async function save(): Promise<void> {
    const typed = password === '' ? null : password
    const send = () =>
      source === null
        ? call(addSource, { body: { values, password: typed } })
        : call(changeSource, { params: { id: String(source.id) }, body: { before, values, password: typed } })
    const failure = await sources.run(send, textOf(source === null ? 'added' : 'saved'))
    if (failure === null) onClose()
    else setError(failure)
  }
  return (
    <FormDialog
      title={source === null ? textOf('add') : textOf('changeOf', { name: source.name })}
      saveLabel={textOf('save')}
      isBusy={sources.isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={textOf('name')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={error?.fields['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={textOf('url')}
        hint={textOf('urlHint')}
        name="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        value={values.url}
        error={error?.fields['url']}
        onChange={({ target }) => change({ url: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={textOf('username')}
          note={optional}
          name="source-username"
          autoComplete="off"
          maxLength={200}
          value={values.username}
          error={error?.fields['username']}
          onChange={({ target }) => change({ username: target.value })}
        />
        <TextField
          label={textOf('password')}
          note={optional}
          hint={source?.hasPassword === true ? textOf('passwordKept') : undefined}
          name="source-password"
          type="password"
          autoComplete="new-password"
          maxLength={200}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
      <ScheduleField
        value={values.schedule}
        error={error?.fields['schedule']}
        onChange={(schedule) => change({ schedule })}
      />
      <Field label={textOf('profile')} hint={textOf('profileHint')} error={error?.fields['profile']}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            name="profile"
            value={values.profile}
            onChange={({ target }) => change({ profile: target.value })}
          >
            <option value="">{textOf('noProfile')}</option>
            {sources.list.profiles.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <MissingFields values={values} error={error?.fields['brakePercent']} onChange={change} />
      <Failure text={error?.message} />
    </FormDialog>
  )
}

type ScheduleFieldProps = { value: string; error: string | undefined; onChange(schedule: string): void }

/** By hand, every few hours, or daily at a time. */
function ScheduleField({ value, error, onChange }: ScheduleFieldProps) {
  const { t } = useTranslation()
  const isHours = sourceHours.some((hours) => `${hours}h` === value)
  const isDaily = value !== '' && !isHours
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('imports.sources.schedule')} error={isDaily ? undefined : error}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            name="schedule"
            value={isDaily ? 'daily' : value}
            onChange={({ target }) => onChange(target.value === 'daily' ? '06:00' : target.value)}
          >
            <option value="">{t('imports.sources.schedules.manual')}</option>
            {sourceHours.map((hours) => (
              <option key={hours} value={`${hours}h`}>
                {t('imports.sources.schedules.hours', { count: hours })}
              </option>
            ))}
            <option value="daily">{t('imports.sources.schedules.daily')}</option>
          </Select>
        )}
      </Field>
      {isDaily && (
        <TextField
          label={t('imports.sources.time')}
          name="time"
          type="time"
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value === '' ? '0' : target.value)}
        />
      )}
    </div>
  )
}

type MissingFieldsProps = {
  values: SourceValues
  error: string | undefined
  onChange(part: Partial<SourceValues>): void
}

/** What happens to products that are no longer in the file. */
function MissingFields({ values: { removesMissing, brakePercent }, error, onChange }: MissingFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2.5 text-13 max-sm:text-15">
        <input
          id={id}
          type="checkbox"
          name="removesMissing"
          checked={removesMissing}
          aria-describedby={`${id}-hint`}
          className="mt-0.5 size-4 shrink-0 accent-brand"
          onChange={({ target }) => onChange({ removesMissing: target.checked })}
        />
        <div>
          <label htmlFor={id} className="font-medium">
            {t('imports.sources.removesMissing')}
          </label>
          <p id={`${id}-hint`} className="text-12 text-ink-3">
            {t('imports.sources.removesMissingHint')}
          </p>
        </div>
      </div>
      {removesMissing && (
        <TextField
          label={t('imports.sources.brakePercent')}
          hint={t('imports.sources.brakeHint')}
          name="brakePercent"
          inputMode="numeric"
          maxLength={3}
          value={brakePercent}
          error={error}
          onChange={({ target }) => onChange({ brakePercent: target.value })}
        />
      )}
    </div>
  )
}
