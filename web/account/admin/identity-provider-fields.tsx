import type { IdentityProviderValues } from '#contract/admin/identity-providers.ts'
import { dealerRoles, staffRoles } from '#domain/people/permissions.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import type { SavedFields } from '#web/administration/use-saved-form.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { DealerField } from './dealer-field.tsx'

/** The values with the client secret, which is written but never read. */
export type TypedProvider = IdentityProviderValues & { clientSecret: string }
type Form = SavedFields<TypedProvider>

/** Who signs in with a provider, where it is, and what it may do. */
export function IdentityProviderFields({ form, hasSecret }: { form: Form; hasSecret: boolean }) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const text = (name: 'name' | 'issuer' | 'clientId' | 'domains', maxLength: number) => (
    <TextField
      label={t(`singleSignOn.fields.${name}`)}
      hint={t(`singleSignOn.hints.${name}`)}
      name={name}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => set(name, target.value)}
    />
  )
  return (
    <>
      <AdminPanel title={t('singleSignOn.parts.provider')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('name', 80)}
          <DealerOrStaff form={form} />
          {text('issuer', 500)}
          {text('clientId', 300)}
          <TextField
            label={t('singleSignOn.fields.clientSecret')}
            hint={t(`singleSignOn.hints.${hasSecret ? 'secretKept' : 'clientSecret'}`)}
            name="clientSecret"
            type="password"
            maxLength={500}
            autoComplete="new-password"
            value={values.clientSecret}
            error={errors['clientSecret']}
            onChange={({ target }) => set('clientSecret', target.value)}
          />
          {text('domains', 2000)}
        </div>
      </AdminPanel>
      <AdminPanel title={t('singleSignOn.parts.rules')}>
        <Rule form={form} name="isActive" />
        <Rule form={form} name="isRequired" />
        <Rule form={form} name="trustsEmail" />
        <NewUserRole form={form} />
      </AdminPanel>
    </>
  )
}

function DealerOrStaff({ form: { values, errors, set } }: { form: Form }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-1">
      <DealerField value={values.dealer} error={errors['dealer']} onChange={(code) => set('dealer', code)} />
      <p className="text-12 text-ink-2">{t('singleSignOn.hints.dealer')}</p>
    </div>
  )
}

function Rule({ form: { values, set }, name }: { form: Form; name: 'isActive' | 'isRequired' | 'trustsEmail' }) {
  const { t } = useTranslation()
  return (
    <div>
      <Switch isOn={values[name]} onChange={(isOn) => set(name, isOn)}>
        {t(`singleSignOn.fields.${name}`)}
      </Switch>
      <p className="mt-0.5 text-12 text-ink-2">{t(`singleSignOn.hints.${name}`)}</p>
    </div>
  )
}

function NewUserRole({ form: { values, errors, set } }: { form: Form }) {
  const { t } = useTranslation()
  const isStaff = values.dealer === ''
  const keys = isStaff
    ? Object.keys(staffRoles).filter((key) => key !== 'full')
    : Object.keys(dealerRoles).filter((key) => key !== 'owner')
  return (
    <Field
      label={t('singleSignOn.fields.newUserRole')}
      hint={t('singleSignOn.hints.newUserRole')}
      error={errors['newUserRole']}
      className="sm:max-w-80"
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.newUserRole}
          onChange={({ target }) => set('newUserRole', target.value)}
        >
          <option value="">{t('singleSignOn.noNewUsers')}</option>
          {keys.map((key) => (
            <option key={key} value={key}>
              {t(`people.${isStaff ? 'staffRoles' : 'dealerRoles'}.${key}.name`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
