import { useState } from 'react'
import { addApiKey, keyLimitDefault, type KeyValues } from '#contract/admin/api-keys.ts'
import { type Scope, scopes } from '#contract/core/scopes.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Keys } from './key-row.tsx'

type KeyDialogProps = { keys: Keys; onMade(key: string): void; onClose(): void }

const emptyValues: KeyValues = {
  ...{ name: '', scopes: [], expiresOn: '', addresses: '', requestsPerMinute: String(keyLimitDefault) },
}

/** The form of a new key. */
export function KeyDialog({ keys, onMade, onClose }: KeyDialogProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(emptyValues)
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (key: string) => t(`integration.keys.${key}`)
  const change = (part: Partial<KeyValues>) => setValues({ ...values, ...part })

  async function save(): Promise<void> {
    let made = ''
    const failure = await keys.run(async () => {
      const reply = await call(addApiKey, { body: values })
      made = reply.key
      return reply
    }, textOf('added'))
    if (failure === null) onMade(made)
    else setError(failure)
  }
  return (
    <FormDialog title={textOf('add')} saveLabel={textOf('make')} isBusy={keys.isBusy} onSend={save} onClose={onClose}>
      <TextField
        label={textOf('name')}
        hint={textOf('nameHint')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={error?.fields['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <ScopeFields
        chosen={values.scopes}
        error={error?.fields['scopes']}
        onChange={(chosen) => change({ scopes: chosen })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={textOf('expiresOn')}
          note={textOf('optional')}
          name="expiresOn"
          type="date"
          value={values.expiresOn}
          error={error?.fields['expiresOn']}
          onChange={({ target }) => change({ expiresOn: target.value })}
        />
        <TextField
          label={textOf('limit')}
          name="requestsPerMinute"
          inputMode="numeric"
          maxLength={6}
          value={values.requestsPerMinute}
          error={error?.fields['requestsPerMinute']}
          onChange={({ target }) => change({ requestsPerMinute: target.value })}
        />
      </div>
      <Field
        label={textOf('addresses')}
        note={textOf('optional')}
        hint={textOf('addressesHint')}
        error={error?.fields['addresses']}
      >
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            name="addresses"
            rows={2}
            maxLength={4000}
            value={values.addresses}
            className="field w-full px-2.5 py-2"
            onChange={({ target }) => change({ addresses: target.value })}
          />
        )}
      </Field>
      <Failure text={error?.message} />
    </FormDialog>
  )
}

/** Keys of ERP connections are made with the connection. */
const areas = [...new Set(scopes.map((scope) => scope.split(':')[0] ?? ''))].filter((area) => area !== 'erp')

type ScopeFieldsProps = { chosen: readonly Scope[]; error: string | undefined; onChange(chosen: Scope[]): void }

/** A row for each area with what may be done there. */
function ScopeFields({ chosen, error, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation()
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope])
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'key-scopes-error'}>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('integration.keys.scopes')}</legend>
      <div className="divide-y divide-line rounded-control border border-line">
        {areas.map((area) => (
          <div key={area} className="flex flex-wrap items-center gap-x-4 px-3 text-13 max-sm:text-15">
            <span className="flex-1 max-sm:basis-full max-sm:pt-2">{t(`integration.areas.${area}`)}</span>
            {scopes
              .filter((scope) => scope.startsWith(`${area}:`))
              .map((scope) => (
                <label
                  key={scope}
                  className="flex min-h-9 w-20 items-center gap-2 last:w-28 max-sm:min-h-11 max-sm:w-28 max-sm:last:w-36"
                >
                  <input
                    type="checkbox"
                    name={scope}
                    checked={chosen.includes(scope)}
                    className="size-4 shrink-0 accent-brand"
                    onChange={() => toggle(scope)}
                  />
                  {t(`integration.rights.${scope.split(':')[1]}`)}
                </label>
              ))}
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p id="key-scopes-error" className="mt-1 text-12 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
