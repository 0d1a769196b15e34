import { useState } from 'react'
import { addDealerKey, type DealerKeyValues } from '#contract/shop/dealer-keys.ts'
import { type DealerScope, dealerScopes, orderingScopes } from '#contract/core/dealer-scopes.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { DealerKeys } from './dealer-key-row.tsx'
import { dealerScopeName } from './dealer-scope-name.ts'

type DealerKeyDialogProps = { keys: DealerKeys; canOrder: boolean; onMade(key: string): void; onClose(): void }

/** The form of a dealer's new key. */
export function DealerKeyDialog({ keys, canOrder, onMade, onClose }: DealerKeyDialogProps) {
  const { t } = useTranslation()
  const offered = dealerScopes.filter((scope) => canOrder || !orderingScopes.includes(scope))
  const [values, setValues] = useState<DealerKeyValues>({
    name: '',
    scopes: offered.filter((scope) => scope.endsWith(':read')),
    expiresOn: '',
  })
  const [error, setError] = useState<CallError | null>(null)
  const change = (part: Partial<DealerKeyValues>) => setValues({ ...values, ...part })
  const toggle = (scope: DealerScope) =>
    change({
      scopes: values.scopes.includes(scope)
        ? values.scopes.filter((each) => each !== scope)
        : [...values.scopes, scope],
    })

  async function save(): Promise<void> {
    let made = ''
    const failure = await keys.run(async () => {
      const reply = await call(addDealerKey, { body: values })
      made = reply.key
      return reply
    }, t('integration.keys.added'))
    if (failure === null) onMade(made)
    else setError(failure)
  }
  return (
    <FormDialog
      title={t('integration.keys.add')}
      saveLabel={t('integration.keys.make')}
      isBusy={keys.isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={t('integration.keys.name')}
        hint={t('dealerKeys.nameHint')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={error?.fields['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <fieldset aria-describedby={error?.fields['scopes'] === undefined ? undefined : 'key-scopes-error'}>
        <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('integration.keys.scopes')}</legend>
        <div className="rounded-control border border-line px-3 py-1">
          {offered.map((scope) => (
            <label key={scope} className="flex min-h-9 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
              <input
                type="checkbox"
                name={scope}
                checked={values.scopes.includes(scope)}
                className="size-4 shrink-0 accent-brand"
                onChange={() => toggle(scope)}
              />
              {dealerScopeName(t, scope)}
            </label>
          ))}
        </div>
        {!canOrder && <p className="mt-1 text-12 text-ink-2">{t('dealerKeys.noRight')}</p>}
        {error?.fields['scopes'] !== undefined && (
          <p id="key-scopes-error" className="mt-1 text-12 text-danger">
            {error.fields['scopes']}
          </p>
        )}
      </fieldset>
      <TextField
        label={t('integration.keys.expiresOn')}
        note={t('integration.keys.optional')}
        name="expiresOn"
        type="date"
        value={values.expiresOn}
        error={error?.fields['expiresOn']}
        onChange={({ target }) => change({ expiresOn: target.value })}
      />
      <p className="text-12 text-ink-2">{t('dealerKeys.actsAs')}</p>
      <Failure text={error?.message} />
    </FormDialog>
  )
}
