import { useState } from 'react'
import { saveAccount } from '#contract/account-settings.ts'
import { CallError, call } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const empty = { password: '', passwordVerify: '' }

/** The new password twice; saving is possible once something is typed (specification, sections 2 and 4). */
export function PasswordForm() {
  const { t } = useTranslation()
  const [fields, setFields] = useState(empty)
  const [isChanged, setChanged] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  function type(field: keyof typeof empty, text: string): void {
    setFields((before) => ({ ...before, [field]: text }))
    setChanged(true)
  }

  async function save(): Promise<void> {
    if (!isChanged || isBusy) return
    setBusy(true)
    setError(null)
    try {
      const { csrf } = await call(saveAccount, { body: fields })
      // The session goes on under another id, and the page's calls with its token.
      if (csrf !== undefined) document.querySelector('meta[name=csrf-token]')?.setAttribute('content', csrf)
      setFields(empty)
      setChanged(false)
      notify.success(t('account.password.saved'), { id: 'account' })
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal
      if (refusal.status === 401) return signInFirst()
      const isTechnical = refusal.code === 'network' || refusal.status >= 500
      setError(isTechnical ? t('account.password.failed') : refusal.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="password-title" className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5">
      <h2 id="password-title" className="text-16 font-semibold">
        {t('account.password.title')}
      </h2>
      <p className="mt-0.5 text-ink-2">{t('account.password.text')}</p>
      <form
        method="post"
        noValidate
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {error !== null && (
          <MessageStrip tone="danger" role="alert" className="mb-4">
            {error}
          </MessageStrip>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('account.password.password')}
            hint={t('account.password.hint')}
            type="password"
            name="password"
            autoComplete="new-password"
            maxLength={200}
            value={fields.password}
            onChange={(event) => type('password', event.target.value)}
          />
          <TextField
            label={t('account.password.verify')}
            type="password"
            name="passwordVerify"
            autoComplete="new-password"
            maxLength={200}
            value={fields.passwordVerify}
            onChange={(event) => type('passwordVerify', event.target.value)}
          />
        </div>
        <Button type="submit" look="solid" size="lg" busy={isBusy} disabled={!isChanged} className="mt-4 max-sm:w-full">
          {t(isBusy ? 'account.password.saving' : 'account.password.save')}
        </Button>
      </form>
    </section>
  )
}
