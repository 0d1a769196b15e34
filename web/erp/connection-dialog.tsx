import { useState } from 'react'
import { addErpConnection, type ErpKind } from '#contract/admin/erp.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { SettingFields } from './setting-fields.tsx'

type ConnectionDialogProps = {
  kinds: readonly ErpKind[]
  onAdded(added: { id: number; key: string | null }): void
  onClose(): void
}

/** The form of a new connection: which ERP, where it runs, and how to reach it. */
export function ConnectionDialog({ kinds, onAdded, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const [name, setName] = useState('')
  const [kind, setKind] = useState(kinds[0]?.kind ?? '')
  const [runsBeside, setBeside] = useState(false)
  const [settings, setSettings] = useState<Record<string, string>>({})
  const form = kinds.find((each) => each.kind === kind)
  const errors = failure?.fields ?? {}
  const save = () =>
    send(async () => onAdded(await call(addErpConnection, { body: { name, kind, settings, runsBeside } })))
  return (
    <FormDialog title={t('erp.add')} saveLabel={t('erp.create')} isBusy={isBusy} onSend={save} onClose={onClose}>
      <TextField
        label={t('erp.name')}
        hint={t('erp.nameHint')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={errors['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <Field label={t('erp.kind')} error={errors['kind']}>
        {(attributes) => (
          <Select
            {...attributes}
            size="lg"
            className="w-full"
            value={kind}
            onChange={({ target }) => {
              setKind(target.value)
              setSettings({})
            }}
          >
            {kinds.map((each) => (
              <option key={each.kind} value={each.kind}>
                {t(`erp.kinds.${each.kind}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PlaceFields runsBeside={runsBeside} onChange={setBeside} />
      {form !== undefined && (
        <SettingFields
          kind={kind}
          fields={form.fields}
          values={settings}
          secrets={[]}
          errors={errors}
          onChange={(field, value) => setSettings({ ...settings, [field]: value })}
        />
      )}
      <Failure text={failure?.message} />
    </FormDialog>
  )
}

function PlaceFields({ runsBeside, onChange }: { runsBeside: boolean; onChange(runsBeside: boolean): void }) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('erp.place')}</legend>
      {[false, true].map((isBeside) => (
        <label key={String(isBeside)} className="flex gap-2 py-1 text-13 max-sm:py-2 max-sm:text-15">
          <input
            type="radio"
            name="place"
            className="mt-0.5 size-4 shrink-0 accent-brand"
            checked={runsBeside === isBeside}
            onChange={() => onChange(isBeside)}
          />
          <span>
            {t(isBeside ? 'erp.places.beside' : 'erp.places.shop')}
            <span className="block text-12 text-ink-2">
              {t(isBeside ? 'erp.placeHints.beside' : 'erp.placeHints.shop')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
