import { useState } from 'react'
import { changeErpConnection, type ErpDetail } from '#contract/admin/erp.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useLeaveQuestion } from '#web/administration/use-leave-question.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { SettingFields } from './setting-fields.tsx'

type Values = ReturnType<typeof valuesOf>

function valuesOf({ name, settings, sends, sendAfterMinutes, lagMinutes, feeds }: ErpDetail) {
  return {
    name,
    settings,
    sends,
    sendAfterMinutes: String(sendAfterMinutes),
    lagMinutes: String(lagMinutes),
    feeds: feeds.map(({ resource, isActive, everyMinutes, fullEveryHours }) => ({
      resource,
      isActive,
      everyMinutes: String(everyMinutes),
      fullEveryHours: fullEveryHours === null ? '' : String(fullEveryHours),
    })),
  }
}

const numberOf = (text: string, otherwise = 0) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : otherwise)

/** What the connection reads and sends, how often, and how it reaches the ERP. */
export function SettingsTab({ connection }: { connection: ErpDetail }) {
  const { t } = useTranslation()
  const [saved, setSaved] = useState(connection)
  const [values, setValues] = useState<Values>(() => valuesOf(connection))
  const { isBusy, failure, send } = useSubmit()
  const errors = failure?.fields ?? {}
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(saved))
  useLeaveQuestion(isChanged)
  const change = (part: Partial<Values>) => setValues({ ...values, ...part })
  const save = () =>
    send(async () => {
      const { feeds, sendAfterMinutes, lagMinutes, ...rest } = values
      const body = {
        ...rest,
        version: saved.version,
        // What is no number is refused by the server.
        sendAfterMinutes: numberOf(sendAfterMinutes, -1),
        lagMinutes: numberOf(lagMinutes),
        feeds: feeds.map(({ everyMinutes, fullEveryHours, ...feed }) => ({
          ...feed,
          everyMinutes: numberOf(everyMinutes),
          fullEveryHours: fullEveryHours.trim() === '' ? null : numberOf(fullEveryHours),
        })),
      }
      const reply = await call(changeErpConnection, { params: { id: String(saved.id) }, body })
      setSaved(reply)
      setValues(valuesOf(reply))
      notify.success(t('erp.saved'))
    })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ReadOnlyFields>
        <FeedFields values={values} errors={errors} onChange={change} />
        <SendFields connection={connection} values={values} errors={errors} onChange={change} />
        <AdminPanel title={t('erp.connection')}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t('erp.name')}
              name="name"
              autoComplete="off"
              maxLength={80}
              value={values.name}
              error={errors['name']}
              onChange={({ target }) => change({ name: target.value })}
            />
            <TextField
              label={t('erp.lagMinutes')}
              hint={t('erp.lagHint')}
              name="lagMinutes"
              inputMode="numeric"
              maxLength={6}
              value={values.lagMinutes}
              error={errors['lagMinutes']}
              onChange={({ target }) => change({ lagMinutes: target.value })}
            />
          </div>
          <SettingFields
            kind={connection.kind}
            fields={connection.form.fields}
            values={values.settings}
            secrets={saved.secrets}
            errors={errors}
            onChange={(name, value) => change({ settings: { ...values.settings, [name]: value } })}
          />
        </AdminPanel>
      </ReadOnlyFields>
      <Failure text={failure?.message} />
      <MayChange>
        <Button type="submit" variant="solid" size="card" className="self-start" busy={isBusy} disabled={!isChanged}>
          {t('erp.save')}
        </Button>
      </MayChange>
    </form>
  )
}

type FieldsProps = { values: Values; errors: Readonly<Record<string, string>>; onChange(part: Partial<Values>): void }

function FeedFields({ values: { feeds }, errors, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const change = (resource: string, part: Partial<Values['feeds'][number]>) =>
    onChange({ feeds: feeds.map((feed) => (feed.resource === resource ? { ...feed, ...part } : feed)) })
  return (
    <AdminPanel title={t('erp.reads')}>
      <ul className="flex flex-col gap-3">
        {feeds.map(({ resource, isActive, everyMinutes, fullEveryHours }) => {
          const name = t(`erp.resources.${resource}`)
          return (
            <li key={resource} className="flex flex-wrap items-start gap-x-6 gap-y-2">
              <label className="flex min-h-10 min-w-0 flex-1 basis-56 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
                <input
                  type="checkbox"
                  name={resource}
                  className="size-4 shrink-0 accent-brand"
                  checked={isActive}
                  onChange={({ target }) => change(resource, { isActive: target.checked })}
                />
                {name}
              </label>
              <NumberInput
                label={t('erp.everyMinutes')}
                name={name}
                value={everyMinutes}
                error={errors[`feeds.${resource}.everyMinutes`]}
                onChange={(value) => change(resource, { everyMinutes: value })}
              />
              <NumberInput
                label={t('erp.fullEveryHours')}
                name={name}
                value={fullEveryHours}
                error={errors[`feeds.${resource}.fullEveryHours`]}
                onChange={(value) => change(resource, { fullEveryHours: value })}
              />
            </li>
          )
        })}
      </ul>
      <p className="text-12 text-ink-2">{t('erp.readsHint')}</p>
    </AdminPanel>
  )
}

type NumberInputProps = {
  label: string
  name: string
  value: string
  error: string | undefined
  onChange(value: string): void
}

function NumberInput({ label, name, value, error, onChange }: NumberInputProps) {
  return (
    <div className="max-w-60 text-13 max-sm:w-full max-sm:max-w-none">
      <label className="flex items-center gap-2 text-ink-2 max-sm:justify-between">
        {label}
        <input
          aria-label={`${name}: ${label}`}
          aria-invalid={error === undefined ? undefined : true}
          inputMode="numeric"
          maxLength={6}
          value={value}
          className="field h-10 w-20 px-2.5 text-right tabular-nums max-sm:h-11"
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      {error !== undefined && <p className="mt-1 text-12 text-danger">{error}</p>}
    </div>
  )
}

function SendFields({
  connection: { form },
  values: { sends, sendAfterMinutes },
  errors,
  onChange,
}: { connection: ErpDetail } & FieldsProps) {
  const { t } = useTranslation()
  const toggle = (kind: (typeof sends)[number]) =>
    onChange({ sends: form.documents.filter((each) => sends.includes(each) !== (each === kind)) })
  return (
    <AdminPanel title={t('erp.sends')}>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {form.documents.map((kind) => (
          <label key={kind} className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
            <input
              type="checkbox"
              name={kind}
              className="size-4 shrink-0 accent-brand"
              checked={sends.includes(kind)}
              onChange={() => toggle(kind)}
            />
            {t(`erp.sendKinds.${kind}`)}
          </label>
        ))}
      </div>
      {form.documents.includes('order') && (
        <TextField
          label={t('erp.sendAfterMinutes')}
          hint={t('erp.sendAfterHint')}
          name="sendAfterMinutes"
          inputMode="numeric"
          maxLength={4}
          value={sendAfterMinutes}
          error={errors['sendAfterMinutes']}
          onChange={({ target }) => onChange({ sendAfterMinutes: target.value })}
        />
      )}
      <p className="text-12 text-ink-2">{t('erp.sendsHint')}</p>
    </AdminPanel>
  )
}
