import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { type getPasswordLink, setPasswordByLink } from '#contract/shop/passwords.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type NewPasswordFormProps = { link: Reply<typeof getPasswordLink>; token: string; onDone(): void }

/** The new password twice, with the user name, so that the browser stores it for the right account. */
export function NewPasswordForm({ link, token, onDone }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [passwordVerify, setVerify] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function save(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await call(setPasswordByLink, { params: { token }, body: { password, passwordVerify } })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const common = { type: 'password', autoComplete: 'new-password', maxLength: 200 }
  return (
    <form
      method="post"
      noValidate
      className="mt-5 space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Failure text={failure} />
      <TextField
        label={t('passwordLink.account')}
        hint={link.name}
        name="username"
        type="email"
        autoComplete="username"
        readOnly
        value={link.email}
      />
      <TextField
        {...common}
        label={t('accountSettings.password.password')}
        hint={t(`passwordLink.rule.${link.role}`)}
        name="password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <TextField
        {...common}
        label={t('accountSettings.password.verify')}
        name="passwordVerify"
        value={passwordVerify}
        onChange={({ target }) => setVerify(target.value)}
      />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} className="w-full">
        {t(isBusy ? 'accountSettings.password.saving' : 'passwordLink.save')}
      </Button>
    </form>
  )
}
