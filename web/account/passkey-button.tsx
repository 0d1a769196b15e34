import { KeyRound } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { loginPasskey } from '#contract/shop/account.ts'
import { draftPasskeySignIn } from '#contract/shop/factors.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { openAfterSignIn } from './open-after-sign-in.ts'
import { choosePasskey, hasPasskeys, PasskeyStopped } from './security/browser-passkeys.ts'

type PasskeyButtonProps = { next: string; variant?: 'outline' | 'solid' }

/** Signs in with a passkey, without user name and password. Its space is reserved until scripts run. */
export function PasskeyButton({ next, variant = 'outline' }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const isShown = useSyncExternalStore(subscribeToNothing, hasPasskeys, () => false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | undefined>(undefined)

  async function signIn(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const { challenge, options } = await call(draftPasskeySignIn)
      const response = await choosePasskey(options)
      openAfterSignIn(await call(loginPasskey, { body: { challenge, response } }), next)
    } catch (error) {
      setBusy(false)
      if (error instanceof PasskeyStopped) setFailure(t('login.passkeyStopped'))
      else if (error instanceof CallError) setFailure(error.message)
      else throw error
    }
  }
  return (
    <div className={isShown ? '' : 'invisible'}>
      <Failure text={failure} className="mb-3" />
      <Button
        variant={variant}
        size="lg"
        busy={isBusy}
        icon={<KeyRound size={16} aria-hidden="true" />}
        className="w-full"
        onClick={() => void signIn()}
      >
        {t('login.passkey')}
      </Button>
    </div>
  )
}

const subscribeToNothing = () => () => {}
