import { useContext, useEffect, useRef, useState } from 'react'
import { loginCode, type SecondStep } from '#contract/shop/account.ts'
import { pages } from '#contract/core/pages.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { openAfterSignIn } from './open-after-sign-in.ts'
import { PasskeyButton } from './passkey-button.tsx'

type SecondStepFormProps = {
  step: SecondStep
  next: string
  /** Why the form that was sent without scripts was refused. */
  refused: string | null
  /** Returns to the password, with the reason if there is one. */
  onBack(reason: string | null): void
}

/** The code of the authenticator app or a recovery code, or a passkey. Works without scripts, too. */
export function SecondStepForm({ step, next, refused, onBack }: SecondStepFormProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-5 space-y-4">
      {step.hasTotp && <CodeForm step={step} next={next} refused={refused} onBack={onBack} />}
      {step.hasPasskey && <PasskeyButton next={next} variant={step.hasTotp ? 'outline' : 'solid'} />}
      <a
        href={`${pages.login}?${new URLSearchParams({ next })}`}
        className="inline-flex min-h-6 items-center text-13 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
        onClick={(event) => {
          event.preventDefault()
          onBack(null)
        }}
      >
        {t('login.second.back')}
      </a>
    </div>
  )
}

function CodeForm({ step, next, refused, onBack }: SecondStepFormProps) {
  const { t } = useTranslation()
  const { csrf } = useContext(PageFrame)
  const field = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | undefined>(refused ?? undefined)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => field.current?.focus(), [])

  async function send(code: string): Promise<void> {
    if (code === '') return setFailure(t('login.second.needCode'))
    setBusy(true)
    setFailure(undefined)
    try {
      openAfterSignIn(await call(loginCode, { body: { challenge: step.challenge, code } }), next)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallError)) throw error
      if (error.code === 'factor_expired') return onBack(error.message)
      setFailure(error.message)
      field.current?.select()
    }
  }
  return (
    <form
      method="post"
      action={pages.login}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void send(field.current?.value.trim() ?? '')
      }}
    >
      <input type="hidden" name="_token" value={csrf} readOnly />
      <input type="hidden" name="next" value={next} readOnly />
      <input type="hidden" name="challenge" value={step.challenge} readOnly />
      <Failure text={failure} />
      <TextField
        label={t('login.second.code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        ref={field}
      />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} className="w-full">
        {t(isBusy ? 'login.second.busy' : 'login.second.submit')}
      </Button>
    </form>
  )
}
