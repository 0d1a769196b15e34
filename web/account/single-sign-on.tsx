import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { startSingleSignOn } from '#contract/shop/single-sign-on.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type SingleSignOnProps = {
  offered: { isOffered: boolean; staff: string | null }
  next: string
}

/** Signs in with the account of the user's company: the domain of the email address names its provider. */
export function SingleSignOn({ offered: { isOffered, staff }, next }: SingleSignOnProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (!isOffered) return null

  const leave = (typed: string | null) =>
    send(async () => {
      const { location: address } = await call(startSingleSignOn, { body: { email: typed, next } })
      location.assign(address)
    })
  function submit(event: FormEvent): void {
    event.preventDefault()
    setMissing(email.trim() === '')
    if (email.trim() !== '') void leave(email.trim())
  }
  return (
    <section aria-label={t('login.sso.title')} className="mt-5 border-t border-line pt-5">
      {isOpen ? (
        <form noValidate onSubmit={submit} className="space-y-4">
          <Failure text={failure?.message} />
          <TextField
            label={t('login.sso.email')}
            hint={t('login.sso.hint')}
            type="email"
            name="sso-email"
            autoComplete="email"
            ref={field}
            maxLength={254}
            value={email}
            error={isMissing ? t('login.sso.needEmail') : undefined}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Button type="submit" variant="solid" size="lg" busy={isBusy} className="w-full">
            {t('login.sso.continue')}
          </Button>
          {staff !== null && (
            <Button size="lg" busy={isBusy} className="w-full" onClick={() => void leave(null)}>
              {t('login.sso.staff', { name: staff })}
            </Button>
          )}
        </form>
      ) : (
        <Button
          size="lg"
          icon={<KeyRound size={16} aria-hidden="true" />}
          className="w-full"
          onClick={() => setOpen(true)}
        >
          {t('login.sso.title')}
        </Button>
      )}
    </section>
  )
}
