import { useState } from 'react'
import { type Letterhead, saveLetterhead } from '#contract/account-settings.ts'
import { CallError, call } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { LogoField, type NewLogo } from './logo-field.tsx'

const lengths = { name: 120, address: 300, town: 80, city: 80, number: 40 } as const
const fieldNames = Object.keys(lengths) as (keyof typeof lengths)[]

/** What stands on the quotes that the dealer gives to its own customers. */
export function LetterheadForm({ letterhead }: { letterhead: Letterhead }) {
  const { t } = useTranslation()
  const [saved, setSaved] = useState(letterhead)
  const [fields, setFields] = useState(letterhead.user_address)
  const [logo, setLogo] = useState<NewLogo>({ kind: 'kept' })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isChanged = logo.kind !== 'kept' || fieldNames.some((name) => fields[name] !== saved.user_address[name])

  async function save(): Promise<void> {
    if (!isChanged || isBusy) return
    setBusy(true)
    setError(null)
    try {
      const picture = logo.kind === 'kept' ? {} : { logo: logo.kind === 'new' ? logo.base64 : null }
      const answer = await call(saveLetterhead, { body: { ...fields, ...picture } })
      setSaved(answer)
      setFields(answer.user_address)
      setLogo({ kind: 'kept' })
      notify.success(t('account.letterhead.saved'), { id: 'account' })
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal
      if (refusal.status === 401) return signInFirst()
      setError(refusal.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="letterhead-title" className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5">
      <h2 id="letterhead-title" className="text-16 font-semibold">
        {t('account.letterhead.title')}
      </h2>
      <p className="mt-0.5 text-ink-2">{t('account.letterhead.text')}</p>
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
          {fieldNames.map((name) => (
            <TextField
              key={name}
              label={t(`account.letterhead.${name}`)}
              name={name}
              type={name === 'number' ? 'tel' : 'text'}
              maxLength={lengths[name]}
              value={fields[name]}
              onChange={(event) => setFields((before) => ({ ...before, [name]: event.target.value }))}
              className={name === 'address' ? 'sm:col-span-2' : ''}
            />
          ))}
        </div>
        <LogoField
          shown={logo.kind === 'kept' ? saved.user_logo : logo.kind === 'new' ? logo.preview : null}
          name={fields.name}
          onChange={setLogo}
        />
        <Button type="submit" look="solid" size="lg" busy={isBusy} disabled={!isChanged} className="mt-4 max-sm:w-full">
          {t(isBusy ? 'account.letterhead.saving' : 'account.letterhead.save')}
        </Button>
      </form>
    </section>
  )
}
