import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { saveAccount } from '#contract/shop/account-settings.ts'
import { call, type CallError, replaceCsrfToken } from '#web/app/data/call.ts'
import { live } from '#web/app/data/live-client.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { SettingsPanel } from './settings-panel.tsx'

const empty = { currentPassword: '', password: '', passwordVerify: '' }

/** The current password, and the new one twice; saving is enabled once something is typed (specification, sections 2 and 4). */
export function PasswordForm() {
  const { t } = useTranslation()
  const [fields, setFields] = useState(empty)
  const [isChanged, setChanged] = useState(false)
  const { revalidate } = useRevalidator()

  function type(field: keyof typeof empty, text: string): void {
    setFields((before) => ({ ...before, [field]: text }))
    setChanged(true)
  }

  async function save(): Promise<void> {
    const { csrf } = await live.replaceSession(() => call(saveAccount, { body: fields }))
    // The session continues with a new id, and the page's calls with its token.
    if (csrf !== undefined) replaceCsrfToken(csrf)
    setFields(empty)
    setChanged(false)
    // The other sessions have ended.
    await revalidate()
  }
  const explain = ({ code, status, message }: CallError) =>
    code === 'network' || status >= 500 ? t('accountSettings.password.failed') : message
  return (
    <SettingsPanel name="password" isChanged={isChanged} save={save} explain={explain}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('accountSettings.password.current')}
          type="password"
          name="currentPassword"
          autoComplete="current-password"
          maxLength={200}
          className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]"
          value={fields.currentPassword}
          onChange={(event) => type('currentPassword', event.target.value)}
        />
        <TextField
          label={t('accountSettings.password.password')}
          hint={t('accountSettings.password.hint')}
          type="password"
          name="password"
          autoComplete="new-password"
          maxLength={200}
          value={fields.password}
          onChange={(event) => type('password', event.target.value)}
        />
        <TextField
          label={t('accountSettings.password.verify')}
          type="password"
          name="passwordVerify"
          autoComplete="new-password"
          maxLength={200}
          value={fields.passwordVerify}
          onChange={(event) => type('passwordVerify', event.target.value)}
        />
      </div>
    </SettingsPanel>
  )
}
